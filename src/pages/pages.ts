/**
 * The product's own pages, written once as markdown with front matter. HTML, markdown twins, sitemap, llms.txt and the
 * page tools all come from this list. `{{name}}` in a source stands for a value that the rest of the project supplies.
 */
import { readdirSync, readFileSync } from 'node:fs'
import * as z from 'zod'
import { type MarkdownDocument, parseMarkdown } from '../catalog/readme/document.ts'
import { once } from '../system/once.ts'
import { readFrontMatter } from '../text/front-matter.ts'

const FrontMatter = z.strictObject({
  /** Address on the site, e.g. "/developers". */
  path: z.string().regex(/^\/[a-z0-9/-]*$/),
  title: z.string().min(1).max(70),
  /** One sentence; the meta description and the note in llms.txt. */
  description: z.string().min(40).max(160),
  /** Position in menus and lists. */
  order: z.int(),
  updated: z.iso.date(),
  /** Name in menus; a page without one is in none. */
  label: z.string().max(20).optional(),
  /** `false` for pages that only follow an action: they are in no list, and search engines are asked to skip them. */
  listed: z.boolean().default(true),
})

export interface Page extends z.infer<typeof FrontMatter> {
  /** Filled in, without front matter; begins with its H1. */
  markdown: string
  /** `markdown`, parsed once. */
  document: MarkdownDocument
  /** The markdown with its inserts, `<!-- name -->` on a line of its own: parts that only the HTML page has. */
  source: string
}

export type Pages = ReturnType<typeof createPages>

/** Markdown by name, for `{{name}}`; a function is asked once, when a page that uses it is first read. */
export type PageValues = Readonly<Record<string, string | (() => string)>>

const CONTENT = new URL('./content/', import.meta.url)

/** Pages are read when the first is asked for: then it throws for front matter that breaks a rule, or a value that nobody supplies. */
export function createPages(values: () => PageValues) {
  const read = once(() => {
    const known = values()
    const all = readdirSync(CONTENT, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => readPage(name, readFileSync(new URL(name, CONTENT), 'utf8'), known))
      .sort((a, b) => a.order - b.order)
    const byPath = new Map(all.map((page) => [page.path, page]))
    return { all: Object.freeze(all), list: Object.freeze(all.filter(({ listed }) => listed)), byPath }
  })
  return Object.freeze({
    get all() {
      return read().all
    },
    /** What visitors may find, by `order`. */
    get list() {
      return read().list
    },
    /** Any page, listed or not. */
    page: (path: string) => read().byPath.get(path),
  })
}

/** Address of the markdown twin: `/x` -> `/x.md`, `/` -> `/index.md`. */
export const twinPath = (path: string): string => (path === '/' ? '/index.md' : `${path}.md`)

function readPage(name: string, source: string, values: PageValues): Page {
  const { head: raw, body } = readFrontMatter(source)
  const head = FrontMatter.safeParse(raw)
  if (!head.success) throw new Error(`${name}: ${z.prettifyError(head.error)}`)
  for (const [, key] of source.matchAll(VALUE)) {
    if (values[key!] === undefined) throw new Error(`${name}: nothing supplies {{${key}}}`)
  }
  const fill = (text: string): string =>
    text.replace(VALUE, (_, key: string) => {
      const value = values[key]!
      return typeof value === 'string' ? value : value()
    })
  const { title, description } = head.data
  let text: Pick<Page, 'source' | 'markdown' | 'document'> | undefined
  const filled = () => {
    if (text) return text
    const source = fill(body)
    const markdown = source.replace(INSERT, '')
    text = { source, markdown, document: parseMarkdown(markdown, 'page') }
    return text
  }
  return Object.freeze({
    ...head.data,
    title: fill(title),
    description: fill(description),
    get source() {
      return filled().source
    },
    get markdown() {
      return filled().markdown
    },
    get document() {
      return filled().document
    },
  })
}

const VALUE = /\{\{([\w-]+)\}\}/g

/** `<!-- name -->` on a line of its own, with the blank line after it. */
const INSERT = /^<!-- ([\w-]+) -->\n+/gm
