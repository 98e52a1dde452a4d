/** Scores the operations of an SDK for a query: by what its record has of them, or by their endpoints. */

import type { OperationsFile } from '../../catalog/record/facts.ts'
import { isRead, type OperationName } from '../../catalog/record/languages.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { type Endpoint, endpointName } from '../../code/arguments.ts'
import { createMatcher, wordsOfName } from './match-words.ts'
import {
  doneBy,
  NAME_PLACES,
  OPERATION_WEIGHTS,
  operationSubject,
  recordWords,
  type Subject,
  withPoint,
} from './operation-words.ts'
import { hasMost, intentOfText, isReading, type QueryIntent, verbFit } from './query-intent.ts'
import { givenIn, valueBonus } from './query-values.ts'

/** An operation fits if it matches this share of the query, or of a need on record. */
const [MIN_SHARE, MIN_NEED] = [0.4, 0.5]
/** An entity may be named by a whole sentence. */
const MAX_MISSING = 3

export interface ScoredOperation {
  entity: string
  op: OperationName
  score: number
  /** Of the query's words, by weight. */
  share: number
  /** It matches enough of the query to be its answer. */
  fits: boolean
  /** It has most of the words that make the query more than the name of an SDK. */
  isNamed: boolean
  /** The same, but that values of the query may be its arguments. */
  isClear: boolean
}
type ScoredEndpoint = ScoredOperation & Endpoint

