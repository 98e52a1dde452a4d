/** The page of all SDKs: search, filters, paging. */
import type { SdkRecord } from '../../catalog/record/record.ts'
import { type Page, twinPath } from '../../pages/pages.ts'
import { topicPath } from '../../pages/topics.ts'
import { escapeMarkdown } from '../../text/markdown.ts'
import type { Services } from '../../tools/define.ts'
import { badges, badgesOf, mark, searchForm } from '../html/components.ts'
import { html, type Markup } from '../html/html.ts'
import { breadcrumbs } from '../html/json-ld.ts'
import { entryPath, type PageModel, twinHref } from '../page-model.ts'
import { facets, sorting } from './facets.ts'
import { isEverything, isTopic, type ListQuery, listParameters, listPath, withoutTopic } from './query.ts'
import type { Selection } from './selection.ts'
import { descriptionOf, headingOf, summaryOf, titleOf, topicIntro } from './wording.ts'

/** Id of the form that compares the ticked SDKs. */
const COMPARE = 'compare'

/**
 * Search engines are asked to skip results of a search, lists that filters narrow or that are in another order, which
 * all hold what other pages hold, and empty lists.
 */
const isHidden = ({ query, total }: Selection): boolean =>
  total === 0 || query.sort !== undefined || !(isEverything(query) || isTopic(query))

/** No SDK was found, no name is similar, and neither topic nor filters are the reason. */
const mayBeMissing = ({ query, total, near, nearTopics, topics }: Selection): boolean =>
  total === 0 && near.length === 0 && nearTopics === undefined && topics.q === '' && query.q !== ''

export function listPage(page: Page, selection: Selection, services: Services): PageModel {
  const { catalog, site } = services
  const { query, total, nearTopics, notes, offset, records } = selection
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
    data: [breadcrumbs([page], services)],
    markdown: () => listMarkdown(page, selection, services),
    body() {
      const { q: _, page: __, ...parameters } = listParameters(query)
      return html`<div class="page list">
<header class="head">
<h1>${headingOf(page, selection)}</h1>
${isTopic(query) && total > 0 && html`<p class="lead">${topicIntro(filters.topic!, catalog)}</p>`}
${searchForm(site.brand, nearTopics ? { q } : { q, topic: filters.topic, parameters })}
</header>
${facets(selection)}
<section class="results" id="results" tabindex="-1" aria-labelledby="count">
<div class="summary"><h2 id="count">${summaryOf(selection)}</h2>${sorting(selection)}</div>
${notes.map((note) => html`<p class="note">${note}</p>\n`)}${didYouMean(selection, services)}
${!isEverything(query) && html`<p class="reset">${waysOut(query)}<a href="/sdk">Show all ${catalog.count}</a></p>`}
${mayBeMissing(selection) && html`<p class="empty">Is an SDK missing? <a href="/contact">Tell us which API</a>.</p>`}
${
  total > 0 &&
  html`<ol class="entries" start="${offset + 1}">${records.map((record) => item(record, site.brand))}</ol>
<form class="choice" id="${COMPARE}" action="/sdk/compare" method="get"><button type="submit">Compare</button> <span>Tick two to five SDKs.</span></form>`
}
${pager(selection)}
</section>
</div>`
    },
  }
}

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

function item(record: SdkRecord, brand: string): Markup {
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
  const { query, pages, records, notes, near, nearTopics = [] } = selection
  const { q, filters } = query
  const { topic } = filters
  const [, ...intro] = page.markdown.split('\n')
  const link = (text: string, url: string): string => `[${escapeMarkdown(text)}](${url})`
  const to = (part: Partial<ListQuery>): string =>
    `${baseUrl}${twinHref(listPath({ q: '', filters: {}, page: 1, ...part }))}`
  const readme = ({ slug, title }: SdkRecord): string => link(title, `${baseUrl}${entryPath(slug, brand)}.md`)
  const lines = records.map((record) => {
    const { slug, description = '', topics } = record
    const facts = [...badgesOf(record).map(({ text }) => text), ...topics].map(escapeMarkdown)
    return `- ${readme(record)} \`${slug}\`: ${escapeMarkdown(description)}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`
  })
  const suggestions = [...nearTopics.map((topic) => link(topic, to({ q, filters: { topic } }))), ...near.map(readme)]
  const around = [
    query.page > 1 && link('Previous page', to({ ...query, page: query.page - 1 })),
    query.page < pages && link('Next page', to({ ...query, page: query.page + 1 })),
    q !== '' && topic !== undefined && link('Search all topics', to({ q, filters: withoutTopic(filters) })),
    !isEverything(query) && link('All SDKs', to({})),
  ].filter(Boolean)
  const topics = catalog.facets.topics.map(([topic, count]) => `${link(topic, topicPath(topic))} ${count}`)
  const paragraphs = [
    `# ${escapeMarkdown(titleOf(page, selection))}`,
    isEverything(query) && intro.join('\n').trim(),
    isTopic(query) && records.length > 0 && escapeMarkdown(topicIntro(topic!, catalog)),
    `To search, add \`?q=\` and words to the address ${baseUrl}${twinPath(page.path)}; to narrow, \`no_auth\`, \`read_only\`, \`mcp\` or \`cli\` = \`true\`, \`language\` or \`topic\`. The whole list is at ${baseUrl}/llms-full.txt.`,
    `## ${escapeMarkdown(summaryOf(selection))}`,
    ...notes.map(escapeMarkdown),
    suggestions.length > 0 && `Did you mean ${suggestions.join(', ')}?`,
    lines.join('\n'),
    around.map((link) => `- ${link}`).join('\n'),
    q === '' && `## Topics\n\n${topics.join(', ')}`,
  ]
  return paragraphs.filter(Boolean).join('\n\n')
}
