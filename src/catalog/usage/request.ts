/** The request behind a call, by the API's own names, and whether the client keeps what it answers. */
import type { FirstCall, Parameter, Point, Scalar } from '../record/facts.ts'
import { isRead } from '../record/languages.ts'

/** Whether the value of a parameter is a secret, by its name: it is read from a variable of the environment, too. */
export const isSecret = ({ name, in: where, type }: Pick<Parameter, 'name' | 'in' | 'type'>): boolean =>
  where !== 'path' &&
  type !== 'array' &&
  type !== 'object' &&
  /^(?!.*(?:page|next|sync|max)).*(?:authorization|api[-_ ]?key|token|secret|passw(?:or)?d|credentials?)$/i.test(name)

/** Only reading, by the record: an operation that reads, with a method that changes nothing. */
export const readsOnly = (op: FirstCall['op'], { method }: Point): boolean =>
  isRead(op) && (method === 'GET' || method === 'HEAD')

/** Where the arguments of a call go; absent for a place that has none. */
export interface RequestParts<Value> {
  /** By placeholder of the path. */
  params?: Record<string, Value>
  query?: Record<string, Value>
  body?: Record<string, Value>
}

export function requestParts<Value>(
  { parameters }: Pick<Point, 'parameters'>,
  given: Readonly<Record<string, Value>>,
): RequestParts<Value> {
  const parts: Required<RequestParts<Value>> = { params: {}, query: {}, body: {} }
  // The model may call one parameter as the API calls another.
  const names = new Set(parameters.map(({ name }) => name))
  for (const { name, model_name = name, api_name, in: where } of parameters) {
    const value = given[name] ?? (names.has(model_name) ? undefined : given[model_name])
    if (value === undefined || where === 'header') continue
    if (where === 'path') parts.params[api_name ?? name] = value
    else parts[where][name] = value
  }
  return Object.fromEntries(Object.entries(parts).filter(([, values]) => Object.keys(values).length > 0))
}

const isScalar = (type: string): boolean => type !== 'object' && type !== 'array'

/**
 * The same request for `direct`, which returns the body as it is; nothing where the client returns the records. Its lists
 * keep an array of objects and lose everything else; its loads keep an object.
 */
export function directCall(
  op: FirstCall['op'],
  point: Point,
  given: Readonly<Record<string, Scalar>>,
): FirstCall['direct'] {
  const { answer, result } = point
  const isArray = answer?.list === true && answer.records === result
  // Clients send the arguments of a removal in the query.
  if (op === 'remove' && requestParts(point, given).body) return requestParts(point, given)
  const isKept = op === 'list' ? isArray && Object.keys(answer.fields).length > 0 : op !== 'load' || !isArray
  if (isKept) return undefined
  // A list of plain values is not all that there is of one thing, or beside other values.
  const isPlain = Object.keys(answer?.fields ?? {}).length === 0
  const isWhole = isPlain && (op === 'load' || Object.values(answer?.around ?? {}).some(isScalar))
  const records = answer?.list && !isWhole ? answer.records : undefined
  return { ...requestParts(point, given), ...(records && { records }) }
}
