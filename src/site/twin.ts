/** The markdown twin of a page: front matter, the text with absolute addresses, and a list of the other pages. */
import { parseMarkdown } from '../catalog/readme/document.ts'
import { type Asset, type AssetOptions, asset } from '../http/asset.ts'
import { absoluteLinks } from '../pages/absolute-links.ts'
import { type Page, twinPath } from '../pages/pages.ts'
import { approxTokens } from '../text/tokens.ts'
import type { Services } from '../tools/define.ts'
import { MARKDOWN } from './format.ts'
import { twinHeaders } from './links.ts'

/** `fresh` for what is made for one request. */
export type Effort = NonNullable<AssetOptions['effort']>

export interface Twin {
  /** Address of the page on the site, its query included. */
  address: string
  title: string
  description: string
  updated: string
  markdown: string
  /** Search engines are asked to skip it. */
  hidden?: boolean
}

function renderTwin({ address, title, description, updated, markdown }: Twin, services: Services): string {
  const { baseUrl, version } = services.site
  const pages = services.pages.list.map(
    (page) => `- [${page.title}](${baseUrl}${twinPath(page.path)}): ${page.description}`,
  )
  const [heading, ...rest] = absoluteLinks(parseMarkdown(markdown, 'page'), services.pages, baseUrl)
    .trimEnd()
    .split('\n')
  return [
    '---',
    `title: ${JSON.stringify(title)}`,
    `description: ${JSON.stringify(description)}`,
    `canonical_url: ${baseUrl}${address}`,
    `last_updated: ${updated}`,
    `doc_version: ${version}`,
    '---',
    '',
    heading,
    '',
    `> The index of this site for language models is [/llms.txt](${baseUrl}/llms.txt).`,
    ...rest,
    '',
    '## Sitemap',
    '',
    ...pages,
    `- [All pages and SDKs](${baseUrl}/sitemap.md)`,
    '',
  ].join('\n')
}

export const twinOf = (page: Page): Twin => ({
  address: page.path,
  title: page.title,
  description: page.description,
  updated: page.updated,
  markdown: page.markdown,
  hidden: !page.listed,
})

export function twinAsset(twin: Twin, services: Services, effort?: Effort): Asset {
  const text = renderTwin(twin, services)
  const headers = twinHeaders(services.site.baseUrl, twin.address)
  return markdownAsset(text, { ...headers, ...(twin.hidden && { 'x-robots-tag': 'noindex' }) }, effort)
}

/** Markdown with the header that says its size before it is fetched. */
export const markdownAsset = (text: string, headers: Record<string, string>, effort: Effort = 'fixed'): Asset =>
  asset(text, { type: MARKDOWN, headers: { ...headers, 'x-markdown-tokens': String(approxTokens(text)) }, effort })
