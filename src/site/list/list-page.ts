/** The page of all SDKs: search, filters, paging. */

import { moreText } from '../../answers/find-advice.ts'
import { hitMatchText } from '../../answers/find-hit.ts'
import { bestOf } from '../../catalog/packed/lists.ts'
import { LANGUAGES } from '../../catalog/record/languages.ts'
import { READINESS_FACTS, readinessText } from '../../catalog/record/readiness.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import type { RecordFlag } from '../../catalog/record/records.ts'
import { FEED_TYPE, topicFeedPath } from '../../documents/feed.ts'
import { type Page, twinPath } from '../../pages/pages.ts'
import { topicPath } from '../../pages/topic-pages.ts'
import { respelled } from '../../query/words/words.ts'
import { NEAREST_HITS } from '../../search/ranked-answer.ts'
import type { Catalog } from '../../store/open-catalog.ts'
import { joinParts } from '../../text/join-parts.ts'
import { escapeMarkdown } from '../../text/write-markdown.ts'
import type { Services } from '../../tools/define/define.ts'
import { badgesOf, searchForm } from '../html/components.ts'
import { html, type Markup } from '../html/html.ts'
import { entryPath, type PageModel, twinHref } from '../page-model.ts'
import {
  FILTER_FLAG_NAMES,
  FILTER_FLAGS,
  type Filters,
  isEverything,
  isTopic,
  type ListQuery,
  listParameters,
  listPath,
  withoutTopic,
} from './list-query.ts'
import { facets, sorting } from './narrow-list.ts'
import { row, searchedWords } from './row.ts'
import { hitRows, isUnfit, nothingFits, readingNote, shortened, understood } from './search-notes.ts'
import type { Row, Selection } from './selection.ts'

const COMPARE = 'compare'

/**
 * Search engines are asked to skip results of a search, lists that filters narrow or that are in another order, which
 * all hold what other pages hold, and empty lists.
 */
const isHidden = ({ query, total }: Selection): boolean =>
  total === 0 || query.sort !== undefined || !(isEverything(query) || isTopic(query))

/** No order by a number without its reasons. */
const sortFacts = (record: SdkRecord, { sort }: ListQuery): string =>
  sort === 'readiness' ? `Readiness ${readinessText(record)}` : ''

const orderText = ({ query: { q, sort }, total }: Selection): string =>
  q === '' && sort === undefined && total > 1
    ? `Most ready first: most on record of ${READINESS_FACTS.join(', ')}; of as many, those without a key and with several operations.`
    : ''

export function listPage(page: Page, selection: Selection, services: Services): PageModel {
  const { catalog, site } = services
  const { query, typed, total, refused, advice, readAs } = selection
  const { q, filters } = query
  const path = listPath(query)
  return {
    path,
    title: titleOf(page, selection),
    description: descriptionOf(page, selection),
    // A search selects from the catalogue, so it is as old as that.
    updated: isEverything(query) ? page.updated : catalog.generatedAt,
    twin: twinHref(path),
    hidden: isHidden(selection),
    kind: 'list',
    skip: { to: 'results', label: 'Skip to the SDKs' },
    trail: [page],
    markdown: () => listMarkdown(page, selection, services),
    body() {
      const { q: _, page: __, literal: ___, ...parameters } = listParameters(query)
      const searched = searchedWords([q, ...readAs.map(([, read]) => read)].join(' '))
      const options = { brand: site.brand, searched, form: COMPARE }
      const rows = selection.rows.map((each) => row(each, { ...options, facts: sortFacts(each.record, query) }))
      return html`<div class="page list">
<header class="head">
<h1>${headingOf(page, selection)}</h1>
${searchForm(site.brand, refused ? { q: typed ?? q } : { q, topic: filters.topic, parameters })}
${isTopic(query) && total > 0 && topicLead(filters.topic!, catalog)}
</header>
${facets(selection)}
<section class="results" id="results" tabindex="-1" aria-labelledby="count">
${
  isUnfit(selection)
    ? nothingFits(selection, summaryOf(selection), waysOut(query), catalog.count)
    : html`<div class="summary"><h2 id="count">${summaryOf(selection)}</h2>
<p class="reset">${isEverything(query) ? exports(services) : html`${waysOut(query)}<a href="/sdk">Show all ${catalog.count}</a>`}</p>${sorting(selection)}</div>
${readingNote(selection)}${advice.length > 0 && html`<p class="note">${adviceText(advice)}</p>\n`}<p class="notes wide">${orderText(selection)}</p>`
}${didYouMean(selection, services)}
${
  rows.length > 0 &&
  html`${hitRows(rows, selection)}
<form class="choice" id="${COMPARE}" action="/sdk/compare" method="get"><button type="submit">Compare</button> <span>Tick two to five SDKs.</span></form>`
}
${pager(selection)}
</section>
</div>`
    },
  }
}

