/**
 * Scores every record by the words of a query: BM25F over the fields, times how much of the query a record satisfies,
 * times how well one of its sentences or operations holds the words together.
 */
import { FULL_WEIGHT, type Inverted } from './index/inverted.ts'
import type { SentenceFits } from './index/sentence-fit.ts'
import { type QueryWord, worthOf } from './terms/query-words.ts'
import { COVERAGE_POWER, SENTENCE_WEIGHT } from './weights.ts'

export interface ScoredRecord {
  position: number
  score: number
  /** BM25F, as a share of what a record could have that is all about the words. */
  relevance: number
  /** How well its best sentence holds the words together; 0 for all but the best records. */
  sentence: number
}

/** With fewer related records a list is filled up with those that have only light words of the query. */
const MIN_LIST = 10
/** As many of the best are compared sentence by sentence. */
const MAX_FITTED = 30

export function createScorer(size: number, { weights }: Inverted, fitsOf: SentenceFits) {
  // One set of buffers for all queries: a query runs to its end before the next begins.
  const score = new Float64Array(size)
  const share = new Float64Array(size)
  const relevance = new Float64Array(size)
  const bestValue = new Float64Array(size)

  /** @returns what has any of the words, best first */
  return function scoreAll(words: readonly QueryWord[]): ScoredRecord[] {
    for (const buffer of [score, share, relevance]) buffer.fill(0)
    let touched: number[] = []
    const strong = words.filter(({ light }) => !light)
    const ordered = [...strong, ...words.filter(({ light }) => light)]
    const worths = ordered.map(worthOf)
    const total = sumOf(worths)
    const strongTotal = sumOf(worths.slice(0, strong.length)) || 1
    ordered.forEach(addWord)
    const related = touched.filter((position) => relevance[position]! > 0)
    if (related.length >= MIN_LIST) touched = related
    for (const position of touched) {
      relevance[position]! /= strongTotal
      share[position]! /= total
      score[position]! *= share[position]! ** COVERAGE_POWER
    }
    const scored = touched.map(scoredAt).sort(byScore)
    const head = scored.slice(0, MAX_FITTED)
    const positions = head.map(({ position }) => position)
    for (const [at, sentence] of fitsOf(strong, worths, positions).entries()) {
      head[at]!.sentence = sentence
      head[at]!.score *= 1 + SENTENCE_WEIGHT * sentence
    }
    return [...head.sort(byScore), ...scored.slice(MAX_FITTED)]

    function addWord({ variants, weight, light }: QueryWord, index: number): void {
      const worth = worths[index]!
      const holders: number[] = []
      for (const { posting, factor, idf } of variants) {
        const maxValue = (idf * factor) / FULL_WEIGHT
        const { positions, start } = posting
        for (let at = 0; at < positions.length; at++) {
          const position = positions[at]!
          const value = maxValue * weights[start + at]!
          if (bestValue[position] === 0) holders.push(position)
          if (value > bestValue[position]!) bestValue[position] = value
        }
      }
      for (const position of holders) {
        if (share[position] === 0) touched.push(position)
        score[position]! += bestValue[position]! * weight
        share[position]! += worth
        if (!light) relevance[position]! += bestValue[position]! * weight
        bestValue[position] = 0
      }
    }

    function scoredAt(position: number): ScoredRecord {
      return { position, score: score[position]!, relevance: relevance[position]!, sentence: 0 }
    }
  }
}

/** Ties in catalogue order. */
const byScore = (a: ScoredRecord, b: ScoredRecord): number => b.score - a.score || a.position - b.position

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
