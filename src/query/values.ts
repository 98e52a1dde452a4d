/**
 * Values in a query: addresses, numbers, quoted texts and names that are passed to an operation. They say little about which
 * SDK has it, so that no hit lacks them.
 */

import { isBrandWord } from './brands.ts'
import type { Knowledge } from './languages/translate.ts'
import { abbreviations } from './words/word-lists.ts'
import { foldAccents, tokens, wordsOfRole } from './words/words.ts'

export interface ValueWords {
  /** The query with blanks in place of what is nothing but a value. */
  left: string
  /** Folded words of the values. */
  words: ReadonlySet<string>
  /** What the values are, where the form tells: "ip address". */
  kinds: readonly string[]
}

interface Form {
  /** Matched in linear time. */
  pattern: RegExp
  kind?: string
  /** It may be a name as well, and is searched for. */
  isText?: true
  /** Its words are ordinary ones, and no name. */
  isTime?: true
}

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const WEEKDAY = '(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)'
const SPAN = `(?:weekend|week|month|year|quarter|night|${WEEKDAY})`
/** "5 March 2012", "in March", "until Sunday", "ten-day", "last week", "the end of" before a year. */
const TIMES = [
  `${MONTH}\\.? \\d{1,4}(?:,? \\d{4})?`,
  `(?<=\\b(?:in|since|until) )${MONTH}`,
  `(?<=\\b(?:by|every|for|on|since|till|until) )${WEEKDAY}s?`,
  '(?:\\d+|two|three|five|seven|ten|fourteen)[ -]days?',
  `(?:last|past|next|this|early|late) (?:${SPAN}|${MONTH})`,
  `(?:end|beginning|start|middle) of(?= (?:\\d{4}|${MONTH}|(?:last|this|next|the) ${SPAN}))`,
]

const FORMS: readonly Form[] = [
  {
    pattern: new RegExp(`\\b(?:${Intl.supportedValuesOf('currency').join('|')})\\b`, 'g'),
    kind: 'exchange rate',
    isText: true,
  },
  // "Turdus merula"
  { pattern: /\b\p{Lu}\p{Ll}+(?:us|a|um|is|ae|or|es|ens|ix) \p{Ll}{3,}\b/gu, kind: 'biodiversity', isText: true },
  { pattern: /https?:\/\/[^\s"<>]+/gi, kind: 'url', isText: true },
  { pattern: /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g, kind: 'email' },
  { pattern: /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.]*\d)/g, kind: 'ip address' },
  { pattern: /(?<![\d.])-?\d{1,3}\.\d+\s*,\s*-?\d{1,3}\.\d+/g, kind: 'coordinates' },
  { pattern: /\b97[89][\d -]{10,14}\b/g, kind: 'isbn' },
  { pattern: /\+\d[\d ()-]{6,18}\d/g, kind: 'phone number' },
  { pattern: /\b[A-Z]{2}\d\d(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,3})?\b/g, kind: 'iban' },
  { pattern: /\b(?:GIR 0AA|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})\b/g, kind: 'uk postcode' },
  { pattern: /\b10\.\d{4,9}\/[\w.()/:;-]{1,80}/g, kind: 'doi' },
  {
    pattern: /\b(?:AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK)U?\d{8,12}\b/g,
    kind: 'vat number',
  },
  // A symbol of an exchange beside a word of its trade: "AAPL closes".
  {
    pattern:
      /(?<![\p{L}\d$^])(?:[$^]\p{Lu}{1,5}|\p{Lu}{2,5}(?= (?:candles?|clos\w+|daily|dividends?|history|intraday|prices?|quotes?|shares?|stocks?|tickers?)\b)|(?<=\b(?:candles|close|dividends|history|prices?|quotes?|shares?|stocks?|ticker) (?:for |of )?)\p{Lu}{2,5})(?![\p{L}\d])/gu,
    kind: 'stock price',
    isText: true,
  },
  {
    pattern: /(?<![\w.-])(?:[a-z\d-]{1,63}\.){1,8}(?:com|org|net|io|dev|app|co|ai|edu|info)\b(?!\/)/gi,
    kind: 'domain',
    isText: true,
  },
  {
    pattern: /(?<![\w/.:@-])(?=[\w/]{0,140}[.\d-])[\w-]{1,39}\/(?=[\w.-]{0,100}[a-z])[\w.-]{1,100}(?![\w/])/gi,
    kind: 'repository',
  },
  { pattern: /(?<=\b(?:in|of|for|from|on|repo|repository) )[\w-]{1,39}\/[\w.-]{1,100}(?![\w/])/gi, kind: 'repository' },
  { pattern: /"[^"]{1,200}"|“[^”]{1,200}”|(?<![\p{L}\d])'[^']{1,200}'(?!\p{L})/gu, isText: true },
  { pattern: /#[\p{L}\d][\p{L}\d_-]*/gu, isText: true },
  { pattern: /\b\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?/g, isText: true },
  { pattern: new RegExp(`\\b(?:${TIMES.join('|')})(?![\\p{L}\\d])`, 'giu'), isText: true, isTime: true },
  // Identifiers, sizes and numbers.
  { pattern: /\b[a-z]{2,6}_[a-z\d]*\d[a-z\d]*\b/gi, isText: true },
  { pattern: /(?<![\p{L}\d])(?=[\p{L}\d]{0,40}\d)[\p{L}\d]{1,40}(?![\p{L}\d])/gu, isText: true },
]

