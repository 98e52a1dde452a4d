/** Chooses what find_sdk shows: for each need the first hit that has the operation, and its endpoints, best first. */

import { isRead, type Target } from '../catalog/record/languages.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import type { Endpoint } from '../code/arguments.ts'
import type { Startable } from '../code/first-steps.ts'
import { type OptionalOrder, usualOrder } from '../code/reference/operation-sheet.ts'
import type { RankFilters } from '../search/filters.ts'
import { intentOfText, isReading, type QueryIntent } from '../search/operations/query-intent.ts'
import { rankEndpoints, rankOperations, takesPlace } from '../search/operations/score-operations.ts'
import type { RankedHit } from '../search/ranked-answer.ts'
import type { Catalog } from '../store/open-catalog.ts'
import { entitiesIn } from '../store/operations.ts'
import { memoized } from '../system/once.ts'
import { joinParts } from '../text/join-parts.ts'
import { optionalParameters } from './optional-parameters.ts'
import { planByFile, planByRecord, type RankedEndpoint, served, textsOf, withVerbOf } from './plan-operations.ts'
import { furtherIntents, hitsForStep, isBare, isCommand, PLACE, refersToFirst, stepFinder, stepsIn } from './steps.ts'
import { lacksDate, mayDo, namedIn, namesStep, unmentionedWords } from './unmentioned-words.ts'

/** Of endpoints that answer a later step alike, the one that is about the first is meant: share of its score there. */
const CONTEXT = 0.15
/** One answer has code of at most two SDKs, one for each part of the need. */
const MAX_SDKS = 2
/** The caveat where the file of operations exists and cannot be read. */
const UNREADABLE = 'Its endpoints cannot be read just now.'
/** Hits of one need that are tried until one has the operation. */
const MAX_TRIED = 3

const THEM = /\b(?:it|them|those)\b/i

/** What is asked for. */
export interface Asked {
  query: string
  /** Undefined where no code is asked for. */
  target: Target | undefined
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
  /** Whether the query names a member of an answer. */
  asksFor: (name: string) => boolean
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
  /** A year or a date is asked for, and none of its endpoints takes one. */
  lacksTime?: boolean
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
  asked: Asked,
  catalog: Operations & Pick<Catalog, 'find'>,
): Promise<{ plans: ChosenPlan[]; left: LeftStep[] }> {
  const { query, filters } = asked
  const [steps, find] = [stepsIn(query), stepFinder(catalog, filters)]
  const further = furtherIntents(steps, hits, find)
  /** Names and dates of the step before are no needs, and what is in its answer needs no other SDK. */
  const isOwn = (text: string): boolean => isCommand(text, query) && !isBare(text)
  const plans = await plansOf(
    hits,
    further,
    asked,
    catalog,
    (text, done) => isOwn(text) && hitsForStep(text, done, find) !== undefined,
  )
  const best = async (hits: readonly RankedHit[], query: string): Promise<ChosenPlan | undefined> => {
    const tried = hitsToTry(hits)
    const chosen = tried.length > 0 ? await firstWithOperation(tried, [], { ...asked, query }, catalog) : undefined
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
    const known = [...further, ...hits.flatMap((hit) => hit.intents())].find((each) => each.text === intent)
    const step = known && withVerbOf(hits[0]!.intents()[0], known)
    const isBound = refersToFirst(text)
    const alike = ({ record }: RankedHit): boolean =>
      !hasPlanOf(record, plans) &&
      (!isBound || plans.some(({ names }) => names.some((name) => baseWords(record).includes(name))))
    const beside =
      step &&
      (await best(
        hits.filter(alike).map((hit) => ({ ...hit, intents: () => [step] })),
        text,
      ))
    const isBesideNamed = beside?.endpoints[0] && namesStep(step!, beside.endpoints[0])
    const found = isBesideNamed ? beside : isBound ? undefined : await best(others, text)
    const chosen = !own || found?.isClear ? found : undefined
    if (chosen?.isClear && plans.length < MAX_SDKS && isOwn(text)) plans.push({ ...chosen, steps: [intent] })
    else if (chosen) left.push({ step: text, plan: chosen })
    else if ((isBound || isCommand(text, query)) && !plans.some((plan) => mayDo(step ?? intentOfText(text), plan)))
      left.push({ step: text })
  }
  if (plans.length === 1 && plans.some(({ plan: { endpoint } }) => endpoint && takesPlace(endpoint.point, query))) {
    const plan = await best(find(PLACE), PLACE)
    if (plan && !hasPlanOf(plan.plan.record, plans)) left.push({ step: PLACE, plan })
  }
  const placeOf = (plan: ChosenPlan) =>
    Math.max(
      0,
      steps.findIndex(({ intent }) => plan.steps.includes(intent)),
    )
  return { plans: plans.sort((a, b) => placeOf(a) - placeOf(b)), left }
}

