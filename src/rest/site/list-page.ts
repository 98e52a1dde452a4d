/** The page of all SDKs: search, topics, paging. HTML and twin are made from the same selection. */
import type { Catalog } from '../../catalog/catalog.ts'
import type { SdkEntry } from '../../catalog/entry.ts'
import type { Page } from '../../pages/pages.ts'
import { plain } from '../../pages/plain.ts'
import { topicCounts, topicPath } from '../../pages/topics.ts'
import type { Services } from '../../tools/define.ts'
import { html, type Markup } from './html.ts'
import { breadcrumbs } from './json-ld.ts'
import { renderLayout } from './layout.ts'
import { twinAddress } from './links.ts'
import { searchForm } from './search-form.ts'
import { type Twin, twinOf } from './twin.ts'

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
  const topic = parameters.get('topic')?.trim().slice(0, LONGEST_QUERY)
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
  /** Words that were read as others: ["wether", "weather"]. */
  readAs: readonly (readonly [string, string])[]
}

/** Without words everything in catalogue order, else what was meant, best first. */
export function select(asked: Wanted, catalog: Catalog): Selection {
  const { q, topic } = asked
  const found = q === '' ? undefined : catalog.find(q, { topic }, catalog.count)
  const matching = found
    ? found.hits.map(({ record }) => catalog.entry(record.slug)!)
    : catalog.entries.filter(({ topics }) => topic === undefined || topics?.includes(topic))
  const pages = Math.max(1, Math.ceil(matching.length / PER_PAGE))
  const wanted = { ...asked, page: Math.min(asked.page, pages) }
  const offset = (wanted.page - 1) * PER_PAGE
  const entries = matching.slice(offset, offset + PER_PAGE)
  return { wanted, total: matching.length, pages, offset, entries, readAs: found?.readAs ?? [] }
}

const isEverything = ({ q, topic }: Wanted): boolean => q === '' && topic === undefined

function titleOf(page: Page, { q, topic, page: number }: Wanted): string {
  const about = topic === undefined ? page.title : `SDKs about ${topic}`
  return [q === '' ? about : `${about}: “${q}”`, number > 1 && `page ${number}`].filter(Boolean).join(', ')
}

/** "41 to 80 of 722 SDKs", for both forms. */
function summary({ wanted: { q, topic }, total, pages, offset, entries }: Selection): string {
  const what = [topic !== undefined && `about ${topic}`, q !== '' && `for “${q}”`].filter(Boolean).join(' ')
  const noun = total === 1 ? 'SDK' : 'SDKs'
  const counted = pages > 1 ? `${offset + 1} to ${offset + entries.length} of ${total} ${noun}` : `${total} ${noun}`
  return `${total === 0 ? 'No SDK' : counted} ${what}`.trim()
}

export function renderListPage(page: Page, selection: Selection, services: Services): string {
  const { wanted } = selection
  const address = addressOf(wanted)
  return renderLayout(
    {
      path: address,
      title: titleOf(page, wanted),
      description: page.description,
      twin: twinAddress(address),
      // A search is made for one person; its results have pages of their own.
      hidden: wanted.q !== '',
      kind: 'list',
      data: [breadcrumbs([page], services)],
      body: html`<div class="page list">
<header class="head">
<h1>${wanted.topic === undefined ? page.title : `SDKs about ${wanted.topic}`}</h1>
${searchForm(services.site.brand, wanted)}
</header>
${topics(wanted, services.catalog)}
<section class="results" aria-labelledby="count">
<h2 id="count">${summary(selection)}</h2>
${selection.readAs.length > 0 && html`<p class="reset">Read ${selection.readAs.map(([wrote, read]) => `“${wrote}” as “${read}”`).join(', ')}.</p>`}
${!isEverything(wanted) && html`<p class="reset"><a href="/sdk">Show all ${services.catalog.count}</a></p>`}
${selection.total === 0 ? nothing(wanted, services) : html`<ol class="entries" start="${selection.offset + 1}">${selection.entries.map((entry) => item(entry, services))}</ol>`}
${pager(selection)}
</section>
</div>`,
    },
    services,
  )
}

