/**
 * The lexicons as arrays of numbers, for lexicon.ts: the rows of word-lists/lexicon/ and the names of countries, languages
 * and currencies that ICU knows (Unicode CLDR). `npm run generate` writes them, as reading all takes a third of a second.
 */
import { readKeyedLists } from '../../../system/word-list.ts'
import { type Arrays, integers } from '../../packed/file.ts'
import { packLists } from '../../packed/lists.ts'
import { packSortedStrings } from '../../packed/sorted-strings.ts'
import { packStrings } from '../../packed/strings.ts'
import { foldLetters as fold } from './fold.ts'
import { isSpaceless, LEXICON_FOLDER, NATURAL_LANGUAGES, type NaturalLanguage, WORD } from './natural-languages.ts'

interface Row {
  /** Folded words with spaces between; one for a script without spaces. */
  text: string
  english: string
  /** Place in the row of the concept. */
  order: number
  /** What else it may mean. */
  others: string[]
}

/** A name of a country, language or currency is read so unless a row has the word. */
const NAME_ORDER = 9

export function packLexicons(): Arrays {
  const english = new Map<string, number>()
  const idOf = (text: string): number => {
    if (!english.has(text)) english.set(text, english.size)
    return english.get(text)!
  }
  const arrays = Object.keys(NATURAL_LANGUAGES).map((language) => packLexicon(language as NaturalLanguage, idOf))
  return { ...packStrings('english', [...english.keys()]), ...Object.assign({}, ...arrays) }
}

function packLexicon(language: NaturalLanguage, idOf: (english: string) => number): Arrays {
  const rows = readRows(language).toSorted((a, b) => (a.text < b.text ? -1 : 1))
  return {
    ...packSortedStrings(
      language,
      rows.map(({ text }) => text),
    ),
    [`${language}.english`]: integers(rows.map(({ english }) => idOf(english))),
    ...packLists(
      `${language}.others`,
      rows.map(({ others }) => others.map(idOf)),
    ),
  }
}

/** The expressions of the language, each once. */
function readRows(language: NaturalLanguage): Row[] {
  const rows = new Map<string, Row>()
  const add = (english: string, value: string, order: number): void => {
    addText(english, wordsOf(value, language).join(' '), order)
    // Vietnamese is typed with its tones, or with none.
    if (language === 'vi') addText(english, (value.toLowerCase().normalize('NFC').match(WORD) ?? []).join(' '), order)
  }
  const addText = (english: string, text: string, order: number): void => {
    if (text === '') return
    const known = rows.get(text)
    // The most usual words of a concept stand first, so a word is read as the concept that it is most usual for.
    if (!known) rows.set(text, { text, english, order, others: [] })
    else if (order < known.order) Object.assign(known, { english, order, others: [known.english, ...known.others] })
    else if (english !== known.english) known.others.push(english)
  }
  for (const [english, values] of readKeyedLists(new URL(`${language}.txt`, LEXICON_FOLDER))) {
    for (const [order, value] of values.entries()) add(english, value, order)
  }
  for (const [english, value] of namesIn(language)) add(english, value, NAME_ORDER)
  return [...rows.values()]
}

function wordsOf(value: string, language: NaturalLanguage): string[] {
  const words = fold(value).match(WORD) ?? []
  return isSpaceless(language) ? [words.join('')].filter(Boolean) : words
}

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
