/** Which calls answer a query with its hits: the endpoints that fit, and what is to be said about them. */
import type { Catalog } from '../../../catalog/catalog.ts'
import type { RankedHit } from '../../../catalog/rank/answer.ts'
import type { Asked } from '../../../catalog/rank/operations/asked.ts'
import { type FittingOperation, operationsFor } from '../../../catalog/rank/operations/choose.ts'
import { endpointsFor, type FittingEndpoint } from '../../../catalog/rank/operations/endpoints.ts'
import { isOwnStep } from '../../../catalog/rank/operations/steps.ts'
import type { OperationsFile, Point } from '../../../catalog/record/facts.ts'
import { isRead } from '../../../catalog/record/languages.ts'
import type { SdkRecord } from '../../../catalog/record/record.ts'
import { isStop, isWeak, nameStems, nameTokens, stem, tokens } from '../../../catalog/search/words.ts'
import { type Call, callOfPoint } from '../../../catalog/usage/arguments.ts'
import { firstCallOf } from '../../../catalog/usage/quickstart.ts'
import { joinParts } from '../../../text/join-parts.ts'

/** An operation whose score is less behind may be meant as well. */
const UNSURE = 0.2
/** One whose score is less behind is meant where it takes more of the values of the query. */
const NEAR = 0.4
/** Operations that an answer names with their endpoints. */
const MAX_NAMED = 3
/** Calls in one answer: a need of two parts has two. */
const MAX_CALLS = 2
/** Hits of one need that are tried until one has the operation. */
const MAX_TRIED = 3

export type Near = FittingOperation & Partial<Pick<FittingEndpoint, 'operation' | 'index'>>

export interface ChosenCall {
  record: SdkRecord
  asked: Asked | undefined
  call: Call | undefined
  point?: Point | undefined
  /** All that have anything of the query, best first; operations where no endpoints are on record. */
  endpoints: readonly Near[]
  /** Entities in the file of operations, if there is one. */
  entities?: OperationsFile['entities'] | undefined
  /** The call does something else than the query asks. */
  example?: true
  /** Which word is missing, or which operations may be right instead; printed first. */
  warning?: string
  doubt?: string | undefined
  /** It is made with the SDK of the call before it. */
  isNext?: true
}

type Operations = Pick<Catalog, 'operations'>

/** Calls of the first hit of each need that fits well and has the operation, and of the steps that follow it. */
export async function callsFor(query: string, hits: readonly RankedHit[], catalog: Operations): Promise<ChosenCall[]> {
  const needs = [...Map.groupBy(hits, ({ need }) => need).values()].map((all) => {
    const fitting = all.filter(({ fit }) => fit !== 'none')
    const good = fitting.filter(({ fit }) => fit === 'good')
    // Whoever names an SDK wants it.
    const isNamed = fitting[0] !== undefined && namesIn(fitting[0]).length > 0
    const tried = isNamed ? fitting : good.length > 0 ? good : fitting.slice(0, 1)
    return { first: all[0]!, tried: tried.slice(0, MAX_TRIED) }
  })
  const placeOf = ({ first: { need = '' } }: (typeof needs)[number]) => placeIn(query, need)
  const calls: ChosenCall[] = []
  for (const { first, tried } of needs.slice(0, MAX_CALLS).sort((a, b) => placeOf(a) - placeOf(b))) {
    const [before] = calls
    if (before && calls.some(({ asked }) => asked?.text === first.need)) continue
    const same = before && !isNamed(first) && first.asked && nextCall(before, ofAnySdk(first.asked))
    if (same) calls.push(same)
    else if (tried.length > 0) {
      const isServed = ({ text }: Asked): boolean =>
        needs.some(({ first, tried }) => tried.length > 0 && first.need === text)
      calls.push(...withNext(await bestOf(tried, catalog), isServed))
    }
  }
  return calls.slice(0, MAX_CALLS)
}

/** The same without what names of one SDK say. */
const ofAnySdk = (asked: Asked): Asked => ({
  ...asked,
  words: asked.words.map((each) => ({ ...each, isOfAll: false })),
})

