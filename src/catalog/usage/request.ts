/** The request behind a call, by the API's own names, and whether the client keeps what it answers. */
import type { FirstCall, Point, Scalar } from '../record/facts.ts'

type Values = Record<string, Scalar>

/** Where the arguments of a call go; absent for a place that has none. */
export interface RequestParts {
  /** By placeholder of the path. */
  params?: Values
  query?: Values
  body?: Values
}

export function requestParts({ parameters }: Point, given: Readonly<Values>): RequestParts {
  const parts: Required<RequestParts> = { params: {}, query: {}, body: {} }
  for (const { name, model_name = name, api_name, in: where } of parameters) {
    const value = given[name] ?? given[model_name]
    if (value === undefined || where === 'header') continue
    if (where === 'path') parts.params[api_name ?? name] = value
    else parts[where][name] = value
  }
  return Object.fromEntries(Object.entries(parts).filter(([, values]) => Object.keys(values).length > 0))
}

/**
 * The client's lists keep an array and drop everything else. `direct` returns the body as it is; present where the
 * records of a list are not known to be the array that the client takes.
 */
export function directCall(op: string, point: Point, given: Readonly<Values>): FirstCall['direct'] {
  const { answer, result } = point
  if (op !== 'list' || (answer?.list && answer.records === result)) return undefined
  return { ...requestParts(point, given), ...(answer?.list && answer.records && { records: answer.records }) }
}
