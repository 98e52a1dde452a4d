/**
 * The one markdown dialect of the project: CommonMark with tables, strikethrough and bare web addresses. Documents and
 * HTML come from the same parser, so that what an outline lists is what a page shows.
 */
import markdownIt from 'markdown-it'
import { replaceUnsafe } from '../../text/unsafe-characters.ts'
import { MAX_README_BYTES } from '../record/record.ts'

export type Markdown = ReturnType<typeof markdownIt>
export type Token = ReturnType<Markdown['parse']>[number]

/** Ids of third-party text begin with it, so that none can shadow an id or a global of the page (DOM clobbering). */
export const ID_PREFIX = 'user-content-'

/** Headings beyond these have no anchor and begin no section: nobody finds a way among so many. */
const MOST_HEADINGS = 10_000
/** A longer heading is named by its beginning. */
const MOST_IN_HEADING = 1_000

export interface Dialect {
  /** Goes before the anchors of headings to make their ids. */
  idPrefix: string
  /** Lets raw HTML through: sanitize what comes out. */
  html: boolean
}

export const README: Dialect = { idPrefix: ID_PREFIX, html: true }
/** Pages of our own need no raw HTML, and values in them may be text of third parties. */
export const PAGE: Dialect = { idPrefix: '', html: false }

/** What a heading is called, as the `meta` of its opening token. */
export type HeadingName = {
  /** Without markup, on one line. */
  text: string
  /** As code hosts make it: `use-it-from-an-ai-agent-mcp`. */
  anchor: string
}

export function createMarkdown({ idPrefix, html }: Dialect): Markdown {
  const md = markdownIt({ html, linkify: true })
  // Without a scheme "README.md" would become a link to Moldova.
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  md.core.ruler.after('block', 'heading_ids', ({ tokens, env }) => {
    const seen = new Map<string, number>()
    const isHeading = (index: number) => tokens[index]!.type === 'heading_open'
    for (const index of [...tokens.keys()].filter(isHeading).slice(0, MOST_HEADINGS)) {
      const inline: Token[] = []
      md.inline.parse(tokens[index + 1]!.content.slice(0, MOST_IN_HEADING), md, env, inline)
      const text = plainText(inline).replace(/\s+/g, ' ').trim()
      const name: HeadingName = { text, anchor: anchorOf(text, seen) }
      tokens[index]!.meta = name
      if (name.anchor) tokens[index]!.attrSet('id', idPrefix + name.anchor)
    }
  })
  return md
}

/** A parser that stops at blocks and the names of headings: about a tenth of the work of rendering. */
export function createBlockParser(dialect: Dialect): Markdown {
  const md = createMarkdown(dialect)
  md.core.ruler.enableOnly(['normalize', 'block', 'heading_ids'])
  return md
}

/** The text that is read and shown: without a byte order mark, unsafe characters made visible. */
export const readableText = (markdown: string): string =>
  replaceUnsafe(markdown.slice(0, MAX_README_BYTES).replace(/^\ufeff/, ''))

/** The words of inline markdown; of a picture, those that stand for it. */
const plainText = (tokens: readonly Token[]): string =>
  tokens
    .map(({ type, content, children }) => {
      if (type === 'image') return plainText(children ?? [])
      if (type === 'softbreak' || type === 'hardbreak') return ' '
      return type === 'html_inline' ? '' : content
    })
    .join('')

function anchorOf(heading: string, seen: Map<string, number>): string {
  const base = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replace(/ /g, '-')
  let anchor = base
  let times = seen.get(base) ?? 0
  while (seen.has(anchor)) anchor = `${base}-${++times}`
  seen.set(base, times)
  seen.set(anchor, 0)
  return anchor
}
