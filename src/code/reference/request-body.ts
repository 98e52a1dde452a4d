/** The body of a call that writes: the members of lists and objects in it, and what is known where none is on record. */
import type { OperationsFile, Parameter, Point } from '../../catalog/record/facts.ts'
import { memberTypes, requiredMembers } from '../../catalog/record/traits.ts'
import type { Call } from '../arguments.ts'

/** A sentence names at most so many members of an object. */
const MAX_NAMED = 8

/** The members of `Parameter` for objects and lists. */
interface Nested {
  type?: string | undefined
  members?: Readonly<Record<string, string | { type: string; required?: boolean | undefined }>> | undefined
  required_members?: readonly string[] | undefined
}

/** Fields that an API sets by itself. */
const SET_BY_API =
  /^_|^(?:id|uuid|guid|object|kind|self|href|links?|url|uri|version|etag|ok|success|error|code|result|status_?code|total|count)$|(?:_at|At|_count|Count|_url|Url|_uri|Uri)$|^(?:created|updated|modified|deleted|response)/

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

/** Lists the endpoints of the entity after the given one. */
export function pointsOf(entity: string, point: Point, entities: OperationsFile['entities']): Point[] {
  const operations = entities.find(({ name }) => name === entity)?.operations ?? []
  return [point, ...operations.flatMap(({ points }) => points)]
}

/** The fields of the first endpoint that answers with any. */
export const fieldsOf = (points: readonly Point[]) =>
  points.map(({ answer }) => answer?.fields ?? {}).find((fields) => Object.keys(fields).length > 0)

/** Fields of the entity, as parameters of a body that is not on record. @param points the call's endpoint first */
export function bodyFields(call: Call<unknown>, points: readonly Point[]): Parameter[] {
  // An action such as `cancel` takes no fields of the entity.
  const end = call.path?.split('/').findLast((part) => part !== '' && !part.includes('{')) ?? ''
  const isOfEntity = call.entity.split('_').some((word) => end.toLowerCase().includes(word))
  if (call.body !== 'unknown' || call.op === 'remove' || !isOfEntity) return []
  return Object.entries(memberTypes(fieldsOf(points) ?? {})).flatMap(([name, type]): Parameter[] => {
    const isSet = SET_BY_API.test(name) || call.arguments[name] !== undefined || call.path?.includes(`{${name}}`)
    return isSet ? [] : [{ name, in: 'body', about: 'a field of the entity', ...(type !== 'any' && { type }) }]
  })
}
