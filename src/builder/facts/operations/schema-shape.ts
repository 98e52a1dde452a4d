/** The outer members of what a description's schema describes: the answer of an operation, or its body. */

import { BOUNDS } from '../../../catalog/record/bounds.ts'
import type { Members, Parameter, Point } from '../../../catalog/record/facts.ts'
import { withoutUndefined } from '../../../system/optional-members.ts'
import type { OpenApiDescription } from '../api/description.ts'
import { at, type Data, entriesAt, flag, listAt, objectAt, textAt, typeOf } from '../data.ts'
import type { ModelObject } from '../model/read-model.ts'
import { keptMembers } from './kept-members.ts'
import { parameterFrom } from './parameters.ts'
import { valueFacts } from './value-facts.ts'

export interface Shape {
  list: boolean
  members: [name: string, schema: Data][]
  required: ReadonlySet<unknown>
}

/** Compositions nested deeper say nothing more. */
const MAX_DEPTH = 5
const NOTHING: Shape = { list: false, members: [], required: new Set() }

export function shapeOf(description: OpenApiDescription, schema: Data, depth = 0): Shape {
  const resolved = description.resolve(schema)
  if (depth > MAX_DEPTH) return NOTHING
  const isArray = typeOf(resolved.type) === 'array'
  const properties = isArray ? [] : entriesAt(resolved, 'properties')
  const parts = listAt(resolved, 'allOf').map((part) => shapeOf(description, part, depth + 1))
  if (properties.length > 0 || parts.some(({ members }) => members.length > 0)) {
    return {
      list: false,
      members: [...parts.flatMap(({ members }) => members), ...properties],
      required: new Set([...parts.flatMap(({ required }) => [...required]), ...listAt(resolved, 'required')]),
    }
  }
  // Without a type, a list of schemas is Slack's way to write alternatives.
  const listed = isArray ? [] : listAt(resolved, 'items')
  for (const alternative of [...listAt(resolved, 'oneOf'), ...listAt(resolved, 'anyOf'), ...listed]) {
    const shape = shapeOf(description, alternative, depth + 1)
    if (shape.members.length > 0) return shape
  }
  const example = resolved.example ?? listAt(resolved, 'examples')[0]
  const shown = example === undefined ? NOTHING : shapeOf(description, schemaOfExample(example), depth + 1)
  if ((resolved.items === undefined || listed.length > 0) && !isArray) return shown
  const item = shapeOf(description, resolved.items, depth + 1)
  return { ...(item.members.length > 0 ? item : shown), list: true }
}

/** What an example value is, as a schema. */
function schemaOfExample(example: Data): ModelObject {
  const type = jsonType(example)
  if (Array.isArray(example)) return example.length > 0 ? { type, items: schemaOfExample(example[0]) } : { type }
  const members = entriesAt(example).map(([name, value]) => [name, schemaOfExample(value)])
  return members.length > 0 ? { type, properties: Object.fromEntries(members) } : { type }
}

function jsonType(value: Data): string {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return value === null ? 'any' : typeof value
}

/** What a body or a response holds, by media type. */
export const mediaOf = (description: OpenApiDescription, { content }: ModelObject): [string, Data][] =>
  Object.entries(description.resolve(content))

/** The schema of the JSON content, or of the first there is; an example alone counts as its schema. */
export function contentSchema(description: OpenApiDescription, holder: ModelObject): Data {
  if (holder.schema !== undefined) return holder.schema
  const content = mediaOf(description, holder)
  const media = description.resolve((content.find(([type]) => /json/i.test(type)) ?? content[0])?.[1])
  const [example] = Object.values(objectAt(media, 'examples')).map((one) => at(description.resolve(one), 'value'))
  const shown = media.example ?? example
  const isEmpty = shapeOf(description, media.schema).members.length === 0
  return isEmpty && shown !== undefined ? { example: shown } : media.schema
}

const isMemberName = (name: string): boolean => name !== '' && name.length <= BOUNDS.name && name !== '__proto__'

/** Parts of `allOf` may state a member again: the one with fewer choices holds. */
const narrower = (a: Parameter, b: Parameter): Parameter =>
  (b.enum?.length ?? Number.POSITIVE_INFINITY) < (a.enum?.length ?? Number.POSITIVE_INFINITY) ? b : a

