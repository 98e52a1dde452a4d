/**
 * What a URL of the page of all SDKs selects from the catalogue, and what that selection is called. list-page.ts renders
 * it as HTML and as markdown.
 */
import type { Catalog } from '../../catalog/catalog.ts'
import type { Facets } from '../../catalog/rank/facets.ts'
import type { Ranked } from '../../catalog/rank/rank.ts'
import type { SdkEntry } from '../../catalog/record/entry.ts'
import { nearest } from '../../catalog/search/suggest.ts'
import type { Page } from '../../pages/pages.ts'
import { topicCounts } from '../../pages/topics.ts'
import { normalizeTopic } from '../../tools/fields.ts'
import { adviceFor, nearestFor } from '../../tools/sdks/answers/find-advice.ts'

export const PER_PAGE = 40
const MAX_QUERY = 200

/** The parameters of the page; invalid ones count as not given. */
export interface ListQuery {
  q: string
  topic?: string
  /** From 1. */
  page: number
}

export function parseListQuery(parameters: URLSearchParams): ListQuery {
  const topic = normalizeTopic(parameters.get('topic')?.slice(0, MAX_QUERY) ?? '')
  const page = parameters.get('page') ?? ''
  return {
    q: [...(parameters.get('q') ?? '').trim()].slice(0, MAX_QUERY).join(''),
    ...(topic && { topic }),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/** The canonical path of a query. */
export function listPath({ q, topic, page }: ListQuery): string {
  const parameters = new URLSearchParams({
    ...(q !== '' && { q }),
    ...(topic !== undefined && { topic }),
    ...(page > 1 && { page: String(page) }),
  })
  return parameters.size > 0 ? `/sdk?${parameters}` : '/sdk'
}

export interface Selection {
  query: ListQuery
  total: number
  /** From 1; `query.page` is within it. */
  pages: number
  /** Position of the first entry, from 0. */
  offset: number
  entries: readonly SdkEntry[]
  /** How to get a better answer, in sentences; with how words were read. */
  notes: readonly string[]
  /** SDKs that look like the words, where the hits hardly meet them. */
  near: readonly SdkEntry[]
  /** Set for a topic that no SDK has: those that may have been meant. */
  nearTopics?: readonly string[]
  /** Topics to continue with and their numbers of SDKs: for the words where there are some, else for the whole catalogue. */
  topics: { q: string; counts: Facets['topics'] }
}

/** Without words everything in catalogue order, else what was meant, best first, with the advice of find_sdk. */
export function select(query: ListQuery, catalog: Catalog): Selection {
  const { q, topic } = query
  if (topic !== undefined && !catalog.topics.includes(topic)) return unknownTopic(query, catalog)
  const offset = (query.page - 1) * PER_PAGE
  const found = q === '' ? undefined : catalog.find(q, { topic }, PER_PAGE, offset)
  const { total, entries } = found
    ? { total: found.total, entries: found.hits.map(({ record }) => catalog.entry(record.slug)!) }
    : browse(topic, offset, catalog)
  const pages = Math.max(1, Math.ceil(total / PER_PAGE))
  if (query.page > pages) return select({ ...query, page: pages }, catalog)
  const near = found ? nearestFor(found, q, catalog) : []
  return {
    query,
    total,
    pages,
    offset,
    entries,
    notes: found ? notesOn(found, topic) : [],
    near: near.map((slug) => catalog.entry(slug)!),
    topics: topicsFor(q, catalog, topic === undefined ? found : undefined),
  }
}

function browse(topic: string | undefined, offset: number, { entries }: Catalog) {
  const all = entries.filter(({ topics }) => topic === undefined || topics?.includes(topic))
  return { total: all.length, entries: all.slice(offset, offset + PER_PAGE) }
}

function unknownTopic(query: ListQuery, catalog: Catalog): Selection {
  const nearTopics = topicsMeant(query.topic!, catalog)
  return {
    query: { ...query, page: 1 },
    total: 0,
    pages: 1,
    offset: 0,
    entries: [],
    notes: nearTopics.length > 0 ? [] : [`None of the ${catalog.topics.length} topics has a similar name.`],
    near: [],
    nearTopics,
    topics: topicsFor(query.q, catalog),
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

/** @param found for the words in all topics, where that is known */
function topicsFor(q: string, catalog: Catalog, found?: Ranked): Selection['topics'] {
  const { total, facets } = q === '' ? { total: 0 } : (found ?? catalog.find(q, {}, 0))
  return facets && total > 0 ? { q, counts: facets.topics } : { q: '', counts: topicCounts(catalog) }
}

function notesOn(found: Ranked, topic: string | undefined): string[] {
  const corrections = found.readAs.map(([typed, read]) => `“${typed}” as “${read}”`)
  // All hits are shown, page by page, so there is no need to narrow the search.
  const advice = adviceFor(found, { topic }).filter(({ kind }) => kind !== 'narrow')
  return [
    ...(corrections.length > 0 ? [`Read ${corrections.join(', ')}.`] : []),
    ...(advice.length > 0 ? [advice.map(({ text }) => text).join(' ')] : []),
  ]
}

export const isEverything = ({ q, topic }: ListQuery): boolean => q === '' && topic === undefined

/** Search engines are asked to skip results of a search, which have pages of their own, and empty lists. */
export const isHidden = ({ query, total }: Selection): boolean => query.q !== '' || total === 0

/** No SDK was found, no name is similar, and the topic is not the reason. */
export const mayBeMissing = ({ total, near, nearTopics, topics }: Selection): boolean =>
  total === 0 && near.length === 0 && nearTopics === undefined && topics.q === ''

const NO_TOPIC = 'No such topic'

export function titleOf(page: Page, { query, nearTopics }: Selection): string {
  if (nearTopics) return NO_TOPIC
  const { q, topic, page: number } = query
  const what = isEverything(query) ? page.title : ['SDKs', about(topic), words(q)].filter(Boolean).join(' ')
  return [what, number > 1 && `page ${number}`].filter(Boolean).join(', ')
}

/** Pages of topics are found by search engines, so each says how it differs from the others. */
export function descriptionOf(page: Page, { query: { q, topic }, total }: Selection): string {
  if (topic === undefined || q !== '' || total === 0) return page.description
  return `${total} generated ${noun(total)} for public APIs ${about(topic)}, each with its README and facts.`
}

const about = (topic: string | undefined): string | undefined => (topic === undefined ? undefined : `about ${topic}`)
const words = (q: string): string | undefined => (q === '' ? undefined : `for “${q}”`)
const noun = (total: number): string => (total === 1 ? 'SDK' : 'SDKs')

/** "41 to 80 of 722 SDKs", for both forms. */
export function summaryOf({ query: { q, topic }, total, pages, offset, entries, nearTopics }: Selection): string {
  if (nearTopics) return `No SDK has the topic “${topic}”`
  const counted = pages > 1 ? `${offset + 1} to ${offset + entries.length} of ${total}` : total
  return [total === 0 ? 'No SDK' : `${counted} ${noun(total)}`, about(topic), words(q)].filter(Boolean).join(' ')
}

/** The field below it shows the words that were searched for. */
export function headingOf(page: Page, { query: { q, topic }, nearTopics }: Selection): string {
  if (nearTopics) return NO_TOPIC
  if (topic !== undefined) return `SDKs ${about(topic)}`
  return q === '' ? page.title : 'Search results'
}
