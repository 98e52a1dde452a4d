/** What the API answers: where in the body the records are, and the types of their members. */

import { BOUNDS } from '../../../catalog/record/bounds.ts'
import type { Answer } from '../../../catalog/record/facts.ts'
import { nonEmpty, withoutUndefined } from '../../../system/optional-members.ts'
import type { OpenApiDescription } from '../api/description.ts'
import { at, type Data, flag, listAt, nameAt, objectAt, singular, textAt, typeOf } from '../data.ts'
import type { ModelObject } from '../model/read-model.ts'
import { keptMembers } from './kept-members.ts'
import { contentSchema, mediaOf, memberFacts, membersOf, type Shape, shapeOf } from './schema-shape.ts'

interface Asked {
  entity: string
  isList: boolean
  /** Where in the body the client takes what it returns; undefined for the whole body. */
  result: string | undefined
}

/** Where the client takes its result, from the model's ``"`body.data`"``; undefined for the whole body. */
export function resultOf(transform: Data): string | undefined {
  const place = textAt(transform, 'res')?.replace(/^`body\.?(.*)`$/, '$1') || undefined
  return place?.split('.').every((name) => /^[\w-]+$/.test(name)) ? place : undefined
}

/** What the description says; nothing where it has no schema and no example. */
export function answerOf(
  description: OpenApiDescription,
  operation: ModelObject,
  asked: Asked,
  levels: number,
): Answer | undefined {
  const responses = objectAt(operation, 'responses')
  // Beside an answer without a body, the default is that of errors.
  const codes = ['200', '201', '202', '203', '2XX', '2xx', ...(responses['204'] === undefined ? ['default'] : [])]
  const code = codes.find((code) => responses[code] !== undefined)
  const response = description.resolve(code && responses[code])
  const schema = contentSchema(description, response)
  const shapeAt = (place: string | undefined) => shapeInside(description, schema, place)
  const whole = shapeAt(undefined)!
  const media = mediaTypes(description, operation, response)
  const body = bodyOf(description, media, schema)
  const records = asked.isList && body !== 'array' ? placeOfRecords(description, schema, asked) : asked.result
  const shape = shapeAt(records)
  const kind = { body, media: body === 'text' || body === 'binary' ? nameAt(media[0]) : undefined }
  if (!shape) return body && withoutUndefined({ ...kind, fields: {} })
  const plainFirst = ({ list, members }: Shape, except?: string): Shape => {
    const isDeep = ([, schema]: Shape['members'][number]) => Number(isNested(memberFacts(description, schema).type))
    const others = members.filter(([name]) => name !== except)
    return { list, members: others.toSorted((a, b) => isDeep(a) - isDeep(b)), required: new Set() }
  }
  const fields = membersOf(description, shape, levels, plainFirst)
  const outermost = records?.split('.')[0]
  const around = outermost === undefined ? {} : membersOf(description, whole, 1, (all) => plainFirst(all, outermost))
  if (body === undefined && Object.keys(fields).length === 0) return undefined
  return withoutUndefined({
    ...kind,
    list: flag(shape.list),
    records,
    fields,
    around: Object.keys(around).length > 0 ? around : undefined,
    next: shape.list ? placeOfNext(description, schema) : undefined,
  })
}

const CURSOR =
  /(?:^|\.)(?:next_?(?:cursor|marker|token|page_?(?:token|key|cursor))|(?:cursors?|next)\.(?:next|after|cursor)|continuation_?token|cursor)$/i

/** The member with the cursor of the next page: one of the body, or of an object in it. */
function placeOfNext(description: OpenApiDescription, schema: Data, outer = '', depth = 0): string | undefined {
  const { list, members } = shapeOf(description, schema)
  if (list || depth > 2) return undefined
  const places = members.map(([name, member]) => [outer === '' ? name : `${outer}.${name}`, member] as const)
  const isPlain = (member: Data) => ['string', 'integer', 'any'].includes(memberFacts(description, member).type)
  const cursor = places.find(([place, member]) => CURSOR.test(place) && isPlain(member))
  if (cursor) return cursor[0]
  const inner = places.map(([place, member]) => placeOfNext(description, member, place, depth + 1))
  return inner.find((place) => place !== undefined)
}

