/**
 * What an address of the page of all SDKs asks for, what the catalogue has for it, and what that is called. HTML and
 * twin are made from it in list-page.ts.
 */
import type { Catalog } from '../../catalog/catalog.ts'
import type { Facets } from '../../catalog/rank/facets.ts'
import type { Ranked } from '../../catalog/rank/rank.ts'
import type { SdkEntry } from '../../catalog/record/entry.ts'
import { nearest } from '../../catalog/search/suggest.ts'
import type { Page } from '../../pages/pages.ts'
import { topicCounts } from '../../pages/topics.ts'
import { topicSpelled } from '../../tools/fields.ts'
import { adviceFor, nearFor } from '../../tools/sdks/find-advice.ts'
import { curlyQuotes } from '../html/typography.ts'

export const PER_PAGE = 40
const LONGEST_QUERY = 200

/** What an address of this page asks for; anything that makes no sense counts as not given. */
export interface Wanted {
  q: string
  topic?: string
  /** From 1. */
  page: number
}

export function readWanted(parameters: URLSearchParams): Wanted {
  const topic = topicSpelled(parameters.get('topic')?.slice(0, LONGEST_QUERY) ?? '')
  const page = parameters.get('page') ?? ''
  return {
    q: [...(parameters.get('q') ?? '').trim()].slice(0, LONGEST_QUERY).join(''),
    ...(topic && { topic }),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/** The address that asks for it; every way of asking has one. */
export function addressOf({ q, topic, page }: Wanted): string {
  const parameters = new URLSearchParams({
    ...(q !== '' && { q }),
    ...(topic !== undefined && { topic }),
    ...(page > 1 && { page: String(page) }),
  })
  return parameters.size > 0 ? `/sdk?${parameters}` : '/sdk'
}

export interface Selection {
  wanted: Wanted
  total: number
  /** From 1; `wanted.page` is within it. */
  pages: number
  /** Position of the first entry, from 0. */
  offset: number
  entries: readonly SdkEntry[]
  /** How to get a better answer, in sentences; with how words were read. */
  notes: readonly string[]
  /** SDKs that look like what was asked for, where it is hardly met. */
  near: readonly SdkEntry[]
  /** Set for a topic that no SDK has: those that may have been meant. */
  nearTopics?: readonly string[]
  /** To go on with, and how many SDKs each has: for the words where there are some, else for the whole catalogue. */
  topics: { q: string; counts: Facets['topics'] }
}

/** Without words everything in catalogue order, else what was meant, best first, with what find_sdk says beside it. */
export function select(asked: Wanted, catalog: Catalog): Selection {
  const { q, topic } = asked
  if (topic !== undefined && !catalog.topics.includes(topic)) return ofNoTopic(asked, catalog)
  const found = q === '' ? undefined : catalog.find(q, { topic }, catalog.count)
  const matching = found
    ? found.hits.map(({ record }) => catalog.entry(record.slug)!)
    : catalog.entries.filter(({ topics }) => topic === undefined || topics?.includes(topic))
  const pages = Math.max(1, Math.ceil(matching.length / PER_PAGE))
  const wanted = { ...asked, page: Math.min(asked.page, pages) }
  const offset = (wanted.page - 1) * PER_PAGE
  const entries = matching.slice(offset, offset + PER_PAGE)
  const near = found ? nearFor(found, q, catalog) : []
  return {
    wanted,
    total: matching.length,
    pages,
    offset,
    entries,
    notes: found ? notesOn(found, topic) : [],
    near: near.map((slug) => catalog.entry(slug)!),
    topics: topicsFor(q, catalog, topic === undefined ? found : undefined),
  }
}

function ofNoTopic(asked: Wanted, catalog: Catalog): Selection {
  const nearTopics = topicsMeant(asked.topic!, catalog)
  return {
    wanted: { ...asked, page: 1 },
    total: 0,
    pages: 1,
    offset: 0,
    entries: [],
    notes: nearTopics.length > 0 ? [] : [`None of the ${catalog.topics.length} topics is like it.`],
    near: [],
    nearTopics,
    topics: topicsFor(asked.q, catalog),
  }
}

/** Topics spelled like it, else those that at least half of the SDKs have that the word finds: "soccer" is "sports". */
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
  const pairs = found.readAs.map(([wrote, read]) => `“${wrote}” as “${read}”`)
  // All hits are shown, page by page, so nobody is told to narrow.
  const advice = adviceFor({ ...found, total: Math.min(found.total, 1) }, { topic })
  return [pairs.length > 0 && `Read ${pairs.join(', ')}.`, advice && curlyQuotes(advice)].filter(
    (note) => typeof note === 'string',
  )
}

export const isEverything = ({ q, topic }: Wanted): boolean => q === '' && topic === undefined

/** A search is made for one person, and its results have pages of their own; an empty list is no page at all. */
export const isHidden = ({ wanted, total }: Selection): boolean => wanted.q !== '' || total === 0

/** No SDK was found, no name is like it, and it is not the topic that left nothing. */
export const mayBeMissing = ({ total, near, nearTopics, topics }: Selection): boolean =>
  total === 0 && near.length === 0 && nearTopics === undefined && topics.q === ''

const NO_TOPIC = 'No such topic'

export function titleOf(page: Page, { wanted, nearTopics }: Selection): string {
  if (nearTopics) return NO_TOPIC
  const { q, topic, page: number } = wanted
  const what = isEverything(wanted) ? page.title : ['SDKs', about(topic), words(q)].filter(Boolean).join(' ')
  return [what, number > 1 && `page ${number}`].filter(Boolean).join(', ')
}

/** Pages of topics are found by search engines, so each says how it differs from the others. */
export function descriptionOf(page: Page, { wanted: { q, topic }, total }: Selection): string {
  if (topic === undefined || q !== '' || total === 0) return page.description
  return `${total} generated ${noun(total)} for public APIs ${about(topic)}, each with its README and facts.`
}

const about = (topic: string | undefined): string | undefined => (topic === undefined ? undefined : `about ${topic}`)
const words = (q: string): string | undefined => (q === '' ? undefined : `for “${q}”`)
const noun = (total: number): string => (total === 1 ? 'SDK' : 'SDKs')

/** "41 to 80 of 722 SDKs", for both forms. */
export function summaryOf({ wanted: { q, topic }, total, pages, offset, entries, nearTopics }: Selection): string {
  if (nearTopics) return `No SDK has the topic “${topic}”`
  const counted = pages > 1 ? `${offset + 1} to ${offset + entries.length} of ${total}` : total
  return [total === 0 ? 'No SDK' : `${counted} ${noun(total)}`, about(topic), words(q)].filter(Boolean).join(' ')
}

/** The words searched for stand in the field below it. */
export function headingOf(page: Page, { wanted: { q, topic }, nearTopics }: Selection): string {
  if (nearTopics) return NO_TOPIC
  if (topic !== undefined) return `SDKs ${about(topic)}`
  return q === '' ? page.title : 'Search results'
}