/** Where a part of the query begins; it lacks values such as addresses. */
export function placeIn(query: string, part: string): number {
  const words = part.split(' ')
  for (let count = words.length; count > 0; count--) {
    const at = query.indexOf(words.slice(0, count).join(' '))
    if (at >= 0) return at
  }
  return query.length
}

/** Whether the query has every word of the title. */
function isNamed(hit: RankedHit): boolean {
  const queryStems = namesIn(hit).map(stem)
  return tokens(hit.record.title).every((word) => isStop(word) || queryStems.includes(stem(word)))
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
  for (const step of hit.next) {
    const next = nextCall(chosen, step)
    if (next) calls.push(next)
    else if (!isOwnStep(step.text) && !isServed(step))
      missing.push(
        `No operation of ${hit.record.slug} is found by the words “${step.text}”: see the others that it has.`,
      )
  }
  return [{ ...chosen, doubt: joinParts(' ', ...missing, chosen.doubt) || undefined }, ...calls.slice(1)]
}

/** What is done next with the same SDK; undefined where nothing on record does it. */
function nextCall({ record, call, point, entities }: ChosenCall, asked: Asked): ChosenCall | undefined {
  const fitting = operationsFor(asked, record)
  const qualifies = (each: FittingOperation): boolean => each.fits && isHeld(asked, each)
  if (!entities) {
    const best = fitting.find(qualifies)
    return best && { record, asked, endpoints: fitting, isNext: true, call: callWithout(best) }
  }
  const endpoints = endpointsFor(asked, fitting, entities)
  const candidates = endpoints.filter((each) => qualifies(each) && !each.isOther)
  // What its path needs, the answer of the first has.
  const knownStems = nameStems(`${call?.entity} ${call?.path}`)
  const isReached = ({ operation, index }: FittingEndpoint): boolean =>
    ownersIn(operation.points[index]!.path).every((owner) =>
      nameTokens(owner).some((word) => knownStems.has(stem(word))),
    )
  const [first] = candidates
  const alike = (each: FittingEndpoint): boolean => isRead(each.op) === isRead(first!.op)
  const ofEntity = endpoints.filter((each) => each.entity === first?.entity && each.fits)
  const best = [...candidates, ...ofEntity].find((each) => alike(each) && isReached(each)) ?? first
  const base = { record, asked, endpoints, entities, isNext: true } as const
  if (best && best.operation.points[best.index] === point) return undefined
  if (best) return { ...base, ...pointCall(best, record), ...unsure(endpoints, best) }
  // If only one other operation reads, or writes, it is the next step.
  const others = entities.flatMap(({ name, operations }) =>
    operations.filter(({ op }) => name !== call?.entity || op !== call.op).map((each) => ({ entity: name, ...each })),
  )
  const [only, second] = others.filter(({ op }) => asked.ops[0] && isRead(op) === isRead(asked.ops[0]))
  if (!only || second) return undefined
  return { ...base, ...pointCall({ ...only, operation: only, index: 0 }, record) }
}

