/** Chooses what find_sdk shows: for each need the first hit that has the operation, and its endpoints, best first. */

import type { OperationsFile } from '../catalog/record/facts.ts'
import { isRead, operationName, type Target } from '../catalog/record/languages.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import type { Endpoint } from '../code/arguments.ts'
import { firstPlan, type Startable } from '../code/first-steps.ts'
import {
  endpointsShown,
  linesBeside,
  MAX_LINES,
  MIN_LINES,
  type OptionalOrder,
  reachableFirst,
  usualOrder,
} from '../code/reference/operation-sheet.ts'
import { planFor, planOf } from '../code/shown-call.ts'
import type { RankFilters } from '../search/filters.ts'
import type { QueryIntent } from '../search/operations/query-intent.ts'
import { rankEndpoints, rankOperations, type ScoredOperation } from '../search/operations/score-operations.ts'
import type { RankedHit } from '../search/ranked-answer.ts'
import type { Catalog } from '../store/open-catalog.ts'
import { entitiesIn } from '../store/operations.ts'
import { optionalParameters } from './optional-parameters.ts'
import { furtherIntents, hitsForStep, PLACE, stepFinder, stepsIn, takesPlace } from './steps.ts'
import { unmentionedWords } from './unmentioned-words.ts'

/** An endpoint whose score is less behind the best may be meant as well. */
const AMBIGUITY_MARGIN = 0.15
/** One answer has code of at most two SDKs, one for each part of the need. */
const MAX_SDKS = 2
/** The caveat where the file of operations exists and cannot be read. */
const UNREADABLE = 'Its endpoints cannot be read just now.'
/** The caveat where only names are on record, and another one is about as likely. */
const AMBIGUOUS = 'Another operation may be meant.'
/** Hits of one need that are tried until one has the operation. */
const MAX_TRIED = 3

/** What is asked for. */
export interface Asked {
  query: string
  target: Target
  filters: RankFilters
}

/** A step that no plan does, and the plan of another SDK that may do it. */
export interface LeftStep {
  step: string
  plan?: ChosenPlan
}

/** The plan of a call for one need, and what else may be meant. */
export interface ChosenPlan {
  plan: Startable
  /** Sorts optional parameters: those that the query names come first. */
  order: OptionalOrder
  /** The endpoint of the plan first; empty if the SDK has no file of operations. */
  endpoints: readonly Endpoint[]
  /** More operations, in short. */
  others: string[]
  /** Words of the query that are in the SDK's title. */
  names: readonly string[]
  /** Text of the step that its program does. */
  leads?: string | undefined
  /** Its plan for the other steps; undefined if there is none. */
  without: (step: string) => Promise<ChosenPlan | undefined>
  /** Texts of the steps that it serves, and of those that no operation of it has a word of. */
  steps: readonly string[]
  lacks: readonly string[]
  /** It has the operation that the query asks for. */
  fits: boolean
  /** The operation has most of the words. */
  isClear: boolean
  /** Another operation may be meant. */
  isUncertain: boolean
  /** What to read next: of the next step, else of the first. */
  next?: Endpoint | undefined
  caveat?: string | undefined
}

type Operations = Pick<Catalog, 'operations'>

/** @returns a plan for each need that has a hit that fits, and for each step that these leave: at most two */
export async function choosePlans(
  hits: readonly RankedHit[],
  { query, target, filters }: Asked,
  catalog: Operations & Pick<Catalog, 'find'>,
): Promise<{ plans: ChosenPlan[]; left: LeftStep[] }> {
  const [steps, find] = [stepsIn(query), stepFinder(catalog, filters)]
  const plans = await plansOf(hits, furtherIntents(steps, hits, find), target, catalog)
  const best = async (hits: readonly RankedHit[]): Promise<ChosenPlan | undefined> => {
    const tried = hitsToTry(hits)
    const chosen = tried.length > 0 ? await firstWithOperation(tried, [], target, catalog) : undefined
    return chosen?.fits ? chosen : undefined
  }
  const left: LeftStep[] = []
  for (const { text, intent } of plans.length > 0 ? steps : []) {
    const own = plans.find((plan) => plan.steps.includes(intent))
    if (own && !(isBeside(own, text) && own.leads === intent)) continue
    const done = plans.filter(({ lacks }) => !lacks.includes(intent)).map(({ plan }) => plan.record.slug)
    const others = hitsForStep(text, done, find)?.filter(({ record }) => !hasPlanOf(record, plans))
    const rest = others && (await own?.without(intent))
    if (!others || (own && !rest)) continue
    if (own) plans.splice(plans.indexOf(own), 1, rest!)
    const found = await best(others)
    const chosen = !own || found?.isClear ? found : undefined
    if (chosen && plans.length < MAX_SDKS) plans.push({ ...chosen, steps: [intent] })
    else left.push({ step: text, ...(chosen && { plan: chosen }) })
  }
  if (plans.length === 1 && plans.some(({ plan: { endpoint } }) => takesPlace(endpoint, query))) {
    const plan = await best(find(PLACE))
    if (plan && !hasPlanOf(plan.plan.record, plans)) left.push({ step: PLACE, plan })
  }
  const place = (plan: ChosenPlan): number => steps.findIndex(({ intent }) => plan.steps.includes(intent))
  return { plans: plans.sort((a, b) => place(a) - place(b)), left }
}

