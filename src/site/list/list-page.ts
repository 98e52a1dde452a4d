/** The page of all SDKs: search, topics, paging. HTML and twin are made from the same selection. */

import type { Catalog } from '../../catalog/catalog.ts'
import type { SdkEntry } from '../../catalog/record/entry.ts'
import { type Page, twinPath } from '../../pages/pages.ts'
import { topicCounts, topicPath } from '../../pages/topics.ts'
import { escapeMarkdown } from '../../text/markdown.ts'
import type { Services } from '../../tools/define.ts'
import { entryPath } from '../entry-page.ts'
import { html, type Markup } from '../html/html.ts'
import { breadcrumbs } from '../html/json-ld.ts'
import { renderLayout } from '../html/layout.ts'
import { searchForm } from '../html/search-form.ts'
import { twinHref } from '../links.ts'
import { type Twin, twinOf } from '../twin.ts'
import {
  descriptionOf,
  headingOf,
  isEverything,
  isHidden,
  type ListQuery,
  listPath,
  mayBeMissing,
  type Selection,
  summaryOf,
  titleOf,
} from './selection.ts'

export function renderListPage(page: Page, selection: Selection, services: Services): string {
  const { query, nearTopics, notes } = selection
  const { q, topic } = query
  const path = listPath(query)
  const searched = nearTopics ? { q } : { q, topic }
  return renderLayout(
    {
      path,
      title: titleOf(page, selection),
      description: descriptionOf(page, selection),
      twin: twinHref(path),
      hidden: isHidden(selection),
      kind: 'list',
      data: [breadcrumbs([page], services)],
      body: html`<div class="page list">
<header class="head">
<h1>${headingOf(page, selection)}</h1>
${searchForm(services.site.brand, searched)}
</header>
${topics(selection)}
<section class="results" aria-labelledby="count">
<h2 id="count">${summaryOf(selection)}</h2>
${notes.map((note) => html`<p class="note">${note}</p>\n`)}${didYouMean(selection, services)}
${!isEverything(query) && html`<p class="reset">${q !== '' && topic !== undefined && html`<a href="${listPath({ q, page: 1 })}">Search all topics</a> `}<a href="/sdk">Show all ${services.catalog.count}</a></p>`}
${mayBeMissing(selection) && html`<p class="empty">Is an SDK missing? <a href="/contact">Tell us which API</a>.</p>`}
${selection.total > 0 && html`<ol class="entries" start="${selection.offset + 1}">${selection.entries.map((entry) => item(entry, services))}</ol>`}
${pager(selection)}
</section>
</div>`,
    },
    services,
  )
}

function didYouMean({ query: { q }, near, nearTopics = [] }: Selection, { site: { brand } }: Services): Markup | false {
  const meant = [
    ...nearTopics.map((topic) => ({ path: listPath({ q, topic, page: 1 }), name: topic })),
    ...near.map(({ slug, title }) => ({ path: entryPath(slug, brand), name: title })),
  ]
  const links = meant.map(({ path, name }, at) => [at > 0 && ', ', html`<a href="${path}">${name}</a>`])
  return meant.length > 0 && html`<p class="note">Did you mean ${links}?</p>`
}

const item = ({ slug, title, description, topics = [] }: SdkEntry, { site: { brand } }: Services): Markup => html`
<li><h3><a href="${entryPath(slug, brand)}">${title}</a></h3>
${description !== undefined && html`<p>${description}</p>`}
<p class="meta"><code>${slug}</code>${topics.map((topic) => html` <a href="${topicPath(topic)}">${topic}</a>`)}</p></li>`

/** Topics shown at once; the others unfold. */
const FIRST_TOPICS = 14

function topics({ query, topics: { q, counts: all } }: Selection): Markup | undefined {
  if (all.length === 0) return undefined
  const chip = ([topic, count]: readonly [string, number]): Markup => {
    const current = topic === query.topic
    return html`<li><a href="${current ? listPath({ q: query.q, page: 1 }) : listPath({ q, topic, page: 1 })}"${current && html` aria-current="true"`}>${topic} <span>${count}</span></a></li>`
  }
  const isCurrent = ([topic]: readonly [string, number]): boolean => topic === query.topic
  // On a narrow screen the row scrolls, and only its beginning is seen.
  const inOrder = [...all.filter(isCurrent), ...all.filter((topic) => !isCurrent(topic))]
  const first = inOrder.slice(0, FIRST_TOPICS)
  const rest = inOrder.slice(FIRST_TOPICS).sort(([a], [b]) => (a < b ? -1 : 1))
  return html`<nav class="topics" aria-label="Topics">
<ul class="chips">${first.map(chip)}</ul>
${rest.length > 0 && html`<details><summary>${rest.length} more ${rest.length === 1 ? 'topic' : 'topics'}</summary><ul class="chips">${rest.map(chip)}</ul></details>`}
</nav>`
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
export function listTwin(page: Page, selection: Selection, { catalog, site: { baseUrl } }: Services): Twin {
  const { query, pages, entries, notes, near, nearTopics = [] } = selection
  const { q, topic } = query
  const title = titleOf(page, selection)
  const [, ...intro] = page.markdown.split('\n')
  const to = (part: Partial<ListQuery>): string => `${baseUrl}${twinHref(listPath({ q: '', page: 1, ...part }))}`
  const lines = entries.map(
    ({ title, slug, description, topics = [], readme_url }) =>
      `- [${escapeMarkdown(title)}](${readme_url}) \`${slug}\`: ${escapeMarkdown(description ?? '')}${topics.length > 0 ? ` (${topics.map(escapeMarkdown).join(', ')})` : ''}`,
  )
  const meant = [
    ...nearTopics.map((topic) => `[${escapeMarkdown(topic)}](${to({ q, topic })})`),
    ...near.map(({ title, readme_url }) => `[${escapeMarkdown(title)}](${readme_url})`),
  ]
  const around = [
    query.page > 1 && `- [Previous page](${to({ ...query, page: query.page - 1 })})`,
    query.page < pages && `- [Next page](${to({ ...query, page: query.page + 1 })})`,
    q !== '' && topic !== undefined && `- [Search all topics](${to({ q })})`,
    !isEverything(query) && `- [All SDKs](${to({})})`,
  ]
  const markdown = [
    `# ${escapeMarkdown(title)}`,
    isEverything(query) && intro.join('\n').trim(),
    `To search, add \`?q=\` and words to the address ${baseUrl}${twinPath(page.path)}; the whole list is at ${baseUrl}/llms-full.txt.`,
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
  topicCounts(catalog)
    .map(([topic, count]) => `[${escapeMarkdown(topic)}](${topicPath(topic)}) ${count}`)
    .join(', ')
