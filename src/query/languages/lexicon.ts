/**
 * The words of one natural language and the English ones that stand for them, as scripts/lexicons.ts makes them of
 * word-lists/lexicon/. A language is read when a query may be in it.
 */
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { type Arrays, decodeArrays } from '../../catalog/packed/array-file.ts'
import { indexInSorted, lowerBound, openLines, type TextList } from '../../catalog/packed/strings.ts'
import { once } from '../../system/once.ts'
import { readKeyedLists } from '../../system/word-list.ts'
import {
  LEXICON_FOLDER,
  LEXICONS,
  LEXICONS_VERSION,
  MIN_SHARED,
  NATURAL_LANGUAGES,
  type NaturalLanguage,
  normalizeLetters,
} from './natural-languages.ts'

export interface LexiconEntry {
  /** Normalized words with spaces between; one for a script without spaces. */
  readonly text: string
  readonly english: string
}

const readWords = (name: string): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    readKeyedLists(new URL(`${name}.txt`, LEXICON_FOLDER)).map(([code, words]) => {
      const spelled = words.flatMap((line) => line.split(/\s+/))
      return [code, new Set([...spelled, ...spelled.map(normalizeLetters)])]
    }),
  )

/** Language -> words that carry no need: articles, prepositions, pronouns, politeness; as they are spelled and normalized. */
export const functionWords = once(() => readWords('function-words'))

const lexicons = once((): ReadonlyMap<NaturalLanguage, () => Lexicon> => {
  const arrays = decodeArrays(new Uint8Array(brotliDecompressSync(readFileSync(LEXICONS))), LEXICONS_VERSION)
  if (!arrays) throw new Error('lexicons.bin.br is of another version; run "npm run generate"')
  const english = openLines(arrays.english as Uint8Array)
  return new Map(NATURAL_LANGUAGES.map((language) => [language, once(() => openLexicon(language, arrays, english))]))
})

export const lexiconOf = (language: NaturalLanguage): Lexicon => lexicons().get(language)!()

export type Lexicon = ReturnType<typeof openLexicon>

function openLexicon(language: NaturalLanguage, arrays: Arrays, english: TextList) {
  const texts = openLines(arrays[language] as Uint8Array)
  const meanings = arrays[`${language}.english`]!
  const entryAt = (row: number): LexiconEntry => ({
    text: texts.at(row)!,
    english: english.at(meanings[row]!)!,
  })
  /** @param isLonger only expressions of several words, or only single ones */
  function entriesFrom(beginning: string, isLonger: boolean): LexiconEntry[] {
    const entries: LexiconEntry[] = []
    for (let row = lowerBound(texts, beginning); texts.at(row)?.startsWith(beginning); row++) {
      if (texts.at(row)!.includes(' ') === isLonger) entries.push(entryAt(row))
    }
    return entries
  }
  const isBeginning = (letters: string): boolean => texts.at(lowerBound(texts, letters))?.startsWith(letters) === true
  const word = (text: string): LexiconEntry | undefined => {
    const row = indexInSorted(texts, text)
    return row < 0 ? undefined : entryAt(row)
  }

  return {
    /** Whether some expression begins with the normalized word. */
    has: (first: string): boolean => word(first) !== undefined || isBeginning(`${first} `),
    /** Whether some expression begins with these normalized letters. */
    hasBeginning: isBeginning,
    /** The expression of exactly this normalized word. */
    word,
    /** The expressions that may begin with a form of the normalized word, the longest first. */
    startingWith(first: string): LexiconEntry[] {
      const beginning = first.length < 5 ? `${first} ` : first.slice(0, -2)
      const isExact = ({ text }: LexiconEntry): number => Number(text.startsWith(`${first} `))
      const longer = entriesFrom(beginning, true).sort((a, b) => wordCount(b) - wordCount(a) || isExact(b) - isExact(a))
      return [...longer, word(first)].filter((entry) => entry !== undefined)
    },
    /** The single words that share the first letters of this one, for their other forms. */
    formsOf: (word: string): LexiconEntry[] =>
      word.length < MIN_SHARED ? [] : entriesFrom(word.slice(0, MIN_SHARED), false),
  }
}

const wordCount = ({ text }: LexiconEntry): number => text.split(' ').length