async function plansOf(
  hits: readonly RankedHit[],
  further: readonly QueryIntent[],
  target: Target,
  catalog: Operations,
): Promise<ChosenPlan[]> {
  const needs = [...Map.groupBy(hits, ({ need }) => need).values()]
  const plans: ChosenPlan[] = []
  const least = hits.some(({ fit }) => fit === 'good') ? 'good' : 'weak'
  for (const need of needs) {
    const tried = hitsToTry(need)
    // Beside a good hit, one that shares a few words has no program.
    if (!tried.some(({ fit, isNamed }) => fit === 'good' || fit === least || isNamed) || isServed(tried[0]!, plans))
      continue
    // Whoever wants two things of one SDK names it once.
    const others = needs.flatMap(([hit]) => (hit === need[0] ? [] : hit!.intents().slice(0, 1)))
    const chosen = await firstWithOperation(tried, [...others, ...further], target, catalog)
    if (!hasPlanOf(chosen.plan.record, plans)) plans.push(chosen)
    if (plans.length === MAX_SDKS) break
  }
  return plans
}

/** Whether the SDK is named elsewhere, and has no operation that clearly does the step. */
const isBeside = ({ isClear, names }: ChosenPlan, step: string): boolean =>
  !isClear && names.length > 0 && !names.some((name) => step.toLowerCase().includes(name))

/** A record that is read again is another object. */
const hasPlanOf = ({ slug }: SdkRecord, plans: readonly ChosenPlan[]): boolean =>
  plans.some(({ plan }) => plan.record.slug === slug)

/** Whoever names one SDK and not another wants both needs of it, if it does both. */
function isServed(hit: RankedHit, plans: readonly ChosenPlan[]): boolean {
  const text = hit.intents()[0]?.text
  const isStep = text !== undefined && plans.some(({ names, steps }) => names.length > 0 && steps.includes(text))
  return isStep && !hit.isNamed
}

/** Hits of one need that fit; only good ones, if there are any and the query names no SDK. */
function hitsToTry(hits: readonly RankedHit[]): readonly RankedHit[] {
  const fitting = hits.filter(({ fit }) => fit !== 'none')
  const good = fitting.filter(({ fit }) => fit === 'good')
  const namesSdk = fitting[0] !== undefined && titleWords(fitting[0]).length > 0
  return (namesSdk ? fitting : good.length > 0 ? good : fitting.slice(0, 1)).slice(0, MAX_TRIED)
}

/** Words of a step that are in the SDK's title. */
const titleWordsIn = ({ words }: QueryIntent): string[] =>
  words.flatMap(({ word, isInSdkTitle }) => (isInSdkTitle && !word.light ? word.text : []))
const titleWords = ({ intents }: RankedHit): string[] => intents().slice(0, 1).flatMap(titleWordsIn)

/** The plan of the first hit that clearly has the operation, else of the first that has it, else of the first hit. */
async function firstWithOperation(
  hits: readonly RankedHit[],
  steps: readonly QueryIntent[],
  target: Target,
  catalog: Operations,
): Promise<ChosenPlan> {
  let first: { names: string[]; chosen: ChosenPlan } | undefined
  for (const hit of hits) {
    const names = titleWords(hit)
    // Whoever names an SDK wants that one.
    if (first?.names.some((name) => !names.includes(name))) continue
    const chosen = await choosePlan(hit, steps, target, catalog)
    if (chosen.isClear) return chosen
    if (!first || (chosen.fits && !first.chosen.fits)) first = { names: first?.names ?? names, chosen }
  }
  return first!.chosen
}

