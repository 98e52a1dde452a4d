/** The outer members of what a description's schema describes: the answer of an operation, or its body. */

import { MOST, type Parameter, type Point } from '../../../catalog/record/facts.ts'
import type { Description } from '../api/description.ts'
import { at, compact, type Data, entriesAt, listAt, objectAt, textAt, typeOf } from '../data.ts'
import { isObject, type ModelObject } from '../model/read-model.ts'
import { parameterFrom } from './parameters.ts'

interface Shape {
  list: boolean
  members: [name: string, schema: Data][]
  required: ReadonlySet<unknown>
}

/** Compositions nested deeper say nothing more. */
const MOST_DEPTH = 5
const NOTHING: Shape = { list: false, members: [], required: new Set() }

function shapeOf(description: Description, schema: Data, depth = 0): Shape {
  const resolved = description.resolve(schema)
  if (depth > MOST_DEPTH) return NOTHING
  const own = entriesAt(resolved, 'properties')
  const parts = listAt(resolved, 'allOf').map((part) => shapeOf(description, part, depth + 1))
  if (own.length > 0 || parts.some(({ members }) => members.length > 0)) {
    return {
      list: false,
      members: [...parts.flatMap(({ members }) => members), ...own],
      required: new Set([...parts.flatMap(({ required }) => [...required]), ...listAt(resolved, 'required')]),
    }
  }
  if (resolved.items !== undefined) return { ...shapeOf(description, resolved.items, depth + 1), list: true }
  for (const alternative of [...listAt(resolved, 'oneOf'), ...listAt(resolved, 'anyOf')]) {
    const shape = shapeOf(description, alternative, depth + 1)
    if (shape.members.length > 0) return shape
  }
  return exampleShape(resolved.example ?? listAt(resolved, 'examples')[0])
}

/** Of an example value, each member as a schema of its type. */
function exampleShape(example: Data): Shape {
  if (Array.isArray(example)) return { ...exampleShape(example[0]), list: true }
  const members = entriesAt(example).map(([name, value]): [string, Data] => [name, { type: jsonType(value) }])
  return { ...NOTHING, members }
}

function jsonType(value: Data): string {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return value === null ? 'any' : typeof value
}

/** The schema of the JSON content, or of the first there is; an example alone counts as its schema. */
function contentSchema(description: Description, holder: ModelObject): Data {
  if (holder.schema !== undefined) return holder.schema
  const content = entriesAt(holder, 'content')
  const media = description.resolve((content.find(([type]) => /json/i.test(type)) ?? content[0])?.[1])
  const [example] = Object.values(objectAt(media, 'examples')).map((one) => at(description.resolve(one), 'value'))
  const shown = media.example ?? example
  const isEmpty = shapeOf(description, media.schema).members.length === 0
  return isEmpty && shown !== undefined ? { example: shown } : media.schema
}

/**
 * Names and types of what an operation gives, at most twelve; `into` are the members between the body and what the
 * client hands out.
 */
export function answerOf(description: Description, operation: ModelObject, into: readonly string[]): Point['answer'] {
  const responses = objectAt(operation, 'responses')
  const code = ['200', '201', '202', '203', '2XX', '2xx', 'default'].find((code) => responses[code] !== undefined)
  const response = description.resolve(code && responses[code])
  let shape = shapeOf(description, contentSchema(description, response))
  for (const name of into) {
    const inner = shape.members.find(([member]) => member === name)?.[1]
    if (inner === undefined) return undefined
    shape = shapeOf(description, inner)
  }
  const members = shape.members.map(([name, schema]) => [name, fieldType(description, schema)] as const)
  return answerWith(members, shape.list)
}

type FieldType = NonNullable<Point['answer']>['fields'][string]

function fieldType(description: Description, schema: Data): FieldType {
  const resolved = description.resolve(schema)
  const stated = typeOf(resolved.type)
  if (stated) return stated
  if (resolved.properties !== undefined || resolved.allOf !== undefined) return 'object'
  const alternatives = [...listAt(resolved, 'oneOf'), ...listAt(resolved, 'anyOf')]
  const types = alternatives.map((one) => typeOf(description.resolve(one).type))
  return types.find(Boolean) ?? 'any'
}

/** Plain values before lists and objects, as they say most; otherwise in the order given. */
export function answerWith(members: readonly (readonly [string, FieldType])[], list: boolean): Point['answer'] {
  const named = members.filter(([name]) => name !== '' && name.length <= MOST.name && name !== '__proto__')
  const isPlain = ([, type]: readonly [string, FieldType]): boolean => type !== 'array' && type !== 'object'
  const ordered = [...named.filter(isPlain), ...named.filter((member) => !isPlain(member))]
  if (ordered.length === 0) return undefined
  return compact({
    list: list ? (true as const) : undefined,
    fields: Object.fromEntries(ordered.slice(0, MOST.fields)),
  })
}

/** Members of the body that an operation takes, the required ones first. */
export function bodyParameters(description: Description, operation: ModelObject): Parameter[] {
  const body = description.resolve(operation.requestBody)
  const swagger = listAt(operation, 'parameters').map((parameter) => description.resolve(parameter))
  const inBody = swagger.find((parameter) => textAt(parameter, 'in') === 'body')
  const form = swagger.filter((parameter) => textAt(parameter, 'in') === 'formData')
  const shape = shapeOf(description, contentSchema(description, inBody ?? body))
  const parameters = [
    ...shape.members.map(([name, schema]) =>
      parameterFrom({ name, in: 'body' }, { schema: description.resolve(schema) }, shape.required.has(name)),
    ),
    ...form.map((parameter) =>
      parameterFrom({ name: textAt(parameter, 'name') ?? '', in: 'body' }, parameter, parameter.required === true),
    ),
  ]
  const known = parameters.filter(({ name }) => name !== '' && name.length <= MOST.name && name !== '__proto__')
  return [...known.filter(({ required }) => required), ...known.filter(({ required }) => !required)]
}

export const isWriting = (method: string): boolean => ['POST', 'PUT', 'PATCH'].includes(method)

/** Members between the body and what the client hands out: ``"`body.data`"`` -> data. */
export const membersInto = (transform: Data): string[] =>
  (textAt(isObject(transform) ? transform.res : undefined)?.replace(/^`body\.?(.*)`$/, '$1') ?? '')
    .split('.')
    .filter((name) => /^[\w-]+$/.test(name))
