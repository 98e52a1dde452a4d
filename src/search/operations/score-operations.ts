/** Scores the operations of an SDK for a query: by what its record has of them, or by their endpoints. */

import type { OperationsFile, Parameter, Point } from '../../catalog/record/facts.ts'
import { isRead, type OperationName, operationName } from '../../catalog/record/languages.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import type { Endpoint } from '../../code/arguments.ts'
import { NAMES } from '../../code/parameter-names.ts'
import { isLiteral } from '../../query/command.ts'
import { typedText } from '../words/query-words.ts'
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

/** A year, or a day that only the reader knows. */
const WHEN = /\b(?:19|20)\d\d\b|\b(?:yesterday|tomorrow)\b|\b(?:last|next|past) (?:\w+ )?(?:day|week|month|year)s?\b/i

/** Values as a query writes them, and the parameters that take them. */
const VALUES: readonly (readonly [value: RegExp, name: RegExp])[] = [
  [WHEN, NAMES.moment],
  [/\b\d+(?:\.\d+){3}\b/, /ip|address|quer/i],
  [/\S@\S+\.\w/, /mail/i],
  [/https?:\/\/|www\./, /ur[il]|link|site|domain/i],
]

const MONTH = 'january|february|march|april|may|june|july|august|september|october|november|december'
const DAY = String.raw`\b(?:\d{4}-\d\d-\d\d|\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${MONTH})|(?:${MONTH}) \d{1,2}(?:st|nd|rd|th)?)\b`
/** Values without which an endpoint answers something else: a day, and coordinates. */
const KEY_VALUES: typeof VALUES = [
  [new RegExp(DAY, 'i'), NAMES.moment],
  [/-?\d+\.\d+[,;\s]+-?\d+\.\d/, NAMES.coordinate],
]

/** Two days are the ends of a period. */
const PERIOD = new RegExp(String.raw`(?:${DAY}.*|\b\d{1,2} ?(?:and|to|until|-|–) ?)${DAY}`, 'i')
const takesPeriod = ({ parameters }: Point): boolean =>
  [NAMES.start, NAMES.finish].every((end) => parameters.some(({ name, api_name = name }) => end.test(api_name)))

/** Whether the query asks for a time that an endpoint takes, and another one does not. */
export const takesTime = (query: string, { point }: Endpoint, other: Endpoint): boolean => {
  const takes = ({ parameters }: Point) => parameters.some(({ name, api_name = name }) => NAMES.moment.test(api_name))
  return WHEN.test(query) && takes(point) && !takes(other.point)
}

/** "of Peru", "the series “Severance”" */
const NAMED_VALUE = /\b(?:of|for|in|by|called|named) \p{Lu}\p{Ll}|["“]\p{L}[^"”]*["”]/u

const QUOTED = /["“]\p{L}[^"”]*["”]|(?<!\p{L})'\p{L}[^']*'(?!\p{L})/u
/** "capital of Peru" asks for a capital, and gives none. */
const OF_NAME = /([\p{L}\p{N}]+) of \p{Lu}/gu

/** What is known of whoever calls, and words of those who ask for that. */
const [OF_CALLER, MINE] = [/\bcaller\b/, /\b(?:i|me|my|mine|our|own|caller|public|this)\b/]

/** A query has an id, or speaks of one. */
const ID = /\d|\bid\b/
const isId = ({ name, api_name = name, required }: Parameter): boolean =>
  required === true && /(?:^|_)id$|Id$/.test(api_name)

/** Whether a word of the query has an id behind it: "card 5f3a". */
function givenIn({ words }: QueryIntent, typed: string): (at: number) => boolean {
  const given = new Set(
    typed
      .toLowerCase()
      .matchAll(/(\p{L}+) [\w.:-]*\d/gu)
      .map(([, word]) => word),
  )
  return (at) => given.has(typedText(words[at]!.word))
}

/** Coordinates in a query. */
const DECIMALS = /\d\.\d/

/** Whether an endpoint requires coordinates that the query does not have. */
export const takesPlace = ({ parameters }: Point, query: string): boolean =>
  !DECIMALS.test(query) && parameters.some(({ name, required }) => required && NAMES.coordinate.test(name))

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
  const { matchName } = createMatcher(intent)
  const text = intent.text.toLowerCase()
  const keys = KEY_VALUES.filter(([value]) => value.test(typed)).map(([, name]) => name)
  const isPeriod = PERIOD.test(typed) && all.some(({ point }) => takesPeriod(point))
  const hasId = !reads || ID.test(typed.toLowerCase()) || MINE.test(text)
  const valued = VALUES.filter(([value]) => value.test(typed)).map(([, name]) => name)
  const asked = intent.text.matchAll(OF_NAME).some(([, word]) => word === intent.headNoun)
  /** "joke of the category science": the word after the name of a parameter is its value, and no text to search for. */
  const takesNext = ({ name }: Parameter): boolean => {
    const { coverage, hits } = matchName(name)
    const after = hits.map(({ index }) => `${intent.words[index]!.word.text} `)
    return (
      coverage === 1 &&
      intent.words.some(({ word }, at) => isUnknown[at] && after.some((each) => text.includes(each + word.text)))
    )
  }
  const hasSearchTerm =
    intent.words.some(
      ({ word, isVerb, isInSdkTitle }, at) =>
        isUnknown[at] && !(word.light || isVerb || isInSdkTitle || isLiteral(word.text)),
    ) || NAMED_VALUE.test(intent.text)
  return all
    .map(({ subject, ...endpoint }) => {
      const { parameters } = endpoint.point
      const takesTerm =
        hasSearchTerm && isRead(subject.op) && parameters.some((each) => NAMES.text.test(each.name) || takesNext(each))
      if (takesTerm) subject.bonus += OPERATION_WEIGHTS.search * (QUOTED.test(typed) ? 2 : 1)
      const takes = (value: RegExp) => parameters.some(({ name, api_name = name }) => value.test(api_name))
      if (valued.some(takes)) subject.bonus += OPERATION_WEIGHTS.value
      if (isPeriod ? takesPeriod(endpoint.point) : keys.some(takes)) subject.bonus += OPERATION_WEIGHTS.keyValue
      if (keys.length > 0 && !isPeriod && takesPeriod(endpoint.point)) subject.bonus -= OPERATION_WEIGHTS.value
      if (asked && parameters.some(({ name, api_name = name, required }) => required && api_name === intent.headNoun))
        subject.bonus -= OPERATION_WEIGHTS.asked
      if (OF_CALLER.test(endpoint.point.purpose ?? '') && !MINE.test(text)) subject.bonus -= OPERATION_WEIGHTS.penalty
      if (!hasId && parameters.some(isId)) subject.bonus -= OPERATION_WEIGHTS.id
      if (takesPlace(endpoint.point, typed)) subject.bonus -= OPERATION_WEIGHTS.place
      return { ...endpoint, ...scoreOf(intent, subject, isUnknown, isValue) }
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

/** Operations for a text such as "add repository", best first. */
export function suggestOperations(text: string, record: SdkRecord, entities: OperationsFile['entities']): string[] {
  const ranked = rankEndpoints(intentOfText(text), record, entities)
  return [...new Set(ranked.map(operationName))]
}
