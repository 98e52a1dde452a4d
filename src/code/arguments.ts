/** The arguments of a call: values for its required parameters, and which of several endpoints they select. */
import type { Auth, FirstCall, OperationsFile, Parameter, Point, Scalar } from '../catalog/record/facts.ts'
import { isRead } from '../catalog/record/languages.ts'
import { directCall, isSecret, type RequestParts, requestParts } from './request-by-api-names.ts'
import { isStated, jsonChoice, sampleOf } from './values/sample-values.ts'

/** @template Value of an argument; code may have marks on them */
export interface Call<Value = Scalar> {
  entity: string
  op: FirstCall['op']
  /** By the parameter names of the client. */
  arguments: Readonly<Record<string, Value>>
  /** The argument that is the key, if the client passes it so. */
  key_argument?: string | undefined
  /** Required headers besides the key; no argument reaches them. */
  headers?: Readonly<Record<string, Value>>
  method?: string
  path?: string
  /** The same request for the client's `direct`, where the client drops what the API answers. */
  direct?: (RequestParts<Value> & { records?: string | undefined }) | undefined
  /** The client would request another path, whatever the arguments. */
  missed?: true | undefined
  /** Records by id, for the client's mock instead of the network. */
  seed?: Readonly<Record<string, Readonly<Record<string, Scalar>>>>
  /** Every value is the caller's. */
  given?: true
  /** Arguments with a guessed value. */
  guessed?: readonly string[] | undefined
  /** Reasons for this call; without `one_endpoint` the operation has several, with `no_key` it sends none. */
  why?: readonly FirstCall['why'][number][]
  /** Required members of the body that are lists or objects. */
  omitted?: readonly Parameter[]
  body?: FirstCall['body'] | undefined
}

/** What is recorded about the body; undefined for reads, and if members are required. */
export function recordedBody({
  method,
  parameters,
  body,
}: Pick<Point, 'method' | 'parameters' | 'body'>): FirstCall['body'] {
  const members = parameters.filter(({ in: where }) => where === 'body')
  if (method === 'GET' || method === 'HEAD' || members.some(({ required }) => required)) return undefined
  if (members.length > 0) return 'optional'
  if (body && body !== 'form' && body !== 'multipart') return body
  return method === 'DELETE' ? 'none' : 'unknown'
}

export interface RequiredArgument {
  /** The name to pass it under. */
  key: string
  parameter: Parameter
}

/** Whether the parameter is the key, or a secret beside it, according to the API description. */
export const isKey = ({ in: where, name, api_name: api }: Parameter, auth: Auth): boolean =>
  [auth, ...(auth.secrets ?? [])].some(
    (each) => where === each.in && (api ?? name).toLowerCase() === each.name?.toLowerCase(),
  )

/** The arguments that an endpoint requires besides the key, and the one that makes it answer JSON. */
export function requiredArguments({ parameters }: Pick<Point, 'parameters'>, auth: Auth): RequiredArgument[] {
  return parameters.flatMap((parameter) => {
    const isRequired = parameter.required || jsonChoice(parameter) !== undefined
    if (!isRequired || isKey(parameter, auth) || isSentByClient(parameter, auth)) return []
    return [{ key: parameter.name, parameter }]
  })
}

/** Whether the endpoint reads the key; recorded for each endpoint if only some do. */
export const takesKey = ({ key, parameters }: Point, auth: Auth): boolean =>
  auth.needed !== 'sometimes' || key === true || parameters.some((parameter) => isKey(parameter, auth))

/** A header `token` beside a bearer token is that token. */
const isSentByClient = ({ in: where, name }: Parameter, { scheme }: Auth): boolean =>
  where === 'header' &&
  (/^(?:content-type|content-length|accept|user-agent)$/i.test(name) || (scheme === 'bearer' && name === 'token'))

/** Whether the parameter is a list or an object in the body, for which no sample is made. */
export const isNested = ({ in: where, type }: Parameter): boolean =>
  where === 'body' && (type === 'array' || type === 'object')

