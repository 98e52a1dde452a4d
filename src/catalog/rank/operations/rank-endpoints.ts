/** Ranks the endpoints of an SDK for a query, by its file of operations. */
import { memoized } from '../../../system/once.ts'
import type { OperationsFile, Parameter, Point } from '../../record/facts.ts'
import { isRead } from '../../record/languages.ts'
import { tokens } from '../../search/words.ts'
import type { Endpoint } from '../../usage/reference/operation-sheet.ts'
import { byUse } from '../../usage/reference/order-parameters.ts'
import { operationVerbs } from '../word-lists.ts'
import { CHOICE, PLACES } from './choice-weights.ts'
import {
  addPhrase,
  createPhraseMatcher,
  emptyMatch,
  isDestructive,
  matchedShare,
  type PhraseMatch,
  verbScore,
  wordsOfName,
} from './operation-match.ts'
import { isLiteral, parseIntent, type QueryIntent } from './query-intent.ts'
import { type ScoredOperation, scoreOperation } from './rank-operations.ts'

type Operation = OperationsFile['entities'][number]['operations'][number]

export interface ScoredEndpoint extends ScoredOperation, Endpoint {
  /** It writes, and the end of its path has words that the query lacks: it may be for something else. */
  isOtherResource: boolean
}

/**
 * @param operations of the record, ranked for the same query
 * @returns endpoints that match any word of the query, best first
 */
export function rankEndpoints(
  intent: QueryIntent,
  operations: readonly ScoredOperation[],
  entities: OperationsFile['entities'],
): ScoredEndpoint[] {
  const matchPhrase = createPhraseMatcher(intent)
  const recordMatches = new Map(operations.map(({ entity, op, match }) => [`${entity}.${op}`, match]))
  const candidates = entities.flatMap(({ name, operations }) =>
    operations.flatMap((operation) => operation.points.map((point) => matchEndpoint(name, operation, point))),
  )
  const reads = intent.ops.length === 0 || isRead(intent.ops[0]!)
  const inNoEndpoint = intent.words.map((_, at) => candidates.every(({ match }) => match.wordScores[at] === 0))
  const hasSearchTerm = intent.words.some(
    ({ word, isVerb, isInSdkTitle }, at) =>
      inNoEndpoint[at] && !(word.light || isVerb || isInSdkTitle || isLiteral(word.text)),
  )
  return candidates.flatMap(scoreEndpoint).sort((a, b) => b.score - a.score)

  function matchEndpoint(entity: string, operation: Operation, point: Point) {
    const { op } = operation
    const path = readPath(point)
    const ofRecord = recordMatches.get(`${entity}.${op}`)
    const match = ofRecord ? { ...ofRecord, wordScores: ofRecord.wordScores.slice() } : emptyMatch(intent)
    const [name, resource] = [matchPhrase(withoutNoise(entity)), matchPhrase(withoutNoise(path.resource))]
    const others = [point.select?.action ?? '', ...path.before].map((text) => matchPhrase(text))
    for (const phrase of [name, resource]) addPhrase(match, phrase, 1)
    for (const phrase of others) addPhrase(match, phrase, PLACES.path)
    for (const parameter of point.parameters) addPhrase(match, matchPhrase(parameter.name), PLACES.parameter)
    // An SDK's model names its entities; the end of the path is what the API calls them.
    const entityCoverage = Math.max(match.nameCoverage, matchedShare(name))
    match.nameCoverage = (entityCoverage + matchedShare(resource.size > 0 ? resource : name)) / 2
    match.extraNameWords = [name, resource, ...others].reduce((sum, { size, matched }) => sum + size - matched, 0) / 2
    return { entity, operation, point, path, match, name, resource }
  }

  function scoreEndpoint(candidate: ReturnType<typeof matchEndpoint>): ScoredEndpoint[] {
    const { entity, operation, point, path, match, name, resource } = candidate
    const { op } = operation
    const { method, select, parameters, deprecated, unfilled } = point
    // To post a deletion is to delete.
    const postsDeletion = method === 'POST' && wordsOfName(path.resource).some(({ stem }) => opOf(stem) === 'remove')
    const removes = method === 'DELETE' || postsDeletion || isDestructive(op, entity, path.last, select?.action ?? '')
    const base = scoreOperation(intent, match, op, removes, (at) => reads && inNoEndpoint[at]!)
    if (!base) return []
    const isVerbNamed = intent.hasSpecificVerb && verbScore(intent, match) > PLACES.path
    const isOtherResource = !isRead(op) && !isVerbNamed && resource.unmatched > 0
    const penalties = [deprecated, unfilled, isOtherResource].filter(Boolean).length
    const isSearch = hasSearchTerm && isRead(op) && parameters.some(({ name }) => SEARCH_PARAMETER.test(name))
    const score =
      base.score -
      CHOICE.penalty * penalties +
      (isSearch ? CHOICE.searchParameter : 0) +
      path.owners.reduce((sum, owner) => sum + ownerScore(matchPhrase(owner)), 0)
    // Neither the entity nor the path is called as the query says.
    const isUnrelated = isOtherResource && (removes || name.unmatched > 0) && match.needCoverage < CHOICE.minNeed
    return [{ entity, op, match, operation, point, score, fits: base.fits && !isUnrelated, isOtherResource }]
  }

  function ownerScore({ hits, unmatched }: PhraseMatch): number {
    const literal = hits.filter(({ factor }) => factor > CHOICE.concept)
    if (unmatched > 0 || literal.length === 0) return -CHOICE.owner
    return literal.some(({ index }) => intent.words[index]!.isDetail) ? CHOICE.owner : 0
  }
}

