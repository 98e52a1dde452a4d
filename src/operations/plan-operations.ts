/** Plans what find_sdk shows of one SDK: the likeliest endpoints, or names where it has no file of operations. */
import type { OperationsFile } from '../catalog/record/facts.ts'
import { operationName, type Target } from '../catalog/record/languages.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import type { Endpoint } from '../code/arguments.ts'
import { firstPlan } from '../code/first-steps.ts'
import {
  endpointsShown,
  linesBeside,
  MAX_LINES,
  MAX_NAMES,
  MIN_LINES,
  type OptionalOrder,
  reachableFirst,
} from '../code/reference/operation-sheet.ts'
import { planFor, planOf } from '../code/shown-call.ts'
import { passesResultOn } from '../query/follow-ups.ts'
import { isReading, type QueryIntent } from '../search/operations/query-intent.ts'
import { takesTime } from '../search/operations/query-values.ts'
import type { ScoredOperation } from '../search/operations/score-operations.ts'
import { namesStep, takesMore } from './unmentioned-words.ts'

/** An endpoint whose score is less behind the best may be meant as well. */
const AMBIGUITY_MARGIN = 0.15
/** The same of one that takes a word of the query which the best lacks. */
const RIVAL_MARGIN = 0.5
/** Among so many endpoints, one that matches less of the query may not be what is meant. */
const [MANY, MIN_SHARE] = [12, 0.5]
/** The caveat where only names are on record, and another one is about as likely. */
const AMBIGUOUS = 'Another operation may be meant.'

/** "create a customer and then a subscription": what has no verb is done as the first. */
export const withVerbOf = (first: QueryIntent | undefined, step: QueryIntent): QueryIntent =>
  first && step.ops.length === 0 && !isReading(first) ? { ...step, ops: first.ops } : step

/** The steps that the SDK serves, each with the best operation for it. @param isAlso may refuse the best one */
export const served = <Each extends ScoredOperation>(
  steps: readonly QueryIntent[],
  rank: (step: QueryIntent) => readonly Each[],
  isAlso: (best: Each) => boolean = () => true,
): Served<Each> =>
  steps.flatMap((step) => {
    const [best, ...rest] = rank(step)
    if (!best?.fits || !isAlso(best)) return []
    const near = rest.slice(0, 1).filter(({ fits, score }) => fits && best.score - score < AMBIGUITY_MARGIN)
    return [{ step, best, near: [best, ...near] }]
  })

/** The steps with the first one that is served before that which the SDK was found for. */
export function firstFirst(
  steps: readonly QueryIntent[],
  query: string,
  isServed: (step: QueryIntent) => boolean,
): readonly QueryIntent[] {
  const placeOf = ({ text }: QueryIntent): number => query.indexOf(text.split(/\s{2,}/)[0]!)
  const [found] = steps
  if (found && passesResultOn(found.text)) return steps
  const before = steps.filter((each) => placeOf(each) >= 0 && placeOf(each) < placeOf(found!) && isServed(each))
  const [first] = before.sort((a, b) => placeOf(a) - placeOf(b))
  return first ? [first, ...steps.filter((each) => each !== first)] : steps
}

export type RankedEndpoint = ScoredOperation & Endpoint
type Served<Each> = readonly { step: QueryIntent; best: Each; near: readonly Each[] }[]
export const textsOf = (steps: Served<unknown>): string[] => steps.map(({ step }) => step.text)

/** The first of each list, then the second ones. */
const inTurns = <Each>(lists: readonly (readonly Each[])[]): Each[] =>
  Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  ).flat()

interface Found {
  /** What the first step asks for, and its endpoints, best first. */
  intent: QueryIntent | undefined
  ranked: readonly RankedEndpoint[]
  /** The other steps that the SDK serves, and the endpoints for each of them, whether it is served or not. */
  served: Served<RankedEndpoint>
  forSteps: readonly (readonly RankedEndpoint[])[]
  order: OptionalOrder
  target: Target | undefined
}

export function planByFile(
  record: SdkRecord,
  entities: OperationsFile['entities'],
  { intent, ranked, served: steps, forSteps, order, target }: Found,
) {
  const [best, ...behind] = ranked
  const fits = best?.fits ?? false
  const isRival = (each: RankedEndpoint): boolean => {
    const lead = best!.score - each.score
    return lead < AMBIGUITY_MARGIN || (lead < RIVAL_MARGIN && !!intent && takesMore(intent, each, best!))
  }
  const isAhead = fits && !behind.some(isRival)
  const likely = [
    ...ranked.slice(0, 1),
    ...steps.flatMap(({ near }) => near),
    ...inTurns([ranked.slice(1), ...forSteps]),
  ]
  const distinct = [...new Map(likely.map((each) => [each.point, each])).values()]
  const max = isAhead ? Math.min(MAX_LINES, MIN_LINES + forSteps.length) : MAX_LINES
  const shown = endpointsShown(record, distinct, entities, max)
  const isClear = best?.isClear ?? false
  const count = entities.flatMap(({ operations }) => operations.flatMap(({ points }) => points)).length
  const isVague = count > MANY && (best?.share ?? 0) < MIN_SHARE
  const isTimeless = !!intent && !!best && shown.some((each) => takesTime(intent.text, each, best))
  const isUncertain = shown.length > 1 && !(isAhead && isClear && !isVague && !isTimeless)
  // What was clearly asked for stays first, even if the program cannot do it.
  const fixed = isUncertain ? 0 : 1
  const endpoints = [...shown.slice(0, fixed), ...reachableFirst(record, shown.slice(fixed), target)]
  const [first] = endpoints
  const named = steps.find(({ step, best }) => best.isNamed || namesStep(step, best))?.best.point
  return {
    plan: planFor(record, first!, entities, (parameters) => order(parameters).flat()),
    endpoints,
    others: linesBeside(shown, record, distinct, entities, MAX_NAMES[forSteps.length > 0 ? 'steps' : 'usual']),
    ...{ fits, isClear, isUncertain },
    next: endpoints.find(({ point }) => point === named) ?? first,
  }
}

/** What the record alone has: names of operations. */
export function planByRecord(record: SdkRecord, ranked: readonly ScoredOperation[], steps: Served<ScoredOperation>) {
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