const exports = ({ site: { brand } }: Services): Markup =>
  html`Download: <a href="/sdk/${brand}-sdk.csv">CSV</a> <a href="/api/sdk/catalog.json">JSON</a> <a href="/sdk/facts.jsonl" title="With languages, key and licence">JSON Lines</a>`

/** Each way out of one limit that the words have. */
function waysOut(query: ListQuery): Markup {
  const { q, filters } = query
  const { topic } = filters
  const others = withoutTopic(filters)
  const allTopics = q !== '' && topic !== undefined && listPath({ q, filters: others, page: 1 })
  const unfiltered =
    Object.keys(others).length > 0 && listPath({ ...query, filters: topic === undefined ? {} : { topic }, page: 1 })
  return html`${allTopics && html`<a href="${allTopics}">Search all topics</a> `}${unfiltered && html`<a href="${unfiltered}">Clear filters</a> `}`
}

function didYouMean({ query, near, nearTopics = [] }: Selection, { site: { brand } }: Services): Markup | false {
  const suggestions = [
    ...nearTopics.map((topic) => ({ path: listPath({ ...query, filters: { topic } }), name: topic })),
    ...near.map(({ slug, title }) => ({ path: entryPath(slug, brand), name: title })),
  ]
  const links = suggestions.map(({ path, name }, at) => [at > 0 && ', ', html`<a href="${path}">${name}</a>`])
  return links.length > 0 && html`<p class="note">Did you mean ${links}?</p>`
}

/** Numbers around the current page, with the first and the last. */
function pager({ query, pages }: Selection): Markup | undefined {
  if (pages < 2) return undefined
  const at = query.page
  const numbers = [...new Set([1, at - 1, at, at + 1, pages])].filter((page) => page >= 1 && page <= pages)
  const to = (page: number): string => listPath({ ...query, page })
  return html`<nav class="pager" aria-label="Pages">
${at > 1 && html`<a rel="prev" href="${to(at - 1)}">Previous</a>`}
${numbers.map((page, index) => [
  page - (numbers[index - 1] ?? page) > 1 && html`<span aria-hidden="true">…</span>\n`,
  html`<a href="${to(page)}" aria-label="Page ${page}"${page === at && html` aria-current="page"`}>${page}</a>\n`,
])}
${at < pages && html`<a rel="next" href="${to(at + 1)}">Next</a>`}
</nav>`
}

function listMarkdown(page: Page, selection: Selection, { catalog, site }: Services): string {
  const { baseUrl, brand } = site
  const { query, pages, advice, near, nearTopics = [] } = selection
  const { q, filters } = query
  const { topic } = filters
  const [, ...intro] = page.markdown.split('\n')
  const link = (text: string, url: string): string => `[${escapeMarkdown(text)}](${url})`
  const to = (part: Partial<ListQuery>): string =>
    `${baseUrl}${twinHref(listPath({ q: '', filters: {}, page: 1, ...part }))}`
  const readme = ({ slug, title }: SdkRecord): string => link(title, `${baseUrl}${entryPath(slug, brand)}.md`)
  const rows = selection.total === 0 && q !== '' ? selection.rows.slice(0, NEAREST_HITS) : selection.rows
  const lines = rows.map(({ record, hit }) => {
    const { slug, description = '', topics } = record
    const order = sortFacts(record, query)
    const facts = [...badgesOf(record).map(({ text }) => text), ...topics, ...(order ? [order] : [])].map(
      escapeMarkdown,
    )
    return `- ${readme(record)} \`${slug}\`: ${escapeMarkdown(description)}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}${hit ? ` [${escapeMarkdown(hitText(hit))}]` : ''}`
  })
  const end = selection.total === 0 ? lines.length : selection.total - selection.offset
  const suggestions = [...nearTopics.map((topic) => link(topic, to({ q, filters: { topic } }))), ...near.map(readme)]
  const around = [
    query.page > 1 && link('Previous page', to({ ...query, page: query.page - 1 })),
    query.page < pages && !isUnfit(selection) && link('Next page', to({ ...query, page: query.page + 1 })),
    q !== '' && topic !== undefined && link('Search all topics', to({ q, filters: withoutTopic(filters) })),
    !isEverything(query) && link('All SDKs', to({})),
  ].filter(Boolean)
  const topics = catalog.facets.topics.map(([topic, count]) => `${link(topic, topicPath(topic))} ${count}`)
  const paragraphs = [
    `# ${escapeMarkdown(titleOf(page, selection))}`,
    isEverything(query) && intro.join('\n').trim(),
    isTopic(query) && rows.length > 0 && escapeMarkdown(topicIntro(topic!, catalog).join(' ')),
    `To search, add \`?q=\` and words to the address ${baseUrl}${twinPath(page.path)}; to narrow, \`no_auth\`, \`read_only\`, \`mcp\` or \`cli\` = \`true\`, \`language\` or \`topic\`. The whole list is at ${baseUrl}/llms-full.txt.`,
    `## ${escapeMarkdown(summaryOf(selection))}`,
    escapeMarkdown(joinParts(' ', understood(selection), adviceText(advice))),
    suggestions.length > 0 && `Did you mean ${suggestions.join(', ')}?`,
    lines.slice(0, end).join('\n'),
    lines.length > end && `${moreText(selection.others)}:\n\n${lines.slice(end).join('\n')}`,
    around.map((link) => `- ${link}`).join('\n'),
    q === '' && `## Topics\n\n${topics.join(', ')}`,
  ]
  return paragraphs.filter(Boolean).join('\n\n')
}

