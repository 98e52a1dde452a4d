/** Resolves the names of a request to an operation, its endpoints and its call. */
import type { LookUp } from '../../../catalog/look-up.ts'
import type { OperationsFile, Point } from '../../../catalog/record/facts.ts'
import type { SdkRecord } from '../../../catalog/record/record.ts'
import { nearest } from '../../../catalog/search/suggest.ts'
import { entitiesIn } from '../../../catalog/store/operations.ts'
import { type Call, callOf, callOfPoint } from '../../../catalog/usage/arguments.ts'
import { bodyFields, pointsOf, withFields } from '../../../catalog/usage/body.ts'
import { pascal } from '../../../catalog/usage/client.ts'
import { memoized } from '../../../system/once.ts'
import { joinParts } from '../../../text/join-parts.ts'
import { CatalogError, echoed } from '../../errors.ts'
import { didYouMean } from '../../not-found.ts'

/** Entities that an error names. */
const MAX_NAMED = 40
/** Endpoints that it names. */
const MAX_ENDPOINTS = 10
/** Operations that it suggests. */
const MAX_SUGGESTED = 3

interface Names {
  entity: string | undefined
  op: string | undefined
}

/**
 * One operation, its endpoints, and the call of the one that was requested or fits best.
 * @throws CatalogError not_found or invalid_request for an operation or endpoint that does not exist
 */
export async function readOperation(
  record: SdkRecord,
  request: Names & { endpoint: string | undefined },
  { catalog }: { catalog: LookUp },
) {
  const entities = entitiesIn(await catalog.operations(record.slug))
  const { entity, op } = await resolveOperation(record, request, async (text) => {
    // Only a wrong name needs what ranked search knows of words.
    const { suggestOperations } = await import('../../../catalog/rank/operations/rank-endpoints.ts')
    return suggestOperations(text, entities)
  })
  const operation = entities.find(({ name }) => name === entity)?.operations.find((each) => each.op === op)
  const { call, point } = callFor(record, entity, operation, request.endpoint) ?? {
    call: { entity, op, arguments: {} } as Call,
    point: undefined,
  }
  const withBody = point ? withFields(call, bodyFields(call, pointsOf(entity, point, entities))) : call
  return { entity, op, call: withBody, point, points: operation?.points ?? [], entities }
}

export type ReadOperation = Awaited<ReturnType<typeof readOperation>>

type Operation = OperationsFile['entities'][number]['operations'][number]

/** The call of the requested endpoint; else the SDK's first call, or the call that needs the fewest arguments. */
function callFor(record: SdkRecord, entity: string, operation: Operation | undefined, endpoint: string | undefined) {
  if (!operation) return undefined
  const { op, points } = operation
  if (endpoint !== undefined) {
    const index = points.findIndex((point) => isNamed(point, endpoint))
    if (index >= 0) return { call: callOfPoint(entity, op, points, index, record.auth), point: points[index]! }
    throw new CatalogError('not_found', {
      detail: `${entity}.${op} has no endpoint "${echoed(endpoint)}".`,
      resolution: `Use one of its endpoints: ${points.slice(0, MAX_ENDPOINTS).map(endpointText).join('; ')}.`,
    })
  }
  const first = record.first_call
  const point = points.find(({ path, method }) => path === first?.path && method === first.method)
  if (first && first.entity === entity && first.op === op && point) return { call: first as Call, point }
  return callOf(entity, operation, record.auth)
}

const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9/]/g, '')

/** Whether the text is the path, the method and the path, or the action of the endpoint. */
const isNamed = ({ method, path, select }: Point, text: string): boolean =>
  [path, `${method} ${path}`, select?.action ?? path].some((name) => letters(name) === letters(text))

/** `GET /shows/{id} (action nearest; takes lat, lon)` */
export function endpointText({ method, path, select }: Point): string {
  const takes = select && select.names.length > 0 && `takes ${select.names.join(', ')}`
  const about = joinParts('; ', select?.action && `action ${select.action}`, takes)
  return `${method} ${path}${about ? ` (${about})` : ''}`
}

/**
 * The operation by the entity's name in any spelling; without `op` the entity's first. Both names may be in one of
 * them, as find_sdk writes them: `author.list`.
 * @param suggest operations for a text, best first
 * @throws CatalogError not_found or invalid_request with the names that there are
 */
async function resolveOperation(
  record: SdkRecord,
  names: Names,
  suggest: (text: string) => Promise<readonly string[]>,
): Promise<Pick<Call, 'entity' | 'op'>> {
  const { entities, slug } = record
  const both = [names.op, names.entity].find((each) => each?.includes('.'))
  const [name = '', ...rest] = (both ?? joinParts('.', names.entity, names.op)).split('.')
  const operation = rest.length > 0 ? rest.join('.') : undefined
  if (both === undefined && names.entity === undefined) {
    throw new CatalogError('invalid_request', {
      detail: 'op: is of no use without entity.',
      errors: [{ field: 'entity', message: 'is required with op' }],
      resolution: entityList(record),
    })
  }
  const missing = (detail: string, resolution: string) => new CatalogError('not_found', { detail, resolution })
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const entity =
    entities.find((each) => each.name === name) ?? entities.find((each) => letters(each.name) === letters(name))
  if (!entity) {
    const likely = [
      ...nearest(name, namesOf(entities), 1),
      ...(await suggest(operation ? `${operation} the ${name}` : name)),
    ].slice(0, MAX_SUGGESTED)
    throw missing(`${slug} has no entity "${echoed(name)}".`, didYouMean(likely, entityList(record)))
  }
  const { ops } = entity
  const op = operation === undefined ? ops[0] : ops.find((each) => each === operation.toLowerCase())
  if (op) return { entity: entity.name, op }
  throw missing(
    operation === undefined
      ? `${pascal(entity.name)} has no operation.`
      : `${entity.name} has no operation "${echoed(operation)}".`,
    didYouMean(
      (await suggest(`${operation} the ${entity.name}`)).slice(0, MAX_SUGGESTED),
      ops.length > 0 ? `Use one of its operations: ${ops.join(', ')}.` : entityList(record),
    ),
  )
}

/** Memoized, because `nearest` keeps an index of each list. */
const namesOf = memoized((entities: SdkRecord['entities']) => entities.map(({ name }) => name))

function entityList({ entities }: SdkRecord): string {
  const usable = entities.filter(({ ops }) => ops.length > 0)
  if (usable.length === 0) return 'No entity of it is on record; ask without entity and op.'
  const names = usable.slice(0, MAX_NAMED).map(({ name, ops }) => `${name} (${ops.join(', ')})`)
  const more = usable.length - names.length
  return `Its entities: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}
