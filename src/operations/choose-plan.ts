/** Plans what find_sdk shows of one hit: its endpoint for the first step, those of the other steps, and what they lack. */

import type { EntityOperations } from '../catalog/record/facts.ts'
import { isRead, type Target } from '../catalog/record/languages.ts'
import type { Endpoint } from '../code/arguments.ts'
import type { Startable } from '../code/first-steps.ts'
import { type OptionalOrder, usualOrder } from '../code/reference/operation-sheet.ts'
import { readSentence } from '../query/sentence.ts'
import { commandsIn } from '../query/split-needs.ts'
import type { RankFilters } from '../search/filters.ts'
import { intentOfText, isReading, type QueryIntent } from '../search/operations/query-intent.ts'
import { rankEndpoints, rankOperations } from '../search/operations/score-operations.ts'
import type { RankedHit } from '../search/ranked-answer.ts'
import type { Catalog } from '../store/open-catalog.ts'
import { entitiesIn } from '../store/operations.ts'
import { memoized } from '../system/once.ts'
import { joinParts } from '../text/join-parts.ts'
import { optionalParameters } from './optional-parameters.ts'
import {
  firstFirst,
  planByFile,
  planByRecord,
  type RankedEndpoint,
  served,
  textsOf,
  withVerbOf,
} from './plan-operations.ts'
import { lacksDate, namedIn, namesStep, unmentionedWords } from './unmentioned-words.ts'

/** Of endpoints that answer a later step alike, the one that is about the first is meant: share of its score there. */
const CONTEXT = 0.15
/** More for an endpoint that takes an id of what the first step found. */
const CHAIN = 0.2
/** The caveat where the file of operations exists and cannot be read. */
const UNREADABLE = 'Its endpoints cannot be read just now.'
const THEM = /\b(?:it|them|those)\b/i

/** What is asked for. */
export interface Asked {
  query: string
  /** Undefined where no code is asked for. */
  target: Target | undefined
  filters: RankFilters
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

export type Operations = Pick<Catalog, 'operations'>

/** Words of the query that are in the SDK's title. */
export const titleWords = ({ intents }: RankedHit): string[] =>
  intents().flatMap(({ words }) =>
    words.flatMap(({ word, isInSdkTitle }) => (isInSdkTitle && !word.light ? word.text : [])),
  )

/** The whole query, which is read once for all hits. */
const wholeOf = memoized(({ query }: Asked) => ({
  isOneStep: commandsIn(readSentence(query)).length < 2,
  intent: intentOfText(query),
}))

/** @param otherNeeds what else the query asks for, of which the SDK may do some */
export async function choosePlan(
  hit: RankedHit,
  otherNeeds: readonly QueryIntent[],
  asked: Asked,
  { operations }: Operations,
): Promise<ChosenPlan> {
  const { record } = hit
  const file = await operations(record.slug)
  const entities = entitiesIn(file)
  const [found, ...followUps] = hit.intents()
  const all = [...(found ? [found] : []), ...[...followUps, ...otherNeeds].map((step) => withVerbOf(found, step))]
  const whole = wholeOf(asked)
  // The text of an intent has blanks in place of values, which are of its only step.
  const rank = memoized((each: QueryIntent) =>
    rankEndpoints(each, record, entities, whole.isOneStep ? asked.query : each.text),
  )
  const [intent, ...steps] = firstFirst(all, asked.query, (step) => rank(step)[0]?.isClear ?? false)
  // Each word of the query may name a parameter, whichever SDK its need was searched for.
  const said = [...all, whole.intent]
  const order: OptionalOrder = intent ? (parameters) => optionalParameters(said, parameters) : usualOrder
  const without = async (step: string): Promise<ChosenPlan | undefined> => {
    const others = [...hit.intents(), ...otherNeeds].filter(({ text }) => text !== step)
    return others.length > 0 ? choosePlan({ ...hit, intents: () => others }, [], asked, { operations }) : undefined
  }
  const named = {
    order,
    asksFor: namedIn(said),
    names: titleWords(hit),
    leads: intent?.text,
    without,
  }
  const ranked = intent ? rank(intent) : []
  const own = intent && (ranked.length > 0 || entities.length === 0) ? [intent.text] : []
  if (entities.length === 0) {
    const others = served(steps, (step) => rankOperations(step, record))
    const chosen = planByRecord(record, hit.operations(), others)
    return { ...named, ...chosen, steps: [...own, ...textsOf(others)], lacks: [], ...(file && { caveat: UNREADABLE }) }
  }
  const doing = memoized((step: QueryIntent) => endpointsForStep(step, rank(step), ranked))
  const others = served(steps, doing, (best) => best.point !== ranked[0]?.point || best.isNamed)
  const likely = ranked.length > 0 ? ranked : (steps.map(rank).find((each) => each.length > 0) ?? [])
  const chosen = planByFile(record, entities, {
    ...{ intent, order, target: asked.target },
    ranked: likely,
    served: others,
    forSteps: steps.map((step) => [...doing(step), ...rank(step)]),
  })
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
    intent && asksToWrite(intent) && entities.every(onlyReads) && 'All of its requests are GET.',
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

/** "upload an image"; what "create a QR code" makes may be the answer. */
const asksToWrite = (intent: QueryIntent): boolean => intent.hasSpecificVerb && !isReading(intent)
const onlyReads = ({ operations }: EntityOperations): boolean =>
  operations.every(({ points }) => points.every(({ method }) => method === 'GET' || method === 'HEAD'))

/** Endpoints for a step after the first one, best first: what is about the first answer, and goes on with its ids, is meant. */
function endpointsForStep(
  step: QueryIntent,
  all: readonly RankedEndpoint[],
  first: readonly RankedEndpoint[],
): readonly RankedEndpoint[] {
  // Nothing pins a message but what is called so.
  if (!isReading(step)) return all.filter((each) => !isRead(each.op) && namesStep(step, each))
  const [best] = first
  // To count "them" is a matter of their own endpoint, if it counts.
  if (best && isRead(best.op) && namesStep(step, best) && THEM.test(step.text)) return [best]
  const scores = new Map(first.map(({ point, score }) => [point, CONTEXT * score]))
  const goesOn = ({ point }: Endpoint): boolean =>
    point.parameters.some(({ from }) => best !== undefined && from?.split('.')[0] === best.entity)
  return all
    .map((each) => ({ ...each, score: each.score + (scores.get(each.point) ?? 0) + (goesOn(each) ? CHAIN : 0) }))
    .sort((a, b) => b.score - a.score)
}
