/**
 * Our own pages, written once as markdown with front matter. HTML, markdown twins, sitemap, llms.txt and the page tools
 * all come from this list. The caller supplies the values of `{{name}}`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import * as z from 'zod'
import { type MarkdownDocument, parseMarkdown } from '../catalog/readme/readme.ts'
import { once } from '../system/once.ts'
import { readFrontMatter } from '../text/front-matter.ts'

const FrontMatter = z.strictObject({
  /** Address on the site, e.g. "/developers". */
  path: z.string().regex(/^\/[a-z0-9/-]*$/),
  title: z.string().min(1).max(70),
  /** One sentence; the meta description and the note in llms.txt. */
  description: z.string().min(40).max(160),
  order: z.int(),
  updated: z.iso.date(),
  /** Name in menus; without one the page is in no menu. */
  label: z.string().max(20).optional(),
  /** `false` for pages that follow an action: no list has them, and search engines skip them. */
  listed: z.boolean().default(true),
})

export interface Page extends z.infer<typeof FrontMatter> {
  /** With its values, without front matter; begins with its H1. */
  markdown: string
  document: MarkdownDocument
  /**
   * `markdown` with its inserts, `<!-- name -->` on a line of its own, for parts that only the HTML page has. The text
   * between one and `<!-- /name -->` replaces it in the markdown.
   */
  source: string
}

export type Pages = ReturnType<typeof createPages>

/** Values by name, for `{{name}}`; a function is called when a page with the name is first read. */
export type PageValues = Readonly<Record<string, string | (() => string)>>

const CONTENT = new URL('./content/', import.meta.url)
const DOCS = new URL('../../docs/', import.meta.url)
/** Documents of the project that are pages too, for whoever runs the service. */
const PUBLISHED = ['operating.md', 'building.md', 'runbook.md']

/** Reads the pages on first use: then it throws Error for invalid front matter, or a name without a value. */
export function createPages(values: () => PageValues) {
  const read = once(() => {
    const pageValues = values()
    const pages = sources()
      .map((source) => readPage(source, pageValues))
      .sort((a, b) => a.order - b.order)
    return { all: Object.freeze(pages), list: Object.freeze(pages.filter(({ listed }) => listed)) }
  })
  return Object.freeze({
    get all() {
      return read().all
    },
    /** What visitors may find, by `order`. */
    get list() {
      return read().list
    },
    page: (path: string) => read().all.find((page) => page.path === path),
  })
}

/** Address of the markdown twin: `/x` -> `/x.md`, `/` -> `/index.md`. */
export const twinPath = (path: string): string => (path === '/' ? '/index.md' : `${path}.md`)

/** Path of a page in the URI of its MCP resource: "/" is "home". */
export const pageName = (path: string): string => (path === '/' ? 'home' : path.slice(1))

/** Where its markdown is read: at its twin, or over stdio in its MCP resource. */
export const markdownUrl = (baseUrl: string, path: string): string =>
  baseUrl === '' ? `page://${pageName(path)}` : baseUrl + twinPath(path)

/** The source without the marks of generated parts; links to one another lead to pages. */
const publishedSource = (name: string): string =>
  readFileSync(new URL(name, DOCS), 'utf8')
    .replace(/^<!-- .* -->\n/gm, '')
    .replace(/\]\((\w+)\.md/g, '](/developers/$1')

interface Source {
  name: string
  text: string
  front: ReturnType<typeof readFrontMatter>
}

/** Read once: a swap of the catalogue waits for new values alone. */
const sources = once((): Source[] => {
  const own = readdirSync(CONTENT, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ name, text: readFileSync(new URL(name, CONTENT), 'utf8') }))
  const published = PUBLISHED.map((name) => ({ name, text: publishedSource(name) }))
  return [...own, ...published].map((source) => ({ ...source, front: readFrontMatter(source.text) }))
})

const VALUE = /\{\{([\w-]+)\}\}/g
/** `<!-- name -->` on a line of its own, with the blank line after it; or its end, `<!-- /name -->`. */
const INSERT = /^<!-- \/?([\w-]+) -->\n+/gm

function readPage({ name, text: source, front }: Source, values: PageValues): Page {
  const { head: raw, body } = front
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
  const text = once(() => {
    const source = fill(body)
    const markdown = source.replace(INSERT, '')
    return { source, markdown, document: parseMarkdown(markdown, 'page') }
  })
  const { title, description } = head.data
  return Object.freeze({
    ...head.data,
    title: fill(title),
    description: fill(description),
    get source() {
      return text().source
    },
    get markdown() {
      return text().markdown
    },
    get document() {
      return text().document
    },
  })
}
