/**
 * The words of one natural language and the English ones that stand for them: the rows of word-lists/lexicon/ and the
 * names of countries, languages and currencies that ICU knows (Unicode CLDR). Read when a query first needs it.
 */
import { readKeyedLists } from '../../../system/word-list.ts'
import { foldLetters as fold } from './fold.ts'

export const NATURAL_LANGUAGES = {
  es: 'Spanish',
  pt: 'Portuguese',
  fr: 'French',
  de: 'German',
  it: 'Italian',
  nl: 'Dutch',
  pl: 'Polish',
  tr: 'Turkish',
  ru: 'Russian',
  uk: 'Ukrainian',
  ar: 'Arabic',
  hi: 'Hindi',
  ja: 'Japanese',
  zh: 'Chinese',
  'zh-Hant': 'Traditional Chinese',
  ko: 'Korean',
  id: 'Indonesian',
  vi: 'Vietnamese',
} as const
export type NaturalLanguage = keyof typeof NATURAL_LANGUAGES

export interface Lexicon {
  /** Folded first word -> the expressions that begin with it, the longest first. */
  readonly byFirstWord: ReadonlyMap<string, readonly Expression[]>
  /** Folded first letters -> the single words that begin with them, for their other forms. */
  readonly byBeginning: ReadonlyMap<string, readonly Expression[]>
  /** Letters of the longest expression. */
  readonly longest: number
}

export interface Expression {
  /** Folded words; for a script without spaces, one. */
  readonly words: readonly string[]
  english: string
  /** Place in the row of the concept. */
  order: number
  /** What else it may mean. */
  others: string[]
}

/** A name of a country, language or currency is read so unless a row has the word. */
const NAME_ORDER = 9

/** Letters that two forms of one word must share at least. */
export const BEGINNING = 3
const SPACELESS: ReadonlySet<string> = new Set(['ja', 'zh', 'zh-Hant'])
export const isSpaceless = (language: NaturalLanguage): boolean => SPACELESS.has(language)

const file = (name: string): URL => new URL(`../word-lists/lexicon/${name}.txt`, import.meta.url)

/** Words that carry no need: articles, prepositions, pronouns, politeness. */
export const FUNCTION_WORDS: ReadonlyMap<NaturalLanguage, ReadonlySet<string>> = new Map(
  readKeyedLists(file('function-words')).map(([code, words]) => [
    code as NaturalLanguage,
    new Set(words.flatMap((line) => line.split(/\s+/)).map(fold)),
  ]),
)

const read = new Map<NaturalLanguage, Lexicon>()

export function lexiconOf(language: NaturalLanguage): Lexicon {
  const known = read.get(language)
  if (known) return known
  const lexicon = readLexicon(language)
  read.set(language, lexicon)
  return lexicon
}

/** Reads the lexicon of every language, which otherwise the first query in one of them does. */
export function readLexicons(): void {
  for (const language of Object.keys(NATURAL_LANGUAGES) as NaturalLanguage[]) lexiconOf(language)
}

function readLexicon(language: NaturalLanguage): Lexicon {
  const byFirstWord = new Map<string, Expression[]>()
  const byBeginning = new Map<string, Expression[]>()
  let longest = 0
  const add = (english: string, value: string, order: number): void => {
    addWords(english, wordsOf(value, language), order)
    // Vietnamese is typed with its tones, or with none.
    if (language === 'vi') addWords(english, value.toLowerCase().normalize('NFC').match(WORD) ?? [], order)
  }
  const addWords = (english: string, words: readonly string[], order: number): void => {
    const [first] = words
    if (first === undefined) return
    const list = byFirstWord.get(first) ?? []
    // The most usual words of a concept stand first, so a word is read as the concept that it is most usual for.
    const known = list.find((other) => other.words.join(' ') === words.join(' '))
    if (known) {
      if (order < known.order) Object.assign(known, { english, order, others: [known.english, ...known.others] })
      else if (english !== known.english) known.others.push(english)
      return
    }
    const expression: Expression = { words, english, order, others: [] }
    byFirstWord.set(first, [...list, expression])
    longest = Math.max(longest, first.length)
    if (words.length === 1 && first.length >= BEGINNING) {
      const beginning = first.slice(0, BEGINNING)
      byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), expression])
    }
  }
  for (const [english, values] of readKeyedLists(file(language))) {
    for (const [order, value] of values.entries()) add(english, value, order)
  }
  for (const [english, value] of namesIn(language)) add(english, value, NAME_ORDER)
  for (const list of byFirstWord.values()) list.sort((a, b) => b.words.length - a.words.length)
  return { byFirstWord, byBeginning, longest }
}

function wordsOf(value: string, language: NaturalLanguage): string[] {
  const words = fold(value).match(WORD) ?? []
  return isSpaceless(language) ? [words.join('')].filter(Boolean) : words
}

/** Letters, digits and the marks that some scripts write vowels with. */
export const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** English name -> the name in this language, of every country, language and currency. */
function* namesIn(language: NaturalLanguage): Generator<[english: string, value: string]> {
  for (const type of ['region', 'language', 'currency'] as const) {
    const options = { type, fallback: 'none' } as const
    const [english, own] = ['en', language].map((locale) => new Intl.DisplayNames(locale!, options)) as [
      Intl.DisplayNames,
      Intl.DisplayNames,
    ]
    for (const code of codesOf(type)) {
      const pair = [english.of(code), own.of(code)] as const
      if (pair[0] !== undefined && pair[1] !== undefined) yield [pair[0], pair[1]]
    }
  }
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

function codesOf(type: 'region' | 'language' | 'currency'): string[] {
  if (type === 'currency') return Intl.supportedValuesOf('currency')
  const pairs = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  return type === 'region' ? pairs : pairs.map((pair) => pair.toLowerCase())
}
