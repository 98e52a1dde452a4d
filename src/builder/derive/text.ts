/** Third-party prose as one clean line: markup removed, white space joined, cut at a sentence. */
import {
  LineKind,
  type LineRange,
  linesWhere,
  type MarkdownDocument,
  parseMarkdown,
  wholeOf,
} from '../../catalog/readme/readme.ts'
import { removeUnsafe } from '../../text/unsafe-characters.ts'

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** No description is longer; patterns may look back and forth within it. */
const MAX_CHARACTERS = 10_000

/** The generator's lines are a tenth of it; patterns would take quadratic time on longer ones. */
const MAX_LINE = 2_000

/** The text of some lines, without fenced code and overlong lines. */
export const withoutCode = (document: MarkdownDocument, range: LineRange = wholeOf(document)): string =>
  linesWhere(document, range, (kinds) => (kinds & LineKind.fenced) === 0)
    .filter(({ length }) => length <= MAX_LINE)
    .map((line) => `${line}\n`)
    .join('')

/** Running text, a line for each paragraph: without headings, lists, tables and code. */
export const proseOf = (markup: string): string =>
  withoutCode(parseMarkdown(markup.slice(0, MAX_CHARACTERS)))
    .replace(/<(h[1-6]|ul|ol|dl|table|pre|script|style)\b[^>]*>[\s\S]*?(?:<\/\1>|$)/gi, '\n\n')
    .replace(/^[ \t]*(?:#{1,6}[ \t]|[-*+][ \t]|\d{1,3}[.)][ \t]|\|)[^\n]*$/gm, '\n')
    .split(/\n[ \t]*\n/)
    .map(stripMarkup)
    .filter(Boolean)
    .join('\n')

/** The words of a piece of markdown or HTML. */
export function stripMarkup(markup: string): string {
  const words = markup
    .slice(0, MAX_CHARACTERS)
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<(?:https?|mailto):([^>\s]+)>/g, '$1')
    .replace(/<\/?[a-zA-Z][^<>]*>/g, ' ')
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, name: string) => entity(name) ?? whole)
    .replace(/!\[[^[\]\n]*\]\([^)\n]*\)/g, ' ')
    .replace(/\[([^[\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|[-*+]|\d{1,3}\.|>)[ \t]+/gm, '')
    .replace(/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])/g, '$1')
    .replace(/`+/g, '')
    .normalize('NFC')
    .replace(/[\s\u0085]+/gu, ' ')
  return removeUnsafe(words).replaceAll('\ufffd', '').replace(/ +/g, ' ').trim()
}

function entity(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()]
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

/** A full stop ends a sentence where a new one follows: not in "v2.1 of", "e.g. X", "U.S. data", "Yu-Gi-Oh! cards". */
const SENTENCE_END =
  /(?<!\b(?:e\.g|i\.e|etc|vs|ca|approx|incl|St|Dr|Mr|Mrs|Inc|Ltd|Co|No|[A-Z]|[A-Z]\.[A-Z]))(?:(?:[.?]|(?<!\p{Lu}\p{L}{0,20}-\p{Lu}\p{L}{0,20})!)["')]?(?=\s+["'(¿¡]?[\p{Lu}\p{Lo}\p{N}\p{So}])|[。！？])/gu

/** The sentences of a text; the end of a line ends a sentence. */
export function sentences(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const ends = [...line.matchAll(SENTENCE_END)]
      .map(({ index, 0: mark }) => index + mark.length)
      .filter((end) => !(opensBefore(line, end) >= 0 && line.includes(')', end)))
    return [0, ...ends].map((start, at) => line.slice(start, ends[at]).trim()).filter(Boolean)
  })
}

/** Start of the parenthesis that is open at a position, else -1. */
function opensBefore(text: string, at: number): number {
  const parenthesis = text.lastIndexOf('(', at - 1)
  return parenthesis > text.lastIndexOf(')', at - 1) ? parenthesis : -1
}

/** At most `limit` characters, ending between words and not inside parentheses. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text
  const parenthesis = opensBefore(text, limit)
  const head = text.slice(0, parenthesis > limit / 2 ? parenthesis : limit)
  const space = head.lastIndexOf(' ')
  const isMidWord = head.length === limit && space > limit / 2
  const whole = isMidWord ? head.slice(0, space) : head.replace(/[\ud800-\udbff]$/, '')
  return `${whole.replace(/[\s,;:–—-]+$/u, '')}…`
}

/** The first sentence without markup, cut between words; nothing for a text without words. */
export function textLine(markup: string | undefined, limit: number): string | undefined {
  const [line = ''] = sentences(
    stripMarkup(
      markup
        ?.trimStart()
        .slice(0, MAX_LINE)
        .split(/\n\s*\n/)[0] ?? '',
    ),
  )
  const text = line.replace(/[.。:\s]+$/u, '')
  return text === '' ? undefined : text.length > limit ? truncate(text, limit - 1) : text
}
