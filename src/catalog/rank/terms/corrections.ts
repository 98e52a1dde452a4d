/** Words that a mistyped word may have meant: its continuations, and the words an edit or two away. */
import { editCost } from '../../search/edit-distance.ts'
import { stem } from '../../search/words.ts'
import type { Vocabulary, VocabularyWord } from '../index/vocabulary.ts'
import { SPELLING } from '../weights.ts'

export interface Correction {
  word: string
  term: string
  /** How surely it was meant, between 0 and 1. */
  factor: number
}

/** Shorter words are too near to each other. */
const MIN_LENGTH = 4
const MAX_LENGTH = 32
/** Words this long may have two edits. */
const MIN_LENGTH_OF_TWO_EDITS = 7
const MAX_CORRECTIONS = 4

/** The likeliest first. */
export function correctionsFor(typed: string, vocabulary: Vocabulary): Correction[] {
  if (typed.length < MIN_LENGTH || typed.length > MAX_LENGTH) return []
  const costs = candidateCosts(typed, vocabulary)
  const candidates = [...costs.values()]
    .map(({ word, count, cost }) => ({ word, cost, rank: cost - commonBonus(count) }))
    .sort((a, b) => a.rank - b.rank || (a.word < b.word ? -1 : 1))
  const [best] = candidates
  const corrections = new Map<string, Correction>()
  for (const { word, cost, rank } of candidates) {
    const behind = rank - best!.rank
    if (behind > SPELLING.asLikely || corrections.size === MAX_CORRECTIONS) break
    const term = stem(word)
    const factor = Math.max(SPELLING.minFactor, 1 - SPELLING.doubt * cost) * (1 - behind / (2 * SPELLING.asLikely))
    if (!corrections.has(term)) corrections.set(term, { word, term, factor })
  }
  return [...corrections.values()]
}

function candidateCosts(typed: string, vocabulary: Vocabulary) {
  const candidates = new Map<string, VocabularyWord & { cost: number }>()
  const maxCost = SPELLING.maxCost[Math.min(typed.length, SPELLING.maxCost.length - 1)]!
  for (const candidate of vocabulary.continuations(typed)) {
    const missing = candidate.word.length - typed.length
    if (missing <= typed.length) add(candidate, SPELLING.unfinished + SPELLING.missingLetter * missing)
  }
  for (const word of withSwappedNeighbours(typed)) {
    const count = vocabulary.count(word)
    if (count > 0) addEdited({ word, count })
  }
  vocabulary.near(typed, typed.length >= MIN_LENGTH_OF_TWO_EDITS ? 2 : 1).forEach(addEdited)
  return candidates

  function add(candidate: VocabularyWord, cost: number): void {
    if (cost < (candidates.get(candidate.word)?.cost ?? Number.POSITIVE_INFINITY))
      candidates.set(candidate.word, { ...candidate, cost })
  }

  function addEdited(candidate: VocabularyWord): void {
    const cost = editCost(typed, candidate.word, maxCost)
    if (cost <= maxCost) add(candidate, cost)
  }
}

const commonBonus = (count: number): number =>
  Math.min(SPELLING.maxCommonBonus, SPELLING.commonBonus * Math.log2(1 + count))

/** Two neighbours in the wrong order: one mistake to a person, two edits to Levenshtein. */
function* withSwappedNeighbours(word: string): Generator<string> {
  for (let at = 0; at + 1 < word.length; at++) {
    yield word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
  }
}
