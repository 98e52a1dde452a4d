/** Scores the operations of an SDK for a query: by what its record has of them, or by their endpoints. */

import { addTo } from '../../catalog/packed/lists.ts'
import type { OperationsFile, Point } from '../../catalog/record/facts.ts'
import { isRead, type OperationName, operationName } from '../../catalog/record/languages.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import type { Endpoint, StoredOperation } from '../../code/arguments.ts'
import { NAMES } from '../../code/parameter-names.ts'
import { isLiteral } from '../../query/command.ts'
import { tokens } from '../../query/words/words.ts'
import { memoized } from '../../system/once.ts'
import { createMatcher, type NameWord, type WordMatch, wordsOfName } from './match-words.ts'
import { hasMost, parseIntent, type QueryIntent, verbFit } from './query-intent.ts'

/** How much a word counts by its place; it is 1 in the name of the entity and at the end of the path. */
const PLACES = { purpose: 0.8, path: 0.7, keyword: 0.6, parameter: 0.5, choice: 0.3 }
/** `node evals/operations.ts` shows what a change does. */
const WEIGHTS = {
  /** Factor of a word in the SDK's title, and of one that no operation has, in a query that reads. */
  ...{ title: 0.25, unknown: 0.3 },
  /** For names that are in the query as a whole, and less for each word of them that the query lacks. */
  ...{ names: 0.3, missing: 0.09 },
  /** For a need on record, the verb, the head noun, and a verb that says more than the kind of the operation. */
  ...{ need: 0.5, verb: 0.4, headNoun: 0.2, specificVerb: 0.35 },
  /** Less for what cannot be filled in, or writes something that the query lacks; and for what another one replaces. */
  penalty: 0.2,
  outdated: 0.5,
  /** For each owner in the path that the query names ("lists of a board"), and less for each other one. */
  owner: 0.1,
  /** For a search parameter, if the query has words that no endpoint has. */
  search: 0.15,
}
/** The end of a path says in which form it answers, and not what: /invoices.json */
const FORMAT = /\.(?:csv|json|php|xml)$/
/** What a purpose says of an endpoint that another one replaces. */
const OUTDATED = /\b(?:deprecated|legacy|obsolete|old(?:er)? version)\b/
/** The end of a path, or the start of a purpose, of a request with POST that reads. */
const [SEARCH_PATH, SEARCHES] = [/\/(?:_?search|query|find|filter|lookup)$/i, /^(?:search|query|find|list) /]
/** Choices beyond these are values of a query, and no kinds of what is done. */
const MAX_CHOICES = 8
/** An operation fits if it matches this share of the query, or of a need on record. */
const [MIN_SHARE, MIN_NEED] = [0.4, 0.5]
/** An entity may be named by a whole sentence. */
const MAX_MISSING = 3

export interface ScoredOperation {
  entity: string
  op: OperationName
  score: number
  /** It matches enough of the query to be its answer. */
  fits: boolean
  /** It has most of the words that make the query more than the name of an SDK. */
  isNamed: boolean
  /** The same, but that values of the query may be its arguments. */
  isClear: boolean
}
type ScoredEndpoint = ScoredOperation & Endpoint

/** How an operation, or an endpoint of it, matches a query. */
interface Subject {
  op: OperationName
  /** By word of the query, from 0 to 1. */
  scores: number[]
  /** The thing, as the SDK and as the end of the path calls it. */
  names: readonly [WordMatch, WordMatch]
  /** Words of the names and the path that the query lacks. */
  missing: number
  /** How well the query matches a need on record. */
  need: number
  removes: boolean
  bonus: number
  /** It takes what no name has: "Leeds". */
  takesValues: boolean
}

/** The words that a record has for each of its operations, and the operations by word. */
const wordsOf = memoized(({ entities, operation_needs }: SdkRecord) => {
  const operations = entities.flatMap(({ name: entity, ops, words }) =>
    ops.map((op) => {
      const needs = operation_needs[operationName({ entity, op })]?.split(',').map(wordsOfName) ?? []
      return { entity, op, keywords: wordsOfName(words?.[op] ?? ''), needs }
    }),
  )
  const byWord = new Map<NameWord, (typeof operations)[number][]>()
  for (const each of operations) {
    for (const word of new Set([...wordsOfName(each.entity), ...each.keywords, ...each.needs.flat()]))
      addTo(byWord, word, each)
  }
  return { byName: new Map(operations.map((each) => [operationName(each), each])), byWord }
})

