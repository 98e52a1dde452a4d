/** Chooses what find_sdk shows: for each need the first hit that has the operation, and its endpoints, best first. */

import type { SdkRecord } from '../catalog/record/record.ts'
import { intentOfText, type QueryIntent } from '../search/operations/query-intent.ts'
import { takesPlace } from '../search/operations/query-values.ts'
import type { RankedHit } from '../search/ranked-answer.ts'
import type { Catalog } from '../store/open-catalog.ts'
import { type Asked, type ChosenPlan, choosePlan, type Operations, titleWords } from './choose-plan.ts'
import { withVerbOf } from './plan-operations.ts'
import { furtherIntents, hitsForStep, isBare, isCommand, PLACE, refersToFirst, stepFinder, stepsIn } from './steps.ts'
import { mayDo, namesStep } from './unmentioned-words.ts'

/** One answer has code of at most two SDKs, one for each part of the need. */
const MAX_SDKS = 2
/** Hits of one need that are tried until one has the operation. */
const MAX_TRIED = 3

/** A step that no plan does, and the plan of another SDK that may do it. */
export interface LeftStep {
  step: string
  plan?: ChosenPlan
}

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
