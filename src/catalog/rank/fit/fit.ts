/**
 * How well a hit fits what was asked for: a logistic model over signals of the match. scripts/fit.ts makes its
 * coefficients from labelled queries.
 */
import type { createExplainer } from '../explain.ts'
import type { ScoredRecord } from '../score.ts'
import type { QueryWord } from '../terms/query-words.ts'
import { FIT_MODEL } from './model.ts'

/** `none`: the catalogue has hardly anything for it. */
export const FITS = ['good', 'weak', 'none'] as const
export type Fit = (typeof FITS)[number]

/** Names of the signals, in the order of their values. */
export const SIGNALS = [
  'coverage',
  'relevance',
  'sentence',
  'named',
  'operation',
  'alone',
  'rarest missing',
  'rarest found',
  'words found',
  'words missing',
  'words',
  'lead',
  'coherence',
  'service not listed',
] as const

export interface FitContext {
  words: readonly QueryWord[]
  /** Score of the hit after the first. */
  second: number
  /** Share of the next hits that have a topic of it. */
  coherence: number
  /** A service is named that is not in the catalogue. */
  isReplacement: boolean
}

/** A record that has this many words of a query has enough of them. */
const MANY = 4
/** Inverse document frequency of a word that one SDK in a thousand has. */
const RARE = 7

export function createFit({ matchesIn }: Pick<ReturnType<typeof createExplainer>, 'matchesIn'>) {
  return { signalsOf, probabilityOf }

  function signalsOf(hit: ScoredRecord, { words, second, coherence, isReplacement }: FitContext): number[] {
    const strong = words.filter(({ light }) => !light)
    const found = matchesIn(strong, hit.position).filter(({ variant }) => !variant.related)
    const isFound = new Set(found.map(({ word }) => word))
    const total = strong.reduce((sum, word) => sum + worthOf(word), 0) || 1
    const worth = (fields: readonly string[]): number =>
      found.reduce((sum, { word, field }) => sum + (fields.includes(field) ? worthOf(word) : 0), 0) / total
    const rarest = (isIn: boolean): number =>
      Math.max(0, ...strong.filter((word) => isFound.has(word) === isIn).map(worthOf)) / RARE
    const missing = strong.length - isFound.size
    return [
      hit.coverage,
      hit.relevance,
      hit.fit?.sentence ?? 0,
      worth(['title', 'alias', 'topic', 'host']),
      worth(['entity']),
      Number(strong.length === 1),
      rarest(false),
      rarest(true),
      Math.min(isFound.size, MANY) / MANY,
      Math.min(missing, MANY) / MANY,
      Math.log(1 + strong.length),
      hit.score > 0 ? 1 - Math.min(1, second / hit.score) : 0,
      coherence,
      Number(isReplacement),
    ]
  }

  function probabilityOf(hit: ScoredRecord, context: FitContext): number {
    const { bias, weights } = FIT_MODEL
    const sum = signalsOf(hit, context).reduce((sum, value, at) => sum + value * weights[at]!, bias)
    const probability = 1 / (1 + Math.exp(-sum))
    // Whoever types one word gets what has it.
    const isAll = hit.coverage === 1 && context.words.filter(({ light }) => !light).length === 1
    return isAll ? Math.max(probability, FIT_MODEL.weak) : probability
  }
}

const worthOf = ({ variants, weight }: QueryWord): number =>
  weight * (variants.length > 0 ? Math.max(...variants.map(({ idf }) => idf)) : RARE)

export const fitOf = (probability: number): Fit =>
  probability >= FIT_MODEL.good ? 'good' : probability >= FIT_MODEL.weak ? 'weak' : 'none'
