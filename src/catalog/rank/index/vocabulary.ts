/** The words that a query may mean, as people write them: those of the records, and those of the synonyms. */
import SearchableMap from 'minisearch/SearchableMap'
import { isStop, stem } from '../../search/words.ts'
import { expressionWords } from '../concepts.ts'
import type { Correction } from '../query/corrections.ts'

export interface VocabularyWord {
  /** Its term in the index. */
  term: string
  /** How many SDKs have it. */
  count: number
}

export type Vocabulary = ReturnType<typeof vocabularyOf>

/** Shorter words are typed right, or are too short to tell. */
const MIN_LENGTH = 3
/** Numbers and the like are not typos of each other. */
const MIN_LENGTH_WITH_DIGITS = 6
/** A word of the synonyms counts as an ordinary one, whether an SDK has it or not. */
const ORDINARY_COUNT = 3

/** @param counts words as written, and how many SDKs have each */
export function vocabularyOf(counts: ReadonlyMap<string, number>) {
  const words = new Map<string, VocabularyWord>()
  const add = (word: string, count: number): void => {
    if (word.length < (/\d/.test(word) ? MIN_LENGTH_WITH_DIGITS : MIN_LENGTH) || isStop(word)) return
    words.set(word, { term: stem(word), count: Math.max(count, words.get(word)?.count ?? 0) })
  }
  const addBoth = (word: string, count: number): void => {
    add(word, count)
    const plural = pluralOf(word)
    if (plural !== undefined && stem(plural) === stem(word)) add(plural, count)
  }
  for (const [word, count] of counts) addBoth(word, count)
  for (const word of expressionWords()) addBoth(word, ORDINARY_COUNT)
  /** The same in MiniSearch's radix tree, which finds continuations and typos. */
  const tree = new SearchableMap<VocabularyWord>()
  for (const [word, entry] of words) tree.set(word, entry)
  return { words: words as ReadonlyMap<string, VocabularyWord>, tree, recent: new Map<string, Correction[]>() }
}

/** As one would type it: an SDK has the movie, a query the movies. */
function pluralOf(word: string): string | undefined {
  if (!/^[a-z]{4,}$/.test(word) || word.endsWith('s')) return undefined
  if (/(?:x|z|ch|sh)$/.test(word)) return `${word}es`
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
}
