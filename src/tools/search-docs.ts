/** The documentation of this service, found by words or read by path. SDKs are find-sdk.ts and get-sdk-readme.ts. */
import * as z from 'zod'
import { DocsHit, findSections, sectionLine } from '../answers/docs/find-sections.ts'
import { DocsPage, pageText, readPage } from '../answers/docs/read-page.ts'
import { joinParts } from '../text/join-parts.ts'
import { defineTool, READ_ONLY } from './define/define.ts'
import { text } from './define/shared-fields.ts'

export const searchDocs = defineTool({
  name: 'search_docs',
  title: 'Search and read the documentation of this service',
  description:
    'Returns the sections that fit `query`, or the page or section at `path` as markdown. ' +
    'Use this for questions about the service: connecting, REST, errors, surfaces of an SDK, running it for your own ' +
    'SDKs. Without arguments it lists the pages.',
  annotations: READ_ONLY,
  cacheability: 'snapshot',
  input: z.strictObject({
    query: text(200).optional().describe('E.g. "connect Cursor".'),
    path: text(200).optional().describe('Reads this instead, e.g. "/developers" or "/developers#cursor".'),
  }),
  output: z.strictObject({
    hits: z.array(DocsHit).optional(),
    pages: z.array(z.string()).optional(),
    page: DocsPage.optional(),
  }),
  run({ query, path }, { pages, site }) {
    if (path !== undefined) return { page: readPage(path, pages, site) }
    const hits = query === undefined ? undefined : findSections(query, pages)
    if (hits && hits.length > 0) return { hits }
    return { ...(hits && { hits }), pages: pages.list.map(({ path }) => path) }
  },
  text: ({ hits, pages, page }) =>
    joinParts(
      '\n',
      hits && (hits.length > 0 ? 'Read one by its path:' : 'Nothing matches. Use other words, or read a page.'),
      ...(hits ?? []).map(sectionLine),
      pages && `Pages: ${pages.join(', ')}.`,
      page && pageText(page),
    ),
  examples: [
    { query: 'connect Claude Code' },
    { path: '/developers' },
    { path: '/developers#cursor' },
    { path: '/privacy' },
    { query: 'zzz' },
    {},
  ],
})