async function plansOf(
  hits: readonly RankedHit[],
  further: readonly QueryIntent[],
  asked: Asked,
  catalog: Operations,
  isLeft: (need: string, done: readonly string[]) => boolean,
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
    const chosen = await firstWithOperation(tried, [...others, ...further], asked, catalog)
    const { need: text = '' } = tried[0]!
    const done = plans.map(({ plan }) => plan.record.slug)
    const isNext = plans.length === 0 || (chosen.isClear && isLeft(text, done))
    if (isNext && !hasPlanOf(chosen.plan.record, plans)) plans.push(chosen)
    if (plans.length === MAX_SDKS) break
  }
  return plans
}

/** Whether the SDK is named elsewhere, and has no operation that clearly does the step. */
const isBeside = ({ isClear, names }: ChosenPlan, step: string): boolean =>
  !isClear && names.length > 0 && !names.some((name) => step.toLowerCase().includes(name))

const baseWords = ({ title }: SdkRecord): string[] => title.toLowerCase().split(/\W+/)

/** A record that is read again is another object. */
const hasPlanOf = ({ slug }: SdkRecord, plans: readonly ChosenPlan[]): boolean =>
  plans.some(({ plan }) => plan.record.slug === slug)

/** Whoever names one SDK and not another wants both needs of it, if it does both. */
function isServed(hit: RankedHit, plans: readonly ChosenPlan[]): boolean {
  const text = hit.intents()[0]?.text
  const isStep = text !== undefined && plans.some(({ names, steps }) => names.length > 0 && steps.includes(text))
  return isStep && !hit.isNamed
}

/** Hits of one need that fit no worse than the first; only good ones, if there are any and the first names no SDK. */
function hitsToTry(hits: readonly RankedHit[]): readonly RankedHit[] {
  const [first, ...others] = hits.filter(({ fit }) => fit !== 'none')
  const good = hits.filter(({ fit }) => fit === 'good')
  const namesSdk = first?.fit === 'weak' && titleWords(first).length > 0
  return (namesSdk ? [first, ...others] : good.length > 0 || !first ? good : [first]).slice(0, MAX_TRIED)
}

/** Words of a step that are in the SDK's title. */
const titleWordsIn = ({ words }: QueryIntent): string[] =>
  words.flatMap(({ word, isInSdkTitle }) => (isInSdkTitle && !word.light ? word.text : []))
const titleWords = ({ intents }: RankedHit): string[] => intents().slice(0, 1).flatMap(titleWordsIn)

/** The plan of the first hit that has the operation, and one for each step; else of the first that has it clearly, else of the first that has it, else of the first hit. */
async function firstWithOperation(
  hits: readonly RankedHit[],
  steps: readonly QueryIntent[],
  asked: Asked,
  catalog: Operations,
): Promise<ChosenPlan> {
  let first: { names: string[]; chosen: ChosenPlan } | undefined
  for (const hit of hits) {
    const names = titleWords(hit)
    // Whoever names an SDK wants that one.
    if (first?.names.some((name) => !names.includes(name))) continue
    const chosen = await choosePlan(hit, steps, asked, catalog)
    if (chosen.fits && chosen.lacks.length === 0 && !chosen.lacksTime) return chosen
    if (!first || (chosen.fits && !first.chosen.fits) || (chosen.isClear && !first.chosen.isClear))
      first = { names: first?.names ?? names, chosen }
  }
  return first!.chosen
}

