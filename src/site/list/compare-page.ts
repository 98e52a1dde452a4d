/** Two to five SDKs side by side: the answer of compare_sdks, as a table of links for people. */

import { LANGUAGES, type Language } from '../../catalog/record/languages.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { pascal } from '../../catalog/usage/client.ts'
import { able } from '../../catalog/usage/surfaces.ts'
import type { Page } from '../../pages/pages.ts'
import { topicPath } from '../../pages/topics.ts'
import { callTool, type Services } from '../../tools/define.ts'
import { CatalogError } from '../../tools/errors.ts'
import { compareSdks } from '../../tools/sdks/compare-sdks.ts'
import { keyFact } from '../entry/facts.ts'
import { badges } from '../html/badges.ts'
import { curlyQuotes, html, type Markup } from '../html/html.ts'
import { breadcrumbs } from '../html/json-ld.ts'
import { renderLayout } from '../html/layout.ts'
import { mark } from '../html/mark.ts'
import { entryPath, twinHref } from '../links.ts'
import { type Twin, twinOf } from '../twin.ts'

/** Entities that are named; the page of the SDK has all. */
const MAX_ENTITIES = 8

/** `?slugs=a,b` and `?slugs=a&slugs=b`, which a form sends. */
export function slugsOf(parameters: URLSearchParams): string[] {
  const slugs = parameters.getAll('slugs').flatMap((value) => value.split(','))
  return [...new Set(slugs.map((slug) => slug.trim()).filter(Boolean))]
}

export const comparePath = (slugs: readonly string[]): string =>
  slugs.length > 0 ? `/sdk/compare?slugs=${slugs.map(encodeURIComponent).join(',')}` : '/sdk/compare'

interface Comparison {
  slugs: readonly string[]
  /** In the order of the slugs; none where they cannot be compared. */
  records: readonly SdkRecord[]
  /** The text of compare_sdks, or why they cannot be compared. */
  text: string
}

export async function comparisonOf(slugs: readonly string[], services: Services): Promise<Comparison> {
  if (slugs.length === 0) return { slugs, records: [], text: '' }
  try {
    const output = await callTool(compareSdks, { slugs }, services)
    const records = output.sdks.map(({ slug }) => services.catalog.record(slug)!)
    return { slugs, records, text: compareSdks.text(output, services, { slugs: [...slugs] }) }
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return { slugs, records: [], text: error.info.detail }
  }
}

export function renderComparePage(page: Page, comparison: Comparison, services: Services): string {
  const { slugs, records, text } = comparison
  const path = comparePath(slugs)
  const title = titleOf(page, comparison)
  return renderLayout(
    {
      path,
      title,
      description: page.description,
      twin: twinHref(path),
      // Every choice of SDKs would be a page of its own.
      hidden: slugs.length > 0,
      kind: 'text',
      data: [breadcrumbs([{ path: '/sdk', title: 'SDKs' }, page], services)],
      body: html`<div class="page compare">
<header class="head"><p class="crumbs"><a href="/sdk">SDKs</a> <span aria-hidden="true">/</span> Compare</p><h1>${title}</h1></header>
${records.length === 0 && text !== '' && html`<p class="refused" role="alert">${curlyQuotes(text)}</p>`}
${records.length > 0 ? table(records, services) : chooser(slugs)}
${forPrograms(records)}
</div>`,
    },
    services,
  )
}

const titleOf = (page: Page, { records }: Comparison): string =>
  records.map(({ title }) => title).join(' or ') || page.title

const chooser = (slugs: readonly string[]): Markup => html`<h2>Choose SDKs</h2>
<p>Tick two to five SDKs in the <a href="/sdk">list</a>, or enter their slugs.</p>
<form class="slugs" action="/sdk/compare" method="get"><label for="slugs">Slugs, separated by commas</label>
<input id="slugs" name="slugs" value="${slugs.join(', ')}" autocomplete="off" spellcheck="false"> <button type="submit">Compare</button></form>`

function forPrograms(records: readonly SdkRecord[]): Markup {
  const url = `/api/sdk/compare?slugs=${records.map(({ slug }) => slug).join(',')}`
  const request = html`<code>GET ${url}</code>`
  return html`<section class="prose"><h2>For agents and programs</h2>
<p>Agents call the tool <code>compare_sdks</code>. Programs send ${records.length > 0 ? html`<a href="${url}">${request}</a>` : request}.</p></section>`
}

/** A cell without content is not on record. */
type Cell = (record: SdkRecord, services: Services) => Markup | string | undefined

const ROWS: Readonly<Record<string, Cell>> = {
  'At a glance': (record) => html`${mark(record)} ${badges(record)}`,
  Description: ({ description }) => description,
  Key: keyFact,
  Entities: ({ entities }) => {
    const names = entities.slice(0, MAX_ENTITIES).map(({ name }) => pascal(name))
    const more = entities.length > names.length ? [`${entities.length - names.length} more`] : []
    return [...names, ...more].join(', ')
  },
  Languages: ({ languages }) => languages.map((language: Language) => LANGUAGES[language]).join(', '),
  'MCP tools': ({ mcp }) => able(mcp),
  'CLI commands': ({ cli }) => able(cli),
  Server: ({ servers: [server] }) => server && html`<code>${server.url}</code>`,
  Topics: ({ topics }) =>
    html`${topics.map((topic, at) => [at > 0 && ', ', html`<a href="${topicPath(topic)}">${topic}</a>`])}`,
  Start: ({ slug }, { site }) => html`<a href="${entryPath(slug, site.brand)}#start">Install and call</a>`,
}

function table(records: readonly SdkRecord[], services: Services): Markup {
  const slugs = records.map(({ slug }) => slug)
  const without = (slug: string): string => comparePath(slugs.filter((other) => other !== slug))
  return html`<h2 class="unseen">Side by side</h2>
<div class="table" tabindex="0"><table>
<thead><tr><td></td>${records.map(({ slug, title }) => html`<th scope="col"><a href="${entryPath(slug, services.site.brand)}">${title}</a>${records.length > 2 && html` <a class="drop" href="${without(slug)}">remove<span class="unseen"> ${title}</span></a>`}</th>`)}</tr></thead>
<tbody>${Object.entries(ROWS).map(([name, cell]) => html`<tr><th scope="row">${name}</th>${records.map((record) => html`<td>${cell(record, services) || html`<span class="unknown">not on record</span>`}</td>`)}</tr>`)}</tbody>
</table></div>
<p><a href="/sdk">Choose other SDKs</a></p>`
}

/** The same as markdown. */
export function compareTwin(page: Page, comparison: Comparison): Twin {
  const { slugs, text } = comparison
  const title = titleOf(page, comparison)
  return {
    ...twinOf(page),
    href: comparePath(slugs),
    title,
    hidden: slugs.length > 0,
    markdown: slugs.length > 0 ? `# ${title}\n\n${text}` : page.markdown,
  }
}