/** The parts of a path that are words. */
const readPath = memoized(({ path }: Point) => {
  const parts = path.split('/').filter(isWord)
  const endsInNoise = parts.length > 1 && NOISE.test(parts.at(-1)!.toLowerCase())
  const words = endsInNoise ? parts.slice(0, -1) : parts
  /** What the resource belongs to: "boards" in /boards/{id}/lists. */
  const owners = [...path.matchAll(/([^/{}]+)\/\{[^/]*(?=\/[^{])/g)].map(([, owner = '']) => owner)
  return { owners, resource: words.at(-1) ?? '', last: parts.at(-1) ?? '', before: words.slice(0, -1) }
})

const opOf = (stem: string) => operationVerbs().get(stem)?.ops[0]

const isWord = (part: string): boolean =>
  part !== '' && !part.includes('{') && !/^(?:api|rest|v\d.*|[\d-]+)$/i.test(part)

/** Names of search parameters. */
const SEARCH_PARAMETER = /^(?:q|s|query|search|keywords?|terms?|search_?terms?|text|name|title)$/i
/** Words that models add to names, and words that only name the kind of the operation. */
const NOISE =
  /^(?:add|api|basic|collection|create|delete|details?|dto|edit|entit(?:y|ies)|find|forward|get|list|new|object|output|paged?|paging|public|query|re(?:move|quest|sponse)|schema|search|send|set|total|update|view|with)\d*$/

const withoutNoise = (name: string): string => {
  const words = wordsOfName(name).filter(({ word }) => !NOISE.test(word))
  return words.length > 0 ? words.map(({ word }) => word).join(' ') : name
}

/** Operations for a text such as "add repository", best first. */
export function suggestOperations(text: string, entities: OperationsFile['entities']): string[] {
  const words = tokens(text).map((word) => ({ text: word, variants: [], weight: 1, light: false }))
  const intent = parseIntent(text, words)
  const matchPhrase = createPhraseMatcher(intent)
  const isSimilar = (name: string): boolean => matchPhrase(name).hits.some(({ index }) => !intent.words[index]!.isVerb)
  const similar = entities.map(({ name, operations }) => ({
    name,
    operations: isSimilar(name)
      ? operations
      : operations.filter(({ points }) => points.some((point) => isSimilar(readPath(point).resource))),
  }))
  return [...new Set(rankEndpoints(intent, [], similar).map(({ entity, op }) => `${entity}.${op}`))]
}

/** "last week", "since 2020" */
const TIME =
  /\b(?:last|next|since|until|between|before|after|during|yesterday|today|tomorrow|days?|weeks?|months?|years?|(?:19|20)\d\d)\b/i
const TIME_PARAMETER = /time|date|since|until|before|after|^(?:from|to|start|end|year|month|day)/i

/** Optional parameters of an endpoint: those that the query names first, then those that most calls set. */
export function rankOptionalParameters(intent: QueryIntent, parameters: readonly Parameter[]): Parameter[] {
  const matchPhrase = createPhraseMatcher(intent)
  const hasTime = TIME.test(intent.text)
  const rank = ({ name, enum: choices = [] }: Parameter): number => {
    const isNamed = [name, ...choices.map(String)].some((text) => matchPhrase(text).hits.length > 0)
    return isNamed || (hasTime && TIME_PARAMETER.test(name)) ? 1 : 0
  }
  const optional = parameters.filter(({ required, in: where }) => !required && where !== 'header')
  return byUse(optional).sort((a, b) => rank(b) - rank(a))
}
