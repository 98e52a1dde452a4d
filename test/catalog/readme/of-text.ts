/** What readers of a document say, asked of a text. */

import * as excerpts from '../../../src/catalog/readme/excerpt.ts'
import * as outlines from '../../../src/catalog/readme/outline.ts'
import {
  languagesIn,
  lineText,
  type MarkdownDocument,
  parseMarkdown,
  rangeText,
} from '../../../src/catalog/readme/readme.ts'
import type { Language } from '../../../src/catalog/record/languages.ts'

let last: { text: string; document: MarkdownDocument } | undefined

/** Tests ask several things of one text in a row. */
function parsed(text: string): MarkdownDocument {
  if (last?.text !== text) last = { text, document: parseMarkdown(text) }
  return last.document
}

const whole = (text: string, language?: Language) => excerpts.excerpt(parsed(text), undefined, language)

export const outline = (text: string) => outlines.outline(parsed(text))

export function section(text: string, name: string): string | undefined {
  const range = outlines.findSection(parsed(text), name)
  return range && rangeText(parsed(text), range)
}

export const languages = (text: string) => languagesIn(parsed(text))
export const inLanguage = (text: string, language: Language) => whole(text, language).text
export const page = (text: string, from: number, most: number) => excerpts.pageOf(whole(text), from, most)
export const openingLine = (text: string, at: number) => excerpts.openingLine(whole(text), at)
export const openingSections = (text: string, most: number, language?: Language) =>
  outlines.openingSections(parsed(text), most, language)
export const shortOutline = (text: string, most: number, language?: Language) =>
  outlines.shortOutline(parsed(text), most, language)

export function introduction(text: string): string {
  const document = parsed(text)
  const range = outlines.introduction(document)
  return range ? rangeText(document, range) : ''
}

/** Its lines without line ends, with the sum of the kinds that each is. */
export function lines(text: string) {
  const document = parsed(text)
  return [...document.lineKinds].map((kinds, at) => ({
    offset: document.lineStarts[at]!,
    line: lineText(document, at).replace(/[\r\n]+$/, ''),
    kinds,
  }))
}
