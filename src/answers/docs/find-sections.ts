/** Sections of our own pages by words, for search-docs.ts. */
import MiniSearch from 'minisearch'
import * as z from 'zod'
import { LineKind, linesWhere, type MarkdownDocument, rangeText, type Section } from '../../catalog/readme/readme.ts'
import type { Page, Pages } from '../../pages/pages.ts'
import { isStop, stem, tokens } from '../../query/words/words.ts'
import { memoized } from '../../system/once.ts'
import { approxTokens } from '../../text/approx-tokens.ts'

const MAX_HITS = 6

export const DocsHit = z.strictObject({
  path: z.string(),
  title: z.string(),
  about: z.string(),
  approx_tokens: z.int(),
})
type DocsHit = z.output<typeof DocsHit>

/** Finds sections, the best first. */
export function findSections(query: string, pages: Pages): DocsHit[] {
  const { parts, index } = indexOf(pages)
  return index
    .search(query)
    .slice(0, MAX_HITS)
    .map(({ id }) => parts[id]!.hit)
}

export const sectionLine = ({ path, title, about, approx_tokens }: DocsHit): string =>
  `- ${path} (${title}, ${approx_tokens} tokens): ${about}`

/** A page before its first section, or one section of it. */
interface Part {
  hit: DocsHit
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
  const hit = { path, title, about: description, approx_tokens: approxTokens(markdown) }
  return [
    { hit, heading: `${title} ${description}`, body },
    ...sections.map((section): Part => {
      const { anchor, heading } = section
      const text = rangeText(document, section)
      const about = firstSentence(document, section)
      const hit = { path: `${path}#${anchor}`, title: heading, about, approx_tokens: approxTokens(text) }
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
