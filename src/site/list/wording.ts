/** A selection in words: title, heading and description, for HTML and for markdown. */
import type { Catalog } from '../../catalog/catalog.ts'
import { LANGUAGES } from '../../catalog/record/languages.ts'
import type { RecordFlag } from '../../catalog/record/records.ts'
import type { Page } from '../../pages/pages.ts'
import { FILTER_FLAG_NAMES, FILTER_FLAGS, type Filters, isEverything, isTopic } from './query.ts'
import type { Selection } from './selection.ts'

const NO_TOPIC = 'No such topic'

export function titleOf(page: Page, { query, nearTopics }: Selection): string {
  if (nearTopics) return NO_TOPIC
  const { q, filters, page: number } = query
  const what = isEverything(query) ? page.title : `SDKs${about(filters)}${forWords(q)}`
  return number > 1 ? `${what}, page ${number}` : what
}

/** The field below it shows the words of the search. */
export function headingOf(page: Page, { query: { q, filters }, nearTopics }: Selection): string {
  if (nearTopics) return NO_TOPIC
  if (filters.topic !== undefined) return `SDKs about ${filters.topic}`
  return q === '' ? page.title : 'Search results'
}

/** Search engines show the pages of topics, so each says how it differs from the others. */
export function descriptionOf(page: Page, { query, total }: Selection): string {
  if (!isTopic(query) || total === 0) return page.description
  return `${total} generated ${noun(total)} for public APIs${about(query.filters)}: what each does, which need no key, and how to install them.`
}

/** "41 to 80 of 722 SDKs" */
export function summaryOf({ query: { q, filters }, total, pages, offset, records, nearTopics }: Selection): string {
  if (nearTopics) return `No SDK has the topic “${filters.topic}”`
  const range = pages > 1 ? `${offset + 1} to ${offset + records.length} of ${total}` : total
  return `${total === 0 ? 'No SDK' : `${range} ${noun(total)}`}${about(filters)}${forWords(q)}`
}

/** ` about weather, that only read, in Python` */
function about({ topic, language, ...flags }: Filters): string {
  const parts = [
    topic && ` about ${topic}`,
    ...FILTER_FLAG_NAMES.filter((name) => flags[name]).map((name) => ` ${FILTER_FLAGS[name].words}`),
    language && ` in ${LANGUAGES[language]}`,
  ]
  return parts.filter(Boolean).join(',')
}

const forWords = (q: string): string => (q === '' ? '' : ` for “${q}”`)
const noun = (total: number): string => (total === 1 ? 'SDK' : 'SDKs')

const MAX_NEEDS = 3

/** What the SDKs of a topic have in common, in sentences. */
export function topicIntro(topic: string, { records }: Catalog): string {
  const number = records.topicNames.indexOf(topic)
  const members = records.positions.filter(records.having(topic))
  const total = members.length
  const share = (flag: RecordFlag): string => {
    const count = members.filter((position) => records.is(flag, position)).length
    return count === total ? 'all' : count === 0 ? 'none' : String(count)
  }
  // SDKs that name the topic early, and few others, are most about it.
  const central = members
    .map((position) => ({ position, topics: records.topics(position) }))
    .sort((a, b) => a.topics.indexOf(number) - b.topics.indexOf(number) || a.topics.length - b.topics.length)
  const needs: string[] = []
  for (const { position } of central) {
    if (needs.length === MAX_NEEDS) break
    const [need] = records.at(position).needs
    if (need !== undefined) needs.push(`“${need}”`)
  }
  const shares = `${share('needsNoKey')} need no key and ${share('onlyReads')} are read-only`
  const examples = needs.length > 0 ? ` People look for things like ${needs.join(', ')}.` : ''
  return `Of ${total} ${noun(total)} about ${topic}, ${shares}.${examples}`
}
