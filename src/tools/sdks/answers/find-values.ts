/** Puts the values of a query into the calls that find_sdk chose. */
import { isEnglishWord } from '../../../catalog/rank/word-lists.ts'
import type { Parameter } from '../../../catalog/record/facts.ts'
import { isRead } from '../../../catalog/record/languages.ts'
import type { SdkRecord } from '../../../catalog/record/record.ts'
import { nameTokens, stem, tokens } from '../../../catalog/search/words.ts'
import { type Call, callOfPoint } from '../../../catalog/usage/arguments.ts'
import { bodyFields, pointsOf, withFields } from '../../../catalog/usage/body.ts'
import { baseName } from '../../../catalog/usage/install.ts'
import { extractValues, type QueryValues } from '../../../catalog/usage/query/query-values.ts'
import { alternatives, type ChosenCall, offsetIn } from './choose-call.ts'
import { unusedWords } from './unused-words.ts'

export interface FilledCall extends ChosenCall {
  filled?: Pick<QueryValues, 'values'> & {
    /** Words of the query that the program neither says nor sends. */
    unused: readonly string[]
    /** Fields of the entity that a body without members on record may also take. */
    fields: readonly string[]
  }
}

/** Fields of an entity that a note names. */
const MAX_FIELDS = 6

/**
 * The call with the values of the query; another one that fits about as well, if that takes more of them.
 * @param text the part of the query that the call is for
 */
export function fillCall(chosen: ChosenCall, text: string): FilledCall {
  const first = fill(chosen, text)
  const isUnfit = first.example && valueCount(first) === 0
  const hasUnusedValue = first.filled?.unused.some((words) => isValue(words) || (isUnfit && isName(words)))
  const others = hasUnusedValue ? alternatives(chosen).map((each) => fill(each, text)) : []
  const best = others.reduce((best, each) => (valueCount(each) > valueCount(best) ? each : best), first)
  if (!best.example || valueCount(best) === 0 || !isRead(best.call!.op)) return best
  // A call that takes values of a question answers it.
  const { example, warning, ...answer } = best
  return answer
}

/** Whether words are a value by their form. */
const isValue = (words: string): boolean => /[\d@/]/.test(words)
const isName = (words: string): boolean => /^\p{Lu}\p{Ll}/u.test(words)
const valueCount = ({ filled }: FilledCall): number => Object.keys(filled?.values ?? {}).length

function fill(chosen: ChosenCall, text: string): FilledCall {
  const { record, intent, call, entities, example } = chosen
  if (!call) return chosen
  const { entity, op, method, path } = call
  const points = entities?.find(({ name }) => name === entity)?.operations.find((each) => each.op === op)?.points ?? []
  const index = points.findIndex((each) => each.path === path && each.method === method)
  const { auth, title, aliases = [], api_title = '', slug } = record
  const names = [title, api_title, baseName(slug).replaceAll('-', ' '), ...aliases]
  const point = intent && (!example || chosen.point) ? points[index] : undefined
  const fields = point && entities ? bodyFields(callWith({}), pointsOf(entity, point, entities)) : []
  const parameters = [...(point?.parameters ?? []), ...fields]
  const { values, remainder } = extractValues(
    text,
    // An example without an endpoint takes no values.
    { entity, point: { method: 'GET', path: '/', ...point, parameters }, auth, names },
    { reads: isRead(op), isSdkWord: createWordTest(record), isEnglishWord },
  )
  const filled = point && Object.keys(values).length > 0 ? callWithValues() : point ? withFields(call, fields) : call
  const unused = unusedWords(remainder, { record, intent, call: filled, point: { parameters } })
  const unset = fields.flatMap(({ name }) => (filled.fields?.[name] === undefined ? name : [])).slice(0, MAX_FIELDS)
  return { ...chosen, call: filled, ...(point && { point }), filled: { values, unused, fields: unset } }

  function callWith(values: Call['arguments']): Call {
    return callOfPoint(entity, op, points, index, auth, { values, isPartial: true })
  }

  function callWithValues(): Call {
    const fieldNames = new Set(fields.map(({ name }) => name))
    const [ofBody, ofPoint] = [true, false].map((isField) =>
      Object.fromEntries(Object.entries(values).filter(([name]) => fieldNames.has(name) === isField)),
    )
    const call = callWith(ofPoint!)
    // The user wants an example value that the query also names.
    const isInQuery = (name: string) => text.toLowerCase().includes(String(call.arguments[name]).toLowerCase())
    const examples = call.examples && { examples: call.examples.filter((name) => !isInQuery(name)) }
    return withFields({ ...call, ...examples }, fields, ofBody)
  }
}

/** The part continues what the part before it says. */
const CONTINUES = /^\W*(?:and )?(?:only|just|but|those|sorted|ordered|limited|top|first|at most|with|newest|\d)/i

/** The part of the query for each call, up to where the next one begins. @param parts in the order of the query */
export function splitQuery(query: string, parts: readonly (string | undefined)[]): string[] {
  const starts = parts.map((part, at) => (at === 0 || !part ? 0 : offsetIn(query, part)))
  return starts.map((start, at) => {
    const next = starts[at + 1] ?? 0
    const endsThere = next > start && !CONTINUES.test(query.slice(next))
    return query.slice(Math.max(0, start), endsThere ? next : undefined)
  })
}

/** @returns whether the record is described by all words of a text */
function createWordTest({ title, description = '', aliases = [], topics = [], entities }: SdkRecord) {
  let stems: Set<string> | undefined
  return (word: string): boolean => {
    stems ??= new Set([
      ...tokens([title, description, ...aliases, ...topics].join(' ')).map(stem),
      ...entities.flatMap(({ name }) => nameTokens(name).map(stem)),
    ])
    return tokens(word).every((each) => stems!.has(stem(each)))
  }
}

/** Choices that the hint of a parameter shows, and letters of an example. */
const MAX_CHOICES = 4
const MAX_EXAMPLE = 24

/** `state (open, closed, all)`; an example or the type only if words of the query are unused. */
export function parameterHint(
  { name, type, enum: choices, example }: Parameter,
  unused: readonly string[] = [],
): string {
  if (choices)
    return `${name} (${choices.slice(0, MAX_CHOICES).join(', ')}${choices.length > MAX_CHOICES ? ', …' : ''})`
  if (unused.length === 0) return name
  const sample = example === undefined || type === 'boolean' ? '' : String(example)
  const hint = sample && sample.length <= MAX_EXAMPLE ? `like ${sample}` : type === 'string' ? undefined : type
  return hint ? `${name} (${hint})` : name
}

/** Says which words of the query are not in the program. */
export function unusedNote({ unused, fields }: NonNullable<FilledCall['filled']>): string | undefined {
  if (unused.length === 0) return undefined
  const others = fields.length > 0 ? `; the entity also has ${fields.join(', ')}` : ''
  return `Not in the program: ${unused.map((words) => `“${words}”`).join(', ')}${others}.`
}
