/** What a query selects from the catalogue, with the numbers that each further filter would leave. */

import { type Advice, adviceFor, nearestFor, readingsOf, readingText } from '../../answers/find-advice.ts'
import { notesText, reasonText } from '../../answers/find-hit.ts'
import { needOf, needsOf, operationFor } from '../../answers/find-result.ts'
import {
  type Facets,
  facetsOf,
  kindsOf,
  kindsOfAll,
  type RecordKind,
  sortedCounts,
  topicsOfKinds,
} from '../../catalog/record/facets.ts'
import type { Language } from '../../catalog/record/languages.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import type { Records } from '../../catalog/record/records.ts'
import type { Fit } from '../../search/fit/fit.ts'
import type { Match, Ranked, RankedHit } from '../../search/ranked-answer.ts'
import { nearest } from '../../search/suggest.ts'
import type { Catalog } from '../../store/open-catalog.ts'
import { findSdk } from '../../tools/find-sdk.ts'
import {
  FILTER_FLAG_NAMES,
  FILTER_FLAGS,
  type Filters,
  isEverything,
  type ListQuery,
  type Sort,
  withoutTopic,
} from './list-query.ts'

export const PER_PAGE = 40

export interface Selection {
  query: ListQuery
  total: number
  /** Those that only share a word. */
  others: number
  /** From 1; `query.page` is within it. */
  pages: number
  /** Position of the first entry, from 0. */
  offset: number
  /** The matches of the page; after the last, others that only share a word. */
  rows: readonly Row[]
  /** How strictly, and how well, the first SDKs match the words; absent where nothing was ranked. */
  match?: Match
  fit?: Fit
  reading: string
  advice: readonly Advice[]
  /** The words, where they are too long to search for; those of `query` are none. */
  typed?: string
  /** Set if nothing was searched: why, as a title and in a sentence. */
  refused?: { title: string; reason: string }
  /** Misspelt words, and what the search read in their place. */
  readAs: Ranked['readAs']
  /** SDKs that look like the words, where the hits hardly meet them. */
  near: readonly SdkRecord[]
  /** Like a topic that no SDK has. */
  nearTopics?: readonly string[]
  /** Topics to continue with: of the SDKs that match the words `q`; of the whole catalogue if `q` is empty. */
  topics: { q: string; counts: Facets['topics'] }
  /** How many SDKs remain with one more filter, by flag or language; undefined for a language that is not counted. */
  counts: Readonly<Record<string, number | undefined>>
}

export interface Row {
  record: SdkRecord
  hit?: {
    fit: Fit
    /** Why it is a hit, with the notes. */
    reason: string
    /** In which ways it does not satisfy the words. */
    notes: string
    /** That answers them: `author.list`. */
    operation: string | undefined
    /** The part of the words that it is for, where they have several. */
    need: string | undefined
  }
}

/** Without words everything in catalogue order, else the hits of find_sdk, best first, with its advice. */
export function select(query: ListQuery, catalog: Catalog): Selection {
  const { q, filters } = query
  const { records } = catalog
  if (filters.topic !== undefined && !catalog.topics.includes(filters.topic)) return unknownTopic(query, catalog)
  const refusal = q === '' ? undefined : findSdk.input.shape.query.safeParse(q).error?.issues[0]
  if (refusal) return tooLong(query, refusal.message, catalog)
  const finder = finderOf(query, catalog)
  const ranked = rankedBy(finder, filters)
  const count = (filter: Filters): number => countOf(finder, { ...filters, ...filter })
  const counts = q === '' ? catalog.facets : facetsOf(records, ranked ? matchesOf(ranked) : inOrder(finder, filters))
  const languages = counts.languages.map(([language]) => language as Language)
  const total = count({})
  const pages = Math.max(1, Math.ceil(total / PER_PAGE))
  const page = Math.min(query.page, pages)
  const offset = (page - 1) * PER_PAGE
  const sorted = inOrder(finder, filters, query.sort ?? (ranked ? undefined : 'readiness'))
  const others = (ranked?.positions.slice(ranked.total) ?? []).filter(passing(finder, filters))
  const matches = [...sorted.drop(offset).take(PER_PAGE)]
  const shown = [...matches, ...others.slice(0, PER_PAGE - matches.length)]
  return {
    query: { ...query, page },
    ...{ total, others: others.length },
    pages,
    offset,
    rows: ranked
      ? rankedRows(hitsAt(finder, shown), filters)
      : shown.map((position) => ({ record: records.at(position) })),
    ...(ranked && { fit: ranked.fit, match: ranked.match }),
    reading: ranked ? readingText(readingsOf(ranked), ranked.constraints) : '',
    advice: ranked ? adviceFor({ ...ranked, query: q, filters: rankFilters(filters) }) : [],
    readAs: ranked?.readAs ?? [],
    near: ranked ? nearestFor(ranked, q, catalog).map((slug) => catalog.record(slug)!) : [],
    topics: topicsFor(finder, filters),
    counts: Object.fromEntries<number | undefined>([
      ...FILTER_FLAG_NAMES.map((name): [string, number] => [name, count({ [name]: true })]),
      // With words, each language would take a search of its own, so they are not counted.
      ...languages.map((name) => [name, q === '' ? count({ language: name }) : undefined] as const),
    ]),
  }
}

