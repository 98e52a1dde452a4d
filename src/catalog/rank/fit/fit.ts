/**
 * How well a hit fits what was asked for: a logistic model over signals of the match. scripts/fit.ts makes its
 * coefficients from labelled queries.
 */
import { kindOf } from '../concepts.ts'
import type { createExplainer } from '../explain.ts'
import type { ScoredRecord } from '../score.ts'
import type { QueryWord } from '../terms/query-words.ts'
import { FIT_MODEL } from './model.ts'

/** `none`: the catalogue has hardly anything for it. */
export const FITS = ['good', 'weak', 'none'] as const
export type Fit = (typeof FITS)[number]

/** Names of the signals, in the order of their values. */
export const SIGNALS = [
  'relevance of a sentence',
  'third sentence',
  'operations',
  'needs',
  'synonyms',
  'alone',
  'rarest missing',
  'rarest found',
  'words missing',
  'words',
  'suggests a topic',
  'lead',
  'field',
  'rivals',
  'coherence',
  'service not listed',
] as const

/** What the hits of one search say together. */
export interface FitContext {
  words: readonly QueryWord[]
  /** Score of the hit after the first. */
  second: number
  /** Score of the tenth hit as a share of the first's. */
  field: number
  /** Logarithm of the number of hits that satisfy as much of the query as the first. */
  rivals: number
  /** Share of the topics of the first hit that the next ones have. */
  coherence: number
  /** A service is named that is not in the catalogue. */
  isReplacement: boolean
}

/** A record that lacks this many words of a query lacks enough of them. */
const MANY = 4
/** Inverse document frequency of a word that one SDK in a thousand has. */
const RARE = 7

export function createFit({ matchesIn }: Pick<ReturnType<typeof createExplainer>, 'matchesIn'>) {
  return { signalsOf, probabilityOf }

  function signalsOf(hit: ScoredRecord, context: FitContext): number[] {
    const { words, second, field, rivals, coherence, isReplacement } = context
    const strong = words.filter(({ light }) => !light)
    const found = matchesIn(strong, hit.position).filter(({ variant }) => !variant.related)
    const isFound = new Set(found.map(({ word }) => word))
    const total = strong.reduce((sum, word) => sum + worthOf(word), 0) || 1
    const worthWhere = (holds: (match: (typeof found)[number]) => boolean): number =>
      found.reduce((sum, match) => sum + (holds(match) ? worthOf(match.word) : 0), 0) / total
    const rarest = (isIn: boolean): number =>
      Math.max(0, ...strong.filter((word) => isFound.has(word) === isIn).map(worthOf)) / RARE
    const suggestsTopic = strong.some(({ variants }) => variants.some(({ term }) => kindOf(term) === 'topic'))
    return [
      hit.relevance * (hit.fit?.sentence ?? 0),
      hit.fit?.third ?? 0,
      worthWhere(({ field }) => field === 'entity'),
      worthWhere(({ field }) => field === 'need'),
      worthWhere(({ variant }) => kindOf(variant.term) === 'synonym'),
      Number(strong.length === 1),
      rarest(false),
      rarest(true),
      Math.min(strong.length - isFound.size, MANY) / MANY,
      Math.log(1 + strong.length),
      Number(suggestsTopic),
      hit.score > 0 ? 1 - Math.min(1, second / hit.score) : 0,
      field,
      rivals,
      coherence,
      Number(isReplacement),
    ]
  }

  function probabilityOf(hit: ScoredRecord, context: FitContext): number {
    const { bias, weights } = FIT_MODEL
    const sum = signalsOf(hit, context).reduce((sum, value, at) => sum + value * weights[at]!, bias)
    return 1 / (1 + Math.exp(-sum))
  }
}

const worthOf = ({ variants, weight }: QueryWord): number =>
  weight * (variants.length > 0 ? Math.max(...variants.map(({ idf }) => idf)) : RARE)

export const fitOf = (probability: number): Fit =>
  probability >= FIT_MODEL.good ? 'good' : probability >= FIT_MODEL.weak ? 'weak' : 'none'
