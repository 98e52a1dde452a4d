/** Links of a page -> absolute ones, to the markdown twins of pages. */
import { isKind, LineKind, lineText, type MarkdownDocument, wholeOf } from '../catalog/readme/readme.ts'
import { markdownUrl, type Pages, twinPath } from './pages.ts'

/** `/{brand}-sdk/{slug}`: the page of an SDK, whose twin is its README. */
const SDK_PAGE = /^\/[^/.]+-sdk\/([^/.]+)$/
const LINK = /\]\((\/[^)#?\s]*)([^)\s]*)\)/g

/** The text of the range; code stays as it is. */
export function absoluteLinks(
  document: MarkdownDocument,
  pages: Pages,
  baseUrl: string,
  { startLine, endLine } = wholeOf(document),
): string {
  const toAbsolute = (_: string, path: string, suffix: string): string => {
    if (pages.page(path)) return `](${markdownUrl(baseUrl, path)}${suffix})`
    const [, slug] = SDK_PAGE.exec(path) ?? []
    // Nothing is served that other paths could lead to.
    if (baseUrl === '') return `](${slug ? `sdk://${slug}/readme` : path}${suffix})`
    return `](${baseUrl}${slug ? twinPath(path) : path}${suffix})`
  }
  let text = ''
  for (let number = startLine; number < endLine; number++) {
    const line = lineText(document, number)
    const isCode = isKind(document, number, LineKind.fenced | LineKind.indented)
    text += isCode ? line : line.replace(LINK, toAbsolute)
  }
  return text
}
