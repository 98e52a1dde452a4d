/** The one call that is shown of an endpoint: its values with marks, and what it takes besides as comments. */

import type { OperationsFile, Parameter, Point, Scalar } from '../catalog/record/facts.ts'
import { isRead } from '../catalog/record/languages.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { withoutUndefined } from '../system/optional-members.ts'
import { joinParts } from '../text/join-parts.ts'
import { allParameters, type Call, type Endpoint, shownParameters } from './arguments.ts'
import { isFirstCall, shownCall } from './choose-endpoint.ts'
import { byUse, NAMES } from './parameter-names.ts'
import { marked, markedSample, offered } from './reference/marks.ts'
import { bodyFields, pointsOf } from './reference/request-body.ts'
import { isFile, requestParts } from './request-by-api-names.ts'
import { type Entries, type Expression, isMap, List, Marked, UNKNOWN } from './values/expression.ts'
import { meaningOf } from './values/parameter-meanings.ts'

/** How one operation is called: what code, `curl` and the command line are written from. */
export interface Plan<Value = Scalar> {
  record: SdkRecord
  call: Call<Value>
  /** Undefined where the endpoints of the SDK are not on record. */
  endpoint?: Endpoint | undefined
  shown: Shown
}

/** The plan of an endpoint. @param rank of optional parameters, the most useful first */
export function planFor(
  record: SdkRecord,
  endpoint: Endpoint,
  entities: OperationsFile['entities'] = [],
  rank?: (parameters: readonly Parameter[]) => Parameter[],
): Plan & { endpoint: Endpoint } {
  const call = shownCall(record, endpoint)
  return { record, call, endpoint, shown: shownPoint(record, call, endpoint.point, entities, rank) }
}

/** The plan of a call whose endpoint is not at hand, but for what the record has of its first call. */
export const planOf = (record: SdkRecord, call: Call): Plan => ({ record, call, shown: shownOf(record, call) })

/** Facts of the endpoint that a program shows beside the values of the call. */
export interface Shown extends Partial<Omit<Point, 'parameters'>> {
  parameters: readonly Parameter[]
  /** Comments offer these optional parameters, in this order. */
  offered: readonly Parameter[]
}

/** A call offers at most so many optional parameters; twice as many where it writes and nothing is required. */
const MAX_OFFERED = 4

/**
 * The endpoint with what a program offers.
 * @param entities of the SDK: the fields of its own are what is known of a body that is not on record
 * @param rank optional parameters, the most useful first
 */
function shownPoint(
  record: SdkRecord,
  call: Call<unknown>,
  point: Point,
  entities: OperationsFile['entities'] = [],
  rank: (parameters: readonly Parameter[]) => Parameter[] = byUse,
): Shown {
  const told = (each: Parameter): Parameter => withShared(each, entities)
  const [required, optional] = shownParameters(point, record.auth)
  const fields = bodyFields(call, pointsOf(call.entity, point, entities))
  const offered = rank([...optional, ...fields])
    .slice(0, isRead(call.op) || required.length > 0 ? MAX_OFFERED : 2 * MAX_OFFERED)
    .map(told)
  return { ...point, parameters: allParameters(point, record.auth).map(told), offered }
}

/** An example that many endpoints share says little about one of them. */
const MIN_SHARED = 3

function withShared(parameter: Parameter, entities: OperationsFile['entities']): Parameter {
  const { name, type = 'string', meaning, format, example, enum: choices } = parameter
  if (type !== 'string' || meaning || format || choices || example === undefined || NAMES.page.test(name))
    return parameter
  const points = entities.flatMap(({ operations }) => operations.flatMap((each) => each.points))
  const count = points.filter((each) =>
    each.parameters.some((one) => one.name === name && one.example === example),
  ).length
  if (count < MIN_SHARED) return parameter
  // `patient.drug:aspirin` names a field of one endpoint; others have their own.
  const isOfOne = !parameter.required && /^[\w.]+:\S|^\w+(?:\.\w+){2,}$/.test(String(example))
  const shared = isOfOne ? `in the form of ${example}, with its own fields` : `${count} endpoints share the example`
  const about = joinParts('; ', meaningOf(parameter), shared)
  return { ...parameter, about, ...(isOfOne && { example: undefined }) }
}

