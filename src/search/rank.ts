/**
 * Ranked search: the likeliest SDKs first. docs/search.md explains the stages of a query.
 */

import type { Arrays } from '../catalog/packed/array-file.ts'
import { facetsOf, facetsOfAll } from '../catalog/record/facets.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import type { Records } from '../catalog/record/records.ts'
import { readCommand } from '../query/command.ts'
import { NO_CONSTRAINTS } from '../query/constraints.ts'
import { type ParsedQuery, type Part, parseQuery } from '../query/parse-query.ts'
import { readSentence } from '../query/sentence.ts'
import { sharedHosts } from '../query/url-names.ts'
import { once } from '../system/once.ts'
import { staged } from '../system/stages.ts'
import { exclude } from './exclude.ts'
import { isInTitle, matchesIn, reasonOf, unmatched } from './explain.ts'
import { type Condition, conditionsOf, type RankFilters } from './filters.ts'
import { FITS, type Fit, fitOf } from './fit/fit.ts'
import { type Inverted, openInverted } from './index/inverted.ts'
import { packInverted } from './index/pack-inverted.ts'
import { openSentences } from './index/sentence-fit.ts'
import { packSentences } from './index/sentences.ts'
import { type NamedRecords, type NameMatch, openMakers, openNames, packNames } from './names/exact-names.ts'
import type { QueryIntent } from './operations/query-intent.ts'
import { rankOperations } from './operations/score-operations.ts'
import type { Match, Ranked, RankedHit } from './ranked-answer.ts'
import { createScorer, type Pass } from './score.ts'
import {
  fitOfHit,
  fuse,
  isServed,
  type RankedRecord,
  type SearchedNeed,
  searchNeeds,
  titlesIn,
} from './search-needs.ts'
import { knowledgeOf, type Searcher } from './searcher.ts'
import { type QueryWord, typedText } from './words/query-words.ts'

export type RankedSearch = ReturnType<typeof openRanked>

/** The index as arrays, for openSearcher. @param records in catalogue order, which settles ties; they are read four times */
export function packRanked(records: Iterable<SdkRecord>): Arrays {
  const shared = sharedHosts(records)
  const inverted = packInverted(records, shared)
  return { ...inverted, ...packSentences(records, openInverted(inverted)), ...packNames(records, shared) }
}

export function openSearcher(arrays: Arrays, records: Records): Searcher {
  const index = openInverted(arrays)
  const matchNames = openNames(arrays, records)
  const score = staged('search score', createScorer(records.length, index, openSentences(arrays, index)))
  return { records, index, matchNames, score, makers: openMakers(arrays) }
}

export function openRanked(arrays: Arrays, records: Records) {
  const searcher = openSearcher(arrays, records)
  /** @param offset how many of the best hits to skip */
  return (query: string, filters: RankFilters, limit: number, offset = 0): Ranked =>
    rank(searcher, query, filters, limit, offset)
}

const readQuery = staged('search read query', parseQuery)
const findNames = staged('search names', (searcher: Searcher, query: string) => searcher.matchNames(query))

/** A query as it is understood, and what was found for it. */
interface Found {
  /** The query is a name and nothing else. */
  isName: boolean
  parsed: ParsedQuery
  needs: SearchedNeed[]
  conditions: Condition[]
  /** Before the conditions. */
  matches: RankedRecord[]
  /** What fits, then what only shares a word. */
  shown: readonly RankedRecord[]
  /** How many of those shown fit. */
  total: number
  /** The conditions that no hit that fits satisfies. */
  dropped: string | undefined
}

/** The answer of ranked search. @param offset how many of the best hits to skip */
export function rank(searcher: Searcher, query: string, filters: RankFilters, limit: number, offset: number): Ranked {
  const found = search(searcher, query, filters)
  const { parsed, needs, conditions, matches, shown, total, dropped } = found
  const { words } = needs[0]!
  const missing = parsed.isPrompt ? [] : needs[0]!.missing
  const [first] = shown
  // Whoever gives a name means it as it is.
  const judged = first?.name ? [] : words
  const readAs = correctionsIn(searcher, judged, first?.position ?? -1)
  const lacking = unmatched(searcher.index, judged, first?.position ?? -1)
  const excludedHit = hitKeptOut(searcher, found)
  const counted = total > 0 ? shown.slice(0, total) : matches.filter(fits)
  return {
    match: first ? matchOf(first, words, missing, lacking, readAs.length > 0) : 'none',
    fit: fitOfAnswer(found, missing),
    total,
    positions: shown.map(positionOf),
    hits: shown.slice(offset, offset + limit).map((hit) => hitOf(searcher, hit, found)),
    facets: () =>
      counted.length > 0 ? facetsOf(searcher.records, counted.map(positionOf)) : facetsOfAll(searcher.records),
    readAs,
    unmatched: first ? lacking : words.map(typedText),
    missing,
    empty: words.length === 0 && !first,
    ...(parsed.translation && { translation: parsed.translation }),
    constraints: [...conditions.flatMap(({ isFilter, name }) => (isFilter ? [] : name)), ...freeOf(parsed)],
    ...(dropped !== undefined && { dropped }),
    ...(excludedHit && { excludedHit }),
    ...(total === 0 && counted.length > 0 && { withoutFilters: counted.length }),
  }
}

