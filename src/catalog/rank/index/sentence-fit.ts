/** How well a record fits a query: whether one of its sentences, or of its operations, holds the words together. */
import type { Arrays } from '../../packed/array-file.ts'
import { openLists } from '../../packed/lists.ts'
import type { QueryWord } from '../terms/query-words.ts'
import type { Inverted } from './inverted.ts'

export interface SentenceFit {
  /** Share of the query that the best sentence has, times the share of the sentence that the query has, 0 to 1. */
  sentence: number
  /** The same of the third best sentence: an SDK for the need has it in other words too. */
  third: number
  /** Share of the query that one operation has, at most. */
  operation: number
}

interface QueryTerm {
  id: number
  factor: number
  /** Words of the query that the term satisfies, as bits. */
  words: number
}

export type SentenceFits = ReturnType<typeof openSentences>

export function openSentences(arrays: Arrays, { idfs }: Pick<Inverted, 'idfs'>) {
  const firstSentence = arrays['sentences.starts']!
  const operations = arrays['sentences.operations']!
  const slots = openLists('sentences.slots', arrays)
  const kinds = openLists('kinds', arrays)
  /** How much the word of a slot says; 0 for one that no record has. */
  const idfOf = (slot: number): number => idfs[kinds.values[kinds.starts[slots.values[slot]!]!]! - 1] ?? 0

  /**
   * @param worths how much each word says
   * @param positions of the records to look at
   */
  return function fitsOf(
    words: readonly QueryWord[],
    worths: readonly number[],
    positions: readonly number[],
  ): Map<number, SentenceFit> {
    const total = worths.reduce((sum, worth) => sum + worth, 0)
    const terms = termsOf(words)
    /** By 1 + term: 1 + its index among those of the query; 0 for others. */
    const termIndexes = new Uint16Array(1 + idfs.length)
    terms.forEach(({ id }, index) => {
      termIndexes[1 + id] = 1 + index
    })
    /** By kind of slot: 1 + the best term of the query that satisfies it, -1 for none, 0 before it is looked up. */
    const termOfKind = new Int16Array(kinds.starts.length)
    return new Map(positions.map((position) => [position, fitOf(position)]))

    function fitOf(position: number): SentenceFit {
      const best: SentenceFit = { sentence: 0, third: 0, operation: 0 }
      let second = 0
      for (let sentence = firstSentence[position]!; sentence < firstSentence[position + 1]!; sentence++) {
        const filled = filledIn(sentence)
        const fit = filled ? weigh(best, sentence, filled) : 0
        if (fit > best.sentence) [best.sentence, second, best.third] = [fit, best.sentence, second]
        else if (fit > second) [second, best.third] = [fit, second]
        else if (fit > best.third) best.third = fit
      }
      return best
    }

    /** The slots of a sentence that the query satisfies; undefined for none, as of most. */
    function filledIn(sentence: number): { slot: number; termIndex: number }[] | undefined {
      let filled: { slot: number; termIndex: number }[] | undefined
      for (let slot = slots.starts[sentence]!; slot < slots.starts[sentence + 1]!; slot++) {
        const kind = slots.values[slot]!
        const term = termOfKind[kind] || lookUp(kind)
        if (term < 0) continue
        filled ??= []
        filled.push({ slot, termIndex: term - 1 })
      }
      return filled
    }

    function lookUp(kind: number): number {
      let best = 0
      for (let at = kinds.starts[kind]!; at < kinds.starts[kind + 1]!; at++) {
        const index = termIndexes[kinds.values[at]!]!
        if (index > 0 && (best === 0 || index < best)) best = index
      }
      termOfKind[kind] = best || -1
      return termOfKind[kind]!
    }

    /** @returns how well the sentence holds the query */
    function weigh(best: SentenceFit, sentence: number, filled: { slot: number; termIndex: number }[]): number {
      const [start, end] = [slots.starts[sentence]!, slots.starts[sentence + 1]!]
      let [matched, satisfied, satisfiedWords] = [0, 0, 0]
      for (const { termIndex, slot } of filled.sort((a, b) => a.termIndex - b.termIndex)) {
        const { factor, words } = terms[termIndex]!
        matched += factor * idfOf(slot)
        for (let bits = words & ~satisfiedWords; bits !== 0; bits &= bits - 1) {
          satisfied += factor * worths[31 - Math.clz32(bits & -bits)]!
        }
        satisfiedWords |= words
      }
      const share = satisfied / total
      if (operations[sentence] !== 0) best.operation = Math.max(best.operation, share)
      return Math.sqrt(share) * (matched / idfSum(start, end))
    }
  }

  /** What the words of a sentence say together; never 0. */
  function idfSum(start: number, end: number): number {
    let sum = 0
    for (let slot = start; slot < end; slot++) sum += idfOf(slot)
    return sum || Number.MIN_VALUE
  }
}

/** The terms that satisfy the words, the best first. */
function termsOf(words: readonly QueryWord[]): QueryTerm[] {
  const terms = new Map<number, QueryTerm>()
  words.forEach(({ variants }, index) => {
    for (const { posting, factor, related } of variants) {
      if (related) continue
      const { id } = posting
      const term = terms.get(id) ?? { id, factor: 0, words: 0 }
      term.factor = Math.max(term.factor, factor)
      term.words |= 1 << index
      terms.set(id, term)
    }
  })
  return [...terms.values()].sort((a, b) => b.factor - a.factor || a.id - b.id)
}
