/** One of our own pages as markdown, whole or by section. The search for one is search-docs.ts. */
import * as z from 'zod'
import { wholeOf } from '../../catalog/readme/document.ts'
import { findSection, outline } from '../../catalog/readme/outline.ts'
import { nearest } from '../../catalog/search/suggest.ts'
import { absoluteLinks } from '../../pages/absolute-links.ts'
import { type Page, type Pages, twinPath } from '../../pages/pages.ts'
import { joinParts } from '../../text/join-parts.ts'
import { approxTokens } from '../../text/tokens.ts'
import { defineTool, READ_ONLY, type Site } from '../define.ts'
import { CatalogError } from '../errors.ts'
import { text } from '../fields.ts'
import { didYouMean } from '../not-found.ts'

/** Characters of a page that comes whole, about 2,000 tokens. */
const MAX_WHOLE = 8_000

export const readPage = defineTool({
  name: 'read_page',
  title: 'Read a documentation page of this service',
  description:
    'Returns a page as markdown, or the outline of a long one with sizes. Use this after search_docs; ask again with ' +
    '`section` for one part.',
  annotations: READ_ONLY,
  cacheability: 'snapshot',
  input: z.strictObject({
    path: text(200).describe('e.g. "/developers".'),
    section: text(200).optional().describe('Heading or anchor, e.g. "cursor".'),
  }),
  output: z.strictObject({
    path: z.string(),
    title: z.string(),
    url: z.string(),
    approx_tokens: z.int().describe('Of the whole page.'),
    sections: z.array(z.strictObject({ anchor: z.string(), level: z.int(), approx_tokens: z.int() })).optional(),
    markdown: z.string().optional(),
  }),
  run: ({ path, section }, { pages, site }) => {
    const page = pageAt(path, pages, site)
    const { document, markdown, title } = page
    const url = site.baseUrl + twinPath(page.path)
    const about = { path: page.path, title, url, approx_tokens: approxTokens(markdown) }
    const sections = outline(document).flatMap(({ anchor, level, approx_tokens }) =>
      level > 1 ? [{ anchor, level, approx_tokens }] : [],
    )
    if (section === undefined && markdown.length > MAX_WHOLE) return { ...about, sections }
    const range = section === undefined ? wholeOf(document) : findSection(document, section)
    if (range) return { ...about, markdown: absoluteLinks(document, pages, site.baseUrl, range).trimEnd() }
    const anchors = sections.map(({ anchor }) => anchor)
    throw new CatalogError('not_found', {
      detail: `${page.path} has no section "${section}".`,
      resolution: anchors.length
        ? didYouMean(nearest(section!, anchors, 1), `Sections are: ${anchors.join(', ')}.`)
        : 'Ask without a section; it has none.',
    })
  },
  text: ({ path, title, url, approx_tokens, sections, markdown }) =>
    joinParts(
      '\n\n',
      `${title} (${path}), about ${approx_tokens} tokens, ${url}`,
      sections &&
        `Too long for one answer. Ask again with one of these sections:\n${sections
          .map(({ anchor, level, approx_tokens }) => `${'  '.repeat(level - 2)}- ${anchor} (${approx_tokens} tokens)`)
          .join('\n')}`,
      markdown,
    ),
  examples: [{ path: '/developers' }, { path: '/developers', section: 'Cursor' }, { path: '/privacy' }],
})

/**
 * "/developers", "developers.md" and the absolute URL name the same page.
 * @throws CatalogError not_found
 */
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
          detail: `There is no page "${address}".`,
          resolution: didYouMean(nearest(path, paths, 1), `Pages are: ${paths.join(', ')}.`),
        },
  )
}