/** Members of the body that an operation takes, and what the body is where it is no JSON object of them. */
export function bodyOf(description: OpenApiDescription, operation: ModelObject, levels: number) {
  const swagger = listAt(operation, 'parameters').map((parameter) => description.resolve(parameter))
  const inBody = swagger.find((parameter) => textAt(parameter, 'in') === 'body')
  const form = swagger.filter((parameter) => textAt(parameter, 'in') === 'formData')
  const body = inBody ?? description.resolve(operation.requestBody)
  const schema = contentSchema(description, body)
  const { list, members, required } = shapeOf(description, schema)
  const stated = [
    ...(list ? [] : members).map(([name, schema]) =>
      withoutUndefined({
        ...parameterFrom(
          { name, in: 'body' },
          { schema: description.schema(schema), ...encodingOf(description, body, name) },
          required.has(name),
          description,
        ),
        members: innerMembers(description, schema, levels - 1),
      }),
    ),
    ...form.map((parameter) =>
      parameterFrom(
        { name: textAt(parameter, 'name') ?? '', in: 'body' },
        parameter,
        parameter.required === true,
        description,
      ),
    ),
  ].filter(({ name }) => isMemberName(name))
  const parameters = [...Map.groupBy(stated, ({ name }) => name).values()].map((same) => same.reduce(narrower))
  const isNamed = parameters.length > 0
  const kind = form.length > 0 ? formKind(description, operation, form) : kindOf(description, body, schema, isNamed)
  const isListed = kind === 'form' || kind === 'multipart' || kind === undefined
  return {
    parameters: isListed ? parameters : [],
    kind,
    items: kind === 'list' ? innerMembers(description, schema, levels) : undefined,
  }
}

/** How a form writes a member. */
function encodingOf(description: OpenApiDescription, body: ModelObject, name: string): ModelObject {
  const [, form] = mediaOf(description, body).find(([type]) => /\/(?:x-www-form-urlencoded|form-data)/.test(type)) ?? []
  const { style, explode } = objectAt(description.resolve(form), 'encoding', name)
  return withoutUndefined({ style, explode })
}

type Order = (shape: Shape) => Shape
const requiredFirst: Order = ({ members, required, ...shape }) => {
  const sorted = members.toSorted(([a], [b]) => Number(required.has(b)) - Number(required.has(a)))
  return { ...shape, members: sorted, required }
}

/** The first members, each with what is known of it down to a number of levels; the deeper, the fewer. */
export function membersOf(
  description: OpenApiDescription,
  shape: Shape,
  levels: number,
  order: Order = requiredFirst,
  most: number = BOUNDS.fields,
): Members {
  const { members, required } = order(shape)
  const shown = keptMembers(
    members.filter(([name]) => isMemberName(name)),
    most,
    (name) => required.has(name),
  )
  // What only wraps an object leaves it all the room.
  const inner = shown.length === 1 ? most : most / 2
  return Object.fromEntries(
    shown.map(([name, schema]) => {
      const members = innerMembers(description, schema, levels - 1, order, inner)
      const facts = { ...memberFacts(description, schema), required: flag(required.has(name)), members }
      const field = withoutUndefined(facts)
      return [name, Object.keys(field).length === 1 ? field.type : field]
    }),
  )
}

/** Of an object, or of those in a list; undefined where there are none, or no level is left. */
function innerMembers(
  description: OpenApiDescription,
  schema: Data,
  levels: number,
  order?: Order,
  most?: number,
): Members | undefined {
  const shape = levels > 0 ? shapeOf(description, schema) : NOTHING
  return shape.members.length > 0 ? membersOf(description, shape, levels, order, most) : undefined
}

export function memberFacts(description: OpenApiDescription, schema: Data) {
  const resolved = description.schema(schema)
  const { type, ...facts } = valueFacts(description, (member) => resolved[member])
  const untyped = resolved.properties === undefined ? ('any' as const) : ('object' as const)
  return { type: type ?? untyped, ...facts }
}

function formKind(
  description: OpenApiDescription,
  operation: ModelObject,
  form: readonly ModelObject[],
): Point['body'] {
  const types = listAt(operation.consumes === undefined ? description.root : operation, 'consumes')
  return types.includes(MULTIPART) || form.some(({ type }) => type === 'file') ? 'multipart' : 'form'
}

const MULTIPART = 'multipart/form-data'

function kindOf(description: OpenApiDescription, body: ModelObject, schema: Data, isNamed: boolean): Point['body'] {
  if (Object.keys(body).length === 0) return 'none'
  const types = mediaOf(description, body).map(([type]) => type)
  const isJson = types.length === 0 || types.some((type) => /json|\*\/\*/i.test(type))
  if (!isNamed) {
    const { type } = memberFacts(description, schema)
    return type === 'file' ? 'file' : isJson && type === 'array' ? 'list' : 'unnamed'
  }
  if (isJson) return undefined
  if (types.includes('application/x-www-form-urlencoded')) return 'form'
  return types.includes(MULTIPART) ? 'multipart' : 'unnamed'
}
