/** The arguments of a call: the parameters that an endpoint takes, and values for those that it requires. */
import type { Auth, FirstCall, OperationsFile, Parameter, Point, Scalar } from '../catalog/record/facts.ts'
import { operationName } from '../catalog/record/languages.ts'
import { requiredMembers } from '../catalog/record/traits.ts'
import { nonEmpty, withoutUndefined } from '../system/optional-members.ts'
import { directCall, type RequestParts, requestParts } from './request-by-api-names.ts'
import { isStated, jsonChoice, sampleOf } from './values/sample-values.ts'

/** @template Value of an argument; code may have marks on them */
export interface Call<Value = Scalar> {
  entity: string
  op: FirstCall['op']
  /** The client names these parameters. */
  arguments: Readonly<Record<string, Value>>
  /** The argument that is the key, if the client passes it so. */
  key_argument?: string | undefined
  /** The API requires these headers besides the key; no argument reaches them. */
  headers?: Readonly<Record<string, Value>> | undefined
  method?: string
  path?: string
  /** The same request for the client's `direct`, where the client drops what the API answers. */
  direct?: (RequestParts<Value> & { records?: string | undefined }) | undefined
  /** The client would request another path, whatever the arguments. */
  missed?: true | undefined
  /** The client's mock answers with these records, by id, instead of the network. */
  seed?: Readonly<Record<string, Readonly<Record<string, Scalar>>>>
  /** The caller gave every value. */
  given?: true
  /** Arguments with a guessed value. */
  guessed?: readonly string[] | undefined
  /** Reasons for this call; without `one_endpoint` the operation has several, with `no_key` it sends none. */
  why?: readonly FirstCall['why'][number][]
  /** Required members of the body that are lists or objects. */
  omitted?: readonly Parameter[]
  body?: FirstCall['body'] | undefined
}

type Entities = OperationsFile['entities']
export type StoredOperation = Entities[number]['operations'][number]

/** One endpoint of an operation. */
export interface Endpoint {
  entity: string
  operation: StoredOperation
  point: Point
}

/** `author.list GET /author`, as get_sdk_readme takes it. */
export const endpointName = ({ entity, operation: { op }, point: { method, path } }: Endpoint): string =>
  `${operationName({ entity, op })} ${method} ${path}`

/** The endpoint of a call, as the operations have it. */
export const calledPoint = (
  call: Pick<Call<unknown>, 'entity' | 'op' | 'method' | 'path'> | undefined,
  entities: Readonly<Entities>,
): Point | undefined =>
  entities
    .find(({ name }) => name === call?.entity)
    ?.operations.find(({ op }) => op === call?.op)
    ?.points.find(({ method, path }) => method === call?.method && path === call?.path)

type RecordedPoint = Pick<Point, 'method' | 'parameters' | 'body' | 'answer'>

/** What is recorded about the body; undefined for reads, and if members are required or may be. */
export function recordedBody({ method, parameters, body, answer }: RecordedPoint): FirstCall['body'] {
  const members = parameters.filter(({ in: where }) => where === 'body')
  if (method === 'GET' || method === 'HEAD') return undefined
  const isRequired = members.some((each) => each.required || requiredMembers(each.members).length > 0)
  // Models do not say which members are required, nor what the body of an answer is.
  if (members.length > 0) return isRequired || !answer?.body ? undefined : 'optional'
  if (body && body !== 'form' && body !== 'multipart') return body
  return method === 'DELETE' ? 'none' : 'unknown'
}

/** Whether the parameter is the key, or a secret beside it, according to the API description. */
export const isKey = ({ in: where, name, api_name: api }: Parameter, auth: Auth): boolean =>
  [auth, ...(auth.secrets ?? [])].some(
    (each) => where === each.in && (api ?? name).toLowerCase() === each.name?.toLowerCase(),
  )

/** The arguments that an endpoint requires besides the key, and the one that makes it answer JSON. */
export const requiredArguments = ({ parameters }: Pick<Point, 'parameters'>, auth: Auth): Parameter[] =>
  parameters.filter((parameter) => {
    const isRequired = parameter.required || jsonChoice(parameter) !== undefined
    return isRequired && !isKey(parameter, auth) && !isSentByClient(parameter, auth)
  })

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
export function isSelected({ points }: StoredOperation, point: Point, names: ReadonlySet<string>): boolean {
  if (points.length === 1) return true
  if (names.size === 0 && point !== points[0]) return false
  const selects = ({ select }: Point) =>
    select?.action === undefined && (select?.names ?? []).every((name) => names.has(name))
  return points.find(selects) === point
}

