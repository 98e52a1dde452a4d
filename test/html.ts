/** HTML as its elements, for tests that assert what a page holds and not how its markup is written. */
import { DomUtils, parseDocument } from 'htmlparser2'

export type HtmlDocument = ReturnType<typeof parseDocument>
export type HtmlElement = ReturnType<typeof DomUtils.getElementsByTagName>[number]

export const parseHtml = (html: string): HtmlDocument => parseDocument(html)

/** Attributes that an element must have: their value, what it must match, or whether they are there at all. */
export type Attributes = Record<string, string | RegExp | boolean>

/** Elements of this name ("*" for any) with these attributes, in document order. */
export function elements(within: HtmlDocument | HtmlElement, name: string, attributes: Attributes = {}): HtmlElement[] {
  return DomUtils.getElementsByTagName(name, within.children).filter(({ attribs }) =>
    Object.entries(attributes).every(([attribute, wanted]) => {
      const value = attribs[attribute]
      if (typeof wanted === 'boolean') return (value !== undefined) === wanted
      return value !== undefined && (wanted instanceof RegExp ? wanted.test(value) : wanted === value)
    }),
  )
}

/** Values of an attribute, of the elements that have it. */
export const attribute = (found: readonly HtmlElement[], name: string): string[] =>
  found.flatMap(({ attribs }) => attribs[name] ?? [])

/** What a reader reads, with the white space as written; of a script or style, its source. */
export const textOf = (element: HtmlDocument | HtmlElement): string => DomUtils.textContent(element)
