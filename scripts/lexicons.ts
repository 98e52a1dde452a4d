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
} from '../src/query/languages/natural-languages.ts'
import { readKeyedLists } from '../src/system/word-list.ts'

interface Row {
  /** Normalized words with spaces between; one for a script without spaces. */
  text: string
  english: string
  /** Place in the row of the concept. */
  order: number
}

const FUNCTION_WORDS = new Map(readKeyedLists(new URL('function-words.txt', LEXICON_FOLDER)))

/** A name of a country, language or currency is read so unless a row has the word. */
const NAME_ORDER = 9

function packLexicons(): Arrays {
  const ids = new Map<string, number>()
  const idOf = (english: string): number => {
    if (!ids.has(english)) ids.set(english, ids.size)
    return ids.get(english)!
  }
  const lexicons: Arrays[] = NATURAL_LANGUAGES.map((language) => {
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
  const spelled = new Set(FUNCTION_WORDS.get(language)?.flatMap((line) => line.split(/\s+/)))
  const functional = new Set([...spelled].map(normalizeLetters))
  for (const [english, values] of readKeyedLists(new URL(`${language}.txt`, LEXICON_FOLDER))) {
    for (const [order, value] of values.entries()) add(english, value, order)
  }
  for (const [english, value] of namesIn(language)) {
    if (!functional.has(normalizeLetters(value))) add(english, value, NAME_ORDER)
  }
  return [...rows.values()]

  function add(english: string, value: string, order: number): void {
    const text = joined(normalizeLetters(value))
    const written = joined(value.toLowerCase().normalize('NFC'))
    // Finnish "sää" is the weather, and "saa" gets: without accents it is the function word.
    if (!functional.has(text) || spelled.has(written)) addText(english, text, order)
    // Vietnamese is typed with its tones, or with none.
    if (functional.has(text) || language === 'vi') addText(english, written, order)
  }

  function joined(text: string): string {
    return (text.match(WORD) ?? []).join(isSpaceless(language) ? '' : ' ')
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

export const lexiconBytes = (): Uint8Array => Buffer.concat([...encodeArrays(packLexicons(), LEXICONS_VERSION)])

if (import.meta.main) writeFileSync(LEXICONS, brotliCompressSync(lexiconBytes()))
