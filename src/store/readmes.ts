/** The READMEs of one catalogue, each parsed and rendered when first requested, and cached. */
import { LRUCache } from 'lru-cache'
import type { TextSource } from '../catalog/packed/texts.ts'
import { type MarkdownDocument, parseMarkdown, unparsed } from '../catalog/readme/readme.ts'
import { renderPlainHtml, renderReadmeHtml } from '../catalog/readme/render-html.ts'
import { createReadmeThread, type ThreadOptions } from '../catalog/readme/thread.ts'

/** Characters that are parsed on the event loop: 3 ms, at worst 20 ms. */
const MAX_PARSED_INLINE = 20 * 1024
/** Characters that are rendered on the event loop: hostile HTML takes time squared. */
const MAX_RENDERED_INLINE = 10 * 1024
/** Bytes of parsed READMEs, and as many of rendered ones: hundreds of usual length. */
const MAX_CACHE_BYTES = 2 * 1024 * 1024
/** Bytes of a section or of fenced code in a parsed README, about. */
const SECTION_BYTES = 200

export interface Readmes {
  /** Undefined for a slug without a README. */
  document(slug: string): Promise<MarkdownDocument | undefined>
  /** Safe HTML; the text itself if it takes too long to render, and "" for a slug without a README. */
  html(slug: string, repository: string): Promise<string>
}

/** @param pages HTML by slug from the build; a README that is not among them took too long there */
export function createReadmes(texts: TextSource, pages?: TextSource, options?: ThreadOptions): Readmes {
  // Two, so that no README waits for its parsing because another one takes long to render.
  const parser = createReadmeThread(options)
  const renderer = createReadmeThread(options)

  const documents = new LRUCache<string, MarkdownDocument>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: sizeOfDocument,
    async fetchMethod(slug) {
      const markdown = texts.get(slug)!
      const result = await parser.run({ parse: markdown }).catch(() => undefined)
      return result && 'document' in result ? result.document : unparsed(markdown)
    },
  })
  const rendered = new LRUCache<string, string, string>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: (html) => html.length + 1,
    async fetchMethod(slug, _, { context: repository }) {
      const markdown = texts.get(slug)!
      if (markdown.length <= MAX_RENDERED_INLINE) return renderReadmeHtml(markdown, repository)
      const result = await renderer.run({ render: markdown, repository }).catch(() => undefined)
      return result && 'html' in result ? result.html : renderPlainHtml(markdown)
    },
  })

  return {
    async document(slug) {
      const cached = documents.get(slug)
      const markdown = cached ? undefined : texts.get(slug)
      if (markdown === undefined) return cached
      if (markdown.length > MAX_PARSED_INLINE) return documents.fetch(slug)
      // At once, so that answers come in the order of their requests.
      const document = parseMarkdown(markdown)
      documents.set(slug, document)
      return document
    },
    async html(slug, repository) {
      const markdown = texts.get(slug)
      if (markdown === undefined) return ''
      if (pages) return pages.get(slug) ?? renderPlainHtml(markdown)
      return (await rendered.fetch(slug, { context: repository }))!
    },
  }
}

const sizeOfDocument = ({ text, lineKinds, sections, fences }: MarkdownDocument): number =>
  1 + text.length + 7 * lineKinds.length + SECTION_BYTES * (sections.length + fences.length)
