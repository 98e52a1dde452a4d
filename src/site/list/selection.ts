/**
 * What a URL of the page of all SDKs selects from the catalogue, and what that selection is called. list-page.ts renders
 * it as HTML and as markdown.
 */
import type { Catalog } from '../../catalog/catalog.ts'
import type { Ranked } from '../../catalog/rank/answer.ts'
import { type Facets, facetsOf } from '../../catalog/rank/filters.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import type { Records } from '../../catalog/record/records.ts'
import { nearest } from '../../catalog/search/suggest.ts'
import { adviceFor, nearestFor } from '../../tools/sdks/answers/find-advice.ts'
import { type Counts, countsOf, type Filters, passing, withoutTopic } from './filters.ts'
import type { ListQuery, Sort } from './query.ts'

export const PER_PAGE = 40

export interface Selection {
  query: ListQuery
  total: number
  /** From 1; `query.page` is within it. */
  pages: number
  /** Position of the first entry, from 0. */
  offset: number
  records: readonly SdkRecord[]
  /** How to get a better answer, in sentences; with how words were read. */
  notes: readonly string[]
  /** SDKs that look like the words, where the hits hardly meet them. */
  near: readonly SdkRecord[]
  /** Set for a topic that no SDK has: those that may have been meant. */
  nearTopics?: readonly string[]
  /** Topics to continue with and their numbers of SDKs: for the words where there are some, else for the whole catalogue. */
  topics: { q: string; counts: Facets['topics'] }
  /** How many of the SDKs each further filter would leave. */
  counts: Counts
}

/** Without words everything in catalogue order, else what was meant, best first, with the advice of find_sdk. */
export function select(query: ListQuery, catalog: Catalog): Selection {
  const { q, filters } = query
  const { topic } = filters
  if (topic !== undefined && !catalog.topics.includes(topic)) return unknownTopic(query, catalog)
  const search = finder(q, catalog)
  const found = search(filters)
  const { records } = catalog
  const all = positionsOf(found, catalog).filter(passing(records, filters))
  const pages = Math.max(1, Math.ceil(all.length / PER_PAGE))
  const page = Math.min(query.page, pages)
  const offset = (page - 1) * PER_PAGE
  const near = found ? nearestFor(found, q, catalog) : []
  return {
    query: { ...query, page },
    total: all.length,
    pages,
    offset,
    records: sorted(all, query.sort, records)
      .slice(offset, offset + PER_PAGE)
      .map(records.at),
    notes: found ? notesOn(found, query) : [],
    near: near.map((slug) => catalog.record(slug)!),
    topics: topicsFor(query, search, catalog),
    counts: countsOf(records, (more) => positionsOf(search(more), catalog), filters, { byLanguage: q === '' }),
  }
}

type Search = (filters: Filters) => Ranked | undefined

/** Ranked search for the words with the filters that find_sdk has; each once. Finds nothing where there are no words. */
function finder(q: string, catalog: Catalog): Search {
  const known = new Map<string, Ranked>()
  return (filters) => {
    if (q === '') return undefined
    const wanted = rankFilters(filters)
    const key = JSON.stringify(wanted)
    const found = known.get(key) ?? catalog.find(q, wanted, 0)
    known.set(key, found)
    return found
  }
}

/** In the order they were found, or the whole catalogue. */
const positionsOf = (found: Ranked | undefined, { records }: Catalog): readonly number[] =>
  found?.positions ?? records.positions

/** The filters that find_sdk has itself. */
const rankFilters = ({ topic, language, no_auth }: Filters) => ({ topic, language, no_auth })

/** The order that is not asked for is kept: best first for words, else by title. */
function sorted(positions: readonly number[], sort: Sort | undefined, records: Records): readonly number[] {
  if (sort === 'entities') return positions.toSorted((a, b) => records.entityCount(b) - records.entityCount(a))
  // Positions are those of the catalogue order, which is by title.
  return sort === 'title' ? positions.toSorted((a, b) => a - b) : positions
}

function unknownTopic(query: ListQuery, catalog: Catalog): Selection {
  const nearTopics = topicsMeant(query.filters.topic!, catalog)
  return {
    query: { ...query, page: 1 },
    total: 0,
    pages: 1,
    offset: 0,
    records: [],
    notes: nearTopics.length > 0 ? [] : [`None of the ${catalog.topics.length} topics has a similar name.`],
    near: [],
    nearTopics,
    topics: topicsFor({ ...query, filters: {} }, finder(query.q, catalog), catalog),
    counts: {},
  }
}

/** Topics spelled like it, else the topics of at least half of the SDKs that the word finds: "soccer" is "sports". */
function topicsMeant(topic: string, catalog: Catalog): readonly string[] {
  const near = nearest(topic, catalog.topics)
  if (near.length > 0) return near
  const { match, total, facets } = catalog.find(topic, {}, 0)
  if (match !== 'exact' && match !== 'all') return []
  return facets.topics.filter(([, count]) => 2 * count >= total).map(([name]) => name)
}

/** For the words with all filters but the topic; where nothing is left, for the whole catalogue. */
function topicsFor(query: ListQuery, search: Search, catalog: Catalog): Selection['topics'] {
  const filters = withoutTopic(query.filters)
  const isPlain = query.q === '' && Object.keys(filters).length === 0
  const found = isPlain ? [] : positionsOf(search({}), catalog).filter(passing(catalog.records, filters))
  return found.length > 0
    ? { q: query.q, counts: facetsOf(catalog.records, found).topics }
    : { q: '', counts: catalog.facets.topics }
}

function notesOn(found: Ranked, query: ListQuery): string[] {
  const corrections = found.readAs.map(([typed, read]) => `“${read}” instead of “${typed}”`)
  // All hits are shown, page by page, so there is no need to narrow the search.
  const advice = adviceFor(found, rankFilters(query.filters)).filter(({ kind }) => kind !== 'narrow')
  return [
    ...(corrections.length > 0 ? [`Showing results for ${corrections.join(', ')}.`] : []),
    ...(advice.length > 0 ? [advice.map(({ text }) => text).join(' ')] : []),
  ]
}
