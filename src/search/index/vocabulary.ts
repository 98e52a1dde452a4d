/**
 * The words that a query may mean, as people write them: those of the records, and those of the synonyms. They are
 * sorted, so that words with the same beginning are neighbours.
 */
import { LRUCache } from 'lru-cache'
import { type Arrays, integers } from '../../catalog/packed/array-file.ts'
import { decodeLines, encodeLines, indexInSorted } from '../../catalog/packed/strings.ts'
import { expressionWords } from '../../query/words/concepts.ts'
import { isStop, stem } from '../../query/words/words.ts'
import { once } from '../../system/once.ts'

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
    'vocabulary.words': encodeLines(sorted),
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

/** Words this long may have two edits. */
const MIN_LENGTH_OF_TWO_EDITS = 7
/** Words whose neighbours are cached. */
const MAX_CACHED = 64

export type Vocabulary = ReturnType<typeof openVocabulary>

export function openVocabulary(arrays: Arrays) {
  const wordList = once(() => decodeLines(arrays['vocabulary.words'] as Uint8Array))
  const counts = arrays['vocabulary.counts']!
  /** Letters that each word shares with the one before; read for typos alone. */
  const sharedLengths = once(() =>
    Uint16Array.from(wordList(), (word, index) => {
      const before = wordList()[index - 1] ?? ''
      let shared = 0
      while (shared < word.length && word[shared] === before[shared]) shared++
      return shared
    }),
  )
  /** One query asks for a word many times: for each of its needs, and each way to read them. */
  const neighbours = new LRUCache({ max: MAX_CACHED, memoMethod: near })

  return {
    /** Number of SDKs that have the word; 0 for an unknown one. */
    count: (word: string): number => counts[indexInSorted(wordList(), word)] ?? 0,
    /** The words within one edit, or two of a long word. */
    near: (typed: string): readonly VocabularyWord[] => neighbours.memo(typed),
  }

  /**
   * Each letter of a word is a row of the Levenshtein matrix, shared with the words before that begin alike; where no cell
   * of a row is within reach, all words with the same beginning are skipped.
   */
  function near(typed: string): VocabularyWord[] {
    const [words, shared] = [wordList(), sharedLengths()]
    const matches: VocabularyWord[] = []
    const maxEdits = typed.length >= MIN_LENGTH_OF_TWO_EDITS ? 2 : 1
    const width = typed.length + 1
    const maxDepth = typed.length + maxEdits
    const rows = new Uint8Array((maxDepth + 1) * width).fill(maxEdits + 1)
    for (let at = 0; at < width; at++) rows[at] = at
    let depth = 0
    for (let index = 0; index < words.length; ) {
      const word = words[index]!
      depth = Math.min(depth, shared[index]!)
      let isNear = true
      while (isNear && depth < word.length) {
        isNear = depth < maxDepth && fillRow(rows, depth + 1, word.charCodeAt(depth), typed, maxEdits) <= maxEdits
        if (isNear) depth++
      }
      if (isNear && rows[depth * width + typed.length]! <= maxEdits) matches.push({ word, count: counts[index]! })
      index++
      if (!isNear) while (index < words.length && shared[index]! > depth) index++
    }
    return matches
  }
}

/**
 * Fills the cells within `maxEdits` of the diagonal; any other costs more.
 * @returns the lowest cost of the row: no longer word with this beginning costs less
 */
function fillRow(rows: Uint8Array, depth: number, letter: number, typed: string, maxEdits: number): number {
  const width = typed.length + 1
  const row = depth * width
  const previous = row - width
  let lowest = depth
  rows[row] = depth
  const end = Math.min(width, depth + maxEdits + 1)
  for (let at = Math.max(1, depth - maxEdits); at < end; at++) {
    const replaced = rows[previous + at - 1]! + (typed.charCodeAt(at - 1) === letter ? 0 : 1)
    const cost = Math.min(replaced, rows[previous + at]! + 1, rows[row + at - 1]! + 1)
    rows[row + at] = cost
    if (cost < lowest) lowest = cost
  }
  return lowest
}