/**
 * Whether the clients select this endpoint for these arguments: the first whose names are all among them. Without any
 * argument PHP always selects the first one. An action, and a name that only the model has, would select as well, but the
 * clients pass both on to the API, which does not know them.
 */
export function isSelected(points: readonly Point[], index: number, names: ReadonlySet<string>): boolean {
  if (names.size === 0 && index > 0) return false
  const selected = points.findIndex(
    ({ select }) => (select?.names ?? []).every((name) => names.has(name)) && select?.action === undefined,
  )
  return selected === index
}

export type StoredOperation = OperationsFile['entities'][number]['operations'][number]

/** Endpoints that remove something, such as `POST /tokens/delete`, are no example of a write. */
const REMOVES = /(?:^|[/_-])(?:delete|remove|destroy|erase|purge|revoke|cancel|archive|deactivate|disable)/i
const removes = ({ path, select }: Point): boolean => REMOVES.test(path) || REMOVES.test(select?.action ?? '')

/**
 * The best call of an operation: of an endpoint without an action, with the fewest guessed values, and with a short path.
 * For writes a short path counts before known values, and endpoints that remove something come last.
 */
export function callOf(entity: string, { op, points }: StoredOperation, auth: Auth): { call: Call; point: Point } {
  const candidates = points.map((point, index) => {
    const call = callOfPoint(entity, op, points, index, auth)
    const names = new Set([...Object.keys(call.arguments), ...(call.key_argument ? [call.key_argument] : [])])
    const length = point.path.split('/').length
    const rank = [
      point.unfilled ? 1 : 0,
      // A write to the resource itself, whatever it needs, comes before writes to its parts.
      ...(isRead(op) ? [] : [removes(point) ? 1 : 0, point.deprecated ? 1 : 0, point.select?.action ? 1 : 0, length]),
      points.length === 1 || isSelected(points, index, names) ? 0 : 1,
      call.omitted?.length ?? 0,
      point.deprecated ? 1 : 0,
      point.select?.action ? 1 : 0,
      call.guessed?.length ?? 0,
      names.size,
      length,
    ]
    return { call, point, rank }
  })
  return candidates.reduce((best, candidate) => (isLess(candidate.rank, best.rank) ? candidate : best))
}

const isLess = (a: readonly number[], b: readonly number[]): boolean => {
  const index = a.findIndex((value, at) => value !== b[at])
  return index >= 0 && a[index]! < b[index]!
}

/** Placeholders of the path that no path parameter fills, as parameters; one of the same name elsewhere has their type. */
function unfilledParameters({ path, parameters }: Point, auth: Auth): Parameter[] {
  const filled = parameters.filter((each) => each.in === 'path').map(({ name, api_name }) => api_name ?? name)
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!).filter((name) => !filled.includes(name))
  return names.flatMap((name): Parameter[] => {
    const { model_name: _, ...same } = parameters.find((each) => each.name === name) ?? {}
    const parameter = { ...same, name, in: 'path' as const, required: true as const }
    return isKey(parameter, auth) ? [] : [parameter]
  })
}

/** All parameters that a caller may pass. */
export function allParameters(point: Point, auth: Auth): Parameter[] {
  const unfilled = unfilledParameters(point, auth)
  const others = point.parameters.filter(({ name }) => !unfilled.some((each) => each.name === name))
  return [...others, ...unfilled]
}

/** Parameters that a caller has to pass besides the key. */
export const requiredParameters = (point: Point, auth: Auth): Parameter[] =>
  requiredArguments({ parameters: allParameters(point, auth) }, auth).map(({ parameter }) => parameter)

/** Required parameters and optional ones, without the key and what headers have. */
export function shownParameters(point: Point, auth: Auth): [required: Parameter[], optional: Parameter[]] {
  const required = requiredParameters(point, auth)
  const names = new Set(required.map(({ name }) => name))
  const isPassed = (each: Parameter) => each.in !== 'header' && !isKey(each, auth)
  return [
    required.filter(isPassed),
    allParameters(point, auth).filter((each) => isPassed(each) && !names.has(each.name)),
  ]
}

