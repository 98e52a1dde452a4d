/** Which calls answer a query with its hits: the endpoints that fit, and what is to be said about them. */
import type { Catalog } from '../../../catalog/catalog.ts'
import type { RankedHit } from '../../../catalog/rank/answer.ts'
import type { Asked } from '../../../catalog/rank/operations/asked.ts'
import type { FittingOperation } from '../../../catalog/rank/operations/choose.ts'
import { endpointsFor, type FittingEndpoint } from '../../../catalog/rank/operations/endpoints.ts'
import { isOwnStep } from '../../../catalog/rank/parse/needs.ts'
import type { OperationsFile, Point } from '../../../catalog/record/facts.ts'
import { isRead } from '../../../catalog/record/languages.ts'
import type { SdkRecord } from '../../../catalog/record/record.ts'
import { isWeak } from '../../../catalog/search/words.ts'
import { type Call, callOfPoint } from '../../../catalog/usage/arguments.ts'
import { firstCallOf } from '../../../catalog/usage/quickstart.ts'
import { joinParts } from '../../../text/join-parts.ts'

/** An endpoint whose score is less behind the best fits as well. */
const AS_GOOD = 0.03
/** Calls in one answer: a need of two parts has two. */
const MAX_CALLS = 2
/** Hits of one need that are tried, where those before do not do what was asked for. */
const MAX_TRIED = 3

export type Near = FittingOperation & Partial<Pick<FittingEndpoint, 'operation' | 'index'>>

export interface ChosenCall {
  record: SdkRecord
  asked: Asked | undefined
  call: Call | undefined
  point?: Point | undefined
  /** All that have anything of the query, best first; operations where no endpoints are on record. */
  endpoints: readonly Near[]
  /** Of the file of operations, where there is one. */
  entities?: OperationsFile['entities'] | undefined
  /** It is not what was asked for. */
  example?: true
  /** What is missing, to be said first. */
  warning?: string
  doubt?: string | undefined
  /** It is made with the SDK of the call before it. */
  isNext?: true
}

type Operations = Pick<Catalog, 'operations'>

/** Of the first hit of each need that fits well and does it, and of what is to be done next with it. */
export async function callsFor(query: string, hits: readonly RankedHit[], catalog: Operations): Promise<ChosenCall[]> {
  const needs = [...Map.groupBy(hits, ({ need }) => need).values()].flatMap((all) => {
    const good = all.filter(({ fit }) => fit === 'good')
    const tried = good.length > 0 ? good : all.filter(({ fit }) => fit !== 'none').slice(0, 1)
    return tried.length > 0 ? [tried.slice(0, MAX_TRIED)] : []
  })
  const placeOf = ([hit]: readonly RankedHit[]) => query.indexOf(hit!.need ?? '')
  const calls: ChosenCall[] = []
  for (const tried of needs.slice(0, MAX_CALLS).sort((a, b) => placeOf(a) - placeOf(b))) {
    const [hit] = tried as [RankedHit]
    const [before] = calls
    if (before && calls.some(({ asked }) => asked?.text === hit.need)) continue
    const same = before && namesIn(hit).length === 0 && hit.asked && nextCall(before, hit.asked)
    if (same) calls.push(same)
    else {
      const isServed = ({ text }: Asked): boolean => needs.some(([first]) => first!.need === text)
      calls.push(...withNext(await bestOf(tried, catalog), isServed))
    }
  }
  return calls.slice(0, MAX_CALLS)
}

/** Words of the query that are in a name of the SDK. */
const namesIn = ({ asked }: RankedHit): string[] =>
  asked?.words.flatMap(({ word, isOfAll }) => (isOfAll && !word.light ? word.text : [])) ?? []

interface Chosen {
  hit: RankedHit
  chosen: ChosenCall
}

async function bestOf(hits: readonly RankedHit[], catalog: Operations): Promise<Chosen> {
  let first: Chosen | undefined
  for (const hit of hits) {
    const names = namesIn(hit)
    if (first && namesIn(first.hit).some((name) => !names.includes(name))) continue
    const chosen = await callFor(hit, catalog)
    if (!chosen.example) return { hit, chosen }
    first ??= { hit, chosen }
  }
  return first!
}

/** @param isServed whether another SDK does it */
function withNext({ hit, chosen }: Chosen, isServed: (asked: Asked) => boolean): ChosenCall[] {
  const calls = [chosen]
  const missing: string[] = []
  for (const asked of hit.next) {
    const next = nextCall(chosen, asked)
    if (next) calls.push(next)
    else if (!isOwnStep(asked.text) && !isServed(asked))
      missing.push(`No operation of ${hit.record.slug} on record fits “${asked.text}”.`)
  }
  return [{ ...chosen, doubt: joinParts(' ', ...missing, chosen.doubt) || undefined }, ...calls.slice(1)]
}