const adviceText = (advice: Selection['advice']): string => advice.map(({ text }) => text).join(' ')

/** As find_sdk has it in its text. */
const hitText = ({ need, ...hit }: NonNullable<Row['hit']>): string =>
  joinParts('; ', need && `for “${need}”`, hitMatchText(hit))

function titleOf(page: Page, { query, refused }: Selection): string {
  if (refused) return refused.title
  const { q, filters, page: number } = query
  const what = isEverything(query) ? page.title : `SDKs${about(filters)}${forWords(q)}`
  return number > 1 ? `${what}, page ${number}` : what
}

/** The field below it shows the words of the search. */
function headingOf(page: Page, { query: { q, filters }, refused }: Selection): string {
  if (refused) return refused.title
  if (filters.topic !== undefined) return `SDKs about ${filters.topic}`
  return q === '' ? page.title : 'Search results'
}

/** Search engines show the pages of topics, so each says how it differs from the others. */
function descriptionOf(page: Page, { query, total }: Selection): string {
  if (!isTopic(query) || total === 0) return page.description
  return `${total} generated ${noun(total)} for public APIs${about(query.filters)}: what each does, which need no key, and how to install them.`
}

/** "41 to 80 of 722 SDKs" */
function summaryOf(selection: Selection): string {
  const { query, total, pages, offset, rows, readAs, refused } = selection
  const { q, filters } = query
  if (refused) return refused.reason
  if (isUnfit(selection)) return `Nothing${about(filters) || ' here'} fits “${shortened(q)}”`
  const words = forWords(respelled(q, readAs))
  const range = pages > 1 ? `${offset + 1} to ${Math.min(total, offset + rows.length)} of ${total}` : total
  return `${total === 0 ? 'No SDK' : `${range} ${noun(total)}`}${about(filters)}${words}`
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

const forWords = (q: string): string => (q === '' ? '' : ` for “${shortened(q)}”`)
const noun = (total: number): string => (total === 1 ? 'SDK' : 'SDKs')

const [MAX_NEEDS, MAX_CENTRAL] = [3, 10]

/** On a small screen without the examples, so that the SDKs are in sight. */
function topicLead(topic: string, catalog: Catalog): Markup {
  const [shares, examples] = topicIntro(topic, catalog)
  return html`<p class="lead">${shares} <a href="${topicFeedPath(topic)}" type="${FEED_TYPE}">Follow</a></p>
<p class="notes wide">${examples}</p>`
}

/** What the SDKs of a topic have in common, and what one may search them for. */
function topicIntro(topic: string, { records }: Catalog): [shares: string, examples: string] {
  const number = records.topicNames.indexOf(topic)
  const members = Array.from(records.ofTopic(number))
  const total = members.length
  const share = (flag: RecordFlag): string => {
    const count = members.filter((position) => records.is(flag, position)).length
    return count === total ? 'all' : count === 0 ? 'none' : String(count)
  }
  // SDKs that name the topic early, and few others, are most about it.
  const central = bestOf(members, MAX_CENTRAL, (a, b) => {
    const [one, other] = [records.topics(a), records.topics(b)]
    return one.indexOf(number) - other.indexOf(number) || one.length - other.length
  })
  const needs = central.values().flatMap((position) => records.at(position).needs.slice(0, 1))
  const examples = Array.from(needs.take(MAX_NEEDS), (need) => `“${need}”`)
  const shares = `${share('needsNoKey')} need no key and ${share('onlyReads')} are read-only`
  return [
    `Of ${total} ${noun(total)} about ${topic}, ${shares}.`,
    examples.length > 0 ? `Example searches: ${examples.join(', ')}.` : '',
  ]
}