async function choosePlan(
  hit: RankedHit,
  otherNeeds: readonly QueryIntent[],
  target: Target,
  { operations }: Operations,
): Promise<ChosenPlan> {
  const { record } = hit
  const [intent, ...followUps] = hit.intents()
  // "create a customer and then a subscription": what has no verb is done as the first.
  const steps = [...followUps, ...otherNeeds].map((step) =>
    intent && step.ops.length === 0 && !isRead(intent.ops[0] ?? 'list') ? { ...step, ops: intent.ops } : step,
  )
  const file = await operations(record.slug)
  const entities = entitiesIn(file)
  const order: OptionalOrder = intent ? (parameters) => optionalParameters([intent, ...steps], parameters) : usualOrder
  const without = async (step: string): Promise<ChosenPlan | undefined> => {
    const others = [...hit.intents(), ...otherNeeds].filter(({ text }) => text !== step)
    return others.length > 0 ? choosePlan({ ...hit, intents: () => others }, [], target, { operations }) : undefined
  }
  const named = { order, names: hit.intents().flatMap(titleWordsIn), leads: intent?.text, without }
  const rank = (each: QueryIntent) => rankEndpoints(each, record, entities)
  const ranked = intent ? rank(intent) : []
  const own = intent && (ranked.length > 0 || entities.length === 0) ? [intent.text] : []
  if (entities.length === 0) {
    const others = served(steps, (step) => rankOperations(step, record))
    const chosen = planByRecord(record, hit.operations(), others)
    return { ...named, ...chosen, steps: [...own, ...textsOf(others)], lacks: [], ...(file && { caveat: UNREADABLE }) }
  }
  const others = served(steps, rank, (best) => best.point !== ranked[0]?.point || best.isNamed)
  const likely = ranked.length > 0 ? ranked : (steps.map(rank).find((each) => each.length > 0) ?? [])
  const chosen = planByFile(record, entities, likely, others, order, target)
  const lacks = intent && ranked.length === 0 ? [intent.text] : []
  // A title may promise what no operation does.
  const title = chosen.isClear || hit.isNamed ? record.title : undefined
  const asked = intent && (ranked.length > 0 || steps.length === 0) ? [intent, ...steps] : steps
  const about = unmentionedWords(asked, chosen.endpoints, title)
  return { ...named, ...chosen, steps: [...own, ...textsOf(others)], lacks, ...(about && { caveat: about }) }
}

/** The steps that the SDK serves, each with the best operation for it. @param isAlso may refuse the best one */
const served = <Each extends ScoredOperation>(
  steps: readonly QueryIntent[],
  rank: (step: QueryIntent) => readonly Each[],
  isAlso: (best: Each) => boolean = () => true,
): Served<Each> =>
  steps.flatMap((step) => {
    const [best, ...rest] = rank(step)
    if (!best?.fits || !isAlso(best)) return []
    const near = rest.slice(0, 1).filter(({ fits, score }) => fits && best.score - score < AMBIGUITY_MARGIN)
    return [{ text: step.text, best, near: [best, ...near] }]
  })

type Ranked = ScoredOperation & Endpoint
type Served<Each> = readonly { text: string; best: Each; near: readonly Each[] }[]
const textsOf = (steps: Served<unknown>): string[] => steps.map(({ text }) => text)

function planByFile(
  record: SdkRecord,
  entities: OperationsFile['entities'],
  ranked: readonly Ranked[],
  steps: Served<Ranked>,
  order: OptionalOrder,
  target: Target,
) {
  const [best, second] = ranked
  const fits = best?.fits ?? false
  const isAhead = fits && best!.score - (second?.score ?? 0) >= AMBIGUITY_MARGIN
  const likely = [...ranked.slice(0, 1), ...steps.flatMap(({ near }) => near), ...ranked.slice(1)]
  const distinct = [...new Map(likely.map((each) => [each.point, each])).values()]
  const max = isAhead ? Math.min(MAX_LINES, MIN_LINES + steps.length) : MAX_LINES
  const shown = endpointsShown(record, distinct, entities, max)
  const isClear = best?.isClear ?? false
  const isUncertain = shown.length > 1 && !(isAhead && isClear)
  // What was clearly asked for stays first, even if the program cannot do it.
  const fixed = isUncertain ? 0 : 1
  const endpoints = [...shown.slice(0, fixed), ...reachableFirst(record, shown.slice(fixed), target)]
  const [first] = endpoints
  const step = steps[0]?.best.point
  return {
    plan: planFor(record, first!, entities, (parameters) => order(parameters).flat()),
    endpoints,
    others: linesBeside(shown, record, distinct, entities),
    ...{ fits, isClear, isUncertain },
    next: endpoints.find(({ point }) => point === step) ?? first,
  }
}

/** What the record alone has: names of operations. */
function planByRecord(record: SdkRecord, ranked: readonly ScoredOperation[], steps: Served<ScoredOperation>) {
  const [best, ...rest] = ranked.filter(({ fits }) => fits)
  const names = [...steps.map((step) => step.best), ...rest].map(operationName)
  const isAhead = !!best && best.score - (rest[0]?.score ?? 0) >= AMBIGUITY_MARGIN
  return {
    plan: best ? planOf(record, { entity: best.entity, op: best.op, arguments: {} }) : firstPlan(record),
    endpoints: [],
    others: [...new Set(names)].slice(0, MIN_LINES),
    fits: !!best,
    isClear: best?.isClear ?? false,
    isUncertain: !isAhead,
    ...(best && !isAhead && { caveat: AMBIGUOUS }),
  }
}
