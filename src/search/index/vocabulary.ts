/**
 * The words that a query may mean, as people write them, sorted: those of the records, and those of the synonyms.
 */
import { LRUCache } from 'lru-cache'
import { type Arrays, integers } from '../../catalog/packed/array-file.ts'
import { openStrings, packStrings } from '../../catalog/packed/strings.ts'
import { expressionWords } from '../../query/words/concepts.ts'
import { isStop, stem } from '../../query/words/words.ts'
import { likest, openLetters, packLetters } from '../suggest.ts'

export interface VocabularyWord {
  word: string
  /** Number of SDKs that have it. */
  count: number
}

/** Shorter words are typed right, or are too short to say. */
const MIN_LENGTH = 3
/** Numbers and the like are not typos of each other. */
const MIN_LENGTH_WITH_DIGITS = 6
/** A word of the synonyms counts as an ordinary one, whether an SDK has it or not. */
const ORDINARY_COUNT = 3

/** @param counts words as written, and how many SDKs have each */
export function packVocabulary(counts: ReadonlyMap<string, number>): Arrays {
  const words = new Map<string, number>()
  for (const [word, count] of counts) addForms(word, count)
  for (const word of expressionWords()) addForms(word, ORDINARY_COUNT)
  const sorted = [...words.keys()].sort()
  return {
    ...packStrings('vocabulary.words', sorted),
    ...packLetters('vocabulary', sorted),
    'vocabulary.counts': integers(sorted.map((word) => words.get(word)!)),
  }

  function addForms(word: string, count: number): void {
    add(word, count)
    const plural = pluralOf(word)
    if (plural !== undefined && stem(plural) === stem(word)) add(plural, count)
  }

  function add(word: string, count: number): void {
    if (word.length < (/\d/.test(word) ? MIN_LENGTH_WITH_DIGITS : MIN_LENGTH) || isStop(word)) return
    words.set(word, Math.max(count, words.get(word) ?? 0))
  }
}

/** As one would type it: an SDK has the movie, a query the movies. */
function pluralOf(word: string): string | undefined {
  if (!/^[a-z]{4,}$/.test(word) || word.endsWith('s')) return undefined
  if (/(?:x|z|ch|sh)$/.test(word)) return `${word}es`
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
}

/** Words whose neighbours are cached. */
const MAX_CACHED = 64

export type Vocabulary = ReturnType<typeof openVocabulary>

export function openVocabulary(arrays: Arrays) {
  const words = openStrings('vocabulary.words', arrays)
  const letters = openLetters('vocabulary', arrays, words)
  const counts = arrays['vocabulary.counts']!
  const count = (word: string): number => counts[words.indexOf(word)] ?? 0
  const near = (typed: string) => likest(typed, letters).map((word): VocabularyWord => ({ word, count: count(word) }))
  /** One query asks for a word many times: for each of its needs, and each way to read them. */
  const neighbours = new LRUCache({ max: MAX_CACHED, memoMethod: near })

  return {
    /** Number of SDKs that have the word; 0 for an unknown one. */
    count,
    /** The words that are written most like it. */
    near: (typed: string): readonly VocabularyWord[] => neighbours.memo(typed),
  }
}
