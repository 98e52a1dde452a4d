/** Which call answers a query with a hit: the endpoint that fits, and what is to be said about it. */
import type { Catalog } from '../../../catalog/catalog.ts'
import type { RankedHit } from '../../../catalog/rank/answer.ts'
import { type Asked, isRead } from '../../../catalog/rank/operations/asked.ts'
import type { FittingOperation } from '../../../catalog/rank/operations/choose.ts'
import { endpointsFor, type FittingEndpoint } from '../../../catalog/rank/operations/endpoints.ts'
import type { Point } from '../../../catalog/record/facts.ts'
import { isWeak } from '../../../catalog/search/words.ts'
import { type Call, callOfPoint } from '../../../catalog/usage/arguments.ts'
import { firstCallOf } from '../../../catalog/usage/quickstart.ts'
import { joinParts } from '../../../text/join-parts.ts'

/** An endpoint has a word in its path, or as a parameter, if it holds it as well as this. */
const IN_PATH = 0.65
/** Notes on words that the endpoint does not have. */
const MAX_NOTES = 2
/** An endpoint whose score is less behind the best fits as well. */
const AS_GOOD = 0.03

export type Near = FittingOperation & Partial<Pick<FittingEndpoint, 'operation' | 'index'>>

export interface ChosenCall {
  call: Call | undefined
  point?: Point | undefined
  /** All that have anything of the query, best first; operations where no endpoints are on record. */
  endpoints: readonly Near[]
  example?: boolean
  doubt?: string
}

/** The call of the endpoint that fits the query; else the SDK's first, as an example. */
export async function callFor(hit: RankedHit, { operations }: Pick<Catalog, 'operations'>): Promise<ChosenCall> {
  const { record, asked, operations: fitting } = hit
  const first = firstCallOf(record)
  const file = await operations(record.slug)
  if (!asked) return { call: first, endpoints: [], example: true }
  if (file === undefined || file === 'unreadable') {
    const [best] = fitting
    const doubt = `Its endpoints ${file ? 'cannot be read just now' : 'are not on record'}, so arguments are missing.`
    if (best?.fits) return { call: { entity: best.entity, op: best.op, arguments: {} }, endpoints: fitting, doubt }
    return { call: first, endpoints: fitting, example: true }
  }
  const endpoints = endpointsFor(asked, fitting, file.entities)
  const isFirst = ({ entity, op, operation, index }: FittingEndpoint): boolean => {
    const { method, path } = operation.points[index]!
    return first?.entity === entity && first.op === op && first.method === method && first.path === path
  }
  const [best] = endpoints
  const asGood = endpoints.filter(({ score }) => best!.score - score < AS_GOOD)
  const chosen = asGood.find(isFirst) ?? best
  // What else may be meant, where the SDK fits and has one operation, or the nearest is what it is for?
  const isOnly = file.entities.length === 1 && file.entities[0]!.operations.length === 1
  const isAlone = asGood.every((each) => each.operation === best!.operation)
  const isLikely = hit.fit === 'good' && chosen && (isOnly || (isAlone && isFirst(chosen) && isRead(chosen.op)))
  if (!chosen || !(best!.fits || isLikely)) {
    const { method, path } = best?.operation.points[best.index] ?? {}
    const doubt = best?.unasked && `The nearest is ${best.entity}.${best.op}, ${method} ${path}: is that meant?`
    const isAll = isOnly && hit.fit === 'good' && endpoints.length === 0
    return { call: first, endpoints, example: !isAll, ...(doubt && { doubt }) }
  }
  const { entity, op, operation, index, unasked } = chosen
  const call = isFirst(chosen) ? first : callOfPoint(entity, op, operation.points, index, record.auth)
  const doubt = joinParts(
    ' ',
    unasked && `The nearest endpoint: check that you want “${unasked}”.`,
    isRead(op) &&
      asked.ops.length > 0 &&
      !asked.ops.some(isRead) &&
      !isSaid(asked, chosen) &&
      'It reads; nothing on record writes that.',
    ...elsewhere(asked, chosen, endpoints),
  )
  return { call, point: operation.points[index]!, endpoints, ...(doubt && { doubt }) }
}

/** Whether words of the endpoint say what is to be done. */
const isSaid = ({ words }: Asked, { held }: FittingEndpoint): boolean =>
  words.some(({ isVerb }, at) => isVerb && held.words[at]! > 0)

/** Words of the query that the endpoint does not have, though another one has, or that are what the query is about. */
function elsewhere({ words }: Asked, chosen: FittingEndpoint, endpoints: readonly FittingEndpoint[]): string[] {
  const notes = words.flatMap(({ word, isOfAll, isVerb, isDetail }, at) => {
    const says = !word.light && !isWeak(word.text) && !/^\d/.test(word.text)
    if (!says || isOfAll || chosen.held.words[at]! > 0) return []
    const other = endpoints.find(({ held }) => held.words[at]! >= IN_PATH)
    if (other) return [`For “${word.text}” see ${other.entity}.${other.op}.`]
    return isDetail || isVerb ? [] : [`Nothing on record says “${word.text}”.`]
  })
  return notes.slice(0, MAX_NOTES)
}
