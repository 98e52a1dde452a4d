/**
 * Scores every record by the words of a query: BM25F over the fields, times how much of the query a record satisfies,
 * times how well one of its sentences or operations holds the words together.
 */
import { insertBest } from '../catalog/packed/lists.ts'
import { FULL_WEIGHT, type Inverted, type Posting } from './index/inverted.ts'
import type { SentenceFit, SentenceFits } from './index/sentence-fit.ts'
import { COVERAGE_POWER, SENTENCE_WEIGHT } from './weights.ts'
import { type QueryWord, worthOf } from './words/query-words.ts'

/** What its sentences say is 0 for all but the best records. */
export interface ScoredRecord extends SentenceFit {
  position: number
  score: number
  /** BM25F, as a share of what a record could have that is all about the words. */
  relevance: number
}

/** Whether a record is among those that the best are wanted of. */
export type Pass = (position: number) => boolean

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

  /** @returns of what has any of the words `named` and as many of the best as `most`, also of what passes each, best first */
  return function scoreAll(
    words: readonly QueryWord[],
    most: number,
    passes: readonly Pass[],
    named: ReadonlySet<number>,
  ): ScoredRecord[] {
    for (const buffer of [score, share]) buffer.fill(0)
    const strong = words.filter(({ light }) => !light)
    const light = words.filter((word) => word.light)
    const ordered = [...strong, ...light]
    const worths = ordered.map(worthOf)
    const total = sumOf(worths)
    const strongTotal = sumOf(worths.slice(0, strong.length)) || 1
    for (const [at, word] of strong.entries()) addWord(word, worths[at]!)
    relevance.set(score)
    for (const [at, word] of light.entries()) addWord(word, worths[strong.length + at]!)
    let related = 0
    for (const value of relevance) if (value > 0) related++
    const least = related >= MIN_LIST ? relevance : share
    const lists = [() => true, ...passes].map((pass: Pass) => ({ pass, best: [] as number[] }))
    const kept: number[] = []
    const better = (a: number, b: number): number => score[b]! - score[a]! || a - b
    const worst = ({ best }: { best: readonly number[] }): number => (best.length < most ? 0 : score[best.at(-1)!]!)
    let floor = 0
    for (let position = 0; position < size; position++) {
      // Coverage only takes from a score.
      if (least[position] === 0 || (score[position]! <= floor && !named.has(position))) continue
      score[position]! *= (share[position]! / total) ** COVERAGE_POWER
      if (named.has(position)) kept.push(position)
      for (const { pass, best } of lists)
        if (pass(position) && insertBest(best, position, most, better)) floor = Math.min(...lists.map(worst))
    }
    const found = new Set([...lists.flatMap(({ best }) => best), ...kept])
    const scored = [...found].sort(better).map((position): ScoredRecord => {
      const share = relevance[position]! / strongTotal
      return { position, score: score[position]!, relevance: share, sentence: 0, about: 0 }
    })
    const head = scored.slice(0, MAX_FITTED)
    const positions = head.map(({ position }) => position)
    for (const [at, fit] of fitsOf(strong, worths, positions).entries()) {
      Object.assign(head[at]!, fit).score *= 1 + SENTENCE_WEIGHT * fit.sentence
    }
    return [...head.sort(byScore), ...scored.slice(MAX_FITTED)]

    /** Of each record the best variant counts. Those of the most records are looked at once. */
    function addWord({ variants, weight }: QueryWord, worth: number): void {
      const [longest, ...others] = variants.toSorted((a, b) => b.posting.positions.length - a.posting.positions.length)
      if (!longest) return
      for (const { posting, factor, idf } of others) {
        const maxValue = (idf * factor) / FULL_WEIGHT
        const { positions, start } = posting
        for (let at = 0; at < positions.length; at++) {
          const value = maxValue * weights[start + at]!
          if (value > bestValue[positions[at]!]!) bestValue[positions[at]!] = value
        }
      }
      add(longest.posting, (longest.idf * longest.factor) / FULL_WEIGHT, weight, worth)
      for (const { posting } of others) add(posting, 0, weight, worth)
    }

    function add({ positions, start }: Posting, maxValue: number, weight: number, worth: number): void {
      for (let at = 0; at < positions.length; at++) {
        const position = positions[at]!
        const value = Math.max(bestValue[position]!, maxValue * weights[start + at]!)
        if (value === 0) continue
        bestValue[position] = 0
        score[position]! += value * weight
        share[position]! += worth
      }
    }
  }
}

/** Ties in catalogue order. */
const byScore = (a: ScoredRecord, b: ScoredRecord): number =>
  a.score === b.score ? a.position - b.position : a.score > b.score ? -1 : 1

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
