/** What to pass to an operation: values for its required parameters, and which of several endpoints they reach. */

import type { Auth, FirstCall, OperationsFile, Parameter, Point, Scalar } from '../record/facts.ts'
import { sampleOf } from './sample-values.ts'

export interface Call {
  entity: string
  op: FirstCall['op']
  /** What to pass, by the client's names. */
  arguments: Readonly<Record<string, Scalar>>
  /** The argument that carries the key, where the client sends it so. */
  key_argument?: string | undefined
  /** Required headers besides the key; no argument reaches them. */
  headers?: Readonly<Record<string, Scalar>>
  method?: string
  path?: string
  guessed?: readonly string[] | undefined
  /** What speaks for it; without `one_endpoint` it is one of several behind the operation. */
  why?: readonly FirstCall['why'][number][]
  /** Required members that are lists or objects; no value is made up for them. */
  left?: readonly string[]
}

export interface Wanted {
  /** The name to pass it under. */
  key: string
  parameter: Parameter
}

/** The parameter that carries the key, as the description knows it. */
export const isKey = ({ in: where, name, api_name: api }: Parameter, auth: Auth): boolean =>
  where === auth.in && (api ?? name).toLowerCase() === auth.name?.toLowerCase()

/** What an endpoint demands besides the key; one that several names select is passed under both of its names. */
export function wantedBy(point: Point, isOneOfSeveral: boolean, auth: Auth): Wanted[] {
  const chosenBy = new Set(isOneOfSeveral ? point.select?.names : [])
  const needed = point.parameters.filter(
    (parameter) =>
      (parameter.required || chosenBy.has(parameter.model_name ?? parameter.name)) &&
      !isKey(parameter, auth) &&
      !isCarried(parameter),
  )
  return needed.flatMap((parameter) => {
    const { name, model_name: own } = parameter
    const selects = own !== undefined && chosenBy.has(own) ? [{ key: own, parameter }] : []
    return [{ key: name, parameter }, ...selects]
  })
}

/** Headers that the clients send by themselves. */
const isCarried = ({ in: where, name }: Parameter): boolean =>
  where === 'header' && /^(?:content-type|accept|user-agent)$/i.test(name)

/** No value is made up for a member of the body that is a list or an object. */
export const isNested = ({ in: where, type }: Parameter): boolean =>
  where === 'body' && (type === 'array' || type === 'object')

/**
 * Whether the clients take this endpoint with these arguments. They take the first of which all names and the action
 * are given; without any argument, PHP takes the first whatever it wants.
 */
export function isReached(points: readonly Point[], index: number, given: ReadonlySet<string>): boolean {
  if (given.size === 0 && index > 0) return false
  const action = given.has('$action') ? points[index]!.select?.action : undefined
  const taken = points.findIndex(
    ({ select }) => (select?.names ?? []).every((name) => given.has(name)) && select?.action === action,
  )
  return taken === index
}

type Operation = OperationsFile['entities'][number]['operations'][number]

/** The call that reaches one endpoint of an operation: the one with the fewest things unknown. */
export function callOf(entity: string, { op, points }: Operation, auth: Auth): { call: Call; point: Point } {
  const candidates = points.map((point, index) => {
    const call = callOfPoint(entity, op, points, index, auth)
    const names = new Set([...Object.keys(call.arguments), ...(call.key_argument ? [call.key_argument] : [])])
    const rank = [
      point.unfilled ? 1 : 0,
      points.length === 1 || isReached(points, index, names) ? 0 : 1,
      call.left?.length ?? 0,
      point.deprecated ? 1 : 0,
      call.guessed?.length ?? 0,
      names.size,
    ]
    return { call, point, rank }
  })
  return candidates.reduce((best, one) => (isBefore(one.rank, best.rank) ? one : best))
}

const isBefore = (a: readonly number[], b: readonly number[]): boolean => {
  const at = a.findIndex((value, index) => value !== b[index])
  return at >= 0 && a[at]! < b[at]!
}

function callOfPoint(entity: string, op: Operation['op'], points: readonly Point[], index: number, auth: Auth): Call {
  const point = points[index]!
  const wanted = wantedBy(point, points.length > 1, auth)
  const given: Record<string, Scalar> = {}
  const headers: Record<string, Scalar> = {}
  const guessed = new Set<string>()
  for (const { key, parameter } of wanted.filter((one) => !isNested(one.parameter))) {
    const sample = sampleOf(parameter)
    const into = parameter.in === 'header' ? headers : given
    into[key] = sample.value
    if (sample.guessed) guessed.add(key)
  }
  if (points.length > 1 && point.select?.action) given.$action = point.select.action
  const left = wanted.filter(({ parameter }) => isNested(parameter)).map(({ key }) => key)
  const key = point.parameters.find((parameter) => isKey(parameter, auth))
  return {
    entity,
    op,
    method: point.method,
    path: point.path,
    arguments: given,
    why: points.length === 1 ? ['one_endpoint'] : [],
    ...(auth.pass === 'argument' && { key_argument: key?.name ?? auth.name }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(guessed.size > 0 && { guessed: [...guessed] }),
    ...(left.length > 0 && { left }),
  }
}
