/** The request of a call by the API's own names, and whether the client returns its answer. */
import type { FirstCall, Parameter, Point } from '../catalog/record/facts.ts'
import { isRead } from '../catalog/record/languages.ts'
import { memberTypes } from '../catalog/record/traits.ts'

/** Whether the value of a parameter is a secret, by its name: it is read from a variable of the environment, too. */
export const isSecret = ({ name, in: where, type }: Pick<Parameter, 'name' | 'in' | 'type'>): boolean =>
  where !== 'path' &&
  type !== 'array' &&
  type !== 'object' &&
  /^(?!.*(?:page|next|sync|max)).*(?:authorization|api[-_ ]?key|token|secret|passw(?:or)?d|credentials?)$/i.test(name)

export const isFile = ({ type }: Pick<Parameter, 'type'>): boolean => type === 'file'

/** How the body is sent; a file needs multipart/form-data, wherever the description puts its parameter. */
export const bodyKind = ({ body, parameters }: Pick<Point, 'body' | 'parameters'>): Point['body'] =>
  parameters.some(isFile) ? 'multipart' : body

/** Whether an operation reads, by the record, and its method changes nothing. */
export const readsOnly = (op: FirstCall['op'], { method }: Point): boolean =>
  isRead(op) && (method === 'GET' || method === 'HEAD')

/** The arguments of a call by their place in the request; a place without arguments is absent. */
export interface RequestParts<Value> {
  /** The placeholders of the path name these. */
  params?: Record<string, Value> | undefined
  query?: Record<string, Value> | undefined
  body?: Record<string, Value> | undefined
}

export function requestParts<Value>(
  { parameters }: { parameters: readonly Parameter[] },
  values: Readonly<Record<string, Value>>,
): RequestParts<Value> {
  const parts: Record<keyof RequestParts<Value>, Record<string, Value>> = { params: {}, query: {}, body: {} }
  // The model may call one parameter as the API calls another.
  const names = new Set(parameters.map(({ name }) => name))
  for (const { name, model_name = name, api_name, in: where, type } of parameters) {
    const value = values[name] ?? (names.has(model_name) ? undefined : values[model_name])
    if (value === undefined || where === 'header') continue
    if (where === 'path') parts.params[api_name ?? name] = value
    else parts[isFile({ type }) ? 'body' : where][name] = value
  }
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0))
}

const isScalar = (type: string): boolean => type !== 'object' && type !== 'array'

/**
 * The same request for `direct`, which returns the body as it is; undefined if the client returns the records. Its `list`
 * returns an array of objects and nothing else; its `load` returns an object.
 */
export function directCall<Value>(
  op: FirstCall['op'],
  point: Point,
  values: Readonly<Record<string, Value>>,
): (RequestParts<Value> & { records?: string }) | undefined {
  const { answer, result } = point
  const isArray = answer?.list === true && answer.records === result
  // Clients send the arguments of a removal in the query.
  if (op === 'remove' && requestParts(point, values).body) return requestParts(point, values)
  const returnsAnswer = op === 'list' ? isArray && Object.keys(answer.fields).length > 0 : op !== 'load' || !isArray
  if (returnsAnswer) return undefined
  // A list of plain values is not the whole answer if it is of one record, or beside other values.
  const isPlain = Object.keys(answer?.fields ?? {}).length === 0
  const isWhole = isPlain && (op === 'load' || Object.values(memberTypes(answer?.around ?? {})).some(isScalar))
  const records = answer?.list && !isWhole ? answer.records : undefined
  return { ...requestParts(point, values), ...(records && { records }) }
}
