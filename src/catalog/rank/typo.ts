/** Terms that a mistyped word may have meant: its continuations, and the terms an edit or two away. */
import type SearchableMap from 'minisearch/SearchableMap'
import { sortOf } from './concepts.ts'
import type { Posting } from './inverted.ts'
import type { Variant } from './query.ts'

const PREFIX = 0.75
const ONE_EDIT = 0.8
const TWO_EDITS = 0.55
/** From this factor on there is little doubt what was meant. */
export const CLOSE = PREFIX
/** Shorter words are too near to each other. */
const SHORTEST = 4
const TWO_EDITS_FROM = 7
const MOST_TERMS = 8

/** The nearest first. */
export function nearTerms(wanted: string, terms: SearchableMap<Posting>): Variant[] {
  if (wanted.length < SHORTEST) return []
  const found = new Map<string, Variant>()
  const offer = (term: string, posting: Posting, factor: number): void => {
    if (sortOf(term) !== undefined || (found.get(term)?.factor ?? 0) >= factor) return
    found.set(term, { term, posting, factor })
  }
  for (const [term, posting] of terms.atPrefix(wanted)) offer(term, posting, PREFIX)
  for (const term of swapped(wanted)) {
    const posting = terms.get(term)
    if (posting) offer(term, posting, ONE_EDIT)
  }
  const edits = wanted.length >= TWO_EDITS_FROM ? 2 : 1
  for (const [term, [posting, distance]] of terms.fuzzyGet(wanted, edits)) {
    const begins = term[0] === wanted[0] ? 1 : 0.8
    offer(term, posting, (distance <= 1 ? ONE_EDIT : TWO_EDITS) * begins)
  }
  return [...found.values()]
    .sort(
      (a, b) =>
        b.factor - a.factor || b.posting.positions.length - a.posting.positions.length || (a.term < b.term ? -1 : 1),
    )
    .slice(0, MOST_TERMS)
}

/** Two neighbours in the wrong order: one slip to a person, two edits to Levenshtein. */
function* swapped(word: string): Generator<string> {
  for (let at = 0; at + 1 < word.length; at++) {
    yield word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
  }
}