/** A query, searched once for each set of filters that find_sdk has. */
interface Finder {
  query: ListQuery
  catalog: Catalog
  /** Positions before any filter where nothing is ranked. */
  everywhere: readonly number[]
  answers: Map<string, Ranked>
  /** By topic. */
  kinds: Map<string, readonly RecordKind[]>
}

function finderOf(query: ListQuery, catalog: Catalog): Finder {
  const everywhere = query.literal ? Array.from(catalog.occurrences(query.q)) : catalog.records.positions
  return { query, catalog, everywhere, answers: new Map(), kinds: new Map() }
}

/** Undefined without words; with the filters of the query, its hits are those of the page. */
function rankedBy({ query, catalog, answers }: Finder, filters: Filters): Ranked | undefined {
  const { q, literal, page } = query
  if (q === '' || literal) return undefined
  const key = JSON.stringify(rankFilters(filters))
  const limit = filters === query.filters ? PER_PAGE : 0
  const answer = answers.get(key) ?? catalog.find(q, rankFilters(filters), limit, (page - 1) * PER_PAGE)
  answers.set(key, answer)
  return answer
}

function hitsAt(finder: Finder, positions: readonly number[]): RankedHit[] {
  if (positions.length === 0) return []
  const { q, page, filters } = finder.query
  const ranked = rankedBy(finder, filters)!
  const places = positions.map((position) => ranked.positions.indexOf(position))
  const [first, last] = [Math.min(...places), Math.max(...places)]
  // In another order, or with filters that find_sdk does not have, the hits of a page are not those of the answer.
  const isThere = first === (page - 1) * PER_PAGE && last < first + ranked.hits.length
  const hits = isThere ? ranked.hits : finder.catalog.find(q, rankFilters(filters), last - first + 1, first).hits
  return places.map((place) => hits[place - first]!)
}

const matchesOf = ({ positions, total }: Ranked): readonly number[] => positions.slice(0, total)

/** Positions before the filters by flags and language: best first; without words in catalogue order. */
function found({ catalog, everywhere }: Finder, { topic }: Filters, ranked: Ranked | undefined): Positions {
  const { records } = catalog
  const positions = ranked ? matchesOf(ranked) : everywhere
  if (topic === undefined) return positions
  if (positions === records.positions) return records.ofTopic(records.topicNames.indexOf(topic))
  return positions.filter(records.having(topic))
}

function passing({ catalog: { records } }: Finder, { topic: _, language, ...flags }: Filters) {
  const names = FILTER_FLAG_NAMES.filter((name) => flags[name])
  return (position: number): boolean =>
    (language === undefined || records.mayComeIn(language, position)) &&
    names.every((name) => records.is(FILTER_FLAGS[name].flag, position))
}

/** How many pass all filters. */
function countOf(finder: Finder, filters: Filters): number {
  const ranked = rankedBy(finder, filters)
  const passes = passing(finder, filters)
  if (ranked) return Array.from(found(finder, filters, ranked)).filter(passes).length
  const { topic = '' } = filters
  const kinds = finder.kinds.get(topic) ?? kindsAbout(finder, topic)
  finder.kinds.set(topic, kinds)
  return kinds.reduce((sum, { position, count }) => sum + (passes(position) ? count : 0), 0)
}

