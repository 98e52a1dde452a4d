/** The order in which optional parameters of an endpoint are shown for a query. */
import type { Parameter } from '../catalog/record/facts.ts'
import { byUse, NAMES } from '../code/parameter-names.ts'
import { createMatcher } from '../search/operations/match-words.ts'
import type { QueryIntent } from '../search/operations/query-intent.ts'

/** A query such as "last week" or "since 2020" asks for a time. */
const TIME =
  /\b(?:last|next|since|until|between|before|after|during|yesterday|today|tomorrow|days?|weeks?|months?|years?|(?:19|20)\d\d)\b/i

/** Divides parameters into those that the query names and the others, each with those that most calls set first. */
export function optionalParameters(
  intent: QueryIntent,
  parameters: readonly Parameter[],
): [named: Parameter[], others: Parameter[]] {
  const { matchName } = createMatcher(intent)
  const hasTime = TIME.test(intent.text)
  const isNamed = ({ name, enum: choices = [] }: Parameter): boolean =>
    [name, ...choices.map(String)].some((text) => matchName(text).hits.length > 0) ||
    (hasTime && NAMES.period.test(name))
  const { named = [], others = [] } = Object.groupBy(byUse(parameters), (each) => (isNamed(each) ? 'named' : 'others'))
  return [named, others]
}
