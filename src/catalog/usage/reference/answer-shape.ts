/** What an operation answers, by the description of its API: in words, and the members of JSON with their types. */
import { MOST } from '../../record/bounds.ts'
import { SAMPLES } from './errors-and-tests.ts'

/** What `Answer` of record/facts.ts has, or a reader is shown of it. */
interface Described {
  body?: string | undefined
  list?: boolean | undefined
  records?: string | undefined
  fields?: Readonly<Record<string, string>> | undefined
  around?: Readonly<Record<string, string>> | undefined
}

/** A type, a list, or members by name. */
type Shape = string | readonly [Shape] | { readonly [member: string]: Shape }

const OTHER: Readonly<Record<string, string>> = {
  text: 'no JSON but text',
  binary: 'no JSON but a file',
}

/** After what is no JSON. */
export const NOT_RETURNED = 'The clients do not return it: use curl.'

export const returnsJson = ({ body }: Described): boolean => body !== 'text' && body !== 'binary'

/** In words: no JSON, or nothing more on record. Undefined where `answerMembers` says it. */
export const answerWords = (answer: Described): string | undefined =>
  (answer.body && OTHER[answer.body]) ??
  (answerMembers(answer) ? undefined : `${answer.list ? 'a list' : 'JSON'}; its members are not on record`)

/** Of JSON whose members are on record: `{ count: 'integer', results: [{ id: 'integer' }] }`. */
export function answerMembers({ list, records, fields = {}, around = {} }: Described): Shape | undefined {
  const hasFields = Object.keys(fields).length > 0
  if (!hasFields && records === undefined) return undefined
  const record: Shape = hasFields ? fields : 'unknown'
  const [outermost, ...path] = records?.split('.') ?? []
  const inner = path.reduceRight<Shape>((shape, name) => ({ [name]: shape }), list ? [record] : record)
  return outermost === undefined ? inner : { ...around, [outermost]: inner }
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape)

/** In one line. */
export function shapeLine(shape: Shape): string {
  if (typeof shape === 'string') return shape
  if (isList(shape)) return `a list of ${shapeLine(shape[0])}`
  return `{ ${membersLine(shape)} }`
}

export const membersLine = (members: Readonly<Record<string, Shape>>): string =>
  Object.entries(members)
    .map(([name, part]) => `${name}: ${shapeLine(part)}`)
    .join(', ')

/** As a TypeScript type, a member a line. */
export function shapeText(shape: Shape, indent = ''): string {
  if (typeof shape === 'string') return shape
  if (isList(shape)) return `[${shapeText(shape[0], indent)}]`
  const lines = Object.entries(shape).map(
    ([name, part]) => `${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${shapeText(part, `${indent}  `)}`,
  )
  if (lines.length === MOST.fields) lines.push("// more are in the API's description")
  return `{\n${lines.map((line) => `${indent}  ${line}\n`).join('')}${indent}}`
}

/** JSON of this shape. Its values are the same for all members of a type. */
export function shapeExample(shape: Shape): unknown {
  if (typeof shape === 'string') return EXAMPLES[shape] ?? null
  if (isList(shape)) return [shapeExample(shape[0])]
  return Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, shapeExample(part)]))
}

const EXAMPLES: Readonly<Record<string, unknown>> = { ...SAMPLES, array: [], object: {} }
