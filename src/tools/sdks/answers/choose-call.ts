/** Chooses the calls that answer a query: the endpoints of its hits that fit, each with what makes it doubtful. */
import type { Catalog } from '../../../catalog/catalog.ts'
import type { RankedHit } from '../../../catalog/rank/answer.ts'
import { isProgramStep } from '../../../catalog/rank/operations/follow-ups.ts'
import type { QueryIntent } from '../../../catalog/rank/operations/query-intent.ts'
import { rankEndpoints, type ScoredEndpoint } from '../../../catalog/rank/operations/rank-endpoints.ts'
import { rankOperations, type ScoredOperation } from '../../../catalog/rank/operations/rank-operations.ts'
import type { OperationsFile, Point } from '../../../catalog/record/facts.ts'
import { isRead } from '../../../catalog/record/languages.ts'
import type { SdkRecord } from '../../../catalog/record/record.ts'
import { isStop, isWeak, nameStems, nameTokens, stem, tokens } from '../../../catalog/search/words.ts'
import { type Call, callOfPoint } from '../../../catalog/usage/arguments.ts'
import { firstCallOf } from '../../../catalog/usage/quickstart.ts'
import { joinParts } from '../../../text/join-parts.ts'

/** An operation whose score is less behind the best is named as another possible answer. */
const AMBIGUITY_MARGIN = 0.2
/** An endpoint whose score is less behind is called instead, if it takes more values of the query. */
const ALTERNATIVE_MARGIN = 0.4
/** Operations that an answer names with their endpoints. */
const MAX_NAMED = 3
/** Calls in one answer: a need of two parts has two. */
const MAX_CALLS = 2
/** Hits of one need that are tried until one has the operation. */
const MAX_TRIED = 3

/** An operation, with its endpoint if the SDK has a file of operations. */
export type CallCandidate = ScoredOperation & Partial<Pick<ScoredEndpoint, 'operation' | 'index'>>

export interface ChosenCall {
  record: SdkRecord
  intent: QueryIntent | undefined
  call: Call | undefined
  point?: Point | undefined
  /** All that match any word of the query, best first. */
  candidates: readonly CallCandidate[]
  /** Entities in the file of operations, if there is one. */
  entities?: Entities | undefined
  /** The call does something else than the query asks. */
  example?: true
  /** Which word no operation has, or which other operations are possible; printed first. */
  warning?: string
  caveat?: string | undefined
  /** It uses the SDK of the call before it. */
  isFollowUp?: true
}

type Entities = OperationsFile['entities']
type Operations = Pick<Catalog, 'operations'>

/** Calls for the first hit of each need that fits well and has the operation, and for the commands that follow it. */
export async function chooseCalls(
  query: string,
  hits: readonly RankedHit[],
  catalog: Operations,
): Promise<ChosenCall[]> {
  const needs = [...Map.groupBy(hits, ({ need }) => need).values()].map((all) => ({
    first: all[0]!,
    tried: hitsToTry(all),
  }))
  const hasOwnHit = ({ text }: QueryIntent): boolean =>
    needs.some(({ first, tried }) => tried.length > 0 && first.need === text)
  const offset = ({ first: { need = '' } }: (typeof needs)[number]) => offsetIn(query, need)
  const calls: ChosenCall[] = []
  for (const { first, tried } of needs.slice(0, MAX_CALLS).sort((a, b) => offset(a) - offset(b))) {
    const [before] = calls
    if (before && calls.some(({ intent }) => intent?.text === first.need)) continue
    const [intent] = first.intents()
    const followUp = before && !isNamed(first) && intent && followUpCall(before, withoutTitle(intent))
    if (followUp) calls.push(followUp)
    else if (tried.length > 0) calls.push(...withFollowUps(await firstWithOperation(tried, catalog), hasOwnHit))
  }
  return calls.slice(0, MAX_CALLS)
}

