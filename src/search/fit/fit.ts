/**
 * How well a hit fits the query: a logistic model over signals of the match. scripts/fit.ts makes its
 * coefficients from labelled queries.
 */
import type { SdkRecord } from '../../catalog/record/record.ts'
import type { Records } from '../../catalog/record/records.ts'
import { isStop, stem, tokens } from '../../query/words/words.ts'
import { memoized } from '../../system/once.ts'
import { matchesIn } from '../explain.ts'
import type { Field } from '../index/indexed-fields.ts'
import { type ScoredRecord, sumOf } from '../score.ts'
import type { Searcher } from '../searcher.ts'
import { type QueryWord, RARE, worthOf } from '../words/query-words.ts'
import { FIT_MODEL } from './coefficients.ts'

/** `none`: the catalogue has hardly anything for it. */
export const FITS = ['good', 'weak', 'none'] as const
export type Fit = (typeof FITS)[number]

/** Names of the signals, in the order of their values. */
export const SIGNALS = [
  'relevance of a sentence',
  'needs and operations',
  'rarest missing',
  'words found',
  'details missing',
  'other hits',
  'coherence',
  'change of what only reads',
] as const

/** What the hits of one search say together. */
export interface FitContext {
  words: readonly QueryWord[]
  /** The query commands a change: "upload a video". */
  isChange: boolean
  /** Score of the next hits together as a share of the first's. */
  others: number
  /** Share of the topics of the first hit that the next ones have, by their scores. */
  coherence: number
}

/** A record that lacks this many details of a query lacks enough of them, and one that has this many words has enough. */
const [MANY_DETAILS, MANY_WORDS] = [4, 6]
/** Fields with so many words that some are there by chance. */
const LONG_FIELDS: readonly string[] = ['need', 'entity'] satisfies Field[]

export function signalsOf(
  { index, records }: Pick<Searcher, 'index' | 'records'>,
  hit: ScoredRecord,
  { words, isChange, others, coherence }: FitContext,
): number[] {
  const strong = words.filter(({ light }) => !light)
  const matches = matchesIn(index, strong, hit.position).filter(({ variant }) => !variant.related)
  const found = matches.map(({ word }) => word)
  const missing = strong.filter((word) => !found.includes(word))
  const inLongFields = matches.flatMap(({ word, field }) => (LONG_FIELDS.includes(field) ? word : []))
  const rarest = (some: readonly QueryWord[]): number => Math.max(0, ...some.map(worthOf)) / RARE
  const missingDetails = missing.filter(({ token }) => token?.role === 'detail').length
  return [
    hit.relevance * hit.sentence,
    sumOf(inLongFields.map(worthOf)) / (sumOf(strong.map(worthOf)) || 1),
    rarest(missing) - rarest(found),
    Math.min(sumOf(found.map(({ weight }) => weight)), MANY_WORDS) / MANY_WORDS,
    Math.min(missingDetails, MANY_DETAILS) / MANY_DETAILS,
    others,
    coherence,
    Number(isChange && records.is('onlyReads', hit.position)),
  ]
}

export function probabilityOf(signals: readonly number[]): number {
  const { bias, weights } = FIT_MODEL
  const sum = signals.reduce((sum, value, at) => sum + value * weights[at]!, bias)
  return 1 / (1 + Math.exp(-sum))
}

/** Words of a recorded need that say something. */
const MIN_NEED_WORDS = 2

/** Stems of the needs on record that say something. */
const needsOf = memoized(({ needs }: SdkRecord) =>
  needs
    .map((need) => tokens(need).filter((word) => !isStop(word)))
    .filter(({ length }) => length >= MIN_NEED_WORDS)
    .map((words) => words.map(stem)),
)

/** Whether a query has all the words of a need on record, whatever it has besides: a place, a date. */
export const hasNeedIn = ({ at }: Pick<Records, 'at'>, stems: ReadonlySet<string>, position: number): boolean =>
  needsOf(at(position)).some((need) => need.every((word) => stems.has(word)))

export const fitOf = (probability: number): Fit =>
  probability >= FIT_MODEL.good ? 'good' : probability >= FIT_MODEL.weak ? 'weak' : 'none'
