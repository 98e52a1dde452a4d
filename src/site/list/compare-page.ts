/** Two to five SDKs side by side: the answer of compare_sdks, as a table of links for people. */
import { LANGUAGES, type Language } from '../../catalog/record/languages.ts'
import { readinessText } from '../../catalog/record/readiness.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { versionsText } from '../../catalog/record/traits.ts'
import { pascal } from '../../code/client-options.ts'
import { quickstarts } from '../../code/first-steps.ts'
import { capabilityText } from '../../code/surfaces.ts'
import type { Page } from '../../pages/pages.ts'
import { topicPath } from '../../pages/topic-pages.ts'
import { joinParts } from '../../text/join-parts.ts'
import { compareSdks, MAX_SDKS } from '../../tools/compare-sdks.ts'
import { callTool, type Services } from '../../tools/define/define.ts'
import { keyFact } from '../entry/entry-page.ts'
import { languageTabs } from '../entry/tabs.ts'
import { badges, mark } from '../html/components.ts'
import { curlyQuotes, html, type Markup } from '../html/html.ts'
import { entryPath, type PageModel, twinHref } from '../page-model.ts'

/** Entities that are named; the page of the SDK has all. */
const MAX_ENTITIES = 8

export const comparePath = (slugs: readonly string[]): string =>
  slugs.length > 0 ? `/sdk/compare?slugs=${slugs.map(encodeURIComponent).join(',')}` : '/sdk/compare'

/** Of `?slugs=a,b`, or `?slugs=a&slugs=b`, which a form sends. */
export const slugsOf = (parameters: URLSearchParams): string[] => [
  ...new Set(
    parameters
      .getAll('slugs')
      .flatMap((value) => value.split(/[\s,]+/))
      .filter(Boolean),
  ),
]

export async function comparePage(page: Page, parameters: URLSearchParams, services: Services): Promise<PageModel> {
  const slugs = slugsOf(parameters)
  const { records, text } = await compare(slugs, services)
  const path = comparePath(slugs)
  const title = records.map(({ title }) => title).join(' or ') || page.title
  return {
    ...{ path, title, description: page.description, updated: page.updated, twin: twinHref(path) },
    kind: 'text',
    // Every choice of SDKs would be a page of its own.
    hidden: slugs.length > 0,
    trail: [{ path: '/sdk', title: 'SDKs' }, page],
    markdown: () => (slugs.length > 0 ? `# ${title}\n\n${text}` : page.markdown),
    body: () => html`<div class="page compare">
<header class="head"><p class="crumbs"><a href="/sdk">SDKs</a> <span aria-hidden="true">/</span> Compare</p><h1>${title}</h1></header>
${records.length === 0 && text !== '' && html`<p class="refused" role="alert">${curlyQuotes(text)}</p>`}
${records.length > 0 ? table(records, services) : chooser(slugs)}
${forPrograms(records)}
</div>`,
  }
}

/** The text of compare_sdks, or why they cannot be compared: then there are no records. */
async function compare(slugs: string[], services: Services): Promise<{ records: SdkRecord[]; text: string }> {
  if (slugs.length === 0) return { records: [], text: '' }
  const refused = (text: string) => ({ records: [], text })
  const unknown = slugs.filter((slug) => !services.catalog.record(slug))
  if (unknown.length > 0) {
    const near = services.catalog.nearestSlugs(unknown[0]!)
    const names = unknown.map((slug) => `“${slug}”`).join(', ')
    return refused(`No SDK is called ${names}.${near.length > 0 ? ` Did you mean “${near[0]}”?` : ''}`)
  }
  if (slugs.length === 1) return refused('One SDK is chosen. Choose at least one more to compare it with.')
  if (slugs.length > MAX_SDKS) return refused(`${slugs.length} SDKs are chosen. Choose at most ${MAX_SDKS}.`)
  const output = await callTool(compareSdks, { slugs }, services)
  const records = slugs.map((slug) => services.catalog.record(slug)!)
  return { records, text: compareSdks.text(output, services, { slugs }) }
}

const chooser = (slugs: readonly string[]): Markup => html`<h2>Choose SDKs</h2>
<p>Tick two to five SDKs in the <a href="/sdk">list</a>, or name them here.</p>
<form class="slugs search" action="/sdk/compare" method="get"><label for="slugs">Names, separated by commas</label>
<div class="field"><input id="slugs" name="slugs" type="search" value="${slugs.map((slug) => `${slug}, `).join('')}" autocomplete="off" spellcheck="false"></div> <button type="submit">Compare</button></form>`

function forPrograms(records: readonly SdkRecord[]): Markup {
  const url = `/api/sdk/compare?slugs=${records.map(({ slug }) => slug).join(',')}`
  const request = html`<code>GET ${url}</code>`
  return html`<section class="prose"><h2>For agents and programs</h2>
<p>Agents call the tool <code>compare_sdks</code>. Programs send ${records.length > 0 ? html`<a href="${url}">${request}</a>` : request}.</p></section>`
}

/** A cell without content is not on record. */
type Cell = (record: SdkRecord, services: Services) => Markup | string | false | undefined

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
  'MCP tools': ({ mcp }) => mcp && (capabilityText(mcp) || 'yes, their names are not on record'),
  'CLI commands': ({ cli }) => cli && (capabilityText(cli) || 'yes, their names are not on record'),
  Readiness: readinessText,
  'SDK version': (record) => joinParts('; ', record.release, versionsText(record)),
  Deprecated: ({ deprecated }) => deprecated,
  Server: ({ servers: [server] }) => server && html`<code>${server.url}</code>`,
  Topics: ({ topics }) =>
    html`${topics.map((topic, at) => [at > 0 && ', ', html`<a href="${topicPath(topic)}">${topic}</a>`])}`,
  Call: (record) => {
    const codes = quickstarts(record)
    return codes.length > 0 && languageTabs(codes, record.slug)
  },
  Start: ({ slug }, { site }) => html`<a href="${entryPath(slug, site.brand)}#start">Install and call</a>`,
}

function table(records: readonly SdkRecord[], services: Services): Markup {
  const slugs = records.map(({ slug }) => slug)
  const without = (slug: string): string => comparePath(slugs.filter((other) => other !== slug))
  return html`<h2 class="unseen">Side by side</h2>
<div class="table" tabindex="0"><table>
<thead><tr><td></td>${records.map(({ slug, title }) => html`<th scope="col"><a href="${entryPath(slug, services.site.brand)}">${title}</a>${records.length > 2 && html` <a class="drop" href="${without(slug)}">remove<span class="unseen"> ${title}</span></a>`}</th>`)}</tr></thead>
<tbody>${Object.entries(ROWS).map((row) => rowOf(row, records, services))}</tbody>
</table></div>
<p><a href="/sdk">Choose other SDKs</a></p>`
}

/** A row whose cells are all the same is dimmed. */
function rowOf([name, cell]: [string, Cell], records: readonly SdkRecord[], services: Services): Markup {
  const cells = records.map(
    (record) => html`${cell(record, services) || html`<span class="unknown">not on record</span>`}`,
  )
  const isSame = cells.every(({ text }) => text === cells[0]!.text)
  return html`<tr${isSame && html` class="same"`}><th scope="row">${name}</th>${cells.map((content) => html`<td>${content}</td>`)}</tr>`
}