/** Hits of one need that fit; only good ones, if there are any and the query names no SDK. */
function hitsToTry(hits: readonly RankedHit[]): readonly RankedHit[] {
  const fitting = hits.filter(({ fit }) => fit !== 'none')
  const good = fitting.filter(({ fit }) => fit === 'good')
  const namesSdk = fitting[0] !== undefined && titleWords(fitting[0]).length > 0
  return (namesSdk ? fitting : good.length > 0 ? good : fitting.slice(0, 1)).slice(0, MAX_TRIED)
}

/** The same intent for another SDK. */
const withoutTitle = (intent: QueryIntent): QueryIntent => ({
  ...intent,
  words: intent.words.map((each) => ({ ...each, isInSdkTitle: false })),
})

/** Where a part of the query begins; the part may lack values such as addresses. */
export function offsetIn(query: string, part: string): number {
  const words = part.split(' ')
  for (let count = words.length; count > 0; count--) {
    const at = query.indexOf(words.slice(0, count).join(' '))
    if (at >= 0) return at
  }
  return query.length
}

/** Whether the query has every word of the title. */
function isNamed(hit: RankedHit): boolean {
  const queryStems = titleWords(hit).map(stem)
  return tokens(hit.record.title).every((word) => isStop(word) || queryStems.includes(stem(word)))
}

/** Words of the query that are in the SDK's title. */
const titleWords = ({ intents }: RankedHit): string[] =>
  intents()[0]?.words.flatMap(({ word, isInSdkTitle }) => (isInSdkTitle && !word.light ? word.text : [])) ?? []

/** The call of the first hit that has the operation, else an example of the first hit. */
async function firstWithOperation(hits: readonly RankedHit[], catalog: Operations): Promise<[RankedHit, ChosenCall]> {
  let first: [RankedHit, ChosenCall] | undefined
  for (const hit of hits) {
    const names = titleWords(hit)
    // Whoever names an SDK wants that one.
    if (first && titleWords(first[0]).some((name) => !names.includes(name))) continue
    const chosen = await chooseCall(hit, catalog)
    if (!chosen.example) return [hit, chosen]
    first ??= [hit, chosen]
  }
  return first!
}

/** @param hasOwnHit whether another SDK answers the command */
function withFollowUps(
  [{ intents, record }, chosen]: [RankedHit, ChosenCall],
  hasOwnHit: (intent: QueryIntent) => boolean,
): ChosenCall[] {
  const calls: ChosenCall[] = []
  const missing: string[] = []
  for (const command of intents().slice(1)) {
    const call = followUpCall(chosen, command)
    if (call) calls.push(call)
    else if (!isProgramStep(command.text) && !hasOwnHit(command))
      missing.push(
        `No operation of ${record.slug} is found by the words “${command.text}”: see the others that it has.`,
      )
  }
  return [{ ...chosen, caveat: joinParts(' ', ...missing, chosen.caveat) || undefined }, ...calls]
}

/** The call of a command that uses the same SDK; undefined if no operation on record does it. */
function followUpCall(before: ChosenCall, intent: QueryIntent): ChosenCall | undefined {
  const { record, call, entities } = before
  const operations = rankOperations(intent, record)
  if (!entities) {
    const best = operations.find((each) => each.fits && matchesContent(intent, each))
    return best && { record, intent, candidates: operations, isFollowUp: true, call: callWithoutArguments(best) }
  }
  const endpoints = rankEndpoints(intent, operations, entities)
  const base = { record, intent, candidates: endpoints, entities, isFollowUp: true } as const
  const best = followUpEndpoint(intent, endpoints, call)
  if (best && best.operation.points[best.index] === before.point) return undefined
  if (best) return { ...base, ...pointCall(best, record), ...ambiguity(endpoints, best) }
  // The only other operation that reads, or writes, must be the one.
  const [only, second] = entities
    .flatMap(({ name, operations }) => operations.map((operation) => ({ entity: name, op: operation.op, operation })))
    .filter(({ entity, op }) => entity !== call?.entity || op !== call.op)
    .filter(({ op }) => intent.ops[0] && isRead(op) === isRead(intent.ops[0]))
  return only && !second ? { ...base, ...pointCall({ ...only, index: 0 }, record) } : undefined
}