const freeOf = ({ constraints }: ParsedQuery): string[] => (constraints.free ? ['free'] : [])

function fitOfAnswer({ shown, dropped }: Found, missing: readonly string[]): Fit {
  const fit = fitOf(shown[0]?.probability ?? 0)
  return (dropped !== undefined || missing.length > 0) && fit === 'good' ? 'weak' : fit
}

/** The SDKs of names and URLs; "Customer.io" is the host of one SDK and the name of several. */
function namesIn(searcher: Searcher, query: string): NamedRecords & { isFamily: boolean } {
  const { matches, rest } = findNames(searcher, query)
  const family =
    rest !== query && matches.every(({ kind }) => kind === 'host')
      ? Array.from(titlesIn(searcher, query), (position) => ({ position, kind: 'alias' as const }))
      : []
  const isFamily = family.length > 1
  return { matches: isFamily ? family : matches, rest, isFamily }
}

const placeOf = ({ hits }: SearchedNeed, { position }: NameMatch): number =>
  hits.findIndex((hit) => hit.position === position) >>> 0

/** What a query says, and what was found for each of its parts. */
export function search(searcher: Searcher, query: string, filters: RankFilters): Found {
  const { index, records } = searcher
  const { matches: named, rest, isFamily } = namesIn(searcher, query)
  const isName = named.length > 0 && rest === query
  const whole = isName ? nameOnly(query) : readQuery(query, knowledgeOf(searcher))
  const excluded = exclude(searcher, whole.constraints.exclusions)
  // "not with example.org": the SDK whose URL is in the query may be the excluded one.
  const isAllowed = ({ position }: NameMatch): boolean => !excluded.positions.has(position)
  const parsed = isName || isFamily || !named.some(isAllowed) ? whole : readQuery(rest, knowledgeOf(searcher))
  const conditions = conditionsOf(records, filters, parsed.constraints, excluded)
  const needs = searchNeeds(searcher, parsed, excluded, passesOf(conditions))
  // The record of a URL may be the answer to one of several needs.
  const needOf = ({ position }: NameMatch) => needs.findLast(({ hits }) => hits[0]?.position === position) ?? needs[0]!
  const nameMatches = named
    .filter(isAllowed)
    .sort((a, b) => (rest === query ? 0 : placeOf(needs[0]!, a) - placeOf(needs[0]!, b)))
    .map((match) => ({ ...match, need: needOf(match) }))
  // Whoever gives a full name wants that SDK, and at most those that share all its words.
  const matches = fuse(needs, nameMatches).filter(
    ({ name, position }) => !isName || name !== undefined || unmatched(index, needs[0]!.words, position).length === 0,
  )
  return { isName, parsed, needs, conditions, matches, ...satisfying(matches, conditions) }
}

function matchOf(
  first: RankedRecord,
  words: readonly QueryWord[],
  missing: readonly string[],
  lacking: readonly string[],
  isCorrected: boolean,
): Match {
  if (first.name) return 'exact'
  if (missing.length > 0) return 'related'
  if (lacking.length === 0) return isCorrected ? 'typos' : 'all'
  return words.some((word) => !word.light && !lacking.includes(typedText(word))) ? 'any' : 'related'
}

