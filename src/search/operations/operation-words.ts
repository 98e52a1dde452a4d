/** What an operation, and an endpoint of it, says with the words of a query. */
import type { Members, Point } from '../../catalog/record/facts.ts'
import { isRead, type OperationName, operationName } from '../../catalog/record/languages.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { memberNames } from '../../catalog/record/traits.ts'
import type { StoredOperation } from '../../code/arguments.ts'
import { isRoot } from '../../code/choose-endpoint.ts'
import { NAMES } from '../../code/parameter-names.ts'
import { operationVerbs } from '../../query/words/word-lists.ts'
import { stem } from '../../query/words/words.ts'
import { memoized } from '../../system/once.ts'
import { createMatcher, type WordMatch, wordsOfName } from './match-words.ts'
import type { QueryIntent } from './query-intent.ts'

/** How much a word counts by its place; it is 1 in the name of the entity and at the end of the path. */
export const NAME_PLACES = { purpose: 0.8, path: 0.7, keyword: 0.6, parameter: 0.5, choice: 0.3, answer: 0.4 }
/** `node evals/operations.ts` shows what a change does. */
export const OPERATION_WEIGHTS = {
  /** Factor of a word in the SDK's title, and of one that no operation has, in a query that reads. */
  ...{ title: 0.25, unknown: 0.3 },
  /** For names that are in the query as a whole, and less for each word of them that the query lacks. */
  ...{ names: 0.2, missing: 0.09 },
  /** For a need on record, the verb, the head noun, and a verb that says more than the kind of the operation. */
  ...{ need: 0.5, verb: 0.4, headNoun: 0.2, specificVerb: 0.35 },
  /** Less for what cannot be filled in, or writes something that the query lacks; and for what another one replaces. */
  penalty: 0.12,
  outdated: 0.5,
  /** For each owner in the path that the query names ("lists of a board"), and less for each other one. */
  owner: 0.1,
  /** For a search parameter, if the query has words that no endpoint has. */
  search: 0.15,
  /** For a parameter that takes a value of the query, such as a year, and more for a day or coordinates. */
  ...{ value: 0.15, keyValue: 0.65 },
  /** Less for what requires the very thing that is asked for. */
  asked: 1,
  /** Less for what requires coordinates, where the query has none: it names a place, or asks for them. */
  place: 0.25,
  /** For each owner in the path whose id the query gives: "card 5f3a" */
  given: 0.2,
  /** Less for what requires an id that another operation gives, where the query has none. */
  id: 0.1,
}
/** The end of a path says in which form it answers, and not what: /invoices.json */
const FORMAT = /\.(?:csv|json|php|xml)$/
/** What a purpose says of an endpoint that another one replaces. */
const OUTDATED = /\b(?:deprecated|legacy|obsolete|old(?:er)? version)\b/
const SEARCH_PATH = /\/(?:_?search|query|find|filter|lookup)$/i
/** Verbs that a query has for something else: "let me know". */
const OTHER_VERBS = /^(?:|act|force|keep|let|lift|pass|pull|say|signal|take|tie|top|trim)$/
/** A request with POST may read, by the end of its path or by a purpose that names what it gives: "status of a transaction". */
const readsByPost = memoized(({ path, purpose = '' }: Point): boolean => {
  const [first = '', second = ''] = purpose.toLowerCase().split(/[ ,]+/, 2)
  const verb = operationVerbs().get(`${stem(first)} ${second}`) ?? operationVerbs().get(stem(first))
  const isVerb = verb ? !isRead(verb.ops[0]!) || verb.ops.includes('create') : OTHER_VERBS.test(first)
  return SEARCH_PATH.test(path) || !isVerb
})
/** Choices beyond these are values of a query, and no kinds of what is done. */
const MAX_CHOICES = 8

