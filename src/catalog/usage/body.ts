/** The body of a call that writes, if no member of it is required, or none is on record. */
import type { OperationsFile, Parameter, Point, Scalar } from '../record/facts.ts'
import { memberTypes, requiredMembers } from '../record/traits.ts'
import { byUse } from './reference/order-parameters.ts'
import { isSecret } from './request.ts'
import { sampleOf } from './sample-values.ts'

type Values = Readonly<Record<string, Scalar>>

/** The members of a call that its body depends on. */
interface WritingCall {
  entity: string
  op: string
  path?: string
  arguments: Values
  body?: string | undefined
  fields?: Values
}

/** Members of an object that a sentence names. */
const MAX_NAMED = 8

/** The members of `Parameter` for objects and lists. */
interface Nested {
  type?: string | undefined
  members?: Readonly<Record<string, string | { type: string; required?: boolean | undefined }>> | undefined
  required_members?: readonly string[] | undefined
}

/** Members that show what a body looks like. */
const MAX_MEMBERS = 3
/** Fields that an API sets by itself. */
const SET_BY_API =
  /^_|^(?:id|uuid|guid|object|kind|self|href|links?|url|uri|version|etag|ok|success|error|code|result|status_?code|total|count)$|(?:_at|At|_count|Count|_url|Url|_uri|Uri)$|^(?:created|updated|modified|deleted|response)/

const isPlain = ({ type }: Parameter): boolean => type !== 'array' && type !== 'object'

/** Fields that people fill in. */
const FILLED_IN = /^(?:name|title|text|body|content|description|desc|summary|subject|message|email|comment|status)$/i

const useOf = ({ name, type }: Parameter): number => (FILLED_IN.test(name) ? 2 : 0) + (type === 'string' ? 1 : 0)

/** Samples of the members that most calls set, without choices: a choice would be sent as if the user had made it. */
const samplesOf = (parameters: readonly Parameter[]): Record<string, Scalar> =>
  Object.fromEntries(
    byUse(parameters.filter((each) => isPlain(each) && !isSecret(each) && !each.enum))
      .sort((a, b) => useOf(b) - useOf(a))
      .slice(0, MAX_MEMBERS)
      .map((parameter) => [parameter.name, sampleOf(parameter).value]),
  )

/** Members of the body of a request; reads and removals send none. */
const bodyMembers = ({ parameters, method }: Pick<Point, 'parameters' | 'method'>): Parameter[] =>
  method === 'GET' || method === 'HEAD' || method === 'DELETE' ? [] : parameters.filter((each) => each.in === 'body')

/** A change overwrites what is there with samples. */
const overwrites = ({ method }: Pick<Point, 'method'>): boolean => method === 'PUT' || method === 'PATCH'

/** Optional members for the body of a call that creates something and would send an empty body. */
export function optionalMembers(point: Pick<Point, 'parameters' | 'method'>, values: Values): Record<string, Scalar> {
  const members = bodyMembers(point)
  const isSent = members.some(({ name, required }) => required || values[name] !== undefined)
  return isSent || overwrites(point) ? {} : samplesOf(members)
}

/** An object or a list in the body: `a list of { sku: string (required), count: integer }`. @param most members named */
export function nestedShape(
  { type, members, required_members: required = requiredMembers(members) }: Nested,
  most = MAX_NAMED,
): string {
  if (!members) return type === 'array' ? 'a list' : 'an object'
  const named = Object.entries(memberTypes(members)).slice(0, most)
  const lines = named.map(([name, type]) => `${name}: ${type}${required.includes(name) ? ' (required)' : ''}`)
  const more = Object.keys(members).length > most ? ', …' : ''
  return `${type === 'array' ? 'a list of ' : ''}{ ${lines.join(', ')}${more} }`
}

/** Lists and objects of a body that has no other members. */
export function nestedMembers(point: Pick<Point, 'parameters' | 'method'>): Parameter[] {
  const members = bodyMembers(point)
  return members.some(isPlain) || overwrites(point) ? [] : members.filter((each) => each.members).slice(0, MAX_MEMBERS)
}

/** Endpoints of the entity, with the given one first. */
export function pointsOf(entity: string, point: Point, entities: OperationsFile['entities']): Point[] {
  const operations = entities.find(({ name }) => name === entity)?.operations ?? []
  return [point, ...operations.flatMap(({ points }) => points)]
}

/** The fields of the first endpoint that answers with any. */
export const fieldsOf = (points: readonly Point[]) =>
  points.map(({ answer }) => answer?.fields ?? {}).find((fields) => Object.keys(fields).length > 0)

/** Fields of the entity, as parameters of a body that is not on record. @param points the call's endpoint first */
export function bodyFields(call: WritingCall, points: readonly Point[]): Parameter[] {
  // An action such as `cancel` takes no fields of the entity.
  const end = call.path?.split('/').findLast((part) => part !== '' && !part.includes('{')) ?? ''
  const isOfEntity = call.entity.split('_').some((word) => end.toLowerCase().includes(word))
  if (call.body !== 'unknown' || call.op === 'remove' || !isOfEntity) return []
  return Object.entries(memberTypes(fieldsOf(points) ?? {})).flatMap(([name, type]): Parameter[] => {
    const isSet = SET_BY_API.test(name) || call.arguments[name] !== undefined || call.path?.includes(`{${name}}`)
    return isSet ? [] : [{ name, in: 'body', ...(type !== 'any' && { type }) }]
  })
}

/** The call with some of these fields for its body; a change has none. */
export function withFields<Call extends WritingCall>(call: Call, fields: readonly Parameter[]): Call {
  const isChange = call.op === 'update' || call.op === 'patch'
  const shown = isChange ? {} : samplesOf(fields)
  return Object.keys(shown).length > 0 ? { ...call, fields: shown } : call
}
