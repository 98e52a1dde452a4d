/**
 * Sitemaps: an index of two, for the pages and for the SDKs, and one as markdown. The date of a page comes from its
 * source, the date of an SDK's page from the build of the catalogue.
 */

import { twinPath } from '../pages/pages.ts'
import { escapeMarkdown } from '../text/markdown.ts'
import { escapeMarkup } from '../text/markup.ts'
import type { Services } from '../tools/define.ts'

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

export function sitemapIndex({ catalog, pages, site }: Services): string {
  const latest = pages.list.map(({ updated }) => updated).reduce(later)
  return xml('sitemapindex', [
    element('sitemap', `${site.baseUrl}/sitemap.xml`, latest),
    element('sitemap', `${site.baseUrl}/sdk/sitemap.xml`, catalog.generatedAt),
  ])
}

export const pageSitemap = ({ pages, site }: Services): string =>
  xml(
    'urlset',
    pages.list.map(({ path, updated }) => element('url', `${site.baseUrl}${path}`, updated)),
  )

export const sdkSitemap = ({ catalog }: Services): string =>
  xml(
    'urlset',
    catalog.entries.map(({ url }) => element('url', url, catalog.generatedAt)),
  )

export function sitemapMarkdown({ catalog, pages, site }: Services): string {
  return [
    `# Sitemap of ${site.name}`,
    `## Pages\n\n${pages.list.map(({ path, title }) => `- [${escapeMarkdown(title)}](${site.baseUrl}${twinPath(path)})`).join('\n')}`,
    `## SDKs\n\n${catalog.entries.map(({ title, readme_url }) => `- [${escapeMarkdown(title)}](${readme_url})`).join('\n')}`,
    '',
  ].join('\n\n')
}

/** RFC 3339 dates and times in UTC sort as text; a time sorts after its own date. */
const later = (a: string, b: string): string => (b > a ? b : a)

const xml = (root: string, elements: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">\n${elements.join('\n')}\n</${root}>\n`

const element = (name: string, address: string, changed: string): string =>
  `<${name}><loc>${escapeMarkup(address)}</loc><lastmod>${changed}</lastmod></${name}>`
