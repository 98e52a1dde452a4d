/** Resolves the names of a request to an operation, its endpoints and its call. */

import type { OperationsFile, Point } from '../catalog/record/facts.ts'
import { operationName } from '../catalog/record/languages.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import type { Call, Endpoint, StoredOperation } from '../code/arguments.ts'
import { shownEndpoint } from '../code/choose-endpoint.ts'
import { pascal } from '../code/client-options.ts'
import { planFor, planOf } from '../code/shown-call.ts'
import { nearest } from '../search/suggest.ts'
import type { LookUp } from '../store/look-up.ts'
import { entitiesIn } from '../store/operations.ts'
import { memoized } from '../system/once.ts'
import { joinParts } from '../text/join-parts.ts'
import { CatalogError, echoed } from '../tools/define/catalog-error.ts'
import { didYouMean } from '../tools/define/not-found.ts'

/** An error names at most so many entities, endpoints and likely operations. */
const MAX_NAMED = 40
const MAX_ENDPOINTS = 10
const MAX_SUGGESTED = 3
/** Characters of a wrong name that operations are suggested for; one letter of Unicode may stand for eighteen. */
const MAX_WRONG = 100

interface Names {
  entity?: string | undefined
  op?: string | undefined
  /** Path, method and path, or action of one of several endpoints. */
  endpoint?: string | undefined
  /** What is asked for in plain words: "void an invoice". */
  words?: string | undefined
}

/** `refund.create POST /v1/refunds`, a whole line of the sheet, `POST /v1/refunds`, or `refund.create`. */
export function parseOperation(operation: string): Names {
  const [endpoint] = /\b(?:GET|HEAD|POST|PUT|PATCH|DELETE) +\/\S*/i.exec(operation) ?? []
  const [, entity] = /^[-\s]*([^\s(]+)/.exec(operation.split(endpoint ?? '\n')[0]!) ?? []
  return {
    entity,
    endpoint,
    words: endpoint === undefined && /^\s*[\w-]+\s+\w/.test(operation) ? operation : undefined,
  }
}

/**
 * One operation, its endpoints, and the call of the one that was requested or fits best.
 * @throws CatalogError not_found or invalid_request for an operation or endpoint that does not exist
 */
export async function readOperation(record: SdkRecord, request: Names, { catalog }: { catalog: LookUp }) {
  const entities = entitiesIn(await catalog.operations(record.slug))
  const names = request.entity === undefined && request.op === undefined ? ownerOf(request, entities) : request
  const { entity, op } = await resolveOperation(record, names, async (text) => {
    // Only a wrong name needs what ranked search knows of words.
    const { suggestOperations } = await import('../search/operations/score-operations.ts')
    return suggestOperations(text.normalize('NFKC').slice(0, MAX_WRONG), record, entities)
  })
  const operation = entities.find(({ name }) => name === entity)?.operations.find((each) => each.op === op)
  const endpoint = operation && endpointNamed(record, entity, operation, request.endpoint)
  const plan = endpoint ? planFor(record, endpoint, entities) : planOf(record, { entity, op, arguments: {} })
  return { ...plan, entities }
}

/** The plan of an operation, beside all that the SDK has. */
export type OperationPlan = Awaited<ReturnType<typeof readOperation>>

/** The operation that has the endpoint. */
function ownerOf({ endpoint }: Names, entities: OperationsFile['entities']): Names {
  const owners = entities.flatMap(({ name, operations }) =>
    operations.flatMap(({ op, points }) =>
      points.some((point) => endpoint && isNamed(point, endpoint)) ? { entity: name, op } : [],
    ),
  )
  return owners[0] ?? { entity: endpoint }
}

/** The requested endpoint, else the one that is shown. @throws CatalogError not_found */
function endpointNamed(record: SdkRecord, entity: string, operation: StoredOperation, name?: string): Endpoint {
  if (name === undefined) return shownEndpoint(record, entity, operation)
  const point = operation.points.find((each) => isNamed(each, name))
  if (point) return { entity, operation, point }
  const names = operation.points.slice(0, MAX_ENDPOINTS).map(({ method, path }) => `${method} ${path}`)
  throw new CatalogError('not_found', {
    detail: `${operationName({ entity, op: operation.op })} has no endpoint "${echoed(name)}".`,
    resolution: `Use one of its endpoints: ${names.join('; ')}.`,
  })
}

const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9/]/g, '')

/** Whether the text is the path, the method and the path, or the action of the endpoint. */
const isNamed = ({ method, path, select }: Point, text: string): boolean =>
  [path, `${method} ${path}`, select?.action ?? path].some((name) => letters(name) === letters(text))

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
  const entity =
    entities.find((each) => each.name === name) ?? entities.find((each) => letters(each.name) === letters(name))
  if (!entity) {
    const likely = [
      ...(names.words ? [] : nearest(name, namesOf(entities), 1)),
      ...(await suggest(names.words ?? (operation ? `${operation} the ${name}` : name))),
    ].slice(0, MAX_SUGGESTED)
    const what = names.words ? `operation "${echoed(names.words)}"` : `entity "${echoed(name)}"`
    throw missing(`${slug} has no ${what}.`, didYouMean(likely, entityList(record)))
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

/** `nearest` keeps an index of each list, so each SDK has one list. */
const namesOf = memoized((entities: SdkRecord['entities']) => entities.map(({ name }) => name))

function entityList({ entities }: SdkRecord): string {
  const usable = entities.filter(({ ops }) => ops.length > 0)
  if (usable.length === 0) return 'No entity of it is on record; ask without entity and op.'
  const names = usable.slice(0, MAX_NAMED).map(({ name, ops }) => `${name} (${ops.join(', ')})`)
  const more = usable.length - names.length
  return `Its entities: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}
