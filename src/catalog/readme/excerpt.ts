/** Part of a document: a range of lines, whole or in one programming language, and in pages. */
import type { Language } from '../record/languages.ts'
import {
  isKind,
  LineKind,
  type LineRange,
  languageNumber,
  lineText,
  type MarkdownDocument,
  rangeText,
  wholeOf,
} from './readme.ts'

export interface Excerpt {
  document: MarkdownDocument
  text: string
  /** Its line numbers in the document. */
  lines: Uint32Array
}

/**
 * @param language leaves out fenced code, labels and subsections of other languages, and their rows in a table that has
 * a row for this language. A section about one language stays as it is.
 */
export function excerpt(document: MarkdownDocument, range = wholeOf(document), language?: Language): Excerpt {
  const lines = language ? linesIn(document, range, language) : numbersOf(range)
  const isWhole = lines.length === range.endLine - range.startLine
  const text = isWhole ? rangeText(document, range) : Array.from(lines, (line) => lineText(document, line)).join('')
  // If the last lines are left out, so is the line end before them.
  const isCut = lines.length > 0 && lines.at(-1) !== range.endLine - 1
  return { document, text: isCut ? text.replace(/\r?\n$/, '') : text, lines }
}

function numbersOf({ startLine, endLine }: LineRange): Uint32Array {
  const numbers = new Uint32Array(endLine - startLine)
  for (let index = 0; index < numbers.length; index++) numbers[index] = startLine + index
  return numbers
}

function linesIn(document: MarkdownDocument, range: LineRange, language: Language): Uint32Array {
  const { lineLanguages, rowLanguages } = document
  const { startLine, endLine } = range
  const lines = numbersOf(range)
  if (isKind(document, startLine, LineKind.heading) && lineLanguages[startLine]! > 0) return lines
  const number = languageNumber(language)
  const isForeign = (languages: Uint8Array, line: number) => languages[line]! > 0 && languages[line] !== number
  let tableHasRow = false
  let skipped = false
  let count = 0
  for (let line = startLine; line < endLine; line++) {
    if (isKind(document, line, LineKind.table) && isKind(document, line, LineKind.opening))
      tableHasRow = hasRow(document, line, number)
    // The blank line after a skipped one is skipped as well.
    skipped = isForeign(lineLanguages, line) || (skipped && isKind(document, line, LineKind.blank))
    if (!skipped && !(tableHasRow && isForeign(rowLanguages, line))) lines[count++] = line
  }
  return lines.subarray(0, count)
}

/** Whether the table that begins here has a row for the language. */
function hasRow(document: MarkdownDocument, opening: number, language: number): boolean {
  let line = opening
  do {
    if (document.rowLanguages[line] === language) return true
    line++
  } while (isKind(document, line, LineKind.table) && !isKind(document, line, LineKind.opening))
  return false
}

/** Whether any line is more than a heading. */
export const hasBody = ({ document, lines }: Excerpt): boolean =>
  lines.some((line) => !isKind(document, line, LineKind.blank | LineKind.heading))

/** Whether code, a subsection or a table row is about this language. */
export function isAboutLanguage({ document, lines }: Excerpt, language: Language): boolean {
  const number = languageNumber(language)
  return lines.some((line) => document.lineLanguages[line] === number || document.rowLanguages[line] === number)
}

/**
 * At most `max` characters from offset `from`. A page ends after a paragraph, else after a line, else after a word;
 * never after a heading or a line with a colon that announce what follows, and inside a fence only if that is too long.
 * @returns `next` is the offset of the next page, absent on the last
 */
export function pageOf(part: Excerpt, from: number, max: number): { text: string; next?: number } {
  if (part.text.length - from <= max) return { text: part.text.slice(from) }
  const next = pageEnd(part, from + max / 2, from + max)
  return { text: part.text.slice(from, next), next }
}

/** The best offset for a cut after `min` and up to `max`. */
function pageEnd(part: Excerpt, min: number, max: number): number {
  const { document, text, lines } = part
  const isBlank = (index: number) => isKind(document, lines[index]!, LineKind.blank)
  let paragraph: number | undefined
  let outsideFence: number | undefined
  let anyLine: number | undefined
  let { index, end: start } = lineAt(part, min)
  let lastText = index
  while (lastText >= 0 && isBlank(lastText)) lastText--
  for (index++; index < lines.length && start <= max; start += lengthOf(document, lines[index++]!)) {
    if (!isBlank(index - 1)) lastText = index - 1
    anyLine = start
    const isInside = isKind(document, lines[index]!, LineKind.fenced) && !isOpening(document, lines[index]!)
    if (isInside || (lastText >= 0 && announces(document, lines[lastText]!))) continue
    if (isBlank(index - 1)) paragraph = start
    // A table may be cut between two rows, not after its head.
    else if (!isKind(document, lines[index - 1]!, LineKind.tableHead)) outsideFence = start
  }
  return paragraph ?? outsideFence ?? anyLine ?? cutLine(text, Math.floor(min) + 1, max)
}

const lengthOf = ({ lineStarts }: MarkdownDocument, line: number): number => lineStarts[line + 1]! - lineStarts[line]!

/** The line that has this offset of the text: its index in `lines`, and its offsets. */
function lineAt({ document, lines }: Excerpt, offset: number): { index: number; start: number; end: number } {
  let [index, start, end] = [-1, 0, 0]
  while (index + 1 < lines.length && end <= offset) {
    start = end
    end += lengthOf(document, lines[++index]!)
  }
  return { index, start, end }
}

const isOpening = (document: MarkdownDocument, line: number): boolean => isKind(document, line, LineKind.opening)

/** Whether a line says that something follows: a heading, or a line that ends with a colon. */
function announces(document: MarkdownDocument, line: number): boolean {
  if (isKind(document, line, LineKind.fenced)) return false
  return isKind(document, line, LineKind.heading) || /:(?:\*\*|__)?$/.test(lineText(document, line).trimEnd())
}

/** After a space or the end of a sentence, else at `max`, but not inside a surrogate pair. */
function cutLine(text: string, min: number, max: number): number {
  const words = /^[\s\S]*[\s\u3001\u3002\uff01\uff0c\uff1f]/.exec(text.slice(min, max))?.[0].length
  if (words !== undefined) return min + words
  return /^[\udc00-\udfff]/.test(text.charAt(max)) ? max - 1 : max
}

/** The first line of the table or the fenced code that `offset` is inside of. */
export function openingLine(part: Excerpt, offset: number): string | undefined {
  const { document, lines } = part
  const isInside = (index: number) =>
    isKind(document, lines[index]!, LineKind.fenced | LineKind.table) && !isOpening(document, lines[index]!)
  let { index, start } = lineAt(part, offset)
  if (index < 0 || (!isInside(index) && start === offset)) return undefined
  while (index > 0 && isInside(index)) index--
  return isOpening(document, lines[index]!) ? lineText(document, lines[index]!).trimEnd() : undefined
}
