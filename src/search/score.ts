/**
 * Scores every record by the words of a query: BM25F over the fields, times how much of the query a record satisfies,
 * times how well one of its sentences or operations holds the words together.
 */
import { bestOf } from '../catalog/packed/lists.ts'
import { FULL_WEIGHT, type Inverted } from './index/inverted.ts'
import type { SentenceFits } from './index/sentence-fit.ts'
import { COVERAGE_POWER, SENTENCE_WEIGHT } from './weights.ts'
import { type QueryWord, worthOf } from './words/query-words.ts'

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

export type Scorer = ReturnType<typeof createScorer>

export function createScorer(size: number, { weights }: Inverted, fitsOf: SentenceFits) {
  // One set of buffers for all queries: a query runs to its end before the next begins.
  const score = new Float64Array(size)
  const share = new Float64Array(size)
  const relevance = new Float64Array(size)
  const bestValue = new Float64Array(size)

  /** @returns what has any of the words, or the best of it, best first */
  return function scoreAll(words: readonly QueryWord[], most = Number.POSITIVE_INFINITY): ScoredRecord[] {
    for (const buffer of [score, share, relevance]) buffer.fill(0)
    const strong = words.filter(({ light }) => !light)
    const ordered = [...strong, ...words.filter(({ light }) => light)]
    const worths = ordered.map(worthOf)
    const total = sumOf(worths)
    const strongTotal = sumOf(worths.slice(0, strong.length)) || 1
    ordered.forEach(addWord)
    let related = 0
    for (const value of relevance) if (value > 0) related++
    const least = related >= MIN_LIST ? relevance : share
    const found: number[] = []
    for (let position = 0; position < size; position++) {
      if (least[position] === 0) continue
      score[position]! *= (share[position]! / total) ** COVERAGE_POWER
      found.push(position)
    }
    const better = (a: number, b: number): number => score[b]! - score[a]! || a - b
    const scored = (most < found.length ? bestOf(found, most, better) : found.sort(better)).map(
      (position): ScoredRecord => {
        const share = relevance[position]! / strongTotal
        return { position, score: score[position]!, relevance: share, sentence: 0 }
      },
    )
    const head = scored.slice(0, MAX_FITTED)
    const positions = head.map(({ position }) => position)
    for (const [at, sentence] of fitsOf(strong, worths, positions).entries()) {
      head[at]!.sentence = sentence
      head[at]!.score *= 1 + SENTENCE_WEIGHT * sentence
    }
    return [...head.sort(byScore), ...scored.slice(MAX_FITTED)]

    function addWord({ variants, weight, light }: QueryWord, index: number): void {
      for (const { posting, factor, idf } of variants) {
        const maxValue = (idf * factor) / FULL_WEIGHT
        const { positions, start } = posting
        for (let at = 0; at < positions.length; at++) {
          const value = maxValue * weights[start + at]!
          if (value > bestValue[positions[at]!]!) bestValue[positions[at]!] = value
        }
      }
      for (const { posting } of variants) {
        for (const position of posting.positions) {
          const value = bestValue[position]! * weight
          if (value === 0) continue
          bestValue[position] = 0
          score[position]! += value
          share[position]! += worths[index]!
          if (!light) relevance[position]! += value
        }
      }
    }
  }
}

/** Ties in catalogue order. */
const byScore = (a: ScoredRecord, b: ScoredRecord): number =>
  a.score === b.score ? a.position - b.position : a.score > b.score ? -1 : 1

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