function hitOf({ index, records }: Searcher, hit: RankedRecord, { isName, needs }: Found): RankedHit {
  const { position, name, isNamed, need, violates } = hit
  const [whole] = needs
  const record = records.at(position)
  /** Those parts of the query, in its order, that the record answers best. */
  const isAnswered = (part: SearchedNeed): boolean =>
    part === need || (need !== whole && part !== whole && part.hits[0]?.position === position && isServed(part))
  const intents = once((): QueryIntent[] => {
    const asked = isName ? [] : needs.filter(isAnswered).flatMap(({ intent, followUps }) => [intent, ...followUps])
    return asked.map((intent) => markTitleWords(index, intent, position))
  })
  return {
    position,
    record,
    reason: reasonOf(index, need.words, position, name),
    fit: fitOfHit(hit),
    isNamed,
    need: need === whole ? undefined : need.typed,
    violates,
    intents,
    operations: once(() => (isName ? [] : rankOperations(intents()[0]!, record))),
  }
}

/** The record that the query names, or that fits better than any other, if only the conditions exclude it. */
function hitKeptOut({ records }: Searcher, { matches, shown: [first], conditions }: Found): Ranked['excludedHit'] {
  const named = first?.isNamed ? undefined : matches.find(({ isNamed }) => isNamed)
  const shownFit = FITS.indexOf(first ? fitOfHit(first) : 'none')
  const hit = named ?? matches.find((each) => FITS.indexOf(fitOfHit(each)) < shownFit)
  const failing = conditions.filter(({ kind, passes }) => hit && kind !== 'not' && !passes(hit.position))
  return failing.length > 0 ? { record: records.at(hit!.position), by: failing.map(({ name }) => name) } : undefined
}

/** The intent with the words marked that are in the title of the record; the same one where none is. */
function markTitleWords(index: Inverted, intent: QueryIntent, position: number): QueryIntent {
  const words = intent.words.map((each) => ({ ...each, isInSdkTitle: isInTitle(index, each.word, position) }))
  return words.some(({ isInSdkTitle }) => isInSdkTitle) ? { ...intent, words } : intent
}

/** "wether" -> "weather", as far as the record has it. */
function correctionsIn({ index }: Searcher, words: readonly QueryWord[], position: number): [string, string][] {
  const corrections = matchesIn(index, words, position).flatMap(({ word, variant: { readAs } }) =>
    readAs === undefined || readAs === word.text ? [] : { typed: word.text, readAs },
  )
  return [...Map.groupBy(corrections, ({ typed }) => typed)].map(([typed, parts]) => [
    typed,
    parts.map(({ readAs }) => readAs).join(' '),
  ])
}

const positionOf = ({ position }: RankedRecord): number => position

/** A name says nothing else. */
function nameOnly(query: string): ParsedQuery {
  const sentence = readSentence(query)
  const tokens = [...sentence.tokens]
  const whole: Part = { typed: query, tokens, asked: tokens, brands: [], followUps: [], command: readCommand(sentence) }
  return { sentence, constraints: NO_CONSTRAINTS, isPrompt: false, parts: [whole] }
}

const isWish = ({ isFilter, kind }: Condition): boolean => !isFilter && kind !== 'not'

/** What must be satisfied, and that with all wishes; the best of it may be far behind the best of all. */
const passesOf = (conditions: readonly Condition[]): Pass[] =>
  [conditions.filter((each) => !isWish(each)), conditions]
    .filter((some) => some.length > 0)
    .map((some) => (position) => some.every(({ passes }) => passes(position)))

/** What fits and satisfies all wishes, then the rest of what satisfies them; if nothing does both, what fits: `dropped` names its wishes. */
function satisfying(matches: readonly RankedRecord[], conditions: readonly Condition[]) {
  const wishes = conditions.filter(isWish)
  const musts = conditions.filter((condition) => !isWish(condition))
  const allowed = musts.reduce((hits, { passes }) => hits.filter(({ position }) => passes(position)), matches)
  const judged = allowed.map((hit): RankedRecord => {
    const violates = wishes.filter(({ passes }) => !passes(hit.position)).map(({ name }) => name)
    return violates.length === 0 ? hit : { ...hit, violates }
  })
  const groupOf = (hit: RankedRecord) => `${fits(hit) ? 'fit' : 'unfit'}${hit.violates ? ' but' : ''}` as const
  const { fit = [], unfit = [], 'fit but': near = [], 'unfit but': far = [] } = Object.groupBy(judged, groupOf)
  if (fit.length > 0) return { shown: [...fit, ...unfit, ...near, ...far], total: fit.length, dropped: undefined }
  return { shown: [...near, ...unfit, ...far], total: near.length, dropped: near[0]?.violates?.join(', ') }
}

const fits = (hit: RankedRecord): boolean => fitOfHit(hit) !== 'none'
