/** The READMEs of one catalogue: each is parsed and rendered when it is first asked for, and kept as long as there is room. */
import { boundedMap } from '../system/bounded-map.ts'
import { type MarkdownDocument, parseMarkdown, unparsed } from './readme/document.ts'
import { renderPlainHtml, renderReadmeHtml } from './readme/html.ts'
import { createReadmeThread, type ThreadOptions } from './readme/thread.ts'
import type { TextSource } from './store/texts.ts'

/** A longer README is parsed in a thread; this many characters take 3 ms, and 20 ms at worst. */
const PARSED_IN_PLACE = 20 * 1024
/** A longer README is rendered in a thread: the time that hostile HTML takes grows with the square of its length. */
const RENDERED_IN_PLACE = 10 * 1024

/** Of parsed READMEs, and of rendered ones, in bytes: hundreds of usual length. */
const MOST_KEPT = 2 * 1024 * 1024
/** Of one section of a parsed README, about. */
const SECTION_BYTES = 200

export interface Readmes {
  /** Of a long README, a promise until it is parsed; undefined for a slug that has none. */
  document(slug: string): MarkdownDocument | Promise<MarkdownDocument> | undefined
  /** Safe HTML; the text as it is where the README takes too long to render, and "" for a slug that has none. */
  html(slug: string, repository: string): string | Promise<string>
}

/** @param pages HTML by slug, as rendered with the build; a README that is not among them took too long there */
export function createReadmes(texts: TextSource, pages?: TextSource, options?: ThreadOptions): Readmes {
  const documents = boundedMap<MarkdownDocument | Promise<MarkdownDocument>>(MOST_KEPT, sizeOfDocument)
  const rendered = boundedMap<string | Promise<string>>(MOST_KEPT, (html) =>
    typeof html === 'string' ? html.length : 0,
  )
  // A README that takes its whole time to render should not hold up one that is to be parsed.
  const threads = { parse: createReadmeThread(options), render: createReadmeThread(options) }

  return {
    document(slug) {
      const text = texts.get(slug)
      return text === undefined ? undefined : kept(documents, slug, () => parse(text))
    },
    html(slug, repository) {
      const text = texts.get(slug)
      if (text === undefined) return ''
      return pages ? (pages.get(slug) ?? renderPlainHtml(text)) : kept(rendered, slug, () => render(text, repository))
    },
  }

  function parse(markdown: string): MarkdownDocument | Promise<MarkdownDocument> {
    if (markdown.length <= PARSED_IN_PLACE) return parseMarkdown(markdown)
    return threads.parse.run({ parse: markdown }).then(
      (result) => ('document' in result ? result.document : unparsed(markdown)),
      () => unparsed(markdown),
    )
  }

  function render(markdown: string, repository: string): string | Promise<string> {
    if (markdown.length <= RENDERED_IN_PLACE) return renderReadmeHtml(markdown, repository)
    return threads.render.run({ render: markdown, repository }).then(
      (result) => ('html' in result ? result.html : renderPlainHtml(markdown)),
      () => renderPlainHtml(markdown),
    )
  }
}

/** A promise has nothing yet. */
const sizeOfDocument = (document: MarkdownDocument | Promise<MarkdownDocument>): number =>
  document instanceof Promise
    ? 0
    : document.text.length + 7 * document.lineKinds.length + SECTION_BYTES * document.sections.length

type Cache<T> = Pick<ReturnType<typeof boundedMap<T | Promise<T>>>, 'getOrInsertComputed' | 'set'>

/** What was made for the slug before; a promise gives way to what it brings. */
function kept<T>(values: Cache<T>, slug: string, make: () => T | Promise<T>): T | Promise<T> {
  return values.getOrInsertComputed(slug, () => {
    const made = make()
    if (made instanceof Promise) void made.then((value) => values.set(slug, value))
    return made
  })
}
