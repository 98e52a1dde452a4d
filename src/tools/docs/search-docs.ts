/** Search over our own pages, by section. Reading one is read-page.ts; SDKs are find-sdk.ts. */
import MiniSearch from 'minisearch'
import * as z from 'zod'
import { LineKind, linesWhere, type MarkdownDocument, rangeText, type Section } from '../../catalog/readme/document.ts'
import { isStop, stem, tokens } from '../../catalog/search/words.ts'
import { type Page, type Pages, twinPath } from '../../pages/pages.ts'
import { memoized } from '../../system/once.ts'
import { approxTokens } from '../../text/tokens.ts'
import { defineTool, READ_ONLY } from '../define.ts'
import { text } from '../fields.ts'

const MAX_HITS = 6

const DocsHit = z.strictObject({
  path: z.string(),
  section: z.string().optional(),
  title: z.string(),
  about: z.string(),
  approx_tokens: z.int(),
  url: z.string(),
})
type DocsHit = z.output<typeof DocsHit>

export const searchDocs = defineTool({
  name: 'search_docs',
  title: 'Search the documentation of this service',
  description:
    'Returns pages and sections about this service (connecting, REST, errors, surfaces), best first, with sizes. Use ' +
    'this for questions on the service; read on with read_page. For SDKs use find_sdk.',
  annotations: READ_ONLY,
  cacheability: 'snapshot',
  input: z.strictObject({ query: text(200).min(1).describe('e.g. "connect Cursor" or "rate limit".') }),
  output: z.strictObject({
    total: z.int(),
    hits: z.array(DocsHit),
    pages: z.array(z.string()).optional().describe('Every page, where nothing matches.'),
  }),
  run: ({ query }, { pages, site }) => {
    const { parts, index } = indexOf(pages)
    const ranked = index.search(query)
    const hits = ranked.slice(0, MAX_HITS).map(({ id }) => {
      const { hit } = parts[id]!
      const fragment = hit.section === undefined ? '' : `#${hit.section}`
      return { ...hit, url: `${site.baseUrl}${twinPath(hit.path)}${fragment}` }
    })
    return { total: ranked.length, hits, ...(hits.length === 0 && { pages: pages.list.map(({ path }) => path) }) }
  },
  text: ({ total, hits, pages }) =>
    pages
      ? `Nothing matches. Use other words, or read a page with read_page: ${pages.join(', ')}.`
      : [`${hits.length} of ${total} matches. Read one with read_page.`, ...hits.map(line)].join('\n'),
  examples: [{ query: 'connect Claude Code' }, { query: 'what happens to my message' }, { query: 'zzz' }],
})

const line = ({ path, section, title, about, approx_tokens, url }: DocsHit): string => {
  const place = `path ${path}${section === undefined ? '' : `, section ${section}`}`
  return `- ${title} (${place}, ${approx_tokens} tokens): ${about} ${url}`
}

/** A page before its first section, or one section of it. */
interface Part {
  hit: Omit<DocsHit, 'url'>
  heading: string
  body: string
}

/** What is searched of one set of pages, indexed once. */
const indexOf = memoized((pages: Pages) => {
  const parts = pages.list.flatMap(partsOf)
  const index = new MiniSearch({
    fields: ['heading', 'body'],
    tokenize: tokens,
    processTerm: (word) => !isStop(word) && stem(word),
    searchOptions: { boost: { heading: 2 } },
  })
  index.addAll(parts.map(({ heading, body }, id) => ({ id, heading, body })))
  return { parts, index }
})

function partsOf({ path, title, description, markdown, document }: Page): Part[] {
  const sections = document.sections.filter(({ level }) => level > 1)
  const body = document.text.slice(0, sections.find(({ level }) => level === 2)?.start)
  const page = { path, title, about: description, approx_tokens: approxTokens(markdown) }
  return [
    { hit: page, heading: `${title} ${description}`, body },
    ...sections.map((section): Part => {
      const { anchor, heading } = section
      const text = rangeText(document, section)
      const about = firstSentence(document, section)
      const hit = { path, section: anchor, title: `${title}: ${heading}`, about, approx_tokens: approxTokens(text) }
      return { hit, heading, body: `${title} ${text}` }
    }),
  ]
}

function firstSentence(document: MarkdownDocument, { startLine, endLine }: Section): string {
  const range = { startLine: startLine + 1, endLine }
  const prose = linesWhere(document, range, (kinds) => (kinds & (LineKind.fenced | LineKind.indented)) === 0)
    .map((line) => line.replace(/^(- |#+ )/, ''))
    .join(' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return /^.{1,160}?\.(?= |$)/.exec(prose)?.[0] ?? prose.slice(0, 120)
}
