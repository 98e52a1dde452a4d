/** One of our own pages as markdown, whole or by section, for search-docs.ts. */
import * as z from 'zod'
import { findSection, outline } from '../../catalog/readme/outline.ts'
import { wholeOf } from '../../catalog/readme/readme.ts'
import { absoluteLinks } from '../../pages/absolute-links.ts'
import { markdownUrl, type Page, type Pages } from '../../pages/pages.ts'
import { nearest } from '../../search/suggest.ts'
import { approxTokens } from '../../text/approx-tokens.ts'
import { joinParts } from '../../text/join-parts.ts'
import { CatalogError, echoed } from '../../tools/define/catalog-error.ts'
import type { Site } from '../../tools/define/define.ts'
import { didYouMean } from '../../tools/define/not-found.ts'

/** Characters of a page that comes whole, about 2,000 tokens. */
const MAX_WHOLE = 8_000

export const DocsPage = z.strictObject({
  path: z.string(),
  title: z.string(),
  url: z.string(),
  updated: z.string(),
  approx_tokens: z.int().describe('Of the whole page.'),
  sections: z.array(z.strictObject({ anchor: z.string(), level: z.int(), approx_tokens: z.int() })).optional(),
  markdown: z.string().optional(),
})
type DocsPage = z.output<typeof DocsPage>

/**
 * "/developers#cursor", "developers.md#cursor" and the absolute URL name the same section.
 * @throws CatalogError not_found
 */
export function readPage(address: string, pages: Pages, site: Site): DocsPage {
  const { path, title, updated, markdown, document } = pageAt(address, pages, site)
  const section = address.split('#')[1]?.trim()
  const about = { path, title, url: markdownUrl(site.baseUrl, path), updated, approx_tokens: approxTokens(markdown) }
  const sections = outline(document).flatMap(({ anchor, level, approx_tokens }) =>
    level > 1 ? [{ anchor, level, approx_tokens }] : [],
  )
  if (!section && markdown.length > MAX_WHOLE) return { ...about, sections }
  const range = section ? findSection(document, section) : wholeOf(document)
  if (range) return { ...about, markdown: absoluteLinks(document, pages, site.baseUrl, range).trimEnd() }
  const anchors = sections.map(({ anchor }) => anchor)
  throw new CatalogError('not_found', {
    detail: `${path} has no section "${echoed(section!)}".`,
    resolution: anchors.length
      ? didYouMean(nearest(section!, anchors, 1), `Sections are: ${anchors.join(', ')}.`)
      : 'Ask without a section; it has none.',
  })
}

export const pageText = ({ path, title, url, updated, approx_tokens, sections, markdown }: DocsPage): string =>
  joinParts(
    '\n\n',
    `${title} (${path}) of ${updated}, about ${approx_tokens} tokens, ${url}`,
    sections &&
      `Too long for one answer. Ask again with one of these sections, such as ${path}#${sections[0]?.anchor}:\n${sections
        .map(({ anchor, level, approx_tokens }) => `${'  '.repeat(level - 2)}- ${anchor} (${approx_tokens} tokens)`)
        .join('\n')}`,
    markdown,
  )

function pageAt(address: string, pages: Pages, { brand }: Site): Page {
  const path = address
    .trim()
    .replace(/^https?:\/\/[^/]+/i, '')
    .replace(/[?#].*$/, '')
    .replace(/^\/*/, '/')
    .replace(/(\/index)?\.md$/, '')
    .replace(/\/+$/, '')
  const page = pages.list.find((each) => each.path === (path || '/'))
  if (page) return page
  const [, folder, slug] = path.split('/')
  const paths = pages.list.map((each) => each.path)
  throw new CatalogError(
    'not_found',
    folder === `${brand}-sdk` && slug !== undefined
      ? {
          detail: `${path} is the page of an SDK, not one of the documentation.`,
          resolution: `Call get_sdk_readme with the slug "${slug}".`,
        }
      : {
          detail: `There is no page "${echoed(address)}".`,
          resolution: didYouMean(nearest(path, paths, 1), `Pages are: ${paths.join(', ')}.`),
        },
  )
}