/** What the parameters of a path belong to: "boards" in /boards/{id}. */
const ownersIn = (path: string): string[] => [...path.matchAll(/([^/{}]+)\/\{/g)].map(([, owner = '']) => owner)

/** Share of what a second part says that its operation must have. */
const MIN_HELD = 0.6

/** A clause that names nothing of its own is about the thing before it. */
function isHeld({ words }: Asked, { held }: FittingOperation): boolean {
  const contentWords = words.flatMap(({ isVerb, isOfAll, ...each }, at) => (isVerb || isOfAll ? [] : { ...each, at }))
  const mainWords = contentWords.filter(({ isDetail }) => !isDetail)
  const worthOf = (list: typeof contentWords) => list.reduce((sum, { worth }) => sum + worth, 0)
  const judgedWords = mainWords.length > 0 ? mainWords : contentWords
  return worthOf(judgedWords.filter(({ at }) => held.words[at]! >= MIN_HELD)) >= MIN_HELD * worthOf(judgedWords)
}

/** Arguments are not on record. */
const callWithout = ({ entity, op }: FittingOperation): Call => ({ entity, op, arguments: {} })

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
    const base = { record, asked, endpoints: fitting }
    if (best?.fits) return { ...base, call: callWithout(best), doubt, ...unsure(fitting, best) }
    return { ...base, call: first, example: true, warning: warningFor(hit, fitting) }
  }
  const endpoints = endpointsFor(asked, fitting, entities)
  const [best] = endpoints
  const point = best?.operation.points[best.index]
  const isFirst =
    best !== undefined &&
    nameOf(best) === `${first?.entity}.${first?.op}` &&
    point!.path === first?.path &&
    point!.method === first.method
  const base = { record, asked, endpoints, entities }
  const call = best && (isFirst ? { call: first, point } : pointCall(best, record))
  if (call && best.fits) return { ...base, ...call, ...unsure(endpoints, best) }
  // What else may be meant, where the SDK fits and has one operation, or the nearest is what it is for?
  const isOnly = entities.length === 1 && entities[0]!.operations.length === 1
  if (hit.fit === 'good' && (isOnly || (isFirst && isRead(best.op)))) return { ...base, call: first, ...call }
  const warning = warningFor(hit, endpoints)
  const nearest = best?.isOther === false && call
  return { ...base, call: first, point: pointOf(first, entities), ...nearest, example: true, warning }
}

/** The calls of other endpoints that fit about as well, or are as near where none fits. */
export function alternatives({ record, asked, call, point, endpoints, entities, doubt, isNext, example }: ChosenCall) {
  const best = endpoints[0]?.score ?? 0
  const reads = isRead(asked?.ops[0] ?? call!.op)
  return endpoints.flatMap((each): ChosenCall[] => {
    const { operation, index = 0, op, score, fits } = each
    const isNear = best - score < NEAR && (fits || example === true) && isRead(op) === reads
    if (!operation || !isNear || operation.points[index] === point) return []
    const base = { record, asked, endpoints, entities, doubt, ...(isNext && { isNext }) }
    return [{ ...base, ...pointCall({ ...each, operation, index }, record), ...unsure(endpoints, each) }]
  })
}

const pointOf = (call: Call | undefined, entities: OperationsFile['entities']): Point | undefined =>
  entities
    .find(({ name }) => name === call?.entity)
    ?.operations.find(({ op }) => op === call!.op)
    ?.points.find(({ method, path }) => method === call!.method && path === call!.path)

/** Says which word of the query no operation has, and what comes nearest. */
function warningFor({ asked, record: { slug } }: RankedHit, near: readonly Near[]): string {
  const [best] = near
  const lacks = asked!.words.find(
    ({ word, isVerb, isDetail, isOfAll }, at) =>
      (isVerb ? asked!.isSpecial : !(isDetail || isOfAll || word.light || isWeak(word.text) || /\d/.test(word.text))) &&
      !best?.held.words[at],
  )
  const nearest = best && `; the nearest: ${namesOf(near)}`
  return `No operation of ${slug} is found by ${lacks ? `“${lacks.word.text}”` : 'these words'}${nearest ?? ''}.`
}

/** Names the other operations that may be meant, where some are nearly as good. */
function unsure(endpoints: readonly Near[], chosen: Near): Pick<ChosenCall, 'warning'> {
  const isNear = ({ score }: Near): boolean => chosen.score - score < UNSURE
  const others = endpoints.filter((each) => isNear(each) && nameOf(each) !== nameOf(chosen))
  return others.length > 0 ? { warning: `Not sure which operation is meant; others as near: ${namesOf(others)}.` } : {}
}

const nameOf = ({ entity, op }: Near): string => `${entity}.${op}`

/** The first few operations, each with its nearest endpoint. */
function namesOf(near: readonly Near[]): string {
  const first = [...Map.groupBy(near, nameOf).values()].slice(0, MAX_NAMED).map(([each]) => each!)
  const endpointOf = ({ operation, index = 0 }: Near): string => {
    const { method, path } = operation?.points[index] ?? {}
    return path ? ` (${method} ${path})` : ''
  }
  return first.map((each) => nameOf(each) + endpointOf(each)).join('; ')
}