/** @returns operations that match any word of the query, best first */
export function rankOperations(intent: QueryIntent, record: SdkRecord): ScoredOperation[] {
  const { matchesWord } = createMatcher(intent)
  const matched = new Set([...wordsOf(record).byWord].flatMap(([word, each]) => (matchesWord(word) ? each : [])))
  return Array.from(wordsOf(record).byName.values())
    .filter((each) => matched.has(each))
    .map(({ entity, op }) => ({ entity, op, ...scoreOf(intent, subjectOf(intent, record, entity, op)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
}

/** @returns endpoints that match any word of the query, best first */
export function rankEndpoints(
  intent: QueryIntent,
  record: SdkRecord,
  entities: OperationsFile['entities'],
): ScoredEndpoint[] {
  const all = entities.flatMap(({ name: entity, operations }) =>
    operations.flatMap((operation) => {
      const { op, points } = operation
      const subject = subjectOf(intent, record, entity, op)
      return points.map((point) => ({
        entity,
        op,
        operation,
        point,
        subject: withPoint(intent, { ...subject, op: doneBy(operation, point) }, point),
      }))
    }),
  )
  const reads = intent.ops.length === 0 || isRead(intent.ops[0]!)
  /** Values of a query have no words on record. */
  const isValue = intent.words.map((_, at) => all.every(({ subject }) => subject.scores[at] === 0))
  const isUnknown = isValue.map((each) => each && reads)
  const hasSearchTerm = intent.words.some(
    ({ word, isVerb, isInSdkTitle }, at) =>
      isUnknown[at] && !(word.light || isVerb || isInSdkTitle || isLiteral(word.text)),
  )
  return all
    .map(({ subject, ...endpoint }) => {
      const takesTerm =
        hasSearchTerm && isRead(subject.op) && endpoint.point.parameters.some(({ name }) => NAMES.text.test(name))
      if (takesTerm) subject.bonus += WEIGHTS.search
      return { ...endpoint, ...scoreOf(intent, subject, isUnknown, isValue) }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
}

function add(scores: number[], { hits }: WordMatch, place: number): void {
  for (const { index, factor } of hits) scores[index] = Math.max(scores[index]!, factor * place)
}

/** What the record says of an operation. */
function subjectOf(intent: QueryIntent, record: SdkRecord, entity: string, op: OperationName): Subject {
  const { matchName, matchWords } = createMatcher(intent)
  const name = matchName(entity)
  const { keywords = [], needs = [] } = wordsOf(record).byName.get(operationName({ entity, op })) ?? {}
  const [need] = needs.map(matchWords).sort((a, b) => b.coverage - a.coverage)
  const scores = intent.words.map(() => 0)
  add(scores, name, 1)
  add(scores, matchWords(keywords), PLACES.keyword)
  if (need) add(scores, need, PLACES.keyword * need.coverage)
  const removes = op === 'remove' || name.removes
  return {
    op,
    scores,
    names: [name, name],
    missing: name.missing,
    need: need?.coverage ?? 0,
    removes,
    bonus: 0,
    takesValues: true,
  }
}

/** What an endpoint does: a search may be sent with POST, and so may a change of `/refunds/{id}` beside `/refunds`. */
function doneBy({ op, points }: StoredOperation, { method, path, purpose = '' }: Point): OperationName {
  if (method !== 'POST' || op !== 'create') return op
  if (SEARCH_PATH.test(path) || SEARCHES.test(purpose)) return 'list'
  const parent = path.replace(/\/\{[^/]*\}$/, '')
  return parent !== path && points.some((each) => each.method === 'POST' && each.path === parent) ? 'update' : op
}

/** The same with what the endpoint says. */
function withPoint(intent: QueryIntent, subject: Subject, point: Point): Subject {
  const { matchName } = createMatcher(intent)
  const { method, select, parameters, purpose } = point
  const scores = subject.scores.slice()
  const [entity] = subject.names
  const parts = point.path.split('/')
  const places = parts.flatMap((part, at) => (isWord(part) ? { at, match: matchName(part.replace(FORMAT, '')) } : []))
  const owners = places.filter(({ at }) => parts[at + 1]?.startsWith('{') && parts[at + 2]?.startsWith('{') === false)
  const bonus = owners.reduce((sum, { match }) => sum + WEIGHTS.owner * ownerFit(match, intent), -drawbackOf(point))
  const words = places.map(({ match }) => match)
  const action = select?.action === undefined ? [] : [matchName(select.action)]
  const removes = subject.removes || method === 'DELETE' || [...words.slice(-1), ...action].some((word) => word.removes)
  // In /contacts/search the thing is a contact.
  const [resource = entity, ...others] = (
    words.length > 1 && words.at(-1)!.isNoise ? words.slice(0, -1) : words
  ).reverse()
  add(scores, resource, 1)
  for (const word of [...others, ...action]) add(scores, word, PLACES.path)
  for (const parameter of parameters) addParameter(scores, parameter, matchName)
  if (purpose) add(scores, matchName(purpose), PLACES.purpose)
  const missing = [entity, resource, ...others, ...action].reduce((sum, match) => sum + match.missing, 0) / 2
  const takesValues = parameters.some(({ name }) => !NAMES.page.test(name) && !NAMES.size.test(name))
  return { ...subject, scores, names: [entity, resource], missing, removes, bonus, takesValues }
}

const drawbackOf = ({ unfilled, deprecated, purpose = '' }: Point): number =>
  (unfilled ? WEIGHTS.penalty : 0) + (deprecated || OUTDATED.test(purpose) ? WEIGHTS.outdated : 0)

function addParameter(
  scores: number[],
  { name, required, enum: choices = [] }: Point['parameters'][number],
  matchName: (name: string) => WordMatch,
): void {
  add(scores, matchName(name), PLACES.parameter)
  // What has to be chosen says what is done, and what is always the same names it: `message_type: close`.
  const place = required ? (choices.length === 1 ? 1 : PLACES.parameter) : PLACES.choice
  for (const choice of choices.length <= MAX_CHOICES ? choices : []) add(scores, matchName(String(choice)), place)
}

/** 1 for an owner that the query names as a detail, -1 for one that it does not name. */
const ownerFit = ({ hits }: WordMatch, { words }: QueryIntent): number =>
  hits.length === 0 ? -1 : Number(hits.some(({ index }) => words[index]!.isDetail))

const isWord = (part: string): boolean =>
  part !== '' && !part.includes('{') && !/^(?:api|rest|v\d.*|[\d-]+)$/i.test(part)

/** How much of the query an operation matches: the weights of its words, and how well verb and head noun match. */
function matchedWords({ words, ops, headNoun }: QueryIntent, scores: readonly number[], isUnknown: readonly boolean[]) {
  const sums = { matched: 0, total: 0, headNoun: 0, verb: 0 }
  for (const [at, { word, weight: full, isInSdkTitle, isVerb }] of words.entries()) {
    const score = scores[at]!
    if (isVerb) sums.verb = Math.max(sums.verb, score)
    if (word.text === headNoun) sums.headNoun = score
    // What removes may be called anything.
    const isFree = isVerb ? ops[0] === 'remove' : isUnknown[at]
    const weight = full * (isInSdkTitle ? WEIGHTS.title : isFree ? WEIGHTS.unknown : 1)
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
): Pick<ScoredOperation, 'score' | 'fits' | 'isNamed' | 'isClear'> {
  const { op, names, missing, need, removes, bonus } = subject
  const [entity, resource] = names
  const [first] = intent.ops
  const fit = verbFit(intent, op, removes)
  const { matched, total, headNoun, verb } = matchedWords(intent, subject.scores, isUnknown)
  if (fit === undefined || matched === 0) return { score: 0, fits: false, isNamed: false, isClear: false }
  const share = matched / total
  const nameShare = (entity.share + resource.share) / 2
  const isVerbNamed = verb >= PLACES.path
  // What removes may be called anything.
  const mustName = intent.hasSpecificVerb && first !== 'remove'
  const isRenamed = !isRead(op) && resource !== entity && resource.missing >= 1
  const isOther = isRenamed && !(intent.hasSpecificVerb && verb > PLACES.path)
  const score =
    share +
    WEIGHTS.names * nameShare -
    WEIGHTS.missing * Math.min(missing, MAX_MISSING) +
    WEIGHTS.need * need ** 2 * Math.max(0, fit) +
    WEIGHTS.verb * fit +
    WEIGHTS.headNoun * headNoun +
    WEIGHTS.specificVerb * Number(isVerbNamed && mustName) -
    WEIGHTS.penalty * Number(isOther) +
    bonus
  const isMatched = nameShare === 1 || share >= MIN_SHARE
  const fits = need >= MIN_NEED || (isMatched && doesVerb(intent, fit, isVerbNamed, nameShare))
  const isNamed = hasMost(intent, subject.scores, (at) => intent.words[at]!.isDetail)
  const isAsked = first === 'remove' || !isOther
  const isClear =
    isAsked &&
    (need >= MIN_NEED || (fits && hasMost(intent, subject.scores, (at) => subject.takesValues && isValue[at])))
  return { score, fits, isNamed, isClear }
}

/** Whether an operation does what the verb says. To retry is not any update: the name says it, or has all the rest. */
function doesVerb(
  { ops: [verb], ...intent }: QueryIntent,
  fit: number,
  isVerbNamed: boolean,
  nameShare: number,
): boolean {
  if (verb === undefined || isRead(verb)) return true
  if (fit > 0 && (isVerbNamed || !intent.hasSpecificVerb || verb === 'remove')) return true
  return !intent.needsVerbInName && fit > 0.8 && nameShare > 0.7
}

/** Operations for a text such as "add repository", best first. */
export function suggestOperations(text: string, record: SdkRecord, entities: OperationsFile['entities']): string[] {
  const words = tokens(text).map((word) => ({ text: word, variants: [], weight: 1, light: false }))
  const ranked = rankEndpoints(parseIntent(text, words), record, entities)
  return [...new Set(ranked.map(operationName))]
}