/** @returns operations that match any word of the query, best first */
export function rankOperations(intent: QueryIntent, record: SdkRecord): ScoredOperation[] {
  const { matchesWord } = createMatcher(intent)
  return Array.from(recordWords(record).values())
    .filter(
      ({ entity, keywords, needs }) =>
        wordsOfName(entity).some(matchesWord) ||
        keywords.some(matchesWord) ||
        needs.some((words) => words.some(matchesWord)),
    )
    .map(({ entity, op }) => ({ entity, op, ...scoreOf(intent, operationSubject(intent, record, entity, op)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
}

/** @param typed the text with its values. @returns endpoints that match any word of the query, best first */
export function rankEndpoints(
  intent: QueryIntent,
  record: SdkRecord,
  entities: OperationsFile['entities'],
  typed = intent.text,
): ScoredEndpoint[] {
  const isGiven = givenIn(intent, typed)
  const all = entities.flatMap(({ name: entity, operations }) =>
    operations.flatMap((operation) => {
      const { op, points } = operation
      const subject = operationSubject(intent, record, entity, op)
      return points.map((point) => ({
        entity,
        op,
        operation,
        point,
        subject: withPoint(intent, { ...subject, op: doneBy(operation, point) }, point, isGiven),
      }))
    }),
  )
  const reads = isReading(intent)
  /** Values of a query have no words on record. */
  const isValue = intent.words.map((_, at) => all.every(({ subject }) => subject.scores[at] === 0))
  const isUnknown = isValue.map((each) => each && reads)
  const bonusOf = valueBonus(intent, typed, all, isUnknown)
  return all
    .map(({ subject, ...endpoint }) => {
      const bonus = subject.bonus + bonusOf(endpoint.point, subject.op)
      return { ...endpoint, ...scoreOf(intent, { ...subject, bonus }, isUnknown, isValue) }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
}

/** How much of the query an operation matches: the weights of its words, and how well verb and head noun match. */
function matchedWords({ words, ops, headNoun }: QueryIntent, scores: readonly number[], isUnknown: readonly boolean[]) {
  const sums = { matched: 0, total: 0, headNoun: 0, verb: 0 }
  for (const [at, { word, weight: full, isInSdkTitle, isVerb }] of words.entries()) {
    const score = scores[at]!
    if (isVerb) sums.verb = Math.max(sums.verb, score)
    if (word.text === headNoun) sums.headNoun = score
    // What removes may be called anything.
    const isFree = isVerb ? ops[0] === 'remove' : isUnknown[at]
    const weight = full * (isInSdkTitle ? OPERATION_WEIGHTS.title : isFree ? OPERATION_WEIGHTS.unknown : 1)
    sums.matched += weight * score
    // A word of the title that matches in part takes little away from an operation that has the rest.
    const titleShare = score > 0 ? (1 + score) / 2 : 0
    sums.total += weight * (isInSdkTitle ? titleShare : 1)
  }
  return sums
}

/** The score is 0 for what matches no word of the query, or must not be offered. */
function scoreOf(
  intent: QueryIntent,
  subject: Subject,
  isUnknown: readonly boolean[] = [],
  isValue: readonly boolean[] = [],
): Pick<ScoredOperation, 'score' | 'share' | 'fits' | 'isNamed' | 'isClear'> {
  const { op, names, missing, need, removes, bonus } = subject
  const [entity, resource] = names
  const [first] = intent.ops
  const fit = verbFit(intent, op, removes)
  const { matched, total, headNoun, verb } = matchedWords(intent, subject.scores, isUnknown)
  if (fit === undefined || matched === 0) return { score: 0, share: 0, fits: false, isNamed: false, isClear: false }
  const share = matched / total
  const nameShare = (entity.share + resource.share) / 2
  const isVerbNamed = verb >= NAME_PLACES.path
  // What removes may be called anything.
  const mustName = intent.hasSpecificVerb && first !== 'remove'
  const isRenamed = !isRead(op) && resource !== entity && resource.missing >= 1
  // "open an issue with labels" makes an issue, and no label of one; "cards of a rarity" are cards.
  const isPart =
    op !== 'load' &&
    headNoun > 0 &&
    resource.last.length > 0 &&
    resource.last.every(({ index }) => intent.words[index]!.isDetail)
  const isOther = isRenamed && !(intent.hasSpecificVerb && verb > NAME_PLACES.path)
  const score =
    share +
    OPERATION_WEIGHTS.names * nameShare -
    OPERATION_WEIGHTS.missing * Math.min(missing, MAX_MISSING) +
    OPERATION_WEIGHTS.need * need ** 2 * Math.max(0, fit) +
    OPERATION_WEIGHTS.verb * fit +
    OPERATION_WEIGHTS.headNoun * headNoun +
    OPERATION_WEIGHTS.specificVerb * Number(isVerbNamed && mustName) -
    OPERATION_WEIGHTS.penalty * Number(isOther || isPart) +
    bonus
  const isMatched = nameShare === 1 || share >= MIN_SHARE
  const fits = need >= MIN_NEED || (isMatched && doesVerb(intent, fit, isVerbNamed, nameShare))
  const isNamed = hasMost(intent, subject.scores, (at) => intent.words[at]!.isDetail)
  const isAsked = first === 'remove' || !isOther
  const isClear =
    isAsked &&
    (need >= MIN_NEED || (fits && hasMost(intent, subject.scores, (at) => subject.takesValues && isValue[at])))
  return { score, share, fits, isNamed, isClear }
}

/** Whether an operation does what the verb says. To retry is not any update: the name says it, or has all the rest. */
function doesVerb(
  { ops: [verb], ...intent }: QueryIntent,
  fit: number,
  isVerbNamed: boolean,
  nameShare: number,
): boolean {
  if (verb === undefined) return true
  if (isRead(verb)) return fit >= 0
  if (fit > 0 && (isVerbNamed || !intent.hasSpecificVerb || verb === 'remove')) return true
  return !intent.needsVerbInName && fit > 0.8 && nameShare > 0.7
}

/** Endpoints for a text such as "add repository", best first: `repository.create POST /repositories`. */
export function suggestOperations(text: string, record: SdkRecord, entities: OperationsFile['entities']): string[] {
  return rankEndpoints(intentOfText(text), record, entities).map(endpointName)
}