async function choosePlan(
  hit: RankedHit,
  otherNeeds: readonly QueryIntent[],
  asked: Asked,
  { operations }: Operations,
): Promise<ChosenPlan> {
  const { record } = hit
  const [intent, ...followUps] = hit.intents()
  const steps = [...followUps, ...otherNeeds].map((step) => withVerbOf(intent, step))
  const file = await operations(record.slug)
  const entities = entitiesIn(file)
  const order: OptionalOrder = intent ? (parameters) => optionalParameters([intent, ...steps], parameters) : usualOrder
  const without = async (step: string): Promise<ChosenPlan | undefined> => {
    const others = [...hit.intents(), ...otherNeeds].filter(({ text }) => text !== step)
    return others.length > 0 ? choosePlan({ ...hit, intents: () => others }, [], asked, { operations }) : undefined
  }
  const named = {
    order,
    asksFor: namedIn([...hit.intents(), ...otherNeeds]),
    names: hit.intents().flatMap(titleWordsIn),
    leads: intent?.text,
    without,
  }
  // The text of an intent has blanks in place of values, which are of its only step.
  const rank = memoized((each: QueryIntent) =>
    rankEndpoints(each, record, entities, steps.length === 0 ? asked.query : each.text),
  )
  const ranked = intent ? rank(intent) : []
  const own = intent && (ranked.length > 0 || entities.length === 0) ? [intent.text] : []
  if (entities.length === 0) {
    const others = served(steps, (step) => rankOperations(step, record))
    const chosen = planByRecord(record, hit.operations(), others)
    return { ...named, ...chosen, steps: [...own, ...textsOf(others)], lacks: [], ...(file && { caveat: UNREADABLE }) }
  }
  const scores = new Map(ranked.map(({ point, score }) => [point, CONTEXT * score]))
  /** Nothing pins a message but what is called so, and to count "them" is a matter of their own endpoint, if it counts. */
  const doing = memoized((step: QueryIntent): RankedEndpoint[] => {
    if (!isReading(step)) return rank(step).filter((each) => !isRead(each.op) && namesStep(step, each))
    const own = ranked.slice(0, 1).filter((each) => isRead(each.op) && namesStep(step, each))
    if (own.length > 0 && THEM.test(step.text)) return own
    const inContext = rank(step).map((each) => ({ ...each, score: each.score + (scores.get(each.point) ?? 0) }))
    return inContext.sort((a, b) => b.score - a.score)
  })
  const others = served(steps, doing, (best) => best.point !== ranked[0]?.point || best.isNamed)
  const likely = ranked.length > 0 ? ranked : (steps.map(rank).find((each) => each.length > 0) ?? [])
  const chosen = planByFile(record, entities, likely, others, order, asked.target, intent)
  const lacks = [intent, ...steps].flatMap((each, at) =>
    each && (at === 0 ? ranked : doing(each)).length === 0 ? each.text : [],
  )
  // A title may promise what no operation does.
  const title = chosen.isClear || hit.isNamed ? record.title : undefined
  const meant = intent && (ranked.length > 0 || steps.length === 0) ? [intent, ...steps] : steps
  const lacksTime = lacksDate(hit.intents()[0], chosen.endpoints)
  const caveat = joinParts(
    ' ',
    unmentionedWords(meant, chosen.endpoints, title),
    lacksTime && 'No parameter of them is named as a date.',
  )
  return {
    ...named,
    ...chosen,
    steps: [...own, ...textsOf(others)],
    lacks,
    lacksTime,
    ...(caveat && { caveat }),
  }
}
