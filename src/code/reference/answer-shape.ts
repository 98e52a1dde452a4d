/** The answer of an operation by the API description: in words, and as the members of JSON with their types. */
import { BOUNDS } from '../../catalog/record/bounds.ts'
import type { Members as RecordedMembers } from '../../catalog/record/facts.ts'
import { memberTypes } from '../../catalog/record/traits.ts'
import { joinParts } from '../../text/join-parts.ts'
import { SAMPLES } from './errors-and-tests.ts'

type Members = Readonly<Record<string, string | { type: string }>>

/** `Answer` of record/facts.ts, or the part of it that a reader is shown. */
interface DescribedAnswer {
  body?: string | undefined
  list?: boolean | undefined
  records?: string | undefined
  fields?: Members | undefined
  around?: Members | undefined
}

/** Of an object that may have more members than are on record. */
const MORE = Symbol('more')
/** Where no description states the answer, it has the first members of the entity. */
const MODELLED = 12

/** A type, a list, or members by name. */
type Shape = string | readonly [Shape] | { readonly [member: string]: Shape; readonly [MORE]?: true }

const NOT_JSON: Readonly<Record<string, string>> = {
  text: 'no JSON but text',
  binary: 'no JSON but a file',
}

/** Follows `answerWords` of an answer that is not JSON. */
export const NOT_RETURNED = 'The clients do not return it: use curl.'

export const returnsJson = ({ body }: DescribedAnswer): boolean => body !== 'text' && body !== 'binary'

/** Says that the answer is not JSON, or that its members are not on record; undefined if `answerMembers` has them. */
export const answerWords = (answer: DescribedAnswer): string | undefined =>
  (answer.body && NOT_JSON[answer.body]) ??
  (answerMembers(answer) ? undefined : `${answer.list ? 'a list' : 'JSON'}; its members are not on record`)

/** Members of JSON: `{ count: 'integer', results: [{ id: 'integer' }] }`; undefined if none are on record. */
export function answerMembers({ body, list, records, fields = {}, around = {} }: DescribedAnswer): Shape | undefined {
  const count = Object.keys(fields).length
  if (count === 0 && records === undefined) return undefined
  const isCut = count === BOUNDS.fields || (body === undefined && count === MODELLED)
  const record: Shape = count > 0 ? { ...memberTypes(fields), ...(isCut && { [MORE]: true as const }) } : 'unknown'
  const [outermost, ...path] = records?.split('.') ?? []
  const inner = path.reduceRight<Shape>((shape, name) => ({ [name]: shape }), list ? [record] : record)
  return outermost === undefined ? inner : { ...memberTypes(around), [outermost]: inner }
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape)

/** The shape in one line. */
export function shapeLine(shape: Shape): string {
  if (typeof shape === 'string') return shape
  if (isList(shape)) return `a list of ${shapeLine(shape[0])}`
  return `{ ${membersLine(shape)} }`
}

export const membersLine = (members: Exclude<Shape, string | readonly [Shape]>): string =>
  [
    ...Object.entries(members).map(([name, part]) => `${name}: ${shapeLine(part)}`),
    ...(members[MORE] ? ['…'] : []),
  ].join(', ')

/** The shape as a TypeScript type, one member a line. */
export function shapeText(shape: Shape, indent = ''): string {
  if (typeof shape === 'string') return shape
  if (isList(shape)) return `[${shapeText(shape[0], indent)}]`
  const lines = Object.entries(shape).map(
    ([name, part]) => `${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${shapeText(part, `${indent}  `)}`,
  )
  if (shape[MORE]) lines.push('// there may be more')
  return `{\n${lines.map((line) => `${indent}  ${line}\n`).join('')}${indent}}`
}

/** Members of one object, and choices, that a type names. */
const MAX_NAMED = 12

/** Types by name, with what is in lists and objects: `{ type: 'string ipa|enpr', tags: 'array of string', owner: 'object {id, name}' }`. */
export const fullTypes = (fields: RecordedMembers): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fullType(field)]))

function fullType(field: RecordedMembers[string]): string {
  if (typeof field === 'string') return field
  const { type, items, format, enum: choices, members } = field
  return joinParts(
    ' ',
    type,
    items && `of ${items}`,
    format,
    choices && firstOf(choices.map(String), MAX_NAMED, '|'),
    membersText(type, members),
  )
}

function membersText(type: string, members?: RecordedMembers): string | undefined {
  if (!members) return undefined
  const names = Object.entries(members).map(([name, field]) => {
    const inner = typeof field === 'string' ? undefined : membersText(field.type, field.members)
    const mark = typeof field !== 'string' && field.required ? '*' : ''
    return name + mark + (inner ? `: ${inner}` : '')
  })
  return nestedText(type, firstOf(names, MAX_NAMED))
}

/** The first names, and a sign that there are more. */
export const firstOf = (names: readonly string[], max: number, separator = ', '): string =>
  [...names.slice(0, max), ...(names.length > max ? ['…'] : [])].join(separator)

/** @param members of an object, or of the objects of a list */
export const nestedText = (type: string, members: string): string =>
  type === 'array' ? `[{${members}}]` : `{${members}}`

/** JSON of this shape. Its values are the same for all members of a type. */
export function shapeExample(shape: Shape): unknown {
  if (typeof shape === 'string') return EXAMPLES[shape] ?? null
  if (isList(shape)) return [shapeExample(shape[0])]
  return Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, shapeExample(part)]))
}

const EXAMPLES: Readonly<Record<string, unknown>> = { ...SAMPLES, array: [], object: {} }
