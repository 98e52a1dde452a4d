/** Words that a mistyped word may have meant: its continuations, and the words an edit or two away. */
import { editCost } from '../../search/edit-distance.ts'
import { stem } from '../../search/words.ts'
import type { Vocabulary, VocabularyWord } from '../index/vocabulary.ts'

export interface Correction {
  word: string
  term: string
  /** How surely it was meant, between 0 and 1. */
  factor: number
}

/** Shorter words are too near to each other. */
const MIN_LENGTH = 4
const MAX_LENGTH = 32
/** What the edits may cost, by the length of the word as typed: a letter of a short word is a large part of it. */
const MAX_COST = [0, 0, 0, 0, 1, 1.3, 1.5, 2.2, 2.2, 2.8]
const TWO_EDITS_FROM = 7
/** An unfinished word, half of it at least, costs this, and a little for each missing letter. */
const UNFINISHED = 1.2
const MISSING_LETTER = 0.1
/** How much likelier a word is for each doubling of the SDKs that have it, and at most. */
const COMMON_BONUS = 0.05
const MAX_COMMON_BONUS = 0.3
/** How much less sure a word is for what its edits cost, and how sure at least. */
const DOUBT = 0.2
const MIN_FACTOR = 0.3
/** Words this close to the likeliest may have been meant as well. */
const AS_LIKELY = 0.2
const MAX_WORDS = 4
const MAX_RECENT = 100

/** The likeliest first. A query asks for the same word more than once, so the last ones are kept. */
export function correctionsFor(typed: string, vocabulary: Vocabulary): Correction[] {
  if (typed.length < MIN_LENGTH || typed.length > MAX_LENGTH) return []
  const { recent } = vocabulary
  const corrections = recent.get(typed) ?? likeliest(typed, vocabulary)
  recent.set(typed, corrections)
  if (recent.size > MAX_RECENT) recent.delete(recent.keys().next().value!)
  return corrections
}

function likeliest(typed: string, vocabulary: Vocabulary): Correction[] {
  const costs = new Map<string, { known: VocabularyWord; cost: number }>()
  const offer = (known: VocabularyWord, cost: number): void => {
    if (cost < (costs.get(known.word)?.cost ?? Number.POSITIVE_INFINITY)) costs.set(known.word, { known, cost })
  }
  const most = MAX_COST[Math.min(typed.length, MAX_COST.length - 1)]!
  const weigh = (known: VocabularyWord): void => {
    const cost = editCost(typed, known.word, most)
    if (cost <= most) offer(known, cost)
  }
  for (const known of vocabulary.continuations(typed)) {
    const missing = known.word.length - typed.length
    if (missing <= typed.length) offer(known, UNFINISHED + MISSING_LETTER * missing)
  }
  for (const word of swapped(typed)) {
    const count = vocabulary.count(word)
    if (count > 0) weigh({ word, count })
  }
  for (const known of vocabulary.near(typed, typed.length >= TWO_EDITS_FROM ? 2 : 1)) weigh(known)

  const ranked = [...costs.values()]
    .map(({ known, cost }) => ({ word: known.word, cost, unlikely: cost - commonBonus(known) }))
    .sort((a, b) => a.unlikely - b.unlikely || (a.word < b.word ? -1 : 1))
  const [best] = ranked
  const corrections = new Map<string, Correction>()
  for (const { word, cost, unlikely } of ranked) {
    if (unlikely > best!.unlikely + AS_LIKELY || corrections.size === MAX_WORDS) break
    const factor = Math.max(MIN_FACTOR, 1 - DOUBT * cost) * (1 - (unlikely - best!.unlikely) / (2 * AS_LIKELY))
    const term = stem(word)
    if (!corrections.has(term)) corrections.set(term, { word, term, factor })
  }
  return [...corrections.values()]
}

const commonBonus = ({ count }: VocabularyWord): number =>
  Math.min(MAX_COMMON_BONUS, COMMON_BONUS * Math.log2(1 + count))

/** Two neighbours in the wrong order: one mistake to a person, two edits to Levenshtein. */
function* swapped(word: string): Generator<string> {
  for (let at = 0; at + 1 < word.length; at++) {
    yield word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
  }
}
