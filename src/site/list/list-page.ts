/** The page of all SDKs: search, filters, paging. HTML and twin are made from the same selection. */

import type { Catalog } from '../../catalog/catalog.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { type Page, twinPath } from '../../pages/pages.ts'
import { topicPath } from '../../pages/topics.ts'
import { keptFor } from '../../system/kept-for.ts'
import { escapeMarkdown } from '../../text/markdown.ts'
import type { Services } from '../../tools/define.ts'
import { badges, badgesOf } from '../html/badges.ts'
import { html, type Markup, raw } from '../html/html.ts'
import { breadcrumbs } from '../html/json-ld.ts'
import { renderLayout } from '../html/layout.ts'
import { mark } from '../html/mark.ts'
import { searchForm } from '../html/search-form.ts'
import { entryPath, twinHref } from '../links.ts'
import { type Twin, twinOf } from '../twin.ts'
import { facets, sorting } from './facets.ts'
import {
  descriptionOf,
  headingOf,
  isEverything,
  isHidden,
  isTopic,
  type ListQuery,
  listParameters,
  listPath,
  mayBeMissing,
  summaryOf,
  titleOf,
} from './query.ts'
import type { Selection } from './selection.ts'
import { topicIntro } from './topic-intro.ts'

/** Of SDKs as they stand in the list, in bytes. */
const MOST_ITEMS = 2 * 1024 * 1024
/** Where the SDKs that are ticked are compared. */
const COMPARE = 'compare'

export function renderListPage(page: Page, selection: Selection, services: Services): string {
  const { query, nearTopics, notes } = selection
  const { q, filters } = query
  const path = listPath(query)
  const { q: _, page: __, ...kept } = listParameters(query)
  const searched = nearTopics ? { q } : { q, topic: filters.topic, kept }
  return renderLayout(
    {
      path,
      title: titleOf(page, selection),
      description: descriptionOf(page, selection),
      twin: twinHref(path),
      hidden: isHidden(selection),
      kind: 'list',
      skip: { to: 'results', label: 'Skip to the SDKs' },
      data: [breadcrumbs([page], services)],
      body: html`<div class="page list">
<header class="head">
<h1>${headingOf(page, selection)}</h1>
${isTopic(query) && selection.total > 0 && html`<p class="lead">${topicIntro(filters.topic!, services.catalog)}</p>`}
${searchForm(services.site.brand, searched)}
</header>
${facets(selection)}
<section class="results" id="results" tabindex="-1" aria-labelledby="count">
<div class="summary"><h2 id="count">${summaryOf(selection)}</h2>${sorting(selection)}</div>
${notes.map((note) => html`<p class="note">${note}</p>\n`)}${didYouMean(selection, services)}
${!isEverything(query) && html`<p class="reset">${waysOut(query)}<a href="/sdk">Show all ${services.catalog.count}</a></p>`}
${mayBeMissing(selection) && html`<p class="empty">Is an SDK missing? <a href="/contact">Tell us which API</a>.</p>`}
${
  selection.total > 0 &&
  html`<ol class="entries" start="${selection.offset + 1}">${selection.records.map((record) => item(record, services))}</ol>
<form class="choice" id="${COMPARE}" action="/sdk/compare" method="get"><button type="submit">Compare</button> <span>Tick two to five SDKs.</span></form>`
}
${pager(selection)}
</section>
</div>`,
    },
    services,
  )
}

/** Each way out of one limit that the words have. */
function waysOut(query: ListQuery): Markup | false {
  const { q, filters } = query
  const { topic, ...others } = filters
  return html`${q !== '' && topic !== undefined && html`<a href="${listPath({ q, filters: others, page: 1 })}">Search all topics</a> `}${
    Object.keys(others).length > 0 &&
    html`<a href="${listPath({ ...query, filters: topic === undefined ? {} : { topic }, page: 1 })}">Clear filters</a> `
  }`
}

function didYouMean({ query, near, nearTopics = [] }: Selection, { site: { brand } }: Services): Markup | false {
  const meant = [
    ...nearTopics.map((topic) => ({ path: listPath({ ...query, filters: { topic } }), name: topic })),
    ...near.map(({ slug, title }) => ({ path: entryPath(slug, brand), name: title })),
  ]
  const links = meant.map(({ path, name }, at) => [at > 0 && ', ', html`<a href="${path}">${name}</a>`])
  return meant.length > 0 && html`<p class="note">Did you mean ${links}?</p>`
}

