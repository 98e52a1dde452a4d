/** How well one sentence of a record, or one of its operations, matches all words of a query together. */
import { type Arrays, lowestBit } from '../../catalog/packed/array-file.ts'
import { openLists } from '../../catalog/packed/lists.ts'
import type { QueryWord } from '../words/query-words.ts'
import type { Inverted } from './inverted.ts'

interface QueryTerm {
  id: number
  /** Of the records that have it. */
  count: number
  factor: number
  /** Words of the query that the term satisfies, as bits. */
  words: number
}

/** What the sentences of a record say of a query. */
export interface SentenceFit {
  /** The share of the query that its best sentence has, times the share of the sentence that the query has, 0 to 1. */
  sentence: number
  /** The share of its sentences that have any word of the query. */
  about: number
}

/** Of few sentences the share says little: as many more have the words of a query as often as those of a likely answer. */
const [MORE_SENTENCES, USUAL_SHARE] = [15, 0.4]

export type SentenceFits = ReturnType<typeof openSentences>

export function openSentences(arrays: Arrays, { idfOf }: Pick<Inverted, 'idfOf'>) {
  const firstSentence = arrays['sentences.starts']!
  const { starts, values } = openLists('sentences.slots', arrays)
  const kinds = openLists('kinds', arrays)
  const kindsOfTerms = openLists('kinds_of_terms', arrays)
  /** How much the word of a kind says; 0 for one that no record has. */
  const idfOfKind = (kind: number): number => {
    const term = kinds.values[kinds.starts[kind]!]!
    return term === 0 ? 0 : idfOf(term - 1)
  }
  // Shared by all queries; each query resets them.
  const termOfKind = new Uint16Array(kinds.starts.length)
  const factorOfWord = new Float64Array(32)

  /**
   * @param worths how much each word says
   * @param positions of the records to look at
   */
  return function fitsOf(words: readonly QueryWord[], worths: readonly number[], positions: readonly number[]) {
    const total = worths.reduce((sum, worth) => sum + worth, 0)
    const terms = termsOf(words)
    // The best term comes last, and stays.
    for (const [at, { id }] of [...terms.entries()].reverse()) {
      for (const kind of kindsOfTerms.at(1 + id)) termOfKind[kind] = 1 + at
    }
    const fits = positions.map(fitOf)
    termOfKind.fill(0)
    return fits

    function fitOf(position: number): SentenceFit {
      let fit = 0
      let matching = 0
      const [from, to] = [firstSentence[position]!, firstSentence[position + 1]!]
      for (let sentence = from; sentence < to; sentence++) {
        const [start, end] = [starts[sentence]!, starts[sentence + 1]!]
        let matched = 0
        let satisfied = 0
        let satisfiedWords = 0
        for (let slot = start; slot < end; slot++) {
          const kind = values[slot]!
          const best = termOfKind[kind]!
          if (best === 0) continue
          const term = terms[best - 1]!
          matched += term.factor * idfOfKind(kind)
          satisfiedWords |= term.words
          for (let bits = term.words; bits !== 0; bits &= bits - 1) {
            const word = lowestBit(bits)
            satisfied += worths[word]! * Math.max(0, term.factor - factorOfWord[word]!)
            factorOfWord[word] = Math.max(term.factor, factorOfWord[word]!)
          }
        }
        if (satisfiedWords === 0) continue
        factorOfWord.fill(0)
        matching++
        let all = 0
        for (let slot = start; slot < end; slot++) all += idfOfKind(values[slot]!)
        fit = Math.max(fit, Math.sqrt(satisfied / total) * (matched / (all || Number.MIN_VALUE)))
      }
      return { sentence: fit, about: (matching + MORE_SENTENCES * USUAL_SHARE) / (to - from + MORE_SENTENCES) }
    }
  }
}

/** The terms that satisfy the words, the best first; of equals the commonest. */
function termsOf(words: readonly QueryWord[]): QueryTerm[] {
  const terms = new Map<number, QueryTerm>()
  words.forEach(({ variants }, index) => {
    for (const { posting, factor, related } of variants) {
      if (related) continue
      const { id, positions } = posting
      const term = terms.get(id) ?? { id, count: positions.length, factor: 0, words: 0 }
      term.factor = Math.max(term.factor, factor)
      term.words |= 1 << index
      terms.set(id, term)
    }
  })
  return [...terms.values()].sort((a, b) => b.factor - a.factor || b.count - a.count || a.id - b.id)
}