const BEFORE_NAME = wordsOfRole('before_name')

export function valuesIn(query: string, knowledge: Knowledge): ValueWords {
  const values = new Set<string>()
  const kinds = new Set<string>()
  let [beside, left] = [query, query]
  for (const { pattern, kind, isText, isTime } of FORMS) {
    const blank = (text: string) => {
      if (!isTime && isName(text, kind)) return text
      for (const word of tokens(text)) values.add(word)
      if (kind) kinds.add(kind)
      return ' '.repeat(text.length)
    }
    beside = beside.replace(pattern, blank)
    if (!isText) left = left.replace(pattern, blank)
  }
  // What is also said beside the values is asked for.
  for (const word of tokens(beside)) values.delete(word)
  return { left, words: new Set([...values, ...namesIn(beside, knowledge)]), kinds: [...kinds] }

  /** What looks like a value and is a name, or two words: "web3", "yes/no", and an address alone. */
  function isName(text: string, kind: string | undefined): boolean {
    const words = tokens(text)
    if (kind === 'domain' || kind === 'url') return text === query.trim()
    if (kind === 'repository')
      return !/[-._\d]/.test(text) && words.every((word) => isKnown(word, knowledge) && !isBrandWord(word))
    if (kind === 'exchange rate' || kind === 'biodiversity')
      return words.some((word) => knowledge.isEnglish(word) || knowledge.isNamed(word) || isBrandWord(word))
    if (kind === 'stock price')
      return words.some((word) => isKnown(word, knowledge) || isBrandWord(word) || abbreviations().has(word))
    if (kind) return false
    return knowledge.isThing(text.replace(/^["“']|["”']$/g, '')) || (WORD.test(text) && words.every(knowledge.isWord))
  }
}

const isKnown = (word: string, { isWord, isEnglish }: Knowledge): boolean => isWord(word) || isEnglish(word)

/** A word with digits, such as web3; one that begins with a digit is a number or a size. */
const WORD = /^\p{L}[\p{L}\d]*$/u

/** Names: "profile of torvalds", "movies with Tom Hanks". */
function namesIn(text: string, knowledge: Knowledge): string[] {
  const isUnknown = (word: string) => !(isKnown(word, knowledge) || isBrandWord(word))
  return text.split(PHRASE_END).flatMap((part) => {
    const phrase = part.match(/[\p{L}\p{M}\d]+/gu) ?? []
    const folded = phrase.map(foldAccents)
    // A word that nobody knows, where a name is expected.
    const unknown = folded.filter((word, at) => BEFORE_NAME.has(folded[at - 1] ?? '') && isUnknown(word))
    // Capitalised words side by side, none of which is in a name of the catalogue.
    const isCapital = (at: number) => at > 0 && /^\p{Lu}\p{Ll}/u.test(phrase[at] ?? '')
    const person = folded.filter((_, at) => isCapital(at) && (isCapital(at - 1) || isCapital(at + 1)))
    return person.some((word) => knowledge.isNamed(word) || isBrandWord(word)) ? unknown : [...unknown, ...person]
  })
}

/** The full stop of an initial ends nothing. */
const PHRASE_END = /[,;:!?()]|(?<!\b\p{L})\.\s/u
