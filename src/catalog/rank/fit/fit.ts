/**
 * How well a hit fits the query: a logistic model over signals of the match. scripts/fit.ts makes its
 * coefficients from labelled queries.
 */
import type { createExplainer } from '../explain.ts'
import type { Field } from '../index/fields.ts'
import type { ScoredRecord } from '../score.ts'
import { type QueryWord, RARE, worthOf } from '../terms/query-words.ts'
import { FIT_MODEL } from './model.ts'

/** `none`: the catalogue has hardly anything for it. */
export const FITS = ['good', 'weak', 'none'] as const
export type Fit = (typeof FITS)[number]

/** Names of the signals, in the order of their values. */
export const SIGNALS = [
  'relevance of a sentence',
  'operations',
  'needs',
  'alone',
  'rarest missing',
  'rarest found',
  'words missing',
  'details missing',
  'words',
  'field',
  'coherence',
  'service not listed',
] as const

/** What the hits of one search say together. */
export interface FitContext {
  words: readonly QueryWord[]
  /** Words that say more about the thing: "Norway" in "holidays in Norway". */
  details: ReadonlySet<string>
  /** Score of the tenth hit as a share of the first's. */
  field: number
  /** Share of the topics of the first hit that the next ones have. */
  coherence: number
  /** A service is named that is not in the catalogue. */
  isReplacement: boolean
}

/** A record that lacks this many words of a query lacks enough of them. */
const MANY = 4

export function createFit({ matchesIn }: Pick<ReturnType<typeof createExplainer>, 'matchesIn'>) {
  return { signalsOf, probabilityOf }

  function signalsOf(hit: ScoredRecord, context: FitContext): number[] {
    const { words, details, field, coherence, isReplacement } = context
    const strong = words.filter(({ light }) => !light)
    const matches = matchesIn(strong, hit.position).filter(({ variant }) => !variant.related)
    const matched = new Set(matches.map(({ word }) => word))
    const total = strong.reduce((sum, word) => sum + worthOf(word), 0) || 1
    const worthIn = (where: Field): number =>
      matches.reduce((sum, { word, field }) => sum + (field === where ? worthOf(word) : 0), 0) / total
    const missing = strong.filter((word) => !matched.has(word))
    const [missingDetails, missingThings] = [true, false].map((is) =>
      missing.filter(({ text }) => details.has(text) === is),
    )
    const rarest = (some: readonly QueryWord[]): number => Math.max(0, ...some.map(worthOf)) / RARE
    return [
      hit.relevance * hit.sentence,
      worthIn('entity'),
      worthIn('need'),
      Number(strong.length === 1),
      rarest(missingThings!),
      rarest([...matched]),
      Math.min(missingThings!.length, MANY) / MANY,
      Math.min(missingDetails!.length, MANY) / MANY,
      Math.log(1 + strong.length),
      field,
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

export const fitOf = (probability: number): Fit =>
  probability >= FIT_MODEL.good ? 'good' : probability >= FIT_MODEL.weak ? 'weak' : 'none'
