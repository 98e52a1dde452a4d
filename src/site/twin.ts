/** Markdown twins: of a page its text with front matter, of an SDK its README. */
import { parseMarkdown } from '../catalog/readme/document.ts'
import type { Representation } from '../http/representation.ts'
import { absoluteLinks } from '../pages/absolute-links.ts'
import { type Page, twinPath } from '../pages/pages.ts'
import { approxTokens } from '../text/tokens.ts'
import type { Services } from '../tools/define.ts'
import { MARKDOWN } from './format.ts'
import { entryPath, twinHeaders } from './links.ts'

export interface Twin {
  /** Path and query of the page. */
  href: string
  title: string
  description: string
  updated: string
  markdown: string
  /** Asks search engines to skip it. */
  hidden?: boolean
}

function renderTwin({ href, title, description, updated, markdown }: Twin, services: Services): string {
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
    `canonical_url: ${baseUrl}${href}`,
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
  href: page.path,
  title: page.title,
  description: page.description,
  updated: page.updated,
  markdown: page.markdown,
  hidden: !page.listed,
})

export function representTwin(twin: Twin, services: Services): Representation {
  const headers = twinHeaders(services.site.baseUrl, twin.href)
  const hidden = twin.hidden && { 'x-robots-tag': 'noindex' }
  return representMarkdown(renderTwin(twin, services), { ...headers, ...hidden })
}

/** The README byte for byte; the header fields name the page of the SDK. */
export function representReadme(slug: string, { catalog, site }: Services): Representation {
  return representMarkdown(catalog.readme(slug) ?? '', twinHeaders(site.baseUrl, entryPath(slug, site.brand)))
}

/** X-Markdown-Tokens tells a reader the size before it fetches the text. */
function representMarkdown(text: string, headers: Record<string, string>): Representation {
  const size = { 'x-markdown-tokens': String(approxTokens(text)) }
  return { content: text, type: MARKDOWN, headers: { ...headers, ...size } }
}