/** Names in braces: `{id}` in a path, `{region}` in the URL of a server. */
export const placeholderNames = (text: string): string[] => [...text.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!)

/** Makes parameters of placeholders that no path parameter fills, with the type of one of the same name elsewhere. */
function unfilledParameters({ path, parameters }: Point, auth: Auth): Parameter[] {
  const filled = parameters.filter((each) => each.in === 'path').map(({ name, api_name }) => api_name ?? name)
  const names = placeholderNames(path).filter((name) => !filled.includes(name))
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
  requiredArguments({ parameters: allParameters(point, auth) }, auth)

/** Divides parameters into required and optional ones, without the key and without headers. */
export function shownParameters(point: Point, auth: Auth): [required: Parameter[], optional: Parameter[]] {
  const required = requiredParameters(point, auth)
  const names = new Set(required.map(({ name }) => name))
  const isPassed = (each: Parameter) => each.in !== 'header' && !isKey(each, auth)
  return [
    required.filter(isPassed),
    allParameters(point, auth).filter((each) => isPassed(each) && !names.has(each.name)),
  ]
}

/** What a call passes in place of samples. */
export interface GivenValues<Value> {
  values: Readonly<Record<string, Value>>
  headers?: Readonly<Record<string, Scalar>>
}

/**
 * The call of one endpoint, with the arguments that select it; by the client's `direct` if no arguments can.
 * @param also optional parameters that get a sample, too
 */
export function callTo<Value = Scalar>(
  { entity, operation, point }: Endpoint,
  auth: Auth,
  given?: GivenValues<Value>,
  also: readonly Parameter[] = [],
): Call<Value | Scalar> {
  const { op, points } = operation
  const key = point.parameters.find((parameter) => isKey(parameter, auth))?.name
  const passesKey = auth.pass === 'argument'
  const { values, headers, guessed, omitted }: Samples<Value | Scalar> = given
    ? { headers: {}, guessed: [], omitted: [], ...given }
    : samplesFor([...requiredArguments(point, auth), ...also])
  const unfilled = unfilledParameters(point, auth)
  const params = Object.fromEntries(unfilled.map((each) => [each.name, values[each.name] ?? sampleOf(each).value]))
  const guesses = given ? [] : [...guessed, ...Object.keys(params).filter((name) => values[name] === undefined)]
  const names = argumentNames({ arguments: values, key_argument: passesKey ? key : undefined })
  const missed = [!isSelected(operation, point, names), point.unfilled, unfilled.length > 0].some(Boolean)
  const direct = directCall(op, point, values) ?? (missed ? requestParts(point, values) : undefined)
  const reasons = { one_endpoint: points.length === 1, no_key: !takesKey(point, auth) }
  return withoutUndefined({
    ...{ entity, op, method: point.method, path: point.path, arguments: values },
    why: (['one_endpoint', 'no_key'] as const).filter((reason) => reasons[reason]),
    direct: direct && withParams(direct, params),
    missed: missed || undefined,
    key_argument: passesKey && !reasons.no_key ? (key ?? auth.name) : undefined,
    headers: hasMembers(headers) ? headers : undefined,
    guessed: nonEmpty(guesses),
    omitted: nonEmpty(omitted),
    body: recordedBody(point),
    given: given && (true as const),
  }) as Call<Value | Scalar>
}

const hasMembers = (values: object): boolean => Object.keys(values).length > 0

const withParams = <Value>(direct: RequestParts<Value>, params: Record<string, Value>): RequestParts<Value> =>
  hasMembers(params) ? { ...direct, params: { ...direct.params, ...params } } : direct

/** Names of all that a call passes to an operation. */
export const argumentNames = ({
  arguments: values,
  key_argument: key,
}: Pick<Call<unknown>, 'arguments' | 'key_argument'>) =>
  new Set([...Object.keys(values), ...(key === undefined ? [] : [key])])

interface Samples<Value> {
  values: Readonly<Record<string, Value>>
  headers: Readonly<Record<string, Scalar>>
  guessed: string[]
  omitted: Parameter[]
}

/** Makes a value for each parameter but for lists and objects in the body, which are omitted. */
function samplesFor(parameters: readonly Parameter[]): Samples<Scalar> {
  const values: Record<string, Scalar> = {}
  const headers: Record<string, Scalar> = {}
  const guessed: string[] = []
  for (const parameter of parameters) {
    if (isNested(parameter)) continue
    const sample = sampleOf(parameter)
    const target = parameter.in === 'header' ? headers : values
    target[parameter.name] = sample.value
    if (!isStated(sample)) guessed.push(parameter.name)
  }
  return { values, headers, guessed, omitted: parameters.filter(isNested) }
}
