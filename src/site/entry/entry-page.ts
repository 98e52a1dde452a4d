/** The page of one SDK: code first, then its operations and what is like it, with the facts beside them. */

import { indexOfNumber } from '../../catalog/packed/array-file.ts'
import { bestOf } from '../../catalog/packed/lists.ts'
import type { OperationsFile } from '../../catalog/record/facts.ts'
import { LANGUAGES } from '../../catalog/record/languages.ts'
import { readinessText } from '../../catalog/record/readiness.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { versionsText } from '../../catalog/record/traits.ts'
import { authentication } from '../../code/readme-template.ts'
import { unreachable } from '../../code/server-url.ts'
import { FEED_TYPE, sdkFeedPath } from '../../documents/feed.ts'
import { topicPath } from '../../pages/topic-pages.ts'
import type { Catalog } from '../../store/open-catalog.ts'
import { joinParts } from '../../text/join-parts.ts'
import type { Services } from '../../tools/define/define.ts'
import { badges, mark } from '../html/components.ts'
import { html, type Markup } from '../html/html.ts'
import type { Layout } from '../html/layout.ts'
import { entryPath, ofSdk } from '../page-model.ts'
import { breakable, operationIndex } from './operations.ts'
import { readmePath } from './readme-page.ts'
import { START, startPanel } from './start-panel.ts'

/** The query of the URL; an unknown name counts as absent. */
export interface EntryQuery {
  lang?: string | undefined
  entity?: string | undefined
}

export function entryPage(
  record: SdkRecord,
  entities: OperationsFile['entities'],
  query: EntryQuery,
  services: Services,
): Layout {
  const { catalog, site } = services
  const { slug, title, description = `A generated client for ${title}.`, topics, needs, github_url } = record
  const path = entryPath(slug, site.brand)
  const related = relatedTo(record, catalog)
  const contents = [
    [START, 'Install and call'],
    ...(record.entities.length > 0 ? [['operations', 'Entities and operations']] : []),
    ...(needs.length > 0 ? [['needs', 'Example searches']] : []),
    ...(related.length > 0 ? [['related', 'Related SDKs']] : []),
    ['readme', 'README'],
  ]
  return {
    path,
    title: `${title} SDK`,
    description,
    twin: `${path}.md`,
    skip: { to: START, label: 'Skip to the code' },
    data: sourceCode(record, path, services),
    ...ofSdk(record, site.brand),
    body: () => html`<div class="page entry">
<header class="head">
<div>
<p class="crumbs"><a href="/sdk">SDKs</a> <span aria-hidden="true">/</span> <code>${slug}</code></p>
<h1>${title}</h1>
<p class="lead">${description}</p>
${record.deprecated !== undefined && html`<p><strong>Deprecated:</strong> ${record.deprecated}</p>`}
<div class="glance">${badges(record)} <a href="${sdkFeedPath(slug, site.brand)}" type="${FEED_TYPE}">Follow<span class="unseen"> the changes of ${title}</span></a></div>
</div>
${mark(record, { labelled: true })}
</header>
${startPanel(record, entities, query.lang, site.brand)}
<aside class="rail" aria-label="Contents and facts">
<details class="fold facts" open><summary><h2>Facts</h2></summary>
${factList(record, path, catalog)}
${topics.length > 0 && html`<ul class="chips" aria-label="Topics">${topics.map((topic) => html`<li><a href="${topicPath(topic)}">${topic}</a></li>`)}</ul>`}
</details>
<details class="fold" open><summary><h2>On this page</h2></summary>
<nav class="contents" aria-label="On this page"><ul>${contents.map(([anchor, heading]) => html`<li><a href="#${anchor}">${heading}</a></li>`)}</ul></nav></details>
</aside>
<div class="body">
${record.entities.length > 0 && operationIndex(record, entities, site.brand, query)}
${needs.length > 0 && exampleSearches(needs)}
${related.length > 0 && relatedList(record, related, services)}
<section class="file-link" id="readme" aria-labelledby="readme-heading"><h2 id="readme-heading">README</h2>
<p><a href="${readmePath(path)}">Read the README</a> with a list of its sections, or <a href="${path}.md" type="text/markdown">as markdown</a>. The <a href="${github_url}#readme" rel="nofollow noopener">README in the repository</a> covers every language, option and feature. <a href="/developers/using-an-sdk">Using the SDKs</a> tells what is the same in all: tests without a network, errors, custom requests.</p></section>
</div>
</div>`,
  }
}

/** More would be a wall of words; the search knows them all. */
const MAX_NEEDS = 12

const exampleSearches = (needs: readonly string[]): Markup =>
  html`<section class="needs" id="needs" aria-labelledby="needs-heading"><h2 id="needs-heading">Example searches</h2>
<ul class="chips">${needs.slice(0, MAX_NEEDS).map((need) => html`<li><a href="/sdk?${new URLSearchParams({ q: need }).toString()}">${need}</a></li>`)}</ul></section>`

const MAX_RELATED = 6
/** SDKs that are compared with it. */
const MAX_COMPARED = 1_000
/** Hits of the search that count. */
const MAX_FOUND = 20
/** Weight of the first search hit beside shared topics. */
const SEARCH_WEIGHT = 4

