/** What to pass to an operation: values for its required parameters, and which of several endpoints they select. */
import type { Auth, FirstCall, OperationsFile, Parameter, Point, Scalar } from '../record/facts.ts'
import { isRead } from '../record/languages.ts'
import { nestedMembers, optionalMembers } from './body.ts'
import { directCall, isSecret, requestParts } from './request.ts'
import { jsonChoice, sampleOf } from './sample-values.ts'

export interface Call {
  entity: string
  op: FirstCall['op']
  /** By the client's names. */
  arguments: Readonly<Record<string, Scalar>>
  /** The argument that is the key, if the client passes it so. */
  key_argument?: string | undefined
  /** Required headers besides the key; no argument reaches them. */
  headers?: Readonly<Record<string, Scalar>>
  method?: string
  path?: string
  /** The same request for the client's `direct`, where the client drops what the API answers. */
  direct?: FirstCall['direct'] | undefined
  /** The client would request another path, whatever the arguments. */
  missed?: true | undefined
  /** Records by id, for the client's mock instead of the network. */
  seed?: Readonly<Record<string, Readonly<Record<string, Scalar>>>>
  /** Arguments with a guessed value. */
  guessed?: readonly string[] | undefined
  /** Arguments with an example of the API description, where it is known which ones. */
  examples?: readonly string[]
  /** Reasons for this call; without `one_endpoint` the operation has several. */
  why?: readonly FirstCall['why'][number][]
  /** Required members of the body that are lists or objects; no value is made up for them. */
  left?: readonly Parameter[]
  /** Optional members of the body, of which some are to be filled in. */
  offered?: readonly string[]
  /** Fields of the entity that code shows as members of the body, where it is not on record. */
  fields?: Readonly<Record<string, Scalar>>
  body?: FirstCall['body'] | undefined
  /** Members of the objects in a body that is a list. */
  items?: Point['body_items']
}

