/** Chooses what find_sdk shows code of: for each need the first hit that has the operation, and its endpoints, best first. */

import type { OperationsFile } from '../catalog/record/facts.ts'
import type { Target } from '../catalog/record/languages.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import type { Call } from '../code/arguments.ts'
import { firstCallOf } from '../code/quickstart.ts'
import {
  type Endpoint,
  endpointsShown,
  MAX_LINES,
  MIN_LINES,
  namesBeside,
  reachableFirst,
} from '../code/reference/operation-sheet.ts'
import { isProgramStep } from '../query/follow-ups.ts'
import type { QueryIntent } from '../search/operations/query-intent.ts'
import { rankEndpoints, rankOperations } from '../search/operations/score-operations.ts'
import type { RankedHit } from '../search/ranked-answer.ts'
import type { Catalog } from '../store/open-catalog.ts'
import { entitiesIn } from '../store/operations.ts'
import { callOfEndpoint } from './resolve-operation.ts'

/** An endpoint whose score is less behind the best may be meant as well. */
const AMBIGUITY_MARGIN = 0.15
/** SDKs in one answer: a need of two parts has two. */
const MAX_SDKS = 2
/** Of a file of operations that is there. */
const UNREADABLE = 'Its endpoints cannot be read just now.'
/** Hits of one need that are tried until one has the operation. */
const MAX_TRIED = 3

export interface ChosenCall {
  record: SdkRecord
  intent: QueryIntent | undefined
  call: Call | undefined
  /** The endpoint of the call first; empty if the SDK has no file of operations. */
  endpoints: readonly Endpoint[]
  /** Entities in the file of operations. */
  entities: Entities
  /** Names of more operations. */
  others?: string[]
  /** The query names the SDK. */
  isNamed: boolean
  /** Texts of the steps after the first that it serves. */
  steps: readonly (string | undefined)[]
  /** Another operation may be meant. */
  isUncertain: boolean
  /** What to read next: of the next step, else of the first. */
  next?: Endpoint | undefined
  caveat?: string | undefined
}

type Entities = OperationsFile['entities']
type Operations = Pick<Catalog, 'operations'>

/** @returns one for each need that has a hit that fits, at most two */
export async function chooseCalls(
  hits: readonly RankedHit[],
  target: Target,
  catalog: Operations,
): Promise<ChosenCall[]> {
  const needs = [...Map.groupBy(hits, ({ need }) => need).values()]
  const calls: ChosenCall[] = []
  for (const need of needs) {
    const tried = hitsToTry(need)
    if (tried.length === 0 || isServed(tried[0]!, calls)) continue
    // Whoever wants two things of one SDK names it once.
    const steps = needs.flatMap(([hit]) => (hit === need[0] ? [] : hit!.intents().slice(0, 1)))
    const chosen = await firstWithOperation(tried, steps, target, catalog)
    if (!calls.some(({ record }) => record.slug === chosen.record.slug)) calls.push(chosen)
    if (calls.length === MAX_SDKS) break
  }
  return calls
}

/** Whoever names one SDK and not another wants both needs of it, if it does both. */
function isServed(hit: RankedHit, calls: readonly ChosenCall[]): boolean {
  const text = hit.intents()[0]?.text
  return calls.some(({ isNamed, steps }) => isNamed && steps.includes(text)) && titleWords(hit).length === 0
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

/** Of the first hit that has the operation, else of the first hit. */
async function firstWithOperation(
  hits: readonly RankedHit[],
  steps: readonly QueryIntent[],
  target: Target,
  catalog: Operations,
): Promise<ChosenCall> {
  let first: { names: string[]; chosen: ChosenCall } | undefined
  for (const hit of hits) {
    const names = titleWords(hit)
    // Whoever names an SDK wants that one.
    if (first?.names.some((name) => !names.includes(name))) continue
    const { fits, ...chosen } = await chooseCall(hit, steps, target, catalog)
    if (fits) return chosen
    first ??= { names, chosen }
  }
  return first!.chosen
}

async function chooseCall(
  hit: RankedHit,
  steps: readonly QueryIntent[],
  target: Target,
  { operations }: Operations,
): Promise<ChosenCall & { fits: boolean }> {
  const { record } = hit
  const [intent, ...followUps] = hit.intents()
  const file = await operations(record.slug)
  const entities = entitiesIn(file)
  const programSteps = [...followUps, ...steps].filter(({ text }) => !isProgramStep(text))
  if (entities.length === 0) return { ...callByRecord(hit, programSteps), ...(file && { caveat: UNREADABLE }) }
  const ranked = intent ? rankEndpoints(intent, record, entities) : []
  const [best, second] = ranked
  const fits = best?.fits ?? false
  const served = programSteps.flatMap(({ text, ...step }) => {
    const [endpoint] = rankEndpoints({ text, ...step }, record, entities)
    return endpoint?.fits ? [{ text, endpoint }] : []
  })
  const ofSteps = served.map(({ endpoint }) => endpoint)
  const likely = best ? [best, ...ofSteps, ...ranked.slice(1)] : ofSteps
  const distinct = [...new Map(likely.map((each) => [each.point, each])).values()]
  const isAhead = fits && best!.score - (second?.score ?? 0) >= AMBIGUITY_MARGIN
  const max = isAhead ? Math.min(MAX_LINES, MIN_LINES + ofSteps.length) : MAX_LINES
  const shown = endpointsShown(record, distinct, entities, max)
  const isUncertain = shown.length > 1 && !isAhead
  // What was clearly asked for stays first, even if the program cannot do it.
  const endpoints = isUncertain
    ? reachableFirst(record, shown, target)
    : [shown[0]!, ...reachableFirst(record, shown.slice(1), target)]
  const call = callOfEndpoint(record, endpoints[0]!)
  const [step] = ofSteps
  const next = endpoints.find(({ point }) => point === step?.point) ?? endpoints[0]
  const others = namesBeside(shown, record, distinct, entities)
  const isNamed = titleWords(hit).length > 0
  const servedTexts = served.map(({ text }) => text)
  return { record, intent, call, endpoints, entities, others, isNamed, steps: servedTexts, isUncertain, next, fits }
}

/** What the record alone has: names of operations. */
function callByRecord(hit: RankedHit, steps: readonly QueryIntent[]): ChosenCall & { fits: boolean } {
  const { record } = hit
  const [best, ...rest] = hit.operations().filter(({ fits }) => fits)
  const call = best ? { entity: best.entity, op: best.op, arguments: {} } : firstCallOf(record)
  const ofSteps = steps.flatMap((step) => rankOperations(step, record)[0] ?? []).filter(({ fits }) => fits)
  const names = [...ofSteps, ...rest].map(({ entity, op }) => `${entity}.${op}`)
  const others = [...new Set(names)].slice(0, MIN_LINES)
  return {
    record,
    intent: hit.intents()[0],
    call,
    endpoints: [],
    entities: [],
    others,
    isNamed: titleWords(hit).length > 0,
    steps: [],
    isUncertain: !best,
    fits: !!best,
  }
}
