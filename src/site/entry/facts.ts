/** Facts of an SDK beside its page, each with the link that bears it out. */
import { authentication } from '../../catalog/readme/template.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import type { Services } from '../../tools/define.ts'
import { html, type Markup } from '../html/html.ts'
import { lastChange } from '../html/json-ld.ts'
import { breakable } from './operations.ts'

/** @param path of the page */
export function factList(record: SdkRecord, path: string, { catalog }: Services): Markup {
  const { slug, github_url, source_website, source_openapi_url, servers, api_version, license, release, updated } =
    record
  const changed = lastChange(slug, catalog)
  /** A term without a value is left out. */
  const facts: Record<string, Markup | string | false | undefined> = {
    Code: external(github_url),
    Website: source_website !== undefined && external(source_website),
    OpenAPI: source_openapi_url !== undefined && external(source_openapi_url, 'description'),
    [servers.length > 1 ? 'Servers' : 'Server']:
      servers.length > 0 && html`${servers.map(({ url }) => html`<code>${breakable(url)}</code> `)}`,
    'API version': api_version,
    Key: keyFact(record),
    Licence: license,
    Release: release,
    'Last commit': updated !== undefined && html`<time datetime="${updated}">${updated}</time>`,
    Changed: changed !== undefined && html`<time datetime="${changed}">${changed.slice(0, 10)}</time>`,
    'As data': html`<a href="/api/sdk/${slug}.json">JSON</a>, <a href="${path}.md" type="text/markdown">markdown</a>`,
    Download: html`<a href="${github_url}/archive/HEAD.zip" rel="nofollow noopener">source as zip</a>`,
    'Problem?': html`<a href="${github_url}/issues" rel="nofollow noopener">report it in the repository</a>`,
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
