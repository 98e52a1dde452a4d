/**
 * Sitemaps (sitemaps.org): an index, one sitemap of the pages, enough sitemaps for all SDKs, and one in markdown. A page
 * is as old as its source, the page of an SDK as old as the build of the catalogue.
 */

import { twinPath } from '../pages/pages.ts'
import { type Catalog, entryUrl } from '../store/open-catalog.ts'
import { escapeMarkup } from '../text/markup.ts'
import { escapeMarkdown } from '../text/write-markdown.ts'
import type { Services } from '../tools/define/define.ts'

/** URLs in one sitemap (sitemaps.org). With the longest URLs that is half of the 50 MB that a sitemap may have. */
export const MAX_URLS = 50_000

export const sdkSitemapPath = (part: number): string => `/sdk/sitemap${part === 1 ? '' : `-${part}`}.xml`

/** The numbers of the sitemaps of SDKs, from 1. */
export const sdkSitemapParts = ({ count }: Pick<Catalog, 'count'>): number[] =>
  Array.from({ length: Math.max(1, Math.ceil(count / MAX_URLS)) }, (_, index) => index + 1)

export function sitemapIndex({ catalog, pages, site: { baseUrl } }: Services): Iterable<string> {
  // RFC 3339 dates and times in UTC sort as text.
  const [latest] = pages.list.map(({ updated }) => updated).sort((a, b) => (a < b ? 1 : -1))
  const parts = sdkSitemapParts(catalog).map((part): Entry => [baseUrl + sdkSitemapPath(part), catalog.generatedAt])
  return xml('sitemapindex', 'sitemap', [[`${baseUrl}/sitemap.xml`, latest!], ...parts])
}

export function pageSitemap({ pages, site }: Services): Iterable<string> {
  const entries = pages.list.map(({ path, updated }): Entry => [site.baseUrl + path, updated])
  return xml('urlset', 'url', entries)
}

export function sdkSitemap({ catalog, site }: Services, part: number): Iterable<string> {
  const { positions, slug } = catalog.records
  const some = positions.slice((part - 1) * MAX_URLS, part * MAX_URLS)
  return xml(
    'urlset',
    'url',
    some.values().map((position): Entry => [entryUrl(site, slug(position)), catalog.generatedAt]),
  )
}

export function* sitemapMarkdown({ catalog: { records }, pages, site }: Services): Generator<string> {
  const item = (title: string, url: string): string => `- [${escapeMarkdown(title)}](${url})\n`
  yield `# Sitemap of ${site.name}\n\n## Pages\n\n`
  for (const { path, title } of pages.list) yield item(title, site.baseUrl + twinPath(path))
  yield '\n## SDKs\n\n'
  for (const at of records.positions) yield item(records.title(at), `${entryUrl(site, records.slug(at))}.md`)
  yield '\n'
}

type Entry = readonly [url: string, changed: string]

function* xml(root: string, name: string, entries: Iterable<Entry>): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`
  for (const [url, changed] of entries)
    yield `<${name}><loc>${escapeMarkup(url)}</loc><lastmod>${changed}</lastmod></${name}>\n`
  yield `</${root}>\n`
}
