/** Words that a mistyped word may have meant: its continuations, and the words a slip or two away. */
import { slipCost } from '../../search/edit-distance.ts'
import type { Known, Vocabulary } from '../index/vocabulary.ts'

export interface Near {
  word: string
  term: string
  /** How surely it was meant, between 0 and 1. */
  factor: number
}

/** Shorter words are too near to each other. */
const SHORTEST = 4
const LONGEST = 32
/** What slips may cost, by the length of the word as typed: a letter of a short word is a large part of it. */
const MOST = [0, 0, 0, 0, 1, 1.3, 1.5, 2.2, 2.2, 2.8]
const TWO_EDITS_FROM = 7
/** A word begun and not ended, half of it at least, costs this, and a little for each letter that is missing. */
const BEGUN = 1.2
const MISSING = 0.1
/** How much likelier a word is for each doubling of the SDKs that have it, and at most. */
const COMMON = 0.05
const MOST_COMMON = 0.3
/** How much less sure a word is for what the slips cost, and how sure at least. */
const DOUBT = 0.2
const LEAST = 0.3
/** Words this close to the likeliest may have been meant as well. */
const AS_LIKELY = 0.2
const MOST_WORDS = 4

/** The likeliest first. */
export function nearWords(typed: string, { words, tree }: Vocabulary): Near[] {
  if (typed.length < SHORTEST || typed.length > LONGEST) return []
  const costs = new Map<string, { known: Known; cost: number }>()
  const offer = (word: string, known: Known, cost: number): void => {
    if (cost < (costs.get(word)?.cost ?? Number.POSITIVE_INFINITY)) costs.set(word, { known, cost })
  }
  const most = MOST[Math.min(typed.length, MOST.length - 1)]!
  const weigh = (word: string, known: Known): void => {
    const cost = slipCost(typed, word, most)
    if (cost <= most) offer(word, known, cost)
  }
  for (const [word, known] of tree.atPrefix(typed)) {
    if (word.length <= 2 * typed.length) offer(word, known, BEGUN + MISSING * (word.length - typed.length))
  }
  for (const word of swapped(typed)) {
    const known = words.get(word)
    if (known) weigh(word, known)
  }
  const edits = typed.length >= TWO_EDITS_FROM ? 2 : 1
  for (const [word, [known]] of tree.fuzzyGet(typed, edits)) weigh(word, known)

  const ranked = [...costs]
    .map(([word, { known, cost }]) => ({ word, term: known.term, cost, unlikely: cost - common(known) }))
    .sort((a, b) => a.unlikely - b.unlikely || (a.word < b.word ? -1 : 1))
  const [best] = ranked
  const near = new Map<string, Near>()
  for (const { word, term, cost, unlikely } of ranked) {
    if (unlikely > best!.unlikely + AS_LIKELY || near.size === MOST_WORDS) break
    const factor = Math.max(LEAST, 1 - DOUBT * cost) * (1 - (unlikely - best!.unlikely) / (2 * AS_LIKELY))
    if (!near.has(term)) near.set(term, { word, term, factor })
  }
  return [...near.values()]
}

const common = ({ count }: Known): number => Math.min(MOST_COMMON, COMMON * Math.log2(1 + count))

/** Two neighbours in the wrong order: one slip to a person, two edits to Levenshtein. */
function* swapped(word: string): Generator<string> {
  for (let at = 0; at + 1 < word.length; at++) {
    yield word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
  }
}