/**
 * The endpoint for arguments of these names: the one that the clients would select, else the one whose call is shown, else
 * the first; undefined if none takes all of the names and requires no others but secrets.
 */
export function pointFor(operation: StoredOperation, names: ReadonlySet<string>, auth: Auth): Point | undefined {
  const { points } = operation
  const candidates = points.filter((point) => {
    const accepted = allParameters(point, auth).map(({ name }) => name)
    const isGiven = (parameter: Parameter) => names.has(parameter.name) || isSecret(parameter)
    return requiredParameters(point, auth).every(isGiven) && [...names].every((name) => accepted.includes(name))
  })
  const selected = points.findIndex((_, index) => names.size > 0 && isSelected(points, index, names))
  const preferred = [points[selected], callOf('', operation, auth).point]
  return preferred.find((point) => point && candidates.includes(point)) ?? candidates[0]
}

/** Values of a call, in place of samples. */
export interface CallValues<Value> {
  values: Readonly<Record<string, Value>>
  headers?: Readonly<Record<string, Scalar>>
}

/**
 * The call of one endpoint of an operation, with the arguments that select it; by the client's `direct` if no arguments
 * can.
 */
export function callOfPoint<Value = Scalar>(
  entity: string,
  op: StoredOperation['op'],
  points: readonly Point[],
  index: number,
  auth: Auth,
  stated?: CallValues<Value>,
): Call<Value | Scalar> {
  const point = points[index]!
  const isOneOfSeveral = points.length > 1
  const key = point.parameters.find((parameter) => isKey(parameter, auth))
  const keyNames = auth.pass === 'argument' && key ? [key.name] : []
  const { values, headers, guessed, nested }: Samples<Value | Scalar> = stated
    ? { headers: {}, guessed: [], nested: [], ...stated }
    : samplesFor(point, auth)
  const names = new Set([...Object.keys(values), ...keyNames])
  const isMissed = isOneOfSeveral && !isSelected(points, index, names)
  const fillings = Object.fromEntries(
    unfilledParameters(point, auth).map((parameter) => [
      parameter.name,
      values[parameter.name] ?? sampleOf(parameter).value,
    ]),
  )
  if (!stated) guessed.push(...Object.keys(fillings).filter((name) => values[name] === undefined))
  const isByHand = isMissed || point.unfilled !== undefined || Object.keys(fillings).length > 0
  const direct = directCall(op, point, values) ?? (isByHand ? requestParts(point, values) : undefined)
  if (direct && Object.keys(fillings).length > 0) direct.params = { ...direct.params, ...fillings }
  return {
    entity,
    op,
    method: point.method,
    path: point.path,
    arguments: values,
    why: [...(isOneOfSeveral ? [] : ['one_endpoint' as const]), ...(takesKey(point, auth) ? [] : ['no_key' as const])],
    ...(direct && { direct }),
    ...(isByHand && { missed: true as const }),
    ...(auth.pass === 'argument' && takesKey(point, auth) && { key_argument: key?.name ?? auth.name }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(guessed.length > 0 && { guessed }),
    ...(nested.length > 0 && { omitted: nested }),
    body: recordedBody(point),
    ...(stated && { given: true as const }),
  }
}

interface Samples<Value> {
  values: Readonly<Record<string, Value>>
  headers: Readonly<Record<string, Scalar>>
  guessed: string[]
  nested: Parameter[]
}

/** A value for each required argument that is no list or object in the body, and those that are. */
function samplesFor(point: Point, auth: Auth): Samples<Scalar> {
  const required = requiredArguments(point, auth)
  const [nested, plain] = [true, false].map((is) => required.filter(({ parameter }) => isNested(parameter) === is))
  const values: Record<string, Scalar> = {}
  const headers: Record<string, Scalar> = {}
  const guessed: string[] = []
  for (const { key, parameter } of plain!) {
    const sample = sampleOf(parameter)
    const target = parameter.in === 'header' ? headers : values
    target[key] = sample.value
    if (!isStated(sample)) guessed.push(key)
  }
  return { values, headers, guessed, nested: nested!.map(({ key, parameter }) => ({ ...parameter, name: key })) }
}
