/** Chooses what find_sdk shows code of: for each need the first hit that has the operation, and its endpoints, best first. */
import type { Catalog } from '../../../catalog/catalog.ts'
import type { RankedHit } from '../../../catalog/rank/answer.ts'
import type { QueryIntent } from '../../../catalog/rank/operations/query-intent.ts'
import { rankEndpoints, type ScoredEndpoint } from '../../../catalog/rank/operations/rank-endpoints.ts'
import type { OperationsFile, Point } from '../../../catalog/record/facts.ts'
import type { SdkRecord } from '../../../catalog/record/record.ts'
import { entitiesIn } from '../../../catalog/store/operations.ts'
import { type Call, callOfPoint } from '../../../catalog/usage/arguments.ts'
import { firstCallOf } from '../../../catalog/usage/quickstart.ts'

/** An endpoint whose score is less behind the best may be meant as well. */
const AMBIGUITY_MARGIN = 0.2
/** SDKs in one answer: a need of two parts has two. */
const MAX_SDKS = 2
/** Hits of one need that are tried until one has the operation. */
const MAX_TRIED = 3

export interface ChosenCall {
  record: SdkRecord
  intent: QueryIntent | undefined
  call: Call | undefined
  point?: Point | undefined
  /** All that match any word of the query, best first. */
  endpoints: readonly ScoredEndpoint[]
  /** Entities in the file of operations. */
  entities: Entities
  /** Another operation may be meant. */
  isUncertain: boolean
  caveat?: string | undefined
}

type Entities = OperationsFile['entities']
type Operations = Pick<Catalog, 'operations'>

/** @returns one for each need that has a hit that fits, at most two */
export async function chooseCalls(hits: readonly RankedHit[], catalog: Operations): Promise<ChosenCall[]> {
  const needs = [...Map.groupBy(hits, ({ need }) => need).values()].map(hitsToTry)
  const calls: ChosenCall[] = []
  for (const tried of needs.filter(({ length }) => length > 0)) {
    const chosen = await firstWithOperation(tried, catalog)
    if (!calls.some(({ record }) => record.slug === chosen.record.slug)) calls.push(chosen)
    if (calls.length === MAX_SDKS) break
  }
  return calls
}

/** Hits of one need that fit; only good ones, if there are any and the query names no SDK. */
function hitsToTry(hits: readonly RankedHit[]): readonly RankedHit[] {
  const fitting = hits.filter(({ fit }) => fit !== 'none')
  const good = fitting.filter(({ fit }) => fit === 'good')
  const namesSdk = fitting[0] !== undefined && titleWords(fitting[0]).length > 0
  return (namesSdk ? fitting : good.length > 0 ? good : fitting.slice(0, 1)).slice(0, MAX_TRIED)
}

/** Words of the query that are in the SDK's title. */
const titleWords = ({ intents }: RankedHit): string[] =>
  intents()[0]?.words.flatMap(({ word, isInSdkTitle }) => (isInSdkTitle && !word.light ? word.text : [])) ?? []

/** The call of the first hit that has the operation, else the nearest of the first hit. */
async function firstWithOperation(hits: readonly RankedHit[], catalog: Operations): Promise<ChosenCall> {
  let first: { names: string[]; chosen: ChosenCall } | undefined
  for (const hit of hits) {
    const names = titleWords(hit)
    // Whoever names an SDK wants that one.
    if (first?.names.some((name) => !names.includes(name))) continue
    const { fits, ...chosen } = await chooseCall(hit, catalog)
    if (fits) return chosen
    first ??= { names, chosen }
  }
  return first!.chosen
}

/** The endpoint that fits the query; else the nearest, or the SDK's first call. */
async function chooseCall(hit: RankedHit, { operations }: Operations): Promise<ChosenCall & { fits: boolean }> {
  const { record } = hit
  const [intent] = hit.intents()
  const first = firstCallOf(record)
  const file = await operations(record.slug)
  const entities = entitiesIn(file)
  const ranked = hit.operations()
  if (entities.length === 0) {
    const fits = ranked[0]?.fits ?? false
    const call: Call | undefined = fits ? { entity: ranked[0]!.entity, op: ranked[0]!.op, arguments: {} } : first
    const caveat = `Its endpoints ${file ? 'cannot be read just now' : 'are not on record'}, so arguments are missing.`
    return { record, intent, call, endpoints: [], entities, isUncertain: !fits, caveat, fits }
  }
  const endpoints = intent ? rankEndpoints(intent, ranked, entities) : []
  const [best, second] = endpoints
  const isFirst = best !== undefined && isSame(pointOf(best), first)
  const fits = best?.fits ?? false
  const isNear = fits || (best && !best.isOtherResource)
  const isUncertain = !fits || best!.score - (second?.score ?? 0) < AMBIGUITY_MARGIN
  const base = { record, intent, endpoints, entities, isUncertain, fits }
  if (!isNear || isFirst) return { ...base, call: first, point: pointsIn(entities).find((each) => isSame(each, first)) }
  const { entity, op, operation, index } = best!
  return { ...base, call: callOfPoint(entity, op, operation.points, index, record.auth), point: pointOf(best!) }
}

const pointsIn = (entities: Entities): Point[] =>
  entities.flatMap(({ operations }) => operations.flatMap(({ points }) => points))
const isSame = ({ method, path }: Point, call: Call | undefined): boolean =>
  method === call?.method && path === call.path
const pointOf = ({ operation, index }: ScoredEndpoint): Point => operation.points[index]!
