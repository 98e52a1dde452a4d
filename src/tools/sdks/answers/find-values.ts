/** The calls that find_sdk chose, with the values that the query states. */
import { isEnglishWord } from '../../../catalog/rank/word-lists.ts'
import type { Parameter } from '../../../catalog/record/facts.ts'
import { isRead } from '../../../catalog/record/languages.ts'
import type { SdkRecord } from '../../../catalog/record/record.ts'
import { nameTokens, stem, tokens } from '../../../catalog/search/words.ts'
import { type Call, callOfPoint } from '../../../catalog/usage/arguments.ts'
import { bodyFields, pointsOf, withFields } from '../../../catalog/usage/body.ts'
import { baseName } from '../../../catalog/usage/install.ts'
import { type QueryValues, queryValues } from '../../../catalog/usage/query/query-values.ts'
import { alternatives, type ChosenCall, placeIn } from './choose-call.ts'
import { unusedWords } from './unused-words.ts'

export interface StatedCall extends ChosenCall {
  stated?: Pick<QueryValues, 'values'> & {
    /** Words of the query that the program neither says nor sends. */
    unused: readonly string[]
    /** Fields of the entity that a body which is not on record may take, too. */
    fields: readonly string[]
  }
}

/** Fields of an entity that a note names. */
const MAX_FIELDS = 6

/**
 * The call with its values; another that fits about as well, where that takes more of them.
 * @param text the part of the query that the call is for
 */
export function statedCall(chosen: ChosenCall, text: string): StatedCall {
  const first = withValues(chosen, text)
  const isUnfit = first.example && countOf(first) === 0
  const isOpen = first.stated?.unused.some((words) => isValue(words) || (isUnfit && isName(words)))
  const others = isOpen ? alternatives(chosen).map((each) => withValues(each, text)) : []
  const best = others.reduce((best, each) => (countOf(each) > countOf(best) ? each : best), first)
  return best.example && countOf(best) > 0 && isRead(best.call!.op) ? takes(best) : best
}

/** What takes the values of a query is no mere example. */
const takes = ({ example, warning, ...call }: StatedCall): StatedCall => call

/** Its form tells that it is a value. */
const isValue = (words: string): boolean => /[\d@/]/.test(words)
const isName = (words: string): boolean => /^\p{Lu}\p{Ll}/u.test(words)
const countOf = ({ stated }: StatedCall): number => Object.keys(stated?.values ?? {}).length

function withValues(chosen: ChosenCall, text: string): StatedCall {
  const { record, asked, call, entities, example } = chosen
  if (!call) return chosen
  const { entity, op, method, path } = call
  const points = entities?.find(({ name }) => name === entity)?.operations.find((each) => each.op === op)?.points ?? []
  const index = points.findIndex((each) => each.path === path && each.method === method)
  const { auth, title, aliases = [], api_title = '', slug } = record
  const names = [title, api_title, baseName(slug).replaceAll('-', ' '), ...aliases]
  const point = asked && (!example || chosen.point) ? points[index] : undefined
  const fields = point && entities ? bodyFields(callWith({}), pointsOf(entity, point, entities)) : []
  const parameters = [...(point?.parameters ?? []), ...fields]
  const { values, rest } = queryValues(
    text,
    // No value is passed to an example.
    { entity, point: { method: 'GET', path: '/', ...point, parameters }, auth, names },
    { reads: isRead(op), isKnown: knownBy(record), isEnglish: isEnglishWord },
  )
  const made = point && Object.keys(values).length > 0 ? madeCall() : point ? withFields(call, fields) : call
  const unused = unusedWords(rest, { record, asked, call: made, point: { parameters } })
  const unset = fields.flatMap(({ name }) => (made.fields?.[name] === undefined ? name : [])).slice(0, MAX_FIELDS)
  return { ...chosen, call: made, ...(point && { point }), stated: { values, unused, fields: unset } }

  function callWith(values: Call['arguments']): Call {
    return callOfPoint(entity, op, points, index, auth, { values, isPart: true })
  }

  function madeCall(): Call {
    const isField = ([name]: [string, unknown]) => fields.some((field) => field.name === name)
    const [ofBody, own] = [true, false].map((is) =>
      Object.fromEntries(Object.entries(values).filter((entry) => isField(entry) === is)),
    )
    const made = callWith(own!)
    // An example that the query names as well is meant.
    const isSaid = (name: string) => text.toLowerCase().includes(String(made.arguments[name]).toLowerCase())
    const examples = made.examples && { examples: made.examples.filter((name) => !isSaid(name)) }
    return withFields({ ...made, ...examples }, fields, ofBody)
  }
}

/** What goes on about the part before it. */
const GOES_ON = /^\W*(?:and )?(?:only|just|but|those|sorted|ordered|limited|top|first|at most|with|newest|\d)/i

/** The part of the query for each call: up to where the next one begins. @param parts in the order of the query */
export function partsOf(query: string, parts: readonly (string | undefined)[]): string[] {
  const starts = parts.map((part, at) => (at === 0 || !part ? 0 : placeIn(query, part)))
  return starts.map((start, at) => {
    const next = starts[at + 1] ?? 0
    const isOver = next > start && !GOES_ON.test(query.slice(next))
    return query.slice(Math.max(0, start), isOver ? next : undefined)
  })
}

/** By record: the words that it is described by. */
function knownBy({ title, description = '', aliases = [], topics = [], entities }: SdkRecord) {
  let stems: Set<string> | undefined
  return (word: string): boolean => {
    stems ??= new Set([
      ...tokens([title, description, ...aliases, ...topics].join(' ')).map(stem),
      ...entities.flatMap(({ name }) => nameTokens(name).map(stem)),
    ])
    return tokens(word).every((each) => stems!.has(stem(each)))
  }
}

/** Values that are shown of a parameter, and the longest example. */
const MAX_CHOICES = 4
const MAX_EXAMPLE = 24

/** `state (open, closed, all)`; what it may be is said where words of the query are left. */
export function hintOf({ name, type, enum: choices, example }: Parameter, unused: readonly string[] = []): string {
  if (choices)
    return `${name} (${choices.slice(0, MAX_CHOICES).join(', ')}${choices.length > MAX_CHOICES ? ', …' : ''})`
  if (unused.length === 0) return name
  const sample = example === undefined || type === 'boolean' ? '' : String(example)
  const hint = sample && sample.length <= MAX_EXAMPLE ? `like ${sample}` : type === 'string' ? undefined : type
  return hint ? `${name} (${hint})` : name
}

/** What is to be said of words that are not in the program. */
export function valueNote({ unused, fields }: NonNullable<StatedCall['stated']>): string | undefined {
  if (unused.length === 0) return undefined
  const others = fields.length > 0 ? `; the entity also has ${fields.join(', ')}` : ''
  return `Not in the program: ${unused.map((words) => `“${words}”`).join(', ')}${others}.`
}