/** What is done next with the same SDK; undefined where nothing on record does it. */
function nextCall({ record, call, point, entities }: ChosenCall, asked: Asked): ChosenCall | undefined {
  if (!entities) return undefined
  const endpoints = endpointsFor(asked, [], entities)
  const best = endpoints.find((each) => each.fits && !each.isOther && isHeld(asked, each))
  const found = { record, asked, endpoints, entities, isNext: true } as const
  if (best) return best.operation.points[best.index] === point ? undefined : { ...found, ...pointCall(best, record) }
  // The only other operation that reads, or writes, is what is left to be done.
  const others = entities.flatMap(({ name, operations }) =>
    operations.filter(({ op }) => name !== call?.entity || op !== call.op).map((each) => ({ entity: name, ...each })),
  )
  const [only, second] = others.filter(({ op }) => asked.ops[0] && isRead(op) === isRead(asked.ops[0]))
  if (!only || second) return undefined
  return { ...found, ...pointCall({ ...only, operation: only, index: 0 }, record) }
}

/** Share of what a second part says that its operation must have. */
const MIN_HELD = 0.6

/** A clause that names nothing of its own is about the thing before it. */
function isHeld({ words }: Asked, { held }: FittingEndpoint): boolean {
  const all = words.flatMap(({ word, isVerb, ...each }, at) => (isVerb || word.light ? [] : { ...each, at }))
  const own = all.filter(({ isDetail }) => !isDetail)
  const worthOf = (list: typeof all) => list.reduce((sum, { worth }) => sum + worth, 0)
  const said = own.length > 0 ? own : all
  return worthOf(said.filter(({ at }) => held.words[at]! >= MIN_HELD)) >= MIN_HELD * worthOf(said)
}

const pointCall = (
  { entity, op, operation: { points }, index }: Pick<FittingEndpoint, 'entity' | 'op' | 'operation' | 'index'>,
  { auth }: SdkRecord,
) => ({
  call: callOfPoint(entity, op, points, index, auth),
  point: points[index],
})

/** The call of the endpoint that fits the query; else the nearest, or the SDK's first, as an example. */
async function callFor(hit: RankedHit, { operations }: Operations): Promise<ChosenCall> {
  const { record, asked, operations: fitting } = hit
  const first = firstCallOf(record)
  const file = await operations(record.slug)
  const entities = file === 'unreadable' ? undefined : file?.entities
  if (!asked) return { record, asked, call: first, endpoints: [], entities, example: true }
  if (!entities) {
    const [best] = fitting
    const doubt = `Its endpoints ${file ? 'cannot be read just now' : 'are not on record'}, so arguments are missing.`
    const call = best?.fits && { entity: best.entity, op: best.op, arguments: {} }
    const found = { record, asked, endpoints: fitting }
    return call ? { ...found, call, doubt } : { ...found, call: first, example: true, warning: warningFor(hit) }
  }
  const endpoints = endpointsFor(asked, fitting, entities)
  const isFirst = ({ entity, op, operation, index }: FittingEndpoint): boolean => {
    const { method, path } = operation.points[index]!
    return first?.entity === entity && first.op === op && first.method === method && first.path === path
  }
  const [best] = endpoints
  const asGood = endpoints.filter(
    ({ score, fits, held }) => fits === best!.fits && best!.score - score < AS_GOOD && held.named >= best!.held.named,
  )
  const chosen = asGood.find(isFirst) ?? best
  const found = { record, asked, endpoints, entities }
  const call =
    chosen &&
    (isFirst(chosen) ? { call: first, point: chosen.operation.points[chosen.index] } : pointCall(chosen, record))
  if (call && best!.fits) return { ...found, ...call }
  // What else may be meant, where the SDK fits and has one operation, or the nearest is what it is for?
  const isOnly = entities.length === 1 && entities[0]!.operations.length === 1
  const isAlone = asGood.every((each) => each.operation === best!.operation)
  const isLikely = !chosen || (isAlone && isFirst(chosen) && isRead(chosen.op))
  if (hit.fit === 'good' && (isOnly || (chosen && isLikely))) return { ...found, call: first, ...call }
  const warning = warningFor(hit, best)
  return { ...found, call: first, ...(best?.isOther === false && call), example: true, warning }
}

/** Says which word of the query no operation has, and what comes nearest. */
function warningFor({ asked, record: { slug } }: RankedHit, best?: FittingEndpoint): string {
  const lacks = asked!.words.find(
    ({ word, isVerb, isDetail, isOfAll }, at) =>
      (isVerb ? asked!.isSpecial : !(isDetail || isOfAll || word.light || isWeak(word.text) || /\d/.test(word.text))) &&
      !best?.held.words[at],
  )
  const { method, path } = best?.operation.points[best.index] ?? {}
  const nearest = best && `; the nearest is ${best.entity}.${best.op}, ${method} ${path}`
  return `No operation of ${slug} on record ${lacks ? `says “${lacks.word.text}”` : 'does this'}${nearest ?? ''}.`
}