/** The best endpoint whose path parameters the answer of the call before it has, else the best. */
function followUpEndpoint(intent: QueryIntent, endpoints: readonly ScoredEndpoint[], before: Call | undefined) {
  const fitting = endpoints.filter((each) => each.fits && matchesContent(intent, each) && !each.isOtherResource)
  const [first] = fitting
  if (!first) return undefined
  const knownStems = nameStems(`${before?.entity} ${before?.path}`)
  const isReached = ({ operation, index }: ScoredEndpoint): boolean =>
    ownersIn(operation.points[index]!.path).every((owner) =>
      nameTokens(owner).some((word) => knownStems.has(stem(word))),
    )
  const ofEntity = endpoints.filter((each) => each.entity === first.entity && each.fits)
  return [...fitting, ...ofEntity].find((each) => isRead(each.op) === isRead(first.op) && isReached(each)) ?? first
}

/** What the parameters of a path belong to: "boards" in /boards/{id}. */
const ownersIn = (path: string): string[] => [...path.matchAll(/([^/{}]+)\/\{/g)].map(([, owner = '']) => owner)

/** Share of the weight of a command that its operation must match, and the least score of a matched word. */
const MIN_MATCHED = 0.6

/** Whether the operation matches the words of a command that say what it is about; a command without any matches. */
function matchesContent({ words }: QueryIntent, { match }: ScoredOperation): boolean {
  const contentWords = words.flatMap(({ isVerb, isInSdkTitle, ...each }, at) =>
    isVerb || isInSdkTitle ? [] : { ...each, score: match.wordScores[at]! },
  )
  const mainWords = contentWords.filter(({ isDetail }) => !isDetail)
  const compared = mainWords.length > 0 ? mainWords : contentWords
  const weightOf = (list: typeof compared) => list.reduce((sum, { weight }) => sum + weight, 0)
  return weightOf(compared.filter(({ score }) => score >= MIN_MATCHED)) >= MIN_MATCHED * weightOf(compared)
}

/** A call of an SDK whose arguments are not on record. */
const callWithoutArguments = ({ entity, op }: ScoredOperation): Call => ({ entity, op, arguments: {} })

const pointCall = (
  { entity, op, operation: { points }, index }: Pick<ScoredEndpoint, 'entity' | 'op' | 'operation' | 'index'>,
  { auth }: SdkRecord,
) => ({
  call: callOfPoint(entity, op, points, index, auth),
  point: points[index],
})

/** The call of the endpoint that fits the query; else, as an example, of the nearest, or the SDK's first call. */
async function chooseCall(hit: RankedHit, { operations }: Operations): Promise<ChosenCall> {
  const { record } = hit
  const [intent] = hit.intents()
  const first = firstCallOf(record)
  const file = await operations(record.slug)
  const entities = file === 'unreadable' ? undefined : file?.entities
  if (!intent) return { record, intent, call: first, candidates: [], entities, example: true }
  const ranked = hit.operations()
  if (!entities) {
    const [best] = ranked
    const caveat = `Its endpoints ${file ? 'cannot be read just now' : 'are not on record'}, so arguments are missing.`
    const base = { record, intent, candidates: ranked }
    if (best?.fits) return { ...base, call: callWithoutArguments(best), caveat, ...ambiguity(ranked, best) }
    return { ...base, call: first, example: true, warning: notFoundWarning(intent, record, ranked) }
  }
  const endpoints = rankEndpoints(intent, ranked, entities)
  const [best] = endpoints
  const point = best?.operation.points[best.index]
  const isFirst =
    best !== undefined &&
    nameOf(best) === `${first?.entity}.${first?.op}` &&
    point!.path === first?.path &&
    point!.method === first.method
  const base = { record, intent, candidates: endpoints, entities }
  const call = best && (isFirst ? { call: first, point } : pointCall(best, record))
  if (call && best.fits) return { ...base, ...call, ...ambiguity(endpoints, best) }
  // An SDK that fits well is called all the same if it has one operation, or if its first call is the nearest.
  const isOnly = entities.length === 1 && entities[0]!.operations.length === 1
  if (hit.fit === 'good' && (isOnly || (isFirst && isRead(best.op)))) return { ...base, call: first, ...call }
  const warning = notFoundWarning(intent, record, endpoints)
  const nearest = best?.isOtherResource === false && call
  return { ...base, call: first, point: pointOf(first, entities), ...nearest, example: true, warning }
}

/** Calls of other endpoints that fit about as well, or are as near if none fits. */
export function alternatives(chosen: ChosenCall): ChosenCall[] {
  const { record, intent, call, point, candidates, entities, caveat, isFollowUp, example } = chosen
  const best = candidates[0]?.score ?? 0
  const reads = isRead(intent?.ops[0] ?? call!.op)
  return candidates.flatMap((each): ChosenCall[] => {
    const { operation, index = 0, op, score, fits } = each
    const isNear = best - score < ALTERNATIVE_MARGIN && (fits || example === true) && isRead(op) === reads
    if (!operation || !isNear || operation.points[index] === point) return []
    const base = { record, intent, candidates, entities, caveat, ...(isFollowUp && { isFollowUp }) }
    return [{ ...base, ...pointCall({ ...each, operation, index }, record), ...ambiguity(candidates, each) }]
  })
}

const pointOf = (call: Call | undefined, entities: Entities): Point | undefined =>
  entities
    .find(({ name }) => name === call?.entity)
    ?.operations.find(({ op }) => op === call!.op)
    ?.points.find(({ method, path }) => method === call!.method && path === call!.path)

/** Says which word of the query no operation has, and what comes nearest. */
function notFoundWarning(intent: QueryIntent, { slug }: SdkRecord, candidates: readonly CallCandidate[]): string {
  const { words, hasSpecificVerb } = intent
  const [best] = candidates
  const missing = words.find(({ word, isVerb, isDetail, isInSdkTitle }, at) => {
    const isMinor = isDetail || isInSdkTitle || word.light || isWeak(word.text) || /\d/.test(word.text)
    return (isVerb ? hasSpecificVerb : !isMinor) && !best?.match.wordScores[at]
  })
  const nearest = best && `; the nearest: ${namesOf(candidates)}`
  return `No operation of ${slug} is found by ${missing ? `“${missing.word.text}”` : 'these words'}${nearest ?? ''}.`
}

/** A warning that names the other operations that are nearly as good, if there are any. */
function ambiguity(candidates: readonly CallCandidate[], chosen: CallCandidate): Pick<ChosenCall, 'warning'> {
  const others = candidates.filter(
    (each) => chosen.score - each.score < AMBIGUITY_MARGIN && nameOf(each) !== nameOf(chosen),
  )
  return others.length > 0 ? { warning: `Not sure which operation is meant; others as near: ${namesOf(others)}.` } : {}
}

const nameOf = ({ entity, op }: CallCandidate): string => `${entity}.${op}`

/** The first few operations, each with its nearest endpoint. */
function namesOf(candidates: readonly CallCandidate[]): string {
  const first = [...Map.groupBy(candidates, nameOf).values()].slice(0, MAX_NAMED).map(([each]) => each!)
  const endpointOf = ({ operation, index = 0 }: CallCandidate): string => {
    const { method, path } = operation?.points[index] ?? {}
    return path ? ` (${method} ${path})` : ''
  }
  return first.map((each) => nameOf(each) + endpointOf(each)).join('; ')
}
