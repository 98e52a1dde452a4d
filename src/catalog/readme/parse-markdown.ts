/**
 * The one markdown dialect of the project: CommonMark with tables, strikethrough and bare web addresses. Documents and
 * HTML come from the same parser, so that what an outline lists is what a page shows.
 */
import { createRequire } from 'node:module'
import type markdownIt from 'markdown-it'
import { once } from '../../system/once.ts'
import { replaceUnsafe } from '../../text/unsafe-characters.ts'
import { MAX_README_BYTES } from '../record/bounds.ts'

export type Markdown = ReturnType<typeof markdownIt>
export type Token = ReturnType<Markdown['parse']>[number]

/** Most commands of the command line read no markdown, and need not load it. */
const library = once((): typeof markdownIt => createRequire(import.meta.url)('markdown-it'))

/** Prefix of ids in third-party text, so that none shadows an id or a global of the page (DOM clobbering). */
export const ID_PREFIX = 'user-content-'

/** More headings have no anchor and begin no section; the longest known README has 72. */
export const MAX_HEADINGS = 2_000
/** Characters of a heading that its name is made of. */
const MAX_HEADING_LENGTH = 1_000

export interface Dialect {
  /** Prefix of a heading's id before its anchor. */
  idPrefix: string
  /** Raw HTML is passed through: the output has to be sanitized. */
  html: boolean
}

export const README: Dialect = { idPrefix: ID_PREFIX, html: true }
/** Our own pages need no raw HTML, and values in them may be third-party text. */
export const PAGE: Dialect = { idPrefix: '', html: false }

/** `meta` of the opening token of a heading. */
export type HeadingName = {
  /** Without markup, on one line. */
  text: string
  /** As code hosts derive it: `use-it-from-an-ai-agent-mcp`. */
  anchor: string
}

export function createMarkdown({ idPrefix, html }: Dialect): Markdown {
  const md = library()({ html, linkify: true })
  // Without a scheme "README.md" would become a link to Moldova.
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  md.core.ruler.after('block', 'heading_ids', ({ tokens, env }) => {
    const seen = new Map<string, number>()
    const isHeading = (index: number) => tokens[index]!.type === 'heading_open'
    for (const index of [...tokens.keys()].filter(isHeading).slice(0, MAX_HEADINGS)) {
      const inline: Token[] = []
      md.inline.parse(tokens[index + 1]!.content.slice(0, MAX_HEADING_LENGTH), md, env, inline)
      const text = plainText(inline).replace(/\s+/g, ' ').trim()
      const name: HeadingName = { text, anchor: anchorOf(text, seen) }
      tokens[index]!.meta = name
      if (name.anchor) tokens[index]!.attrSet('id', idPrefix + name.anchor)
    }
  })
  return md
}

/** Parses blocks and the names of headings only: about a tenth of the work of rendering. */
export function createBlockParser(dialect: Dialect): Markdown {
  const md = createMarkdown(dialect)
  md.core.ruler.enableOnly(['normalize', 'block', 'heading_ids'])
  return md
}

/** Without a byte order mark, unsafe characters made visible, at most the maximum size. A return alone ends a line, too. */
export const readableText = (markdown: string): string =>
  replaceUnsafe(
    markdown
      .slice(0, MAX_README_BYTES)
      .replace(/^\ufeff/, '')
      .replace(/\r(?!\n)/g, '\n'),
  )

/** Inline markdown without markup; an image is replaced by its alternative text. */
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
