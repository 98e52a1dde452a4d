/**
 * Chooses one of several endpoints. A table of named columns ranks them: a smaller value is better, and an earlier column
 * decides before a later one. The builder chooses the first call of an SDK by columns of its own.
 */
import type { Auth, Point } from '../catalog/record/facts.ts'
import { isRead } from '../catalog/record/languages.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import {
  allParameters,
  argumentNames,
  type Call,
  callTo,
  type Endpoint,
  isSelected,
  requiredParameters,
  type StoredOperation,
} from './arguments.ts'
import { isSecret } from './request-by-api-names.ts'

/** An endpoint with its call. */
export interface CallCandidate extends Endpoint {
  call: Call
}

export type Columns<Each> = Readonly<Record<string, (candidate: Each) => number | boolean>>

/** Finds the best candidate; the first one wins a tie. */
export function chooseEndpoint<Each>(candidates: readonly Each[], columns: Columns<Each>): Each | undefined {
  const isBetter = (one: Each, other: Each): boolean => {
    const differences = Object.values(columns)
      .values()
      .map((column) => Number(column(one)) - Number(column(other)))
    return (differences.find((difference) => difference !== 0) ?? 0) < 0
  }
  return candidates.reduce<Each | undefined>((best, each) => (best && !isBetter(each, best) ? best : each), undefined)
}

/** Endpoints that remove something, such as `POST /tokens/delete`, are no example of a write. */
const REMOVES = /(?:^|[/_-])(?:delete|remove|destroy|erase|purge|revoke|cancel|archive|deactivate|disable)/i

/** What the start page of an API is for, which says nothing but what the API is. */
const ABOUT_API =
  /^$|\b(?:root|welcome|of (?:the|this) (?:API|service)|API documentation|server details|resource types)\b/i

const HEALTH = /\/(?:health(?:z|[-_]?check)?|heartbeat|livez|ping|readyz)\/?$/i

/** Whether the endpoint tells of the service alone, as its start page does: beside it nobody asks for anything else. */
export const isRoot = ({ method, path, purpose = '', parameters }: Point): boolean =>
  method === 'GET' &&
  parameters.length === 0 &&
  (HEALTH.test(path) || (/^\/(?:api\/?)?$/.test(path) && ABOUT_API.test(purpose)))

export const segments = ({ point }: Pick<Endpoint, 'point'>): number => point.path.split('/').length
const isAction = ({ point }: CallCandidate): boolean => !!point.select?.action
const isDeprecated = ({ point }: CallCandidate): boolean => point.deprecated ?? false

const READS: Columns<CallCandidate> = {
  unfilled: ({ point }) => !!point.unfilled,
  unselected: ({ operation, point, call }) => !isSelected(operation, point, argumentNames(call)),
  omitted: ({ call }) => call.omitted?.length ?? 0,
  deprecated: isDeprecated,
  action: isAction,
  guessed: ({ call }) => call.guessed?.length ?? 0,
  arguments: ({ call }) => argumentNames(call).size,
  segments,
}

/** A write to the resource itself, whatever it needs, comes before writes to its parts. */
const WRITES: Columns<CallCandidate> = {
  unfilled: READS.unfilled!,
  removes: ({ point: { path, select } }) => REMOVES.test(path) || REMOVES.test(select?.action ?? ''),
  deprecated: isDeprecated,
  action: isAction,
  segments,
  ...READS,
}

/** The endpoint of an operation that is easiest to call. */
export function easiestEndpoint(entity: string, operation: StoredOperation, auth: Auth): CallCandidate {
  const candidates = operation.points.map((point) => {
    const endpoint = { entity, operation, point }
    return { ...endpoint, call: callTo(endpoint, auth) }
  })
  return chooseEndpoint(candidates, isRead(operation.op) ? READS : WRITES)!
}

/** Whether the SDK's first call requests the endpoint. */
export const isFirstCall = (
  { first_call: first }: Pick<SdkRecord, 'first_call'>,
  { entity, op, method, path }: Pick<Call<unknown>, 'entity' | 'op' | 'method' | 'path'>,
): boolean => first?.entity === entity && first.op === op && first.method === method && first.path === path

/** The endpoint that is shown of an operation: that of the SDK's first call, else the one that is easiest to call. */
export function shownEndpoint(record: SdkRecord, entity: string, operation: StoredOperation): Endpoint {
  const { op, points } = operation
  const point = points.find((each) => isFirstCall(record, { entity, op, ...each }))
  return point ? { entity, operation, point } : easiestEndpoint(entity, operation, record.auth)
}

/** An endpoint is shown by this call, which is the SDK's first call if that requests the endpoint. */
export const shownCall = (record: SdkRecord, endpoint: Endpoint): Call =>
  isFirstCall(record, { entity: endpoint.entity, op: endpoint.operation.op, ...endpoint.point })
    ? record.first_call!
    : callTo(endpoint, record.auth)

/**
 * The endpoint for arguments of these names: the one that the clients would select, else the easiest, else the first;
 * undefined if none takes all of the names and requires no others but secrets.
 */
export function pointFor(operation: StoredOperation, names: ReadonlySet<string>, auth: Auth): Point | undefined {
  const { points } = operation
  const candidates = points.filter((point) => {
    const accepted = allParameters(point, auth).map(({ name }) => name)
    const required = requiredParameters(point, auth).filter((parameter) => !isSecret(parameter))
    return required.every(({ name }) => names.has(name)) && [...names].every((name) => accepted.includes(name))
  })
  const selected = points.find((point) => names.size > 0 && isSelected(operation, point, names))
  const preferred = [selected, easiestEndpoint('', operation, auth).point]
  return preferred.find((point) => point && candidates.includes(point)) ?? candidates[0]
}