function kindsAbout(finder: Finder, topic: string): readonly RecordKind[] {
  const { records } = finder.catalog
  if (topic === '' && finder.everywhere === records.positions) return kindsOfAll(records)
  return kindsOf(found(finder, topic === '' ? {} : { topic }, undefined), records)
}

/** Positions that pass all filters; with words the best first, if there is no other order. */
function inOrder(finder: Finder, filters: Filters, sort?: Sort, ranked = rankedBy(finder, filters)) {
  const positions = sorted(found(finder, filters, ranked), sort, finder.catalog.records)
  return Iterator.from(positions).filter(passing(finder, filters))
}

/** With all filters but the topic; of the whole catalogue if nothing remains. */
function topicsFor(finder: Finder, filters: Filters): Selection['topics'] {
  const { catalog, query } = finder
  const { records } = catalog
  const others = withoutTopic(filters)
  const counts = new Uint32Array(records.topicNames.length)
  if (query.q !== '')
    for (const position of inOrder(finder, others, undefined, rankedBy(finder, {}))) addTopics(position)
  else if (!isEverything({ q: '', filters: others })) {
    const passes = passing(finder, others)
    for (const { position, topics } of topicsOfKinds(records)) {
      if (passes(position)) for (const topic of counts.keys()) counts[topic]! += topics[topic]!
    }
  }
  const some = sortedCounts(counts, records.topicNames)
  return some.length > 0 ? { q: query.q, counts: some } : { q: '', counts: catalog.facets.topics }

  function addTopics(position: number): void {
    for (const topic of records.topics(position)) counts[topic]! += 1
  }
}

function rankedRows(hits: readonly RankedHit[], { language }: Filters): Row[] {
  const needs = needsOf(hits)
  return hits.map((hit, at) => {
    const { record, fit } = hit
    const [reason, notes] = [reasonText(hit, language), notesText(hit, language)]
    return { record, hit: { fit, reason, notes, operation: operationFor(hit), need: needOf(needs, at + 1) } }
  })
}

const rankFilters = ({ topic, language, no_auth }: Filters) => ({ topic, language, no_auth })

type Positions = ArrayLike<number> & Iterable<number>

function sorted(positions: Positions, sort: Sort | undefined, records: Records): Iterable<number> {
  const isAll = positions === records.positions
  if (sort === 'entities') return records.mostEntities(isAll ? undefined : positions)
  if (sort === 'readiness') return records.mostReady(isAll ? undefined : positions)
  // Positions are those of the catalogue order, which is by title.
  return sort === 'title' && !isAll ? Array.from(positions).sort((a, b) => a - b) : positions
}

function unknownTopic(query: ListQuery, catalog: Catalog): Selection {
  const nearTopics = similarTopics(query.filters.topic!, catalog)
  const text = `None of the ${catalog.topics.length} topics has a similar name.`
  return {
    ...nothing(query),
    refused: { title: 'No such topic', reason: `No SDK has the topic “${query.filters.topic}”` },
    advice: nearTopics.length > 0 ? [] : [{ kind: 'no_topic', text }],
    nearTopics,
    topics: topicsFor(finderOf(query, catalog), {}),
  }
}

/** @param refusal of find_sdk, such as "must have at most 10 characters" */
function tooLong(query: ListQuery, refusal: string, { facets }: Catalog): Selection {
  const { q } = query
  return {
    // No link repeats it.
    ...nothing({ ...query, q: '' }),
    typed: q,
    refused: { title: 'Search too long', reason: `A search ${refusal}; this one has ${[...q].length}` },
    topics: { q: '', counts: facets.topics },
  }
}

const nothing = (query: ListQuery) => ({
  query: { ...query, page: 1 },
  total: 0,
  others: 0,
  pages: 1,
  offset: 0,
  rows: [],
  reading: '',
  advice: [],
  readAs: [],
  near: [],
  counts: {},
})

const MAX_LIKE = 10

/** Topics spelled like it, else the topics of at least half of the first SDKs that the word finds: "soccer" is "sports". */
function similarTopics(topic: string, catalog: Catalog): readonly string[] {
  const near = nearest(topic, catalog.topics)
  if (near.length > 0) return near
  const { match, positions } = catalog.find(topic, {}, 0)
  const best = positions.slice(0, MAX_LIKE)
  if (match !== 'exact' && match !== 'all') return []
  return facetsOf(catalog.records, best)
    .topics.filter(([, count]) => 2 * count >= best.length)
    .map(([name]) => name)
}
