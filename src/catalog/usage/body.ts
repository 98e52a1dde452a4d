/** What a writing call sends where no member of its body is required, or none is on record. */
import type { OperationsFile, Parameter, Point, Scalar } from '../record/facts.ts'
import { byUse } from './reference/order-parameters.ts'
import { isSecret } from './request.ts'
import { sampleOf } from './sample-values.ts'

type Values = Readonly<Record<string, Scalar>>

/** A call, as far as its body goes. */
interface Writing {
  entity: string
  op: string
  path?: string
  arguments: Values
  body?: string | undefined
  fields?: Values
}

/** As many members of an object are named in a sentence. */
const MAX_NAMED = 8

/** What `Parameter` says of an object or a list. */
interface Nested {
  type?: string | undefined
  members?: Readonly<Record<string, string>> | undefined
  required_members?: readonly string[] | undefined
}

/** As many show what a body looks like. */
const MAX_MEMBERS = 3
/** Fields that an API sets by itself. */
const SET_BY_API =
  /^_|^(?:id|uuid|guid|object|kind|self|href|links?|url|uri|version|etag|ok|success|error|code|result|status_?code|total|count)$|(?:_at|At|_count|Count|_url|Url|_uri|Uri)$|^(?:created|updated|modified|deleted|response)/

const isPlain = ({ type }: Parameter): boolean => type !== 'array' && type !== 'object'

/** What people write. */
const WRITTEN = /^(?:name|title|text|body|content|description|desc|summary|subject|message|email|comment|status)$/i

const useOf = ({ name, type }: Parameter): number => (WRITTEN.test(name) ? 2 : 0) + (type === 'string' ? 1 : 0)

/** Samples of the members that most calls set. A choice is none: it would be written as if it were asked for. */
const samplesOf = (parameters: readonly Parameter[]): Record<string, Scalar> =>
  Object.fromEntries(
    byUse(parameters.filter((each) => isPlain(each) && !isSecret(each) && !each.enum))
      .sort((a, b) => useOf(b) - useOf(a))
      .slice(0, MAX_MEMBERS)
      .map((parameter) => [parameter.name, sampleOf(parameter).value]),
  )

/** What can be in the body of a request that writes; reads and removals send none. */
const bodyMembers = ({ parameters, method }: Pick<Point, 'parameters' | 'method'>): Parameter[] =>
  method === 'GET' || method === 'HEAD' || method === 'DELETE' ? [] : parameters.filter((each) => each.in === 'body')

/** Samples would be written over what is there. */
const changes = ({ method }: Pick<Point, 'method'>): boolean => method === 'PUT' || method === 'PATCH'

/** Optional members of the body of a call that would send none, and makes something. */
export function optionalMembers(point: Pick<Point, 'parameters' | 'method'>, values: Values): Record<string, Scalar> {
  const members = bodyMembers(point)
  const isSent = members.some(({ name, required }) => required || values[name] !== undefined)
  return isSent || changes(point) ? {} : samplesOf(members)
}

/** An object or a list in the body: `a list of { sku: string (required), count: integer }`. @param most members named */
export function nestedShape({ type, members, required_members: required = [] }: Nested, most = MAX_NAMED): string {
  if (!members) return type === 'array' ? 'a list' : 'an object'
  const named = Object.entries(members).slice(0, most)
  const lines = named.map(([name, member]) => `${name}: ${member}${required.includes(name) ? ' (required)' : ''}`)
  const more = Object.keys(members).length > most ? ', …' : ''
  return `${type === 'array' ? 'a list of ' : ''}{ ${lines.join(', ')}${more} }`
}

/** Lists and objects of a body that has nothing else: what is sent is in them. */
export function nestedMembers(point: Pick<Point, 'parameters' | 'method'>): Parameter[] {
  const members = bodyMembers(point)
  return members.some(isPlain) ? [] : members.filter((each) => each.members).slice(0, MAX_MEMBERS)
}

/** Endpoints of the entity, with the given one first. */
export function pointsOf(entity: string, point: Point, entities: OperationsFile['entities']): Point[] {
  const operations = entities.find(({ name }) => name === entity)?.operations ?? []
  return [point, ...operations.flatMap(({ points }) => points)]
}

/** The fields of the first endpoint that answers with any. */
export const fieldsOf = (points: readonly Point[]) =>
  points.map(({ answer }) => answer?.fields ?? {}).find((fields) => Object.keys(fields).length > 0)

/** Fields of the entity that the body may take, as parameters, where it is not on record. @param points its own first */
export function bodyFields(call: Writing, points: readonly Point[]): Parameter[] {
  // An action such as `cancel` takes no fields of what it is done to.
  const end = call.path?.split('/').findLast((part) => part !== '' && !part.includes('{')) ?? ''
  const isOfEntity = call.entity.split('_').some((word) => end.toLowerCase().includes(word))
  if (call.body !== 'unknown' || call.op === 'remove' || !isOfEntity) return []
  return Object.entries(fieldsOf(points) ?? {}).flatMap(([name, type]): Parameter[] => {
    const isOwn = SET_BY_API.test(name) || call.arguments[name] !== undefined || call.path?.includes(`{${name}}`)
    return isOwn ? [] : [{ name, in: 'body', ...(type !== 'any' && { type }) }]
  })
}

/** The call with some of these fields for its body. @param stated their values where these are known */
export function withFields<Call extends Writing>(call: Call, fields: readonly Parameter[], stated: Values = {}): Call {
  const isChange = call.op === 'update' || call.op === 'patch'
  const shown = Object.keys(stated).length > 0 || isChange ? stated : samplesOf(fields)
  return Object.keys(shown).length > 0 ? { ...call, fields: shown } : call
}
