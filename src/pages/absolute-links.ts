/** Links of a page source -> addresses that hold anywhere: of twins for pages of ours, absolute for the rest. */
import {
  isKind,
  LineKind,
  type LineRange,
  lineText,
  type MarkdownDocument,
  wholeOf,
} from '../catalog/readme/document.ts'
import { type Pages, twinPath } from './pages.ts'

/** `/{brand}-sdk/{slug}`: the page of an SDK, whose twin is its README. */
const SDK_PAGE = /^\/[^/.]+-sdk\/[^/.]+$/

/** The text of the document, or of some of its lines; code stays as it is. */
export function absoluteLinks(
  document: MarkdownDocument,
  pages: Pages,
  baseUrl: string,
  { startLine, endLine }: LineRange = wholeOf(document),
): string {
  let text = ''
  for (let number = startLine; number < endLine; number++) {
    const line = lineText(document, number)
    text += isKind(document, number, LineKind.fenced | LineKind.indented) ? line : line.replace(LINK, absolute)
  }
  return text

  function absolute(_: string, path: string, rest: string): string {
    const target = pages.page(path) || SDK_PAGE.test(path) ? twinPath(path) : path
    return `](${baseUrl}${target}${rest})`
  }
}

const LINK = /\]\((\/[^)#?\s]*)([^)\s]*)\)/g
