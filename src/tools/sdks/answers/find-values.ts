/** The calls that find_sdk chose, with the values that the query states. */
import type { Parameter } from '../../../catalog/record/facts.ts'
import { isRead } from '../../../catalog/record/languages.ts'
import type { SdkRecord } from '../../../catalog/record/record.ts'
import { nameTokens, stem, tokens } from '../../../catalog/search/words.ts'
import { type Call, callOfPoint } from '../../../catalog/usage/arguments.ts'
import { bodyFields, pointsOf, withFields } from '../../../catalog/usage/body.ts'
import { baseName } from '../../../catalog/usage/install.ts'
import { type QueryValues, queryValues } from '../../../catalog/usage/query/query-values.ts'
import type { ChosenCall } from './choose-call.ts'

export interface StatedCall extends ChosenCall {
  stated?: QueryValues
}

/** @param text the part of the query that the call is for */
export function statedCall(chosen: ChosenCall, text: string): StatedCall {
  const { record, asked, call, entities, example } = chosen
  if (!asked || !call?.path || !entities || (example && !chosen.point)) return chosen
  const { entity, op, method, path } = call
  const points = entities.find(({ name }) => name === entity)?.operations.find((each) => each.op === op)?.points
  const index = points?.findIndex((each) => each.path === path && each.method === method) ?? -1
  const point = points?.[index]
  if (!points || !point) return chosen
  const { auth, title, aliases = [], api_title = '', slug } = record
  const callWith = (values: Call['arguments']) => callOfPoint(entity, op, points, index, auth, { values, isPart: true })
  const fields = bodyFields(callWith({}), pointsOf(entity, point, entities))
  const stated = queryValues(
    text,
    {
      entity,
      point: { ...point, parameters: [...point.parameters, ...fields] },
      auth,
      names: [title, api_title, baseName(slug).replaceAll('-', ' '), ...aliases],
    },
    { reads: isRead(op), now: Date.now(), isKnown: knownBy(record) },
  )
  const isField = ([name]: [string, unknown]) => fields.some((field) => field.name === name)
  const [ofBody, own] = [true, false].map((is) =>
    Object.fromEntries(Object.entries(stated.values).filter((entry) => isField(entry) === is)),
  )
  const isStated = Object.keys(stated.values).length > 0
  const made = isStated ? callWith(own!) : call
  // An example that the query names as well is meant.
  const isSaid = (name: string) => text.toLowerCase().includes(String(made.arguments[name]).toLowerCase())
  const examples = made.examples && { examples: made.examples.filter((name) => !isSaid(name)) }
  const isShown = (value: string) => Object.values(made.arguments).some((each) => String(each) === value)
  const left = stated.left.filter((each) => !isShown(each.text))
  return { ...chosen, call: withFields({ ...made, ...examples }, fields, ofBody), point, stated: { ...stated, left } }
}

/** What goes on about the part before it. */
const GOES_ON = /^\W*(?:and )?(?:only|just|but|those|sorted|ordered|limited|top|first|at most|with|newest|\d)/i

/** The part of the query for each call: up to where the next one begins. @param parts in the order of the query */
export function partsOf(query: string, parts: readonly (string | undefined)[]): string[] {
  const starts = parts.map((part, at) => (at === 0 || !part ? 0 : query.indexOf(part)))
  return starts.map((start, at) => {
    const next = starts[at + 1] ?? 0
    const isOver = next > start && !GOES_ON.test(query.slice(next))
    return query.slice(Math.max(0, start), isOver ? next : undefined)
  })
}

/** By record: the words that it is described by. */
function knownBy({ title, description = '', aliases = [], needs = [], topics = [], entities }: SdkRecord) {
  let known: Set<string> | undefined
  return (word: string): boolean => {
    known ??= new Set([
      ...tokens([title, description, ...aliases, ...needs, ...topics].join(' ')).map(stem),
      ...entities.flatMap(({ name }) => nameTokens(name).map(stem)),
    ])
    return tokens(word).every((each) => known!.has(stem(each)))
  }
}

/** What is to be said of values: those that no parameter takes, and those that are counted from today. */
export function valueNotes({ relative, left }: QueryValues): string[] {
  const mayTake = ({ name, type }: Parameter) => `; ${name}${type ? ` (${type})` : ''} may take it`
  return [
    ...(relative.length > 0
      ? [`${relative.join(', ')} ${relative.length > 1 ? 'are' : 'is'} counted from today.`]
      : []),
    ...left.map(({ text, may }) => `“${text}” is in no argument${may ? mayTake(may) : ''}.`),
  ]
}
