/**
 * The words that a query may mean, as people write them: those of the records, and those of the synonyms. They are kept
 * as a tree of their letters, in which continuations and typos are found.
 */
import { type Arrays, type Integers, integers } from '../../packed/file.ts'
import { isStop, stem } from '../../search/words.ts'
import { expressionWords } from '../concepts.ts'
import type { Correction } from '../query/corrections.ts'

export interface VocabularyWord {
  word: string
  /** How many SDKs have it. */
  count: number
}

export interface Vocabulary {
  /** How many SDKs have it; 0 for a word that is not there. */
  count(word: string): number
  /** The words that begin so. */
  continuations(beginning: string): VocabularyWord[]
  /** The words that so many edits (Levenshtein) turn into this one. */
  near(typed: string, edits: number): VocabularyWord[]
  /** The last corrections. */
  readonly recent: Map<string, Correction[]>
}

/** Shorter words are typed right, or are too short to tell. */
const MIN_LENGTH = 3
/** Numbers and the like are not typos of each other. */
const MIN_LENGTH_WITH_DIGITS = 6
/** A word of the synonyms counts as an ordinary one, whether an SDK has it or not. */
const ORDINARY_COUNT = 3

/** @param counts words as written, and how many SDKs have each */
export function packVocabulary(counts: ReadonlyMap<string, number>): Arrays {
  const words = new Map<string, number>()
  const add = (word: string, count: number): void => {
    if (word.length < (/\d/.test(word) ? MIN_LENGTH_WITH_DIGITS : MIN_LENGTH) || isStop(word)) return
    words.set(word, Math.max(count, words.get(word) ?? 0))
  }
  const addBoth = (word: string, count: number): void => {
    add(word, count)
    const plural = pluralOf(word)
    if (plural !== undefined && stem(plural) === stem(word)) add(plural, count)
  }
  for (const [word, count] of counts) addBoth(word, count)
  for (const word of expressionWords()) addBoth(word, ORDINARY_COUNT)
  return packTree(words)
}

/** A node for each letter that some words share, each before its children, in the order of the words' code units. */
function packTree(words: ReadonlyMap<string, number>): Arrays {
  const letters: number[] = []
  const depths: number[] = []
  const counts: number[] = []
  let before = ''
  for (const word of [...words.keys()].sort()) {
    let shared = 0
    while (shared < before.length && before[shared] === word[shared]) shared++
    for (let at = shared; at < word.length; at++) {
      letters.push(word.charCodeAt(at))
      depths.push(at + 1)
      counts.push(0)
    }
    counts[counts.length - 1] = words.get(word)!
    before = word
  }
  const alphabet = [...new Set(letters)].sort((a, b) => a - b)
  const places = new Map(alphabet.map((letter, place) => [letter, place]))
  return {
    'vocabulary.alphabet': integers(alphabet),
    'vocabulary.letters': integers(letters.map((letter) => places.get(letter)!)),
    'vocabulary.depths': integers(depths),
    'vocabulary.counts': integers(counts),
  }
}

export function openVocabulary(arrays: Arrays): Vocabulary {
  const [alphabet, places, depths, counts] = ['alphabet', 'letters', 'depths', 'counts'].map(
    (part) => arrays[`vocabulary.${part}`],
  ) as [Integers, Integers, Integers, Integers]
  const letterAt = (node: number): number => alphabet[places[node]!]!
  const next = followers(depths)

  /** The node of the last letter; -1 where no word begins so. */
  function nodeOf(text: string): number {
    let [node, end] = [0, places.length]
    for (let at = 0; ; at++) {
      while (node < end && letterAt(node) !== text.charCodeAt(at)) node = next[node]!
      if (node >= end) return -1
      if (at + 1 === text.length) return node
      end = next[node]!
      node++
    }
  }

  return {
    count: (word) => counts[nodeOf(word)] ?? 0,
    continuations(beginning) {
      const found: VocabularyWord[] = []
      const first = nodeOf(beginning)
      if (first < 0) return found
      const path = [...beginning]
      for (let node = first; node < next[first]!; node++) {
        path.length = depths[node]! - 1
        path.push(String.fromCharCode(letterAt(node)))
        if (counts[node]! > 0) found.push({ word: path.join(''), count: counts[node]! })
      }
      return found
    },
    near(typed, edits) {
      const found: VocabularyWord[] = []
      const path: string[] = []
      const width = typed.length + 1
      const deepest = typed.length + edits
      // Row d: what it costs to turn each beginning of the typed word into the first d letters on the way to the node.
      const rows = new Uint8Array((deepest + 1) * width)
      for (let at = 0; at < width; at++) rows[at] = at
      for (let node = 0; node < places.length; ) {
        const depth = depths[node]!
        const least = depth > deepest ? edits + 1 : fillRow(rows, depth, letterAt(node), typed)
        if (least > edits) {
          node = next[node]!
          continue
        }
        path.length = depth - 1
        path.push(String.fromCharCode(letterAt(node)))
        if (counts[node]! > 0 && rows[depth * width + typed.length]! <= edits) {
          found.push({ word: path.join(''), count: counts[node]! })
        }
        node++
      }
      return found
    },
    recent: new Map(),
  }
}

/** Of each node the first after it that is no descendant. */
function followers(depths: Integers): Uint32Array {
  const next = new Uint32Array(depths.length).fill(depths.length)
  /** The last node of each depth that is still open. */
  const open: number[] = []
  for (let node = 0; node < depths.length; node++) {
    for (let depth = open.length - 1; depth >= depths[node]!; depth--) next[open[depth]!] = node
    open.length = depths[node]!
    open.push(node)
  }
  return next
}

/** Returns the lowest cost of the row: no descendant costs less. */
function fillRow(rows: Uint8Array, depth: number, letter: number, typed: string): number {
  const width = typed.length + 1
  const row = depth * width
  const before = row - width
  let least = depth
  rows[row] = depth
  for (let at = 1; at < width; at++) {
    const replaced = rows[before + at - 1]! + (typed.charCodeAt(at - 1) === letter ? 0 : 1)
    const cost = Math.min(replaced, rows[before + at]! + 1, rows[row + at - 1]! + 1)
    rows[row + at] = cost
    if (cost < least) least = cost
  }
  return least
}

/** As one would type it: an SDK has the movie, a query the movies. */
function pluralOf(word: string): string | undefined {
  if (!/^[a-z]{4,}$/.test(word) || word.endsWith('s')) return undefined
  if (/(?:x|z|ch|sh)$/.test(word)) return `${word}es`
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
}