/** How an operation, or an endpoint of it, matches a query. */
export interface Subject {
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

/** The words that a record has for each of its operations. */
export const recordWords = memoized(({ entities, operation_needs }: SdkRecord) => {
  const operations = entities.flatMap(({ name: entity, ops, words }) =>
    ops.map((op) => {
      const needs = operation_needs[operationName({ entity, op })]?.split(',').map(wordsOfName) ?? []
      return { entity, op, keywords: wordsOfName(words?.[op] ?? ''), needs }
    }),
  )
  return new Map(operations.map((each) => [operationName(each), each]))
})

function add(scores: number[], { hits }: WordMatch, place: number): void {
  for (const { index, factor } of hits) scores[index] = Math.max(scores[index]!, factor * place)
}

/** What the record says of an operation. */
export function operationSubject(intent: QueryIntent, record: SdkRecord, entity: string, op: OperationName): Subject {
  const { matchName, matchWords } = createMatcher(intent)
  const name = matchName(entity)
  const { keywords = [], needs = [] } = recordWords(record).get(operationName({ entity, op })) ?? {}
  const [need] = needs.map(matchWords).sort((a, b) => b.coverage - a.coverage)
  const scores = intent.words.map(() => 0)
  add(scores, name, 1)
  add(scores, matchWords(keywords), NAME_PLACES.keyword)
  if (need) add(scores, need, NAME_PLACES.keyword * need.coverage)
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
export function doneBy({ op, points }: StoredOperation, point: Point): OperationName {
  const { method, path } = point
  if (method !== 'POST' || op !== 'create') return op
  if (readsByPost(point)) return 'list'
  const parent = path.replace(/\/\{[^/]*\}$/, '')
  return parent !== path && points.some((each) => each.method === 'POST' && each.path === parent) ? 'update' : op
}

/** The same with what the endpoint says. @param isGiven whether a word of the query has an id behind it */
export function withPoint(
  intent: QueryIntent,
  subject: Subject,
  point: Point,
  isGiven: (word: number) => boolean,
): Subject {
  const { matchName } = createMatcher(intent)
  const { method, select, parameters, purpose } = point
  const scores = subject.scores.slice()
  const [entity] = subject.names
  const parts = point.path.split('/')
  const places = parts.flatMap((part, at) => (isWord(part) ? { at, match: matchName(part.replace(FORMAT, '')) } : []))
  const owners = places.filter(({ at }) => parts[at + 1]?.startsWith('{') && parts[at + 2]?.startsWith('{') === false)
  const bonus = owners.reduce(
    (sum, { match }) => sum + OPERATION_WEIGHTS.owner * ownerFit(match, intent),
    -drawbackOf(point),
  )
  const takesGiven = places.some(
    ({ at, match }) =>
      parts[at + 1]?.startsWith('{') &&
      // "members of team 5" are no team.
      match.hits.some(({ index }) => isGiven(index) && (!intent.words[index]!.isDetail || parts[at + 2] !== undefined)),
  )
  const words = places.map(({ match }) => match)
  const action = select?.action === undefined ? [] : [matchName(select.action)]
  const removes = subject.removes || method === 'DELETE' || [...words.slice(-1), ...action].some((word) => word.removes)
  // In /contacts/search the thing is a contact.
  const [resource = entity, ...others] = (
    words.length > 1 && words.at(-1)!.isNoise ? words.slice(0, -1) : words
  ).reverse()
  add(scores, resource, 1)
  for (const word of [...others, ...action]) add(scores, word, NAME_PLACES.path)
  for (const parameter of parameters) addParameter(scores, parameter, matchName)
  if (purpose) add(scores, matchName(purpose), NAME_PLACES.purpose)
  for (const name of outerNames(point.answer?.fields ?? {})) add(scores, matchName(name), NAME_PLACES.answer)
  const missing =
    [entity, resource, ...others.filter((word) => !word.isNoise), ...action].reduce(
      (sum, match) => sum + match.missing,
      0,
    ) / 2
  const takesValues = parameters.some(({ name }) => !NAMES.page.test(name) && !NAMES.size.test(name))
  return {
    ...subject,
    scores,
    names: [entity, resource],
    missing,
    removes,
    bonus: bonus + (takesGiven ? OPERATION_WEIGHTS.given : 0),
    takesValues,
  }
}

/** Deeper ones say little of what the endpoint is for. */
const outerNames = memoized((members: Members): string[] => memberNames(members, 2))

const drawbackOf = (point: Point): number => {
  const { unfilled, deprecated, purpose = '' } = point
  return (
    (unfilled ? OPERATION_WEIGHTS.penalty : 0) +
    (deprecated || OUTDATED.test(purpose) || isRoot(point) ? OPERATION_WEIGHTS.outdated : 0)
  )
}

function addParameter(
  scores: number[],
  { name, required, enum: choices = [] }: Point['parameters'][number],
  matchName: (name: string) => WordMatch,
): void {
  add(scores, matchName(name), NAME_PLACES.parameter)
  // What has to be chosen says what is done, and what is always the same names it: `message_type: close`.
  const place = required ? (choices.length === 1 ? 1 : NAME_PLACES.parameter) : NAME_PLACES.choice
  for (const choice of choices.length <= MAX_CHOICES ? choices : []) add(scores, matchName(String(choice)), place)
}

/** 1 for an owner that the query names as a detail, -1 for one that it does not name. */
const ownerFit = ({ hits }: WordMatch, { words }: QueryIntent): number =>
  hits.length === 0 ? -1 : Number(hits.some(({ index }) => words[index]!.isDetail))

const isWord = (part: string): boolean =>
  part !== '' && !part.includes('{') && !/^(?:api|rest|v\d.*|[\d-]+)$/i.test(part)
