/**
 * The words of one natural language and the English ones that stand for them, as pack-lexicons.ts makes them of
 * word-lists/lexicon/. A language is read when a query may be in it; an expression is made when it is looked up.
 */
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { once } from '../../../system/once.ts'
import { readKeyedLists } from '../../../system/word-list.ts'
import { type Arrays, fromBytes, type Integers } from '../../packed/file.ts'
import { openLists } from '../../packed/lists.ts'
import { openSortedStrings } from '../../packed/sorted-strings.ts'
import { openStrings, type Strings } from '../../packed/strings.ts'
import { foldLetters as fold } from './fold.ts'
import {
  BEGINNING,
  LEXICON_FOLDER,
  LEXICONS,
  LEXICONS_VERSION,
  NATURAL_LANGUAGES,
  type NaturalLanguage,
} from './natural-languages.ts'

export interface Lexicon {
  /** Whether some expression begins with the folded word. */
  has(first: string): boolean
  /** The expression of exactly this folded word. */
  word(text: string): Expression | undefined
  /** The expressions that begin with the folded word, the longest first. */
  startingWith(first: string): Expression[]
  /** The single words that begin with these BEGINNING folded letters, for their other forms. */
  formsOf(beginning: string): Expression[]
  /** Letters of the longest expression. */
  readonly longest: number
}

export interface Expression {
  /** Folded words with spaces between; one for a script without spaces. */
  readonly text: string
  readonly english: string
  /** What else it may mean. */
  readonly others: readonly string[]
}

/** Words that carry no need: articles, prepositions, pronouns, politeness. */
export const functionWords = once(
  (): ReadonlyMap<NaturalLanguage, ReadonlySet<string>> =>
    new Map(
      readKeyedLists(new URL('function-words.txt', LEXICON_FOLDER)).map(([code, words]) => [
        code as NaturalLanguage,
        new Set(words.flatMap((line) => line.split(/\s+/)).map(fold)),
      ]),
    ),
)

const lexicons = once(readLexicons)

export const lexiconOf = (language: NaturalLanguage): Lexicon => lexicons().get(language)!()

function readLexicons(): ReadonlyMap<NaturalLanguage, () => Lexicon> {
  const arrays = fromBytes(new Uint8Array(brotliDecompressSync(readFileSync(LEXICONS))), LEXICONS_VERSION)
  if (!arrays) throw new Error('lexicons.bin.br is of another version; run "npm run generate"')
  const english = openStrings('english', arrays)
  const languages = Object.keys(NATURAL_LANGUAGES) as NaturalLanguage[]
  return new Map(languages.map((language) => [language, once(() => openLexicon(language, arrays, english))]))
}

function openLexicon(language: NaturalLanguage, arrays: Arrays, english: Strings): Lexicon {
  const texts = openSortedStrings(language, arrays)
  const meanings = arrays[`${language}.english`] as Integers
  const others = openLists(`${language}.others`, arrays)
  /** What an expression means is read only of the one that is chosen. */
  class Row implements Expression {
    readonly text: string
    readonly #row: number
    constructor(row: number) {
      this.#row = row
      this.text = texts.at(row)
    }
    get english() {
      return english.at(meanings[this.#row]!)
    }
    get others() {
      const { values } = others
      return [...values.subarray(others.start(this.#row), others.end(this.#row))].map((id) => english.at(id))
    }
  }
  const expressionAt = (row: number): Expression => new Row(row)
  function* rowsFrom(beginning: string): Generator<number> {
    for (let row = texts.firstFrom(beginning); texts.startsWith(row, beginning); row++) yield row
  }
  const longer = (first: string): Expression[] =>
    Array.from(rowsFrom(`${first} `), expressionAt).sort((a, b) => spacesIn(b.text) - spacesIn(a.text))
  const word = (text: string): Expression | undefined => {
    const row = texts.indexOf(text)
    return row < 0 ? undefined : expressionAt(row)
  }

  return {
    has: (first) => texts.indexOf(first) >= 0 || texts.startsWith(texts.firstFrom(`${first} `), `${first} `),
    word,
    startingWith: (first) => [...longer(first), word(first)].filter((one) => one !== undefined),
    formsOf(beginning) {
      if (beginning.length < BEGINNING) return []
      return Array.from(rowsFrom(beginning), expressionAt).filter(({ text }) => !text.includes(' '))
    },
    longest: texts.longest,
  }
}

const spacesIn = (text: string): number => text.split(' ').length