const item = ({ slug, title, description, topics = [] }: SdkEntry, { site: { brand } }: Services): Markup => html`
<li><h3><a href="/${brand}-sdk/${slug}">${title}</a></h3>
${description !== undefined && html`<p>${description}</p>`}
<p class="meta"><code>${slug}</code>${topics.map((topic) => html` <a href="${topicPath(topic)}">${topic}</a>`)}</p></li>`

function nothing({ q, topic }: Wanted, { catalog, site: { brand } }: Services): Markup {
  const near = q === '' ? [] : catalog.nearestSlugs(q)
  return html`<div class="empty">
<p>Nothing matches. Fewer or more general words find more${topic !== undefined && ', and so does leaving the topic'}.</p>
${near.length > 0 && html`<p>Did you mean ${near.map((slug, index) => [index > 0 && ', ', html`<a href="/${brand}-sdk/${slug}">${catalog.record(slug)!.title}</a>`])}?</p>`}
<p>Is an SDK missing? <a href="/contact">Tell us which API</a>.</p>
</div>`
}

/** Topics shown at once; the others unfold. */
const FIRST_TOPICS = 14

function topics(wanted: Wanted, catalog: Catalog): Markup {
  const all = topicCounts(catalog)
  const chip = ([topic, count]: readonly [string, number]): Markup => {
    const current = topic === wanted.topic
    return html`<li><a href="${current ? addressOf({ q: wanted.q, page: 1 }) : addressOf({ q: wanted.q, topic, page: 1 })}"${current && html` aria-current="true"`}>${topic} <span>${count}</span></a></li>`
  }
  const first = all.filter(([topic], at) => at < FIRST_TOPICS || topic === wanted.topic)
  const rest = all.filter((topic) => !first.includes(topic)).sort(([a], [b]) => (a < b ? -1 : 1))
  return html`<nav class="topics" aria-label="Topics">
<ul class="chips">${first.map(chip)}</ul>
${rest.length > 0 && html`<details><summary>${rest.length} more topics</summary><ul class="chips">${rest.map(chip)}</ul></details>`}
</nav>`
}

/** Numbers around the current page, with the first and the last. */
function pager({ wanted, pages }: Selection): Markup | undefined {
  if (pages < 2) return undefined
  const at = wanted.page
  const shown = [...new Set([1, at - 1, at, at + 1, pages])].filter((page) => page >= 1 && page <= pages)
  const to = (page: number): string => addressOf({ ...wanted, page })
  return html`<nav class="pager" aria-label="Pages">
${at > 1 && html`<a rel="prev" href="${to(at - 1)}">Previous</a>`}
${shown.map((page, index) => [
  page - (shown[index - 1] ?? page) > 1 && html`<span aria-hidden="true">…</span>\n`,
  html`<a href="${to(page)}" aria-label="Page ${page}"${page === at && html` aria-current="page"`}>${page}</a>\n`,
])}
${at < pages && html`<a rel="next" href="${to(at + 1)}">Next</a>`}
</nav>`
}

/** The same selection as markdown. */
export function listTwin(page: Page, selection: Selection, { catalog, site: { baseUrl } }: Services): Twin {
  const { wanted, pages, total, entries } = selection
  const link = (page: number): string => `${baseUrl}${twinAddress(addressOf({ ...wanted, page }))}`
  const lines = entries.map(
    ({ title, slug, description, topics = [], readme_url }) =>
      `- [${plain(title)}](${readme_url}) \`${slug}\`: ${plain(description ?? '')}${topics.length > 0 ? ` (${topics.map(plain).join(', ')})` : ''}`,
  )
  const around = [
    wanted.page > 1 && `- [Previous page](${link(wanted.page - 1)})`,
    wanted.page < pages && `- [Next page](${link(wanted.page + 1)})`,
  ].filter((line) => line !== false)
  const markdown = [
    page.markdown.trimEnd(),
    `To search, add \`?q=\` and words to this address; the whole list is at ${baseUrl}/llms-full.txt.`,
    `## ${plain(summary(selection))}`,
    total === 0 ? 'Nothing matches. Fewer or more general words find more.' : lines.join('\n'),
    around.join('\n'),
    '## Topics',
    topicCounts(catalog)
      .map(([topic, count]) => `[${plain(topic)}](${topicPath(topic)}) ${count}`)
      .join(', '),
  ]
  return { ...twinOf(page), address: addressOf(wanted), markdown: markdown.filter(Boolean).join('\n\n') }
}