/** What is recorded about the body; undefined for reads, and where required members say it. */
export function bodyKnown({
  method,
  parameters,
  body,
}: Pick<Point, 'method' | 'parameters' | 'body'>): FirstCall['body'] {
  const members = parameters.filter(({ in: where }) => where === 'body')
  if (method === 'GET' || method === 'HEAD' || members.some(({ required }) => required)) return undefined
  if (members.length > 0) return 'optional'
  if (body === 'none' || body === 'unnamed') return body
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

/** What an endpoint requires besides the key, and what makes it answer JSON. */
export function wantedBy({ parameters }: Pick<Point, 'parameters'>, auth: Auth): RequiredArgument[] {
  return parameters.flatMap((parameter) => {
    const isWanted = parameter.required || jsonChoice(parameter) !== undefined
    if (!isWanted || isKey(parameter, auth) || isSentByClient(parameter, auth)) return []
    return [{ key: parameter.name, parameter }]
  })
}

/** Whether the endpoint reads the key, as far as is known: where only some do, it is said of each. */
export const takesKey = ({ key, parameters }: Point, auth: Auth): boolean =>
  auth.needed !== 'sometimes' || key === true || parameters.some((parameter) => isKey(parameter, auth))

/** A header `token` beside a bearer token is that token. */
const isSentByClient = ({ in: where, name }: Parameter, { scheme }: Auth): boolean =>
  where === 'header' &&
  (/^(?:content-type|content-length|accept|user-agent)$/i.test(name) || (scheme === 'bearer' && name === 'token'))

/** Whether no value is made up for the parameter: a member of the body that is a list or an object. */
export const isNested = ({ in: where, type }: Parameter): boolean =>
  where === 'body' && (type === 'array' || type === 'object')

/**
 * Whether the clients select this endpoint for these arguments: the first of which all names are given. Without any
 * argument PHP selects the first one in any case. An action, and a name that is the model's alone, would select as well,
 * but the clients pass both on to the API, which does not know them.
 */
export function isReached(points: readonly Point[], index: number, names: ReadonlySet<string>): boolean {
  if (names.size === 0 && index > 0) return false
  const selected = points.findIndex(
    ({ select }) => (select?.names ?? []).every((name) => names.has(name)) && select?.action === undefined,
  )
  return selected === index
}

export type StoredOperation = OperationsFile['entities'][number]['operations'][number]

/** Nobody who asks how to write wants to lose something: `POST /tokens/delete`. */
const UNDOES = /(?:^|[/_-])(?:delete|remove|destroy|erase|purge|revoke|cancel|archive|deactivate|disable)/i
const undoes = ({ path, select }: Point): boolean => UNDOES.test(path) || UNDOES.test(select?.action ?? '')

/**
 * The call of the endpoint that leaves the fewest things unknown, of the more general ones first: those without an
 * action, and with a short path. For writes the general comes before the known.
 */
export function callOf(entity: string, { op, points }: StoredOperation, auth: Auth): { call: Call; point: Point } {
  const candidates = points.map((point, index) => {
    const call = callOfPoint(entity, op, points, index, auth)
    const names = new Set([...Object.keys(call.arguments), ...(call.key_argument ? [call.key_argument] : [])])
    const length = point.path.split('/').length
    const rank = [
      point.unfilled ? 1 : 0,
      // A write to the thing itself, whatever it needs, before those to its parts.
      ...(isRead(op) ? [] : [undoes(point) ? 1 : 0, point.deprecated ? 1 : 0, point.select?.action ? 1 : 0, length]),
      points.length === 1 || isReached(points, index, names) ? 0 : 1,
      call.left?.length ?? 0,
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

/** Placeholders of the path that no parameter fills, as parameters; one of the same name says what they are. */
function unfilledOf({ path, parameters }: Point, auth: Auth): Parameter[] {
  const filled = parameters.filter((each) => each.in === 'path').map(({ name, api_name }) => api_name ?? name)
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!).filter((name) => !filled.includes(name))
  return names.flatMap((name): Parameter[] => {
    const { model_name: _, ...same } = parameters.find((each) => each.name === name) ?? {}
    const parameter = { ...same, name, in: 'path' as const, required: true as const }
    return isKey(parameter, auth) ? [] : [parameter]
  })
}

/** What a caller may give. */
export function allParameters(point: Point, auth: Auth): Parameter[] {
  const unfilled = unfilledOf(point, auth)
  const others = point.parameters.filter(({ name }) => !unfilled.some((each) => each.name === name))
  return [...others, ...unfilled]
}

/** What a caller has to give besides the key. */
export const requiredBy = (point: Point, auth: Auth): Parameter[] =>
  wantedBy({ parameters: allParameters(point, auth) }, auth).map(({ parameter }) => parameter)

/**
 * The endpoint that arguments of these names are for: the one that the clients would select, else the one whose call is
 * shown, else the first; undefined where none takes all of the names and needs no others but secrets.
 */
export function pointFor(operation: StoredOperation, names: ReadonlySet<string>, auth: Auth): Point | undefined {
  const { points } = operation
  const candidates = points.filter((point) => {
    const accepted = allParameters(point, auth).map(({ name }) => name)
    const isGiven = (parameter: Parameter) => names.has(parameter.name) || isSecret(parameter)
    return requiredBy(point, auth).every(isGiven) && [...names].every((name) => accepted.includes(name))
  })
  const selected = points.findIndex((_, index) => names.size > 0 && isReached(points, index, names))
  const preferred = [points[selected], callOf('', operation, auth).point]
  return preferred.find((point) => point && candidates.includes(point)) ?? candidates[0]
}

/** Values for the parameters of a call, in the place of samples. */
export interface GivenValues {
  values: Readonly<Record<string, Scalar>>
  headers?: Readonly<Record<string, Scalar>>
  /** What else is required gets a sample. */
  isPart?: true
}

/**
 * The call of one of the endpoints of an operation: with what selects it, or by the client's `direct` where the operation's
 * arguments cannot select it.
 */
export function callOfPoint(
  entity: string,
  op: StoredOperation['op'],
  points: readonly Point[],
  index: number,
  auth: Auth,
  given?: GivenValues,
): Call {
  const point = points[index]!
  const isOneOfSeveral = points.length > 1
  const key = point.parameters.find((parameter) => isKey(parameter, auth))
  const keyNames = auth.pass === 'argument' && key ? [key.name] : []
  const isComplete = given !== undefined && !given.isPart
  const { values, headers, guessed, examples, nested } = valuesOf(isComplete ? [] : wantedBy(point, auth), given)
  const left = nested.length > 0 || isComplete ? nested : nestedMembers(point)
  const offered = isComplete ? {} : optionalMembers(point, values)
  Object.assign(values, offered)
  const names = new Set([...Object.keys(values), ...keyNames])
  const isMissed = isOneOfSeveral && !isReached(points, index, names)
  const fillings = Object.fromEntries(
    unfilledOf(point, auth).map((parameter) => [parameter.name, values[parameter.name] ?? sampleOf(parameter).value]),
  )
  if (!isComplete) guessed.push(...Object.keys(fillings).filter((name) => values[name] === undefined))
  const isByHand = isMissed || point.unfilled !== undefined || Object.keys(fillings).length > 0
  const direct = directCall(op, point, values) ?? (isByHand ? requestParts(point, values) : undefined)
  if (direct && Object.keys(fillings).length > 0) direct.params = { ...direct.params, ...fillings }
  return {
    entity,
    op,
    method: point.method,
    path: point.path,
    arguments: values,
    why: isOneOfSeveral ? [] : ['one_endpoint'],
    ...(direct && { direct }),
    ...(isByHand && { missed: true as const }),
    ...(auth.pass === 'argument' && takesKey(point, auth) && { key_argument: key?.name ?? auth.name }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(guessed.length > 0 && { guessed }),
    examples,
    ...(Object.keys(offered).length > 0 && { offered: Object.keys(offered) }),
    ...(left.length > 0 && { left }),
    body: bodyKnown(point),
    ...(point.body_items && { items: point.body_items }),
  }
}

/** A value for each argument, and what else is given; lists and objects are left out. */
function valuesOf(required: readonly RequiredArgument[], given?: GivenValues) {
  const nested = required.flatMap(({ key, parameter }) => (isNested(parameter) ? { ...parameter, name: key } : []))
  const values: Record<string, Scalar> = {}
  const headers: Record<string, Scalar> = { ...given?.headers }
  const guessed: string[] = []
  const examples: string[] = []
  for (const { key, parameter } of required.filter(({ parameter }) => !isNested(parameter))) {
    const target = parameter.in === 'header' ? headers : values
    const stated = given?.values[key]
    const sample = stated === undefined ? sampleOf(parameter) : { value: stated, source: 'given' as const }
    target[key] = sample.value
    if (sample.source === 'form') guessed.push(key)
    if (sample.source === 'example') examples.push(key)
  }
  return { values: { ...values, ...given?.values }, headers, guessed, examples, nested }
}
