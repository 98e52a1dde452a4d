/** What a query selects from the catalogue, with the numbers that each further filter would leave. */
import type { Catalog } from '../../catalog/catalog.ts'
import type { Ranked } from '../../catalog/rank/answer.ts'
import type { Fit } from '../../catalog/rank/fit/fit.ts'
import { type Facets, facetsOf } from '../../catalog/record/facets.ts'
import type { Language } from '../../catalog/record/languages.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import type { Records } from '../../catalog/record/records.ts'
import { nearest } from '../../catalog/search/suggest.ts'
import { adviceFor, nearestFor } from '../../tools/sdks/answers/find-advice.ts'
import {
  FILTER_FLAG_NAMES,
  FILTER_FLAGS,
  type Filters,
  isEverything,
  type ListQuery,
  type Sort,
  withoutTopic,
} from './query.ts'

export const PER_PAGE = 40

export interface Selection {
  query: ListQuery
  total: number
  /** From 1; `query.page` is within it. */
  pages: number
  /** Position of the first entry, from 0. */
  offset: number
  records: readonly SdkRecord[]
  /** How well the first SDKs fit the words; absent where nothing was ranked. */
  fit?: Fit
  /** How to get a better answer, in sentences. */
  notes: readonly string[]
  /** Misspelt words, and what the search read in their place. */
  readAs: Ranked['readAs']
  /** SDKs that look like the words, where the hits hardly meet them. */
  near: readonly SdkRecord[]
  /** Set for a topic that no SDK has: similar topics. */
  nearTopics?: readonly string[]
  /** Topics to continue with: of the SDKs that match the words `q`; of the whole catalogue if `q` is empty. */
  topics: { q: string; counts: Facets['topics'] }
  /** How many SDKs remain with one more filter, by flag or language; undefined for a language that is not counted. */
  counts: Readonly<Record<string, number | undefined>>
}

/** Without words everything in catalogue order, else the hits of find_sdk, best first, with its advice. */
export function select(query: ListQuery, catalog: Catalog): Selection {
  const { q, filters } = query
  const { records } = catalog
  if (filters.topic !== undefined && !catalog.topics.includes(filters.topic)) return unknownTopic(query, catalog)
  const { search, matching, topics } = finder(query, catalog)
  const ranked = search(filters)
  const matches = matching(filters)
  const count = (filter: Filters): number => matching({ ...filters, ...filter }).length
  const counts = q === '' ? catalog.facets : facetsOf(records, ranked?.positions ?? matches)
  const languages = counts.languages.map(([language]) => language as Language)
  const pages = Math.max(1, Math.ceil(matches.length / PER_PAGE))
  const page = Math.min(query.page, pages)
  const offset = (page - 1) * PER_PAGE
  return {
    query: { ...query, page },
    total: matches.length,
    pages,
    offset,
    records: sorted(matches, query.sort ?? (ranked ? undefined : 'readiness'), records)
      .slice(offset, offset + PER_PAGE)
      .map(records.at),
    ...(ranked && { fit: ranked.fit }),
    notes: ranked ? notesOn(ranked, filters) : [],
    readAs: ranked?.readAs ?? [],
    near: ranked ? nearestFor(ranked, q, catalog).map((slug) => catalog.record(slug)!) : [],
    topics: topics(filters),
    counts: Object.fromEntries<number | undefined>([
      ...FILTER_FLAG_NAMES.map((name): [string, number] => [name, count({ [name]: true })]),
      // With words, each language would take a search of its own, so they are not counted.
      ...languages.map((name) => [name, q === '' ? count({ language: name }) : undefined] as const),
    ]),
  }
}

/** Searches the catalogue for the words of a query, once for each set of filters that find_sdk has. */
function finder({ q, literal }: ListQuery, { records, find, facets, search: occurrences }: Catalog) {
  const everywhere = literal
    ? occurrences(q, { limit: records.length, offset: 0 }).results.map(({ slug }) => records.positionOf(slug))
    : records.positions
  const answers = new Map<string, Ranked>()
  return { search, matching, topics }

  /** Undefined without words. */
  function search(filters: Filters): Ranked | undefined {
    if (q === '' || literal) return undefined
    const key = JSON.stringify(rankFilters(filters))
    const answer = answers.get(key) ?? find(q, rankFilters(filters), 0)
    answers.set(key, answer)
    return answer
  }

  /** Positions that pass all filters, best first; without words in catalogue order. */
  function matching(filters: Filters, searchFilters = filters): readonly number[] {
    const { topic, language, ...flags } = filters
    const names = FILTER_FLAG_NAMES.filter((name) => flags[name])
    const isAbout = topic === undefined ? () => true : records.having(topic)
    const passes = (position: number): boolean =>
      isAbout(position) &&
      (language === undefined || records.mayComeIn(language, position)) &&
      names.every((name) => records.is(FILTER_FLAGS[name].flag, position))
    return (search(searchFilters)?.positions ?? everywhere).filter(passes)
  }

  /** With all filters but the topic; of the whole catalogue if nothing remains. */
  function topics(filters: Filters): Selection['topics'] {
    const others = withoutTopic(filters)
    const matches = isEverything({ q, filters: others }) ? [] : matching(others, {})
    return matches.length > 0 ? { q, counts: facetsOf(records, matches).topics } : { q: '', counts: facets.topics }
  }
}

const rankFilters = ({ topic, language, no_auth }: Filters) => ({ topic, language, no_auth })

function sorted(positions: readonly number[], sort: Sort | undefined, records: Records): readonly number[] {
  if (sort === 'entities') return positions.toSorted((a, b) => records.entityCount(b) - records.entityCount(a))
  if (sort === 'readiness') return positions.toSorted(records.byReadiness)
  // Positions are those of the catalogue order, which is by title.
  return sort === 'title' ? positions.toSorted((a, b) => a - b) : positions
}

function unknownTopic(query: ListQuery, catalog: Catalog): Selection {
  const nearTopics = similarTopics(query.filters.topic!, catalog)
  return {
    query: { ...query, page: 1 },
    total: 0,
    pages: 1,
    offset: 0,
    records: [],
    notes: nearTopics.length > 0 ? [] : [`None of the ${catalog.topics.length} topics has a similar name.`],
    readAs: [],
    near: [],
    nearTopics,
    topics: finder(query, catalog).topics({}),
    counts: {},
  }
}

/** Hits whose topics are like a word. */
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

function notesOn(ranked: Ranked, filters: Filters): string[] {
  // All hits are shown, page by page, so there is no need to narrow the search.
  const advice = adviceFor(ranked, rankFilters(filters)).filter(({ kind }) => kind !== 'narrow')
  return advice.length > 0 ? [advice.map(({ text }) => text).join(' ')] : []
}
