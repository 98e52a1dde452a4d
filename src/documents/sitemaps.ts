/**
 * Sitemaps (sitemaps.org): an index of one for the pages and as many as it takes for the SDKs, and one as markdown. The
 * date of a page comes from its source, the date of an SDK's page from the build of the catalogue.
 */
import { type Catalog, entryUrl } from '../catalog/catalog.ts'
import { twinPath } from '../pages/pages.ts'
import { escapeMarkdown } from '../text/markdown.ts'
import { escapeMarkup } from '../text/markup.ts'
import type { Services } from '../tools/define.ts'

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** In one sitemap. So many of the longest URLs of SDKs take half of the 50 MB that a sitemap may have. */
export const MOST_URLS = 50_000

/** `/sdk/sitemap.xml`, and `/sdk/sitemap-2.xml` for what has no room in it. */
export const sdkSitemapPath = (part: number): string => `/sdk/sitemap${part === 1 ? '' : `-${part}`}.xml`

/** The numbers of the sitemaps of SDKs, from 1. */
export const sdkSitemapParts = ({ count }: Pick<Catalog, 'count'>): number[] =>
  Array.from({ length: Math.max(1, Math.ceil(count / MOST_URLS)) }, (_, index) => index + 1)

export function* sitemapIndex({ catalog, pages, site }: Services): Generator<string> {
  const latest = pages.list.map(({ updated }) => updated).reduce(later)
  yield head('sitemapindex')
  yield element('sitemap', `${site.baseUrl}/sitemap.xml`, latest)
  for (const part of sdkSitemapParts(catalog))
    yield element('sitemap', `${site.baseUrl}${sdkSitemapPath(part)}`, catalog.generatedAt)
  yield '</sitemapindex>\n'
}

export function* pageSitemap({ pages, site }: Services): Generator<string> {
  yield head('urlset')
  for (const { path, updated } of pages.list) yield element('url', `${site.baseUrl}${path}`, updated)
  yield '</urlset>\n'
}

/** @param part from 1 */
export function* sdkSitemap({ catalog, site }: Services, part: number): Generator<string> {
  yield head('urlset')
  for (const slug of catalog.slugs.slice((part - 1) * MOST_URLS, part * MOST_URLS))
    yield element('url', entryUrl(site, slug), catalog.generatedAt)
  yield '</urlset>\n'
}

export function* sitemapMarkdown({ catalog, pages, site }: Services): Generator<string> {
  yield `# Sitemap of ${site.name}\n\n## Pages\n\n`
  for (const { path, title } of pages.list) yield `- [${escapeMarkdown(title)}](${site.baseUrl}${twinPath(path)})\n`
  yield '\n## SDKs\n\n'
  for (const [position, slug] of catalog.slugs.entries())
    yield `- [${escapeMarkdown(catalog.records.title(position))}](${entryUrl(site, slug)}.md)\n`
  yield '\n'
}

/** RFC 3339 dates and times in UTC sort as text; a time sorts after its own date. */
const later = (a: string, b: string): string => (b > a ? b : a)

const head = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">\n`

const element = (name: string, address: string, changed: string): string =>
  `<${name}><loc>${escapeMarkup(address)}</loc><lastmod>${changed}</lastmod></${name}>\n`
