/**
 * Writes the lexicons of the search as a start reads them: the rows of word-lists/lexicon/ and the names of countries,
 * languages and currencies that ICU knows (Unicode CLDR). `npm run generate` runs it before all else, as whatever searches
 * reads them.
 */
import { writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { type Arrays, encodeArrays, integers } from '../src/catalog/packed/array-file.ts'
import { encodeLines } from '../src/catalog/packed/strings.ts'
import {
  isSpaceless,
  LEXICON_FOLDER,
  LEXICONS,
  LEXICONS_VERSION,
  NATURAL_LANGUAGES,
  type NaturalLanguage,
  normalizeLetters,
  WORD,
} from '../src/catalog/rank/parse/natural-languages.ts'
import { readKeyedLists } from '../src/system/word-list.ts'

interface Row {
  /** Normalized words with spaces between; one for a script without spaces. */
  text: string
  english: string
  /** Place in the row of the concept. */
  order: number
}

/** A name of a country, language or currency is read so unless a row has the word. */
const NAME_ORDER = 9

function packLexicons(): Arrays {
  const ids = new Map<string, number>()
  const idOf = (english: string): number => {
    if (!ids.has(english)) ids.set(english, ids.size)
    return ids.get(english)!
  }
  const lexicons: Arrays[] = (Object.keys(NATURAL_LANGUAGES) as NaturalLanguage[]).map((language) => {
    const rows = readRows(language).sort((a, b) => (a.text < b.text ? -1 : 1))
    return {
      [language]: encodeLines(rows.map(({ text }) => text)),
      [`${language}.english`]: integers(rows.map(({ english }) => idOf(english))),
    }
  })
  return { english: encodeLines([...ids.keys()]), ...Object.assign({}, ...lexicons) }
}

/** The expressions of the language, each once. */
function readRows(language: NaturalLanguage): Row[] {
  const rows = new Map<string, Row>()
  for (const [english, values] of readKeyedLists(new URL(`${language}.txt`, LEXICON_FOLDER))) {
    for (const [order, value] of values.entries()) add(english, value, order)
  }
  for (const [english, value] of namesIn(language)) add(english, value, NAME_ORDER)
  return [...rows.values()]

  function add(english: string, value: string, order: number): void {
    const words = normalizeLetters(value).match(WORD) ?? []
    addText(english, words.join(isSpaceless(language) ? '' : ' '), order)
    // Vietnamese is typed with its tones, or with none.
    if (language === 'vi') addText(english, (value.toLowerCase().normalize('NFC').match(WORD) ?? []).join(' '), order)
  }

  function addText(english: string, text: string, order: number): void {
    if (text === '') return
    const row = rows.get(text)
    // The most usual words of a concept come first, so a word is read as the concept that it is most usual for.
    if (!row) rows.set(text, { text, english, order })
    else if (order < row.order) Object.assign(row, { english, order })
  }
}

/** English name -> the name in this language, of every country, language and currency. */
function* namesIn(language: NaturalLanguage): Generator<[english: string, value: string]> {
  for (const type of ['region', 'language', 'currency'] as const) {
    const [english, local] = (['en', language] as const).map(
      (locale) => new Intl.DisplayNames(locale, { type, fallback: 'none' }),
    )
    for (const code of codesOf(type)) {
      const [name, localName] = [english!.of(code), local!.of(code)]
      if (name !== undefined && localName !== undefined) yield [name, localName]
    }
  }
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

function codesOf(type: 'region' | 'language' | 'currency'): string[] {
  if (type === 'currency') return Intl.supportedValuesOf('currency')
  const pairs = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  return type === 'region' ? pairs : pairs.map((pair) => pair.toLowerCase())
}

export const lexiconBytes = (): Uint8Array => encodeArrays(packLexicons(), LEXICONS_VERSION)

if (import.meta.main) writeFileSync(LEXICONS, brotliCompressSync(lexiconBytes()))
