/**
 * How well a hit fits the query: a logistic model over signals of the match. scripts/fit.ts makes its
 * coefficients from labelled queries.
 */
import type { Records } from '../../catalog/record/records.ts'
import { isStop, stem, tokens } from '../../query/words/words.ts'
import type { Explainer } from '../explain.ts'
import type { Field } from '../index/indexed-fields.ts'
import { type ScoredRecord, sumOf } from '../score.ts'
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
  /** Stems of all words as they were typed. */
  stems: ReadonlySet<string>
  /** Words that say more about the thing: "Norway" in "holidays in Norway". */
  details: ReadonlySet<string>
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

/** Words of a recorded need that say something. */
const MIN_NEED_WORDS = 2

export function createFit({ matchesIn }: Explainer, { is, at }: Records) {
  return { signalsOf, probabilityOf }

  function signalsOf(hit: ScoredRecord, { words, details, isChange, others, coherence }: FitContext): number[] {
    const strong = words.filter(({ light }) => !light)
    const matches = matchesIn(strong, hit.position).filter(({ variant }) => !variant.related)
    const found = matches.map(({ word }) => word)
    const missing = strong.filter((word) => !found.includes(word))
    const inLongFields = matches.flatMap(({ word, field }) => (LONG_FIELDS.includes(field) ? word : []))
    const rarest = (some: readonly QueryWord[]): number => Math.max(0, ...some.map(worthOf)) / RARE
    const missingDetails = missing.filter(({ text }) => details.has(text)).length
    return [
      hit.relevance * hit.sentence,
      sumOf(inLongFields.map(worthOf)) / (sumOf(strong.map(worthOf)) || 1),
      rarest(missing) - rarest(found),
      Math.min(sumOf(found.map(({ weight }) => weight)), MANY_WORDS) / MANY_WORDS,
      Math.min(missingDetails, MANY_DETAILS) / MANY_DETAILS,
      others,
      coherence,
      Number(isChange && is('onlyReads', hit.position)),
    ]
  }

  function probabilityOf(hit: ScoredRecord, context: FitContext): number {
    const { bias, weights } = FIT_MODEL
    const sum = signalsOf(hit, context).reduce((sum, value, at) => sum + value * weights[at]!, bias)
    const probability = 1 / (1 + Math.exp(-sum))
    return probability < FIT_MODEL.weak && hasNeedIn(context.stems, hit.position) ? FIT_MODEL.weak : probability
  }

  /** Whether a query has all the words of a need on record, whatever it has besides: a place, a date. */
  function hasNeedIn(stems: ReadonlySet<string>, position: number): boolean {
    return at(position).needs.some((need) => {
      const words = contentStems(need)
      return words.length >= MIN_NEED_WORDS && words.every((word) => stems.has(word))
    })
  }
}

export const contentStems = (text: string): string[] =>
  tokens(text)
    .filter((word) => !isStop(word))
    .map(stem)

export const fitOf = (probability: number): Fit =>
  probability >= FIT_MODEL.good ? 'good' : probability >= FIT_MODEL.weak ? 'weak' : 'none'