/** The model's fields belong to the entity, whichever endpoint gave it. */
export function modelledAnswer(entity: Data): Answer | undefined {
  const fields = listAt(entity, 'fields').flatMap((field) => {
    const name = nameAt(field, 'name')
    return name === undefined ? [] : [[name, typeOf(at(field, 'type')) ?? 'any'] as const]
  })
  const sorted = fields.toSorted(([, a], [, b]) => Number(isNested(a)) - Number(isNested(b)))
  return fields.length > 0 ? { fields: Object.fromEntries(keptMembers(sorted, BOUNDS.fields)) } : undefined
}

const mediaTypes = (description: OpenApiDescription, operation: ModelObject, response: ModelObject): string[] => [
  ...mediaOf(description, response).map(([type]) => type),
  ...listAt(operation, 'produces').map(String),
]

/** What the body is by its schema, else by its media types. */
function bodyOf(description: OpenApiDescription, types: readonly string[], schema: Data): Answer['body'] {
  const { list, members } = shapeOf(description, schema)
  const isPlain = types.length > 0 && !types.some((type) => /json|\*\/\*/i.test(type))
  if (isPlain) return types.every((type) => /^text\/|xml|yaml|csv/i.test(type)) ? 'text' : 'binary'
  if (list) return 'array'
  const type = typeOf(description.resolve(schema).type)
  if (type === 'file') return 'binary'
  if (members.length > 0 || type === 'object') return 'object'
  return type === 'array' ? 'array' : undefined
}

/** Lists beside the records. */
const BESIDE = /^(?:errors?|warnings?|messages?|links|meta|metadata|included|facets|notes?|sources?)$/i
const USUAL =
  /^(?:data|results?|items?|records?|list|entries|values|rows|hits|contents?|features|docs|documents|objects|elements|response|collection)$/i

interface Place {
  place: string
  shape: Shape
}

/** The list of records in a body that is an object: a member, or a member of a member. */
function placeOfRecords(description: OpenApiDescription, schema: Data, { entity, result }: Asked): string | undefined {
  const membersOf = ({ place, shape }: Place): Place[] =>
    shape.members.map(([name, schema]) => ({
      place: place === '' ? name : `${place}.${name}`,
      shape: shapeOf(description, schema),
    }))
  const outer = membersOf({ place: '', shape: shapeOf(description, schema) })
  const isObject = ({ shape }: Place) => !shape.list && shape.members.length > 0
  // A record with a list in it is no wrapper of that list.
  const isRecord = outer.some(({ place, shape }) => /^(?:id|name|title)$/i.test(place) && !shape.list)
  const inner = outer.filter(isObject).flatMap(membersOf)
  const isBeside = ({ place }: Place) => BESIDE.test(lastName(place))
  for (const places of [outer, inner, outer.filter(isBeside)]) {
    const lists = places.filter(({ shape }) => shape.list).filter((place) => places.every(isBeside) || !isBeside(place))
    if (lists.length === 0) continue
    const records = lists.filter(({ shape }) => shape.members.length > 0)
    const ofEntity = ({ place }: Place) => letters(lastName(place)) === letters(entity)
    const candidates = [
      lists.find(({ place }) => place === result),
      lists.find(ofEntity),
      (records.length > 0 ? records : lists).find(({ place }) => USUAL.test(lastName(place))),
      records.length === 1 && !isRecord ? records[0] : undefined,
      lists.length === 1 && !isRecord ? lists[0] : undefined,
    ]
    return candidates.find((candidate) => candidate !== undefined)?.place
  }
  return undefined
}

const lastName = (place: string): string => place.slice(place.lastIndexOf('.') + 1)
const letters = (name: string): string => singular(name.toLowerCase()).replace(/[^a-z0-9]/g, '')

/** The shape of the part of the body at a place; nothing where the schema has no such part. */
function shapeInside(description: OpenApiDescription, schema: Data, place: string | undefined): Shape | undefined {
  let shape: Shape | undefined = shapeOf(description, schema)
  for (const name of nonEmpty(place?.split('.') ?? []) ?? []) {
    const inner: Data = shape?.members.find(([member]) => member === name)?.[1]
    shape = inner === undefined ? undefined : shapeOf(description, inner)
  }
  return shape
}

/** Plain values say most. */
const isNested = (type: string): boolean => type === 'array' || type === 'object'
