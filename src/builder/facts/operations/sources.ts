/** Which operation of the SDK lists what a parameter takes: the ids, slugs and codes of records. */

import type { EntityOperations, Parameter, Point } from '../../../catalog/record/facts.ts'
import { isSecret } from '../../../code/request-by-api-names.ts'
import { withoutUndefined } from '../../../system/optional-members.ts'
import { mapPoints } from './operations.ts'
import { wordsOf } from './parameters.ts'

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

/** The entities with `from` in the parameters whose values an operation lists. */
export function withSources(entities: readonly EntityOperations[]): EntityOperations[] {
  const lists = entities.flatMap(({ name: entity, operations }): List[] =>
    operations.filter(({ op }) => op === 'list').flatMap(({ points }) => points.map((point) => ({ entity, point }))),
  )
  const byPath = Map.groupBy(lists, ({ point }) => shapeOf(point.path))
  const byName = Map.groupBy(lists, ({ entity }) => spelled(entity))
  return mapPoints(entities, (point, place) => ({
    ...point,
    parameters: point.parameters.map(({ from: _, ...parameter }) => {
      const list = takesRecord(parameter) ? sourceOf(parameter, point, place) : undefined
      return withoutUndefined({ ...parameter, from: list && `${list.entity}.list` })
    }),
  }))

  function sourceOf(parameter: Parameter, point: Point, { entity, op }: Place): List | undefined {
    const { name, api_name = name, in: where, required } = parameter
    const isInPath = where === 'path'
    if (!isInPath && op === 'create' && UPLOADED.test(name) && /upload|import/i.test(point.path)) return undefined
    const words = wordsOf(api_name)
    const last = words.at(-1)!
    const identifier = IDENTIFIERS.includes(last) ? last : undefined
    const subject = (identifier ? words.slice(0, -1) : words).join('')
    const before = isInPath ? point.path.split(`{${api_name}}`)[0]! : point.path
    const parent = spelled(before.split('/').findLast((part) => part !== '' && !part.includes('{')) ?? '')
    const isOfEntity =
      isBare(words) && (isInPath ? parent === spelled(entity) : required && op !== 'list' && op !== 'create')
    const above = isInPath ? (byPath.get(shapeOf(before)) ?? []) : []
    // A new record gets its own id and name.
    const isItself = !isInPath && parent === subject && (!identifier || op === 'create')
    const candidates = [
      ...above.filter((list) => isBare(words) || spelled(list.entity) === subject || parent === subject),
      ...(isNamed(parameter, subject, identifier) && !isItself ? (byName.get(subject) ?? []) : []),
      ...(isOfEntity ? (byName.get(spelled(entity)) ?? []) : []),
    ]
    return candidates.find(
      (list) => list.point !== point && listsValues(list.point, words, identifier) && !requires(list.point, words),
    )
  }
}

/** Whether the name says of which records the value is: outside of paths `user_name` may be any name. */
function isNamed({ name, in: where, type }: Parameter, subject: string, identifier: string | undefined): boolean {
  if (identifier) return where === 'path' || IDENTIFIERS.indexOf(identifier) < IDENTIFIERS.indexOf('symbol')
  const isPlural = spelled(name) !== name.toLowerCase().replace(/[^a-z0-9]/g, '')
  return !KNOWN.test(subject) && (!isPlural || type === 'array')
}

const spelled = (name: string): string => wordsOf(name).join('')
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
  const names = Object.keys(answer?.fields ?? {}).map((name) => spelled(name))
  return names.length === 0 || names.some((name) => values.includes(name))
}

/** A list of the records of one needs that one. */
const requires = ({ parameters }: Point, words: readonly string[]): boolean =>
  parameters.some(({ name, api_name = name, required }) => required && spelled(api_name) === words.join(''))
