/** The stub's answer: JSON that fits the description's schema, else the fields of the record. */

import type { OpenApiDescription } from '../../../src/builder/facts/api/description.ts'
import { at, type Data, entriesAt, listAt, objectAt } from '../../../src/builder/facts/data.ts'
import { isModelObject, type ModelValue } from '../../../src/builder/facts/model/read-model.ts'
import type { Point } from '../../../src/catalog/record/facts.ts'

/** Schemas nested deeper are answered with null. */
const MAX_DEPTH = 6
const MAX_MEMBERS = 40
const PLAIN: Record<string, ModelValue> = { integer: 1, number: 1.5, boolean: true, string: 'example', null: null }

/** The body that the endpoint answers with. */
export function exampleAnswer(point: Point, description: OpenApiDescription | undefined): ModelValue {
  const operation = description?.operation(point.path, point.method)
  const described = description && operation && describedAnswer(description, operation)
  if (described !== undefined && described !== null) return described
  const members = Object.entries(point.answer?.fields ?? {}).map(([name, type]): [string, ModelValue] => [
    name,
    plain(type),
  ])
  const item = Object.fromEntries(members.length > 0 ? members : [['id', 'example']])
  return point.answer?.list ? [item] : item
}

function describedAnswer(description: OpenApiDescription, operation: Data): ModelValue | undefined {
  const responses = objectAt(operation, 'responses')
  const code = Object.keys(responses).find((code) => /^2/.test(code)) ?? 'default'
  const response = description.resolve(responses[code])
  if (response.schema !== undefined) return exampleOf(description, response.schema)
  const content = entriesAt(response, 'content')
  const media = description.resolve((content.find(([type]) => /json/i.test(type)) ?? content[0])?.[1])
  const named = Object.values(objectAt(media, 'examples')).map((one) => at(description.resolve(one), 'value'))
  const shown = [media.example, ...named].find((value) => value !== undefined && typeof value === 'object')
  return shown ?? (media.schema === undefined ? undefined : exampleOf(description, media.schema))
}

/** A value that fits the schema, as far as its types go. */
export function exampleOf(description: OpenApiDescription, schema: Data, depth = 0): ModelValue {
  const resolved = description.resolve(schema)
  if (depth > MAX_DEPTH) return null
  const [first] = [
    resolved.example,
    listAt(resolved, 'examples')[0],
    resolved.default,
    listAt(resolved, 'enum')[0],
  ].filter((value) => value !== undefined)
  const type = Array.isArray(resolved.type) ? resolved.type.find((one) => one !== 'null') : resolved.type
  if (first !== undefined && (!isShaped(type) || typeof first === 'object')) return first
  const of = (inner: Data): ModelValue => exampleOf(description, inner, depth + 1)
  const [alternative] = [...listAt(resolved, 'oneOf'), ...listAt(resolved, 'anyOf')]
  if (alternative !== undefined) return of(alternative)
  if (type === 'array' || resolved.items !== undefined) return [of(resolved.items)]
  const inherited = listAt(resolved, 'allOf').map(of).filter(isModelObject)
  const properties = entriesAt(resolved, 'properties').slice(0, MAX_MEMBERS)
  if (inherited.length > 0 || properties.length > 0 || type === 'object') {
    return Object.assign({}, ...inherited, Object.fromEntries(properties.map(([name, inner]) => [name, of(inner)])))
  }
  return plain(String(type ?? 'object'))
}

const isShaped = (type: Data): boolean => type === 'array' || type === 'object'

function plain(type: string): ModelValue {
  if (type === 'array') return ['example']
  return PLAIN[type] ?? (type === 'any' ? 'example' : { id: 'example' })
}
