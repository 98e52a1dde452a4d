/** The query of the page of all SDKs, and the words for it in titles and headings. */

import { LANGUAGES, type Language } from '../../catalog/record/languages.ts'
import type { Page } from '../../pages/pages.ts'
import { normalizeTopic } from '../../tools/fields.ts'
import { type Filters, FLAG_NAMES, FLAGS } from './filters.ts'
import type { Selection } from './selection.ts'

const MAX_QUERY = 200

/** Orders besides the one that is usual: best match for words, else the title. */
export const SORTS = { title: 'A to Z', entities: 'Most entities' } as const
export type Sort = keyof typeof SORTS

/** The parameters of the page; invalid ones count as not given. */
export interface ListQuery {
  q: string
  filters: Filters
  sort?: Sort
  /** From 1. */
  page: number
}

const isLanguage = (name: string): name is Language => Object.hasOwn(LANGUAGES, name)
const isSort = (name: string): name is Sort => Object.hasOwn(SORTS, name)

export function parseListQuery(parameters: URLSearchParams): ListQuery {
  const given = (name: string): string => parameters.get(name) ?? ''
  const topic = normalizeTopic(given('topic').slice(0, MAX_QUERY))
  const [language, sort, page] = ['language', 'sort', 'page'].map(given) as [string, string, string]
  const q = [...given('q').trim()].slice(0, MAX_QUERY).join('')
  return {
    q,
    filters: {
      ...(topic && { topic }),
      ...(isLanguage(language) && { language }),
      ...Object.fromEntries(FLAG_NAMES.filter((name) => given(name) === 'true').map((name) => [name, true])),
    },
    // By title is the usual order without words.
    ...(isSort(sort) && !(sort === 'title' && q === '') && { sort }),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/** The parameters of a query, by name; none for what is usual. */
export function listParameters({ q, filters, sort, page }: ListQuery): Record<string, string> {
  const { topic, language, ...flags } = filters
  return {
    ...(q !== '' && { q }),
    ...(topic !== undefined && { topic }),
    ...(language !== undefined && { language }),
    ...Object.fromEntries(Object.keys(flags).map((name) => [name, 'true'])),
    ...(sort !== undefined && { sort }),
    ...(page > 1 && { page: String(page) }),
  }
}

/** The canonical path of a query. */
export function listPath(query: ListQuery): string {
  const parameters = new URLSearchParams(listParameters(query))
  return parameters.size > 0 ? `/sdk?${parameters}` : '/sdk'
}

export const isEverything = ({ q, filters }: ListQuery): boolean => q === '' && Object.keys(filters).length === 0

/** The page of a topic, and nothing else. */
export const isTopic = ({ q, filters: { topic, ...others } }: ListQuery): boolean =>
  q === '' && topic !== undefined && Object.keys(others).length === 0

/**
 * Search engines are asked to skip results of a search, lists that filters narrow or that are in another order, which
 * all hold what other pages hold, and empty lists.
 */
export const isHidden = ({ query, total }: Selection): boolean =>
  total === 0 || query.sort !== undefined || !(isEverything(query) || isTopic(query))

/** No SDK was found, no name is similar, and neither topic nor filters are the reason. */
export const mayBeMissing = ({ query, total, near, nearTopics, topics }: Selection): boolean =>
  total === 0 && near.length === 0 && nearTopics === undefined && topics.q === '' && query.q !== ''

const NO_TOPIC = 'No such topic'

export function titleOf(page: Page, { query, nearTopics }: Selection): string {
  if (nearTopics) return NO_TOPIC
  const { q, filters, page: number } = query
  const what = isEverything(query) ? page.title : ['SDKs', about(filters), words(q)].filter(Boolean).join(' ')
  return [what, number > 1 && `page ${number}`].filter(Boolean).join(', ')
}

/** Pages of topics are found by search engines, so each says how it differs from the others. */
export function descriptionOf(page: Page, { query, total }: Selection): string {
  if (!isTopic(query) || total === 0) return page.description
  return `${total} generated ${noun(total)} for public APIs ${about(query.filters)}: what each does, which need no key, and how to install them.`
}

/** `about weather, that only read, in Python` */
function about({ topic, language, ...flags }: Filters): string | undefined {
  const parts = [
    topic && `about ${topic}`,
    ...Object.keys(flags).map((name) => FLAGS[name as keyof typeof FLAGS].words),
    language && `in ${LANGUAGES[language]}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : undefined
}
const words = (q: string): string | undefined => (q === '' ? undefined : `for “${q}”`)
const noun = (total: number): string => (total === 1 ? 'SDK' : 'SDKs')

/** "41 to 80 of 722 SDKs", for both forms. */
export function summaryOf({ query: { q, filters }, total, pages, offset, records, nearTopics }: Selection): string {
  if (nearTopics) return `No SDK has the topic “${filters.topic}”`
  const counted = pages > 1 ? `${offset + 1} to ${offset + records.length} of ${total}` : total
  return [total === 0 ? 'No SDK' : `${counted} ${noun(total)}`, about(filters), words(q)].filter(Boolean).join(' ')
}

/** The field below it shows the words that were searched for. */
export function headingOf(page: Page, { query: { q, filters }, nearTopics }: Selection): string {
  if (nearTopics) return NO_TOPIC
  if (filters.topic !== undefined) return `SDKs about ${filters.topic}`
  return q === '' ? page.title : 'Search results'
}