/** What a reader may want instead or beside it: by shared topics, rare ones first, and by what a search for its own words finds. */
function relatedTo({ slug, title, needs }: SdkRecord, { records, find }: Catalog): SdkRecord[] {
  const self = records.positionOf(slug)
  const topics = [...records.topics(self)]
  const similar = find(`${title} ${needs.slice(0, 2).join(' ')}`, {}, 0).positions.slice(0, MAX_FOUND)
  const candidates = new Set(similar)
  for (const holders of topics.map(records.ofTopic).sort((a, b) => a.length - b.length)) {
    // Of a topic with too many, those around it in the catalogue order.
    const room = Math.max(0, MAX_COMPARED - candidates.size)
    const start = holders.length > room ? Math.max(0, indexOfNumber(holders, self) - Math.ceil(room / 2)) : 0
    for (const position of holders.subarray(start, start + room)) candidates.add(position)
  }
  candidates.delete(self)
  const scored = Array.from(candidates, (position): [position: number, score: number] => {
    const place = similar.indexOf(position)
    let score = place < 0 ? 0 : SEARCH_WEIGHT * (1 - place / similar.length)
    for (const topic of topics) {
      if (records.topics(position).includes(topic)) score += Math.log(records.length / records.ofTopic(topic).length)
    }
    return [position, score]
  })
  const others = scored.filter(([, score]) => score > 0)
  const best = bestOf(others, MAX_RELATED, ([a, score], [b, other]) => other - score || a - b)
  return best.map(([position]) => records.at(position))
}

function relatedList(record: SdkRecord, related: readonly SdkRecord[], { site: { brand } }: Services): Markup {
  const compared = [record, ...related.slice(0, 2)].map(({ slug }) => slug)
  return html`<section class="related" id="related" aria-labelledby="related-heading"><h2 id="related-heading">Related SDKs</h2>
<ul>${related.map(
    ({ slug, title, description }) =>
      html`<li><a href="${entryPath(slug, brand)}">${title}</a>${description !== undefined && html`<span>${description}</span>`}</li>`,
  )}</ul>
<p><a href="/sdk/compare?slugs=${compared.join(',')}">Compare with the first ${related.length === 1 ? 'one' : 'two'}</a></p></section>`
}

const sourceCode = (record: SdkRecord, path: string, { site, catalog }: Services): object => ({
  '@type': 'SoftwareSourceCode',
  name: `${record.title} SDK`,
  description: record.description,
  url: site.baseUrl + path,
  codeRepository: record.github_url,
  programmingLanguage: record.languages.length > 0 ? record.languages.map((id) => LANGUAGES[id]) : undefined,
  keywords: record.topics.join(', ') || undefined,
  isBasedOn: record.source_website,
  dateModified: lastChange(record.slug, catalog),
})

/** @returns instant of the last build on record that added or changed the SDK */
function lastChange(slug: string, { builds }: Services['catalog']): string | undefined {
  const includes = (changes: readonly { slug: string }[]): boolean => changes.some((change) => change.slug === slug)
  return builds.findLast(({ added, changed }) => includes(added) || includes(changed))?.built_at
}

function factList(record: SdkRecord, path: string, catalog: Catalog): Markup {
  const { slug, github_url, source_website, official_sdk, source_openapi_url } = record
  const { servers, api_version, license, release, updated } = record
  const changed = lastChange(slug, catalog)
  /** A term without a value is left out. */
  const facts: Record<string, Markup | string | false | undefined> = {
    Key: keyFact(record),
    Licence: license,
    'Last commit': updated !== undefined && html`<time datetime="${updated}">${updated}</time>`,
    Release: release !== undefined && joinParts('; ', release, versionsText(record)),
    Code: external(github_url),
    'Official SDK': official_sdk !== undefined && external(official_sdk),
    Website: source_website !== undefined && external(source_website),
    OpenAPI: source_openapi_url !== undefined && external(source_openapi_url, 'description'),
    [servers.length > 1 ? 'Servers' : 'Server']:
      servers.length > 0 &&
      html`${servers.map(({ url }) => html`<code>${breakable(url)}</code> ${unreachable(url) && html`<span>${unreachable(url)}</span> `}`)}`,
    'API version': api_version,
    Readiness: readinessText(record),
    Changed: changed !== undefined && html`<time datetime="${changed}">${changed.slice(0, 10)}</time>`,
    'As data': html`<a href="/api/sdk/${slug}.json">JSON</a>, <a href="${path}.md" type="text/markdown">markdown</a>`,
    Download: html`<a href="${github_url}/archive/HEAD.zip" rel="nofollow noopener">source as zip</a>`,
    'Problem?': html`<a href="/contact?about=${slug}">report it to us</a>, or the code <a href="${github_url}/issues" rel="nofollow noopener">in its repository</a>`,
  }
  return html`<dl>${Object.entries(facts).map(([term, value]) => value && html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`
}

/** That no key is on record is no promise: the title says where it comes from. */
export const keyFact = (record: SdkRecord): Markup =>
  record.auth.scheme === 'none'
    ? html`<span title="As far as the repository says.">not needed</span>`
    : html`${authentication(record)}`

/** The text is the host, which tells one link from another. */
function external(url: string, label?: string): Markup {
  const { host, pathname } = new URL(url)
  const text = label ?? (host === 'github.com' ? pathname.slice(1) : host)
  return html`<a href="${url}" rel="nofollow noopener">${text}</a>`
}
