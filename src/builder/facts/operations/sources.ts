/** Which operation of the SDK lists what a parameter takes: the ids, slugs and codes of records. */

import type { EntityOperations, Members, Parameter, Point } from '../../../catalog/record/facts.ts'
import { isSecret } from '../../../code/request-by-api-names.ts'
import { withoutUndefined } from '../../../system/optional-members.ts'
import { mapPoints } from './operations.ts'
import { canonical, wordsOf } from './parameters.ts'

/** What tells records apart, as the last word of a name; the first ones also alone. */
const IDENTIFIERS = ['id', 'uuid', 'guid', 'slug', 'code', 'iid', 'key', 'symbol', 'number', 'name', 'handle']
const isBare = (words: readonly string[]): boolean => words.length === 1 && IDENTIFIERS.slice(0, 5).includes(words[0]!)
/** What callers know by themselves, though there is a list of it. */
const KNOWN = /^(?:e?mail|phone|domain|ur[il]|address|message|content|comment|note|search|query|text)$/
/** What an upload sends, though there is a list of those that were sent before. */
const UPLOADED = /^(?:attachment|audio|document|file|image|media|photo|picture|video)$/
const OTHER_FORMAT = /date|time|mail|ur[il]/

interface Place {
  entity: string
  op: string
}

interface List {
  entity: string
  point: Point
}

/** The lists of an SDK, by the shape of their paths and by their entities. */
type Lists = Record<'byPath' | 'byName', ReadonlyMap<string, List[]>>

/** The entities with `from` in the parameters whose values an operation lists. */
export function withSources(entities: readonly EntityOperations[]): EntityOperations[] {
  const all = entities.flatMap(({ name: entity, operations }): List[] =>
    operations.filter(({ op }) => op === 'list').flatMap(({ points }) => points.map((point) => ({ entity, point }))),
  )
  const lists: Lists = {
    byPath: Map.groupBy(all, ({ point }) => shapeOf(point.path)),
    byName: Map.groupBy(all, ({ entity }) => canonical(entity)),
  }
  return mapPoints(entities, (point, place) => ({
    ...point,
    parameters: point.parameters.map(({ from: _, ...parameter }) => {
      const list = takesRecord(parameter) ? sourceOf(lists, parameter, point, place) : undefined
      return withoutUndefined({ ...parameter, from: list && `${list.entity}.list` })
    }),
  }))
}

function sourceOf(lists: Lists, parameter: Parameter, point: Point, place: Place): List | undefined {
  if (isUpload(parameter, point, place)) return undefined
  const words = wordsOf(parameter.api_name ?? parameter.name)
  const identifier = IDENTIFIERS.find((each) => each === words.at(-1))
  return candidatesFor(lists, { parameter, point, place, words, identifier }).find(
    (list) => list.point !== point && listsValues(list.point, words, identifier) && !requires(list.point, words),
  )
}

const isUpload = ({ name, in: where }: Parameter, { path }: Point, { op }: Place): boolean =>
  where !== 'path' && op === 'create' && UPLOADED.test(name) && /upload|import/i.test(path)

interface Question {
  parameter: Parameter
  point: Point
  place: Place
  /** Of the parameter's name, and the last one where it tells records apart. */
  words: readonly string[]
  identifier: string | undefined
}

/** The surest first: the list above in the path, the entity that the name says, the entity of the operation. */
function candidatesFor({ byPath, byName }: Lists, question: Question): List[] {
  const { parameter, point, place, words, identifier } = question
  const { name, api_name = name, in: where } = parameter
  const isInPath = where === 'path'
  const subject = (identifier ? words.slice(0, -1) : words).join('')
  const before = isInPath ? point.path.split(`{${api_name}}`)[0]! : point.path
  const parent = lastWord(before)
  // A new record gets its own id and name.
  const isItself = !isInPath && parent === subject && (!identifier || place.op === 'create')
  const entities = [
    ...(isNamed(parameter, subject, identifier) && !isItself ? [subject] : []),
    ...(isOfEntity(question, parent) ? [canonical(place.entity)] : []),
  ]
  return [
    ...((isInPath && byPath.get(shapeOf(before))) || []).filter(
      (list) => isBare(words) || canonical(list.entity) === subject || parent === subject,
    ),
    ...entities.flatMap((entity) => byName.get(entity) ?? []),
  ]
}

/** Whether a bare name, such as `id`, is that of a record of the operation's entity. */
const isOfEntity = ({ parameter, place: { entity, op }, words }: Question, parent: string): boolean =>
  isBare(words) &&
  (parameter.in === 'path'
    ? parent === canonical(entity)
    : parameter.required === true && op !== 'list' && op !== 'create')

/** Whether the name says of which records the value is: outside of paths `user_name` may be any name. */
function isNamed({ name, in: where, type }: Parameter, subject: string, identifier: string | undefined): boolean {
  if (identifier) return where === 'path' || IDENTIFIERS.indexOf(identifier) < IDENTIFIERS.indexOf('symbol')
  const isPlural = canonical(name) !== name.toLowerCase().replace(/[^a-z0-9]/g, '')
  return !KNOWN.test(subject) && (!isPlural || type === 'array')
}

const lastWord = (path: string): string =>
  canonical(path.split('/').findLast((part) => part !== '' && !part.includes('{')) ?? '')
const shapeOf = (path: string): string => path.replace(/\{[^{}]*\}/g, '{}').replace(/\/$/, '')

const takesRecord = ({ in: where, type, items, format = '', enum: choices, ...parameter }: Parameter): boolean =>
  where !== 'header' &&
  choices === undefined &&
  !OTHER_FORMAT.test(format) &&
  !isSecret({ ...parameter, in: where, ...(type && { type }) }) &&
  (type === 'array' ? items === 'string' || items === 'integer' : !['boolean', 'object', 'file'].includes(type ?? ''))

/** Whether an answer has such values: plain ones, or records with a member of the name; unknown members may be it. */
function listsValues({ answer }: Point, words: readonly string[], identifier: string | undefined): boolean {
  if (answer?.body === 'text' || answer?.body === 'binary') return false
  const values = [words.join(''), ...(identifier ? [identifier, 'id'] : IDENTIFIERS)]
  const names = Object.keys(unwrapped(answer?.fields ?? {})).map((name) => canonical(name))
  return names.length === 0 || names.some((name) => values.includes(name))
}

/** The members of a record that stands alone in an object: `{ product: { id, name } }`. */
function unwrapped(fields: Members): Members {
  const [only, ...others] = Object.values(fields)
  return (others.length === 0 && typeof only === 'object' && only.members) || fields
}

/** A list of the records of one needs that one. */
const requires = ({ parameters }: Point, words: readonly string[]): boolean =>
  parameters.some(({ name, api_name = name, required }) => required && canonical(api_name) === words.join(''))