const keptItem = keptFor<Markup>(MOST_ITEMS, ({ text }) => 2 * text.length)

const item = (record: SdkRecord, services: Services): Markup =>
  // As one string, where the template leaves a tree of small ones.
  keptItem(services, record.slug, () => raw(Buffer.from(renderItem(record, services.site.brand).text).toString()))

function renderItem(record: SdkRecord, brand: string): Markup {
  const { slug, title, description, topics } = record
  return html`
<li><h3><a href="${entryPath(slug, brand)}">${title}</a></h3>
${description !== undefined && html`<p>${description}</p>`}
<div class="meta">${mark(record)}${badges(record)}${topics.map((topic) => html` <a href="${topicPath(topic)}">${topic}</a>`)}</div>
<label class="tick"><input type="checkbox" name="slugs" value="${slug}" form="${COMPARE}"> <span>Compare<span class="unseen"> ${title}</span></span></label></li>`
}

/** Numbers around the current page, with the first and the last. */
function pager({ query, pages }: Selection): Markup | undefined {
  if (pages < 2) return undefined
  const at = query.page
  const shown = [...new Set([1, at - 1, at, at + 1, pages])].filter((page) => page >= 1 && page <= pages)
  const to = (page: number): string => listPath({ ...query, page })
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
export function listTwin(page: Page, selection: Selection, { catalog, site }: Services): Twin {
  const { baseUrl, brand } = site
  const { query, pages, records, notes, near, nearTopics = [] } = selection
  const { q, filters } = query
  const { topic, ...others } = filters
  const title = titleOf(page, selection)
  const [, ...intro] = page.markdown.split('\n')
  const to = (part: Partial<ListQuery>): string =>
    `${baseUrl}${twinHref(listPath({ q: '', filters: {}, page: 1, ...part }))}`
  const readme = (slug: string): string => `${baseUrl}${entryPath(slug, brand)}.md`
  const lines = records.map((record) => {
    const { slug, title, description = '', topics } = record
    const facts = [...badgesOf(record).map(({ text }) => text), ...topics].map(escapeMarkdown)
    return `- [${escapeMarkdown(title)}](${readme(slug)}) \`${slug}\`: ${escapeMarkdown(description)}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`
  })
  const meant = [
    ...nearTopics.map((topic) => `[${escapeMarkdown(topic)}](${to({ q, filters: { topic } })})`),
    ...near.map(({ title, slug }) => `[${escapeMarkdown(title)}](${readme(slug)})`),
  ]
  const around = [
    query.page > 1 && `- [Previous page](${to({ ...query, page: query.page - 1 })})`,
    query.page < pages && `- [Next page](${to({ ...query, page: query.page + 1 })})`,
    q !== '' && topic !== undefined && `- [Search all topics](${to({ q, filters: others })})`,
    !isEverything(query) && `- [All SDKs](${to({})})`,
  ]
  const markdown = [
    `# ${escapeMarkdown(title)}`,
    isEverything(query) && intro.join('\n').trim(),
    isTopic(query) && records.length > 0 && escapeMarkdown(topicIntro(topic!, catalog)),
    `To search, add \`?q=\` and words to the address ${baseUrl}${twinPath(page.path)}; to narrow, \`no_auth\`, \`read_only\`, \`mcp\` or \`cli\` = \`true\`, \`language\` or \`topic\`. The whole list is at ${baseUrl}/llms-full.txt.`,
    `## ${escapeMarkdown(summaryOf(selection))}`,
    ...notes.map(escapeMarkdown),
    meant.length > 0 && `Did you mean ${meant.join(', ')}?`,
    lines.join('\n'),
    around.filter(Boolean).join('\n'),
    ...(q === '' ? ['## Topics', topicList(catalog)] : []),
  ]
  return {
    ...twinOf(page),
    // A search selects from the catalogue, so it is as old as that.
    ...(!isEverything(query) && { updated: catalog.generatedAt }),
    href: listPath(query),
    title,
    description: descriptionOf(page, selection),
    hidden: isHidden(selection),
    markdown: markdown.filter(Boolean).join('\n\n'),
  }
}

const topicList = (catalog: Catalog): string =>
  catalog.facets.topics.map(([topic, count]) => `[${escapeMarkdown(topic)}](${topicPath(topic)}) ${count}`).join(', ')
