/** Part of a document as it is handed out: whole or in one programming language, and in pages. */
import type { Language } from '../record/languages.ts'
import {
  isKind,
  LineKind,
  type LineRange,
  languageNumber,
  lineText,
  type MarkdownDocument,
  wholeOf,
} from './document.ts'

export interface Excerpt {
  document: MarkdownDocument
  text: string
  /** Line of the document that each of its lines is. */
  lines: Uint32Array
  /** Character offset of each of its lines in `text`. */
  starts: Uint32Array
}

/**
 * @param language leaves out fenced code, labels and subsections of other languages, and their rows in a table that has
 * one for this language. A section about one language stays as it is.
 */
export function excerpt(
  document: MarkdownDocument,
  range: LineRange = wholeOf(document),
  language?: Language,
): Excerpt {
  const lines = keptLines(document, range, language)
  const starts = new Uint32Array(lines.length)
  let length = 0
  let text = ''
  /** First line of a run without gaps. */
  let run = 0
  for (let at = 0; at < lines.length; at++) {
    starts[at] = length
    length += sizeOfLine(document, lines[at]!)
    if (lines[at + 1] === lines[at]! + 1) continue
    text += document.text.slice(document.lineStarts[lines[run]!], document.lineStarts[lines[at]! + 1])
    run = at + 1
  }
  // The line end before what is left out at the end goes with it.
  const isCut = lines.length > 0 && lines.at(-1) !== range.endLine - 1
  return { document, text: isCut ? text.replace(/\r?\n$/, '') : text, lines, starts }
}

const sizeOfLine = ({ lineStarts }: MarkdownDocument, line: number): number => lineStarts[line + 1]! - lineStarts[line]!

/** Characters that an excerpt has, and whether one of its lines is more than a heading. */
export function measure(document: MarkdownDocument, range: LineRange, language?: Language) {
  const lines = keptLines(document, range, language)
  const characters = lines.reduce((sum, line) => sum + sizeOfLine(document, line), 0)
  const isCut = lines.length > 0 && lines.at(-1) !== range.endLine - 1
  return {
    characters: isCut ? characters - 1 : characters,
    hasBody: lines.some((line) => !isKind(document, line, LineKind.blank | LineKind.heading)),
  }
}

/** Numbers of the lines that an excerpt keeps. */
function keptLines(document: MarkdownDocument, { startLine, endLine }: LineRange, language?: Language): Uint32Array {
  const { lineLanguages, rowLanguages } = document
  const kept = new Uint32Array(endLine - startLine)
  let count = 0
  const isAboutOne = isKind(document, startLine, LineKind.heading) && lineLanguages[startLine]! > 0
  const wanted = language === undefined || isAboutOne ? undefined : languageNumber(language)
  let inOtherRows = false
  let dropped = false
  for (let line = startLine; line < endLine; line++) {
    if (wanted === undefined) {
      kept[count++] = line
      continue
    }
    if (isKind(document, line, LineKind.table) && isKind(document, line, LineKind.opening))
      inOtherRows = hasRow(document, line, wanted)
    const foreign = lineLanguages[line]! > 0 && lineLanguages[line] !== wanted
    const otherRow = inOtherRows && rowLanguages[line]! > 0 && rowLanguages[line] !== wanted
    // The blank line behind what is left out goes with it.
    const blank: boolean = dropped && isKind(document, line, LineKind.blank)
    if (!foreign && !otherRow && !blank) kept[count++] = line
    dropped = foreign || blank
  }
  return kept.subarray(0, count)
}

/** Whether the table that begins here has a row for the language. */
function hasRow(document: MarkdownDocument, opening: number, wanted: number): boolean {
  let line = opening
  do {
    if (document.rowLanguages[line] === wanted) return true
    line++
  } while (isKind(document, line, LineKind.table) && !isKind(document, line, LineKind.opening))
  return false
}

/** Whether code, a subsection or a row of a table in it is about this language. */
export function isAboutLanguage({ document, lines }: Excerpt, language: Language): boolean {
  const wanted = languageNumber(language)
  return lines.some((line) => document.lineLanguages[line] === wanted || document.rowLanguages[line] === wanted)
}

/**
 * At most `most` characters from `from`. Ends behind a paragraph, else behind a line, else behind a word; never behind
 * a heading or a line with a colon that announce what would follow, and in a fence only where the fence is too long.
 * @returns `next` where there is more
 */
export function pageOf(whole: Excerpt, from: number, most: number): { text: string; next?: number } {
  const { text } = whole
  if (text.length - from <= most) return { text: text.slice(from) }
  const end = pageEnd(whole, from + most / 2, from + most)
  return { text: text.slice(from, end), next: end }
}

/** The best place for a cut: behind `least`, and at `most` at the latest. */
function pageEnd(whole: Excerpt, least: number, most: number): number {
  const { document, text, lines, starts } = whole
  let paragraph: number | undefined
  let outside: number | undefined
  let anywhere: number | undefined
  const first = lineAt(starts, least) + 1
  const isBlank = (at: number) => isKind(document, lines[at]!, LineKind.blank)
  /** The last line that is not blank. */
  let said = first - 1
  while (said >= 0 && isBlank(said)) said--
  for (let at = first; at < lines.length && starts[at]! <= most; at++) {
    if (!isBlank(at - 1)) said = at - 1
    anywhere = starts[at]!
    const isInside = isKind(document, lines[at]!, LineKind.fenced) && !isKind(document, lines[at]!, LineKind.opening)
    if (isInside || (said >= 0 && announces(document, lines[said]!))) continue
    if (isBlank(at - 1)) paragraph = starts[at]!
    // A table is cut between two of its rows, not at its head.
    else if (!isKind(document, lines[at - 1]!, LineKind.tableHead)) outside = starts[at]!
  }
  return paragraph ?? outside ?? anywhere ?? cutLine(text, Math.floor(least) + 1, most)
}

/** Whether a line that is not blank says that something follows: a heading, or a line with a colon at its end. */
function announces(document: MarkdownDocument, line: number): boolean {
  if (isKind(document, line, LineKind.fenced)) return false
  return isKind(document, line, LineKind.heading) || /:(?:\*\*|__)?$/.test(lineText(document, line).trimEnd())
}

/** Behind a space or the end of a sentence, else at `most`, but not between the two halves of one character. */
function cutLine(text: string, least: number, most: number): number {
  const words = /^[\s\S]*[\s\u3001\u3002\uff01\uff0c\uff1f]/.exec(text.slice(least, most))?.[0].length
  if (words !== undefined) return least + words
  // Outside the basic plane a character has two halves.
  return /^[\udc00-\udfff]/.test(text.charAt(most)) ? most - 1 : most
}

/** The line that opens what `offset` is inside of: the head of a table, or the opening line of fenced code. */
export function openingLine({ document, lines, starts }: Excerpt, offset: number): string | undefined {
  const inside = (at: number) =>
    isKind(document, lines[at]!, LineKind.fenced | LineKind.table) && !isKind(document, lines[at]!, LineKind.opening)
  let at = lineAt(starts, offset)
  // The beginning of what begins there is not the inside of it.
  if (at < 0 || !(inside(at) || starts[at]! < offset)) return undefined
  while (at > 0 && inside(at)) at--
  return isKind(document, lines[at]!, LineKind.opening) ? lineText(document, lines[at]!).trimEnd() : undefined
}

/** Index of the line that holds an offset; -1 before the first. */
function lineAt(starts: Uint32Array, offset: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= offset) low = middle + 1
    else high = middle
  }
  return low - 1
}
