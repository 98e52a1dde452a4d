/**
 * Scores every record by the words of a query: BM25F over the fields, times how much of the query a record satisfies,
 * times how well one of its sentences or operations holds the words together.
 */
import { FULL_WEIGHT, type Inverted } from './index/inverted.ts'
import type { Fit, Phrases } from './index/phrases.ts'
import { isStory, type QueryWord } from './query/query.ts'

export interface Scored {
  position: number
  score: number
  /** Satisfies every word. */
  complete: boolean
  /** Share of the query that it satisfies, not counting what is only related. */
  coverage: number
  fit?: Fit
}

/** How much missing words cost: the share of the query's weight that is satisfied, to this power. */
const COVERAGE_POWER = 1.5
/** Share of a word that a record satisfies which is only related to it. */
const RELATED_SHARE = 0.85
/** What a record scores that is only related to the words, beside one that has some of them. */
const RELATED_SCORE = 0.7
/** How much a sentence or an operation that holds the words together adds. */
const SENTENCE = 2
const OPERATION = 0.25
/** In a story what stands together counts more. */
const COVERAGE_POWER_OF_STORY = 0.7
const SENTENCE_OF_STORY = 6
/** A record that does not have every word is shown if it reaches this share of the best score. */
export const WORTH_SHOWING = 0.15
/** As many of the best are compared sentence by sentence. */
const MAX_FITTED = 60

export function scorer(size: number, { weights }: Inverted, phrases: Phrases) {
  // One set of buffers for all queries: a query runs to its end before the next begins.
  const score = new Float64Array(size)
  const share = new Float64Array(size)
  const coverage = new Float64Array(size)
  const satisfied = new Uint8Array(size)
  const best = new Float64Array(size)
  const satisfies = new Uint8Array(size)

  /**
   * @param typed the words of the query, also those that say nothing alone
   * @param preference factor of a record's score
   * @returns what has every word, or reaches WORTH_SHOWING of the best score, best first
   */
  return function scoreAll(
    words: readonly QueryWord[],
    typed: ReadonlySet<string>,
    preference: (position: number) => number,
  ): Scored[] {
    for (const buffer of [score, share, coverage, satisfied]) buffer.fill(0)
    const touched: number[] = []
    const worths: number[] = []
    let total = 0
    for (const { variants, weight } of words) {
      const worth = variants.length > 0 ? Math.max(...variants.map(({ idf }) => idf)) : Math.log(size + 1)
      worths.push(worth * weight)
      total += worth * weight
      const here: number[] = []
      for (const { posting, factor, idf, related } of variants) {
        const most = (idf * factor) / FULL_WEIGHT
        const { positions, start } = posting
        for (let at = 0; at < positions.length; at++) {
          const position = positions[at]!
          const value = most * weights[start + at]!
          if (best[position] === 0) here.push(position)
          if (value > best[position]!) best[position] = value
          if (!related) satisfies[position] = 1
        }
      }
      for (const position of here) {
        if (share[position] === 0) touched.push(position)
        score[position]! += best[position]! * weight
        share[position]! += worth * weight * (satisfies[position] ? 1 : RELATED_SHARE)
        coverage[position]! += satisfies[position]! * worth * weight
        satisfied[position]! += satisfies[position]!
        best[position] = 0
        satisfies[position] = 0
      }
    }
    const power = isStory(words) ? COVERAGE_POWER_OF_STORY : COVERAGE_POWER
    for (const position of touched) {
      share[position]! /= total
      coverage[position]! /= total
      score[position]! *= share[position]! ** power * (coverage[position] ? 1 : RELATED_SCORE) * preference(position)
    }
    const head = fitted(bestOf(touched), words, worths, typed)
    const heads = new Set(head.map(({ position }) => position))
    const least = head.reduce((most, { score }) => Math.max(most, score), 0) * WORTH_SHOWING
    const others = touched
      .filter((position) => (isComplete(position) || score[position]! >= least) && !heads.has(position))
      .map(scoredAt)
      .sort(byScore)
    return [...head, ...others]

    function isComplete(position: number): boolean {
      return satisfied[position] === words.length
    }

    function scoredAt(position: number): Scored {
      return { position, score: score[position]!, complete: isComplete(position), coverage: coverage[position]! }
    }

    /** The MAX_FITTED best, best first: of many thousands, all the others need not be sorted for them. */
    function bestOf(positions: readonly number[]): Scored[] {
      const best: Scored[] = []
      for (const position of positions) {
        const last = best[MAX_FITTED - 1]
        if (last && score[position]! < last.score && last.coverage > 0) continue
        const one = scoredAt(position)
        if (last && byScore(one, last) > 0) continue
        let [low, high] = [0, best.length]
        while (low < high) {
          const middle = (low + high) >> 1
          if (byScore(one, best[middle]!) < 0) high = middle
          else low = middle + 1
        }
        best.splice(low, 0, one)
        if (best.length > MAX_FITTED) best.pop()
      }
      return best
    }
  }

  /** @returns the same, best first by how well they hold the words together */
  function fitted(
    head: Scored[],
    words: readonly QueryWord[],
    worths: readonly number[],
    typed: ReadonlySet<string>,
  ): Scored[] {
    const positions = head.map(({ position }) => position)
    const fits = phrases(words, worths, typed, positions)
    const weight = isStory(words) ? SENTENCE_OF_STORY : SENTENCE
    for (const one of head) {
      one.fit = fits.get(one.position)!
      one.score *= 1 + weight * one.fit.sentence + OPERATION * Math.min(1, one.fit.operation)
    }
    return head.sort(byScore)
  }
}

/** What is only related to the words comes after what has them; ties in catalogue order. */
const byScore = (a: Scored, b: Scored): number =>
  Number(b.coverage > 0) - Number(a.coverage > 0) || b.score - a.score || a.position - b.position
