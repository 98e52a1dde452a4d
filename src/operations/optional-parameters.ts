/** The order in which optional parameters of an endpoint are shown for a query. */
import type { Parameter } from '../catalog/record/facts.ts'
import { byUse, NAMES } from '../code/parameter-names.ts'
import { createMatcher } from '../search/operations/match-words.ts'
import type { QueryIntent } from '../search/operations/query-intent.ts'

/** A query such as "last week" or "since 2020" asks for a time. */
const TIME =
  /\b(?:last|next|since|until|between|before|after|during|yesterday|today|tomorrow|days?|weeks?|months?|years?|(?:19|20)\d\d)\b/i

/** "12.50 euros", "$5", "half of the payment" */
const MONEY =
  /[$€£]\s?\d|\d ?(?:[$€£%]|(?:percent|euros?|dollars?|pounds?|francs?|cents?|eur|usd|gbp|chf|jpy)\b)|\b(?:half|part) of\b/i

/**
 * Divides parameters into those that the query names and the others, each with those that most calls set first. What the
 * query names in full leads: "hourly" before forecast_days.
 * @param intents of all that the query asks for
 */
export function optionalParameters(
  intents: readonly QueryIntent[],
  parameters: readonly Parameter[],
): [named: Parameter[], others: Parameter[]] {
  const matchers = intents.map(createMatcher)
  const hasTime = intents.some(({ text }) => TIME.test(text))
  const hasMoney = intents.some(({ text }) => MONEY.test(text))
  const isSaid = (text: string): boolean => matchers.some(({ matchName }) => matchName(text).hits.length > 0)
  const isNamed = ({ name, enum: choices = [], members = {} }: Parameter): boolean =>
    [name, ...choices.map(String), ...Object.keys(members)].some(isSaid) ||
    (hasTime && NAMES.period.test(name)) ||
    (hasMoney && NAMES.money.test(name))
  const isWhole = ({ name }: Parameter): number => Number(matchers.some(({ matchName }) => matchName(name).share === 1))
  const { named = [], others = [] } = Object.groupBy(byUse(parameters), (each) => (isNamed(each) ? 'named' : 'others'))
  return [named.sort((a, b) => isWhole(b) - isWhole(a)), others]
}