/** The record describes the endpoint of its first call and no other. */
function shownOf(record: SdkRecord, call: Call<unknown>): Shown {
  if (!isFirstCall(record, call)) return { parameters: [], offered: [] }
  const { method, path, sends, answers, takes: parameters = [] } = record.first_call!
  const answer = answers && { answer: { body: answers, fields: {} } }
  return shownPoint(record, call, {
    ...{ method, path, parameters },
    ...(sends && { body: sends }),
    ...answer,
  })
}

/** An endpoint that searches finds nothing without what people look for, and one that is asked to send a file needs it. */
const SEARCHES = /search|find|lookup|suggest|autocomplete|geocode/i

/** The call with its marks; none on values that are the caller's. */
export function markedCall(call: Call<Expression>, { parameters, offered: others }: Shown): Call<Expression> {
  if (call.given) return call
  const { arguments: values, headers, direct, omitted = [], path = '' } = call
  const markAll = (given: Entries = {}): Entries =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, marked(parameterOf(name, value, parameters), value)]),
    )
  const isEmpty = Object.keys({ ...values, ...headers, ...direct?.params }).length + omitted.length === 0
  const sought =
    isEmpty && SEARCHES.test(path)
      ? parameters.find(({ name, in: where }) => where === 'query' && NAMES.search.test(name))
      : others.slice(0, 1).find(isFile)
  const more = [
    ...omitted.map((each) => [each.name, markedSample(each)]),
    ...(sought ? [[sought.name, markedSample(sought)]] : []),
    ...others
      .filter(({ name, in: where }) => where !== 'header' && values[name] === undefined && name !== sought?.name)
      .filter(({ name }) => omitted.every((each) => each.name !== name))
      .map((each) => [each.name, offered(each)]),
  ]
  const added: Readonly<Record<string, Marked>> = Object.fromEntries(more)
  const parts = requestParts({ parameters: [...parameters, ...others] }, added)
  return withoutUndefined({
    ...call,
    arguments: { ...markAll(values), ...added },
    headers: headers && markAll(headers),
    direct: direct && {
      ...direct,
      params: { ...markAll(direct.params), ...parts.params },
      query: { ...markAll(direct.query), ...parts.query },
      body: { ...markAll(direct.body), ...parts.body },
    },
  })
}

/** Finds the parameter of a name; without facts its value says the type. */
function parameterOf(name: string, value: Expression, parameters: readonly Parameter[]): Parameter {
  const type = typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value
  return (
    parameters.find((each) => each.name === name) ??
    parameters.find(({ api_name }) => api_name === name) ?? { name, in: 'query', type: type as 'string' }
  )
}

/** Makes code of a value of JSON. */
export function fromJson(value: unknown): Expression {
  if (Array.isArray(value)) return new List(value.map(fromJson))
  if (typeof value !== 'object' || value === null) return value as Scalar
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fromJson(each)]))
}

/** Gives the values alone, as JSON has them, without offers. */
export function plainValue(value: Expression): unknown {
  if (value instanceof Marked) return plainValue(value.value)
  if (value instanceof List) return value.values.map(plainValue)
  if (!isMap(value)) return value
  const entries = Object.entries(value).filter(([, each]) => !isOffer(each))
  return Object.fromEntries(entries.map(([name, each]) => [name, plainValue(each)]))
}

const isOffer = (value: Expression): boolean => value instanceof Marked && value.isOffered

export interface Mark {
  /** `year`; of a member `items[].sku`. */
  name: string
  /** Absent for a list or an object, and where none is on record. */
  value?: Scalar
  mark: string
  isOffered: boolean
}

/** The marks of entries and of their members, for surfaces whose code has no place for them. */
export function marksOf(entries: Entries, prefix = ''): Mark[] {
  return Object.entries(entries).flatMap(([key, entry]): Mark[] => {
    if (!(entry instanceof Marked)) return []
    const { value, mark, isOffered } = entry
    const name = prefix + key
    const own = { name, mark, isOffered }
    if (value instanceof List) {
      const members = value.values.flatMap((each) => (isMap(each) ? marksOf(each, `${name}[].`) : []))
      return [{ ...own }, ...members]
    }
    if (isMap(value)) return [own, ...marksOf(value, `${name}.`)]
    return [value === UNKNOWN ? own : { ...own, value: value as Scalar }]
  })
}
