/**
 * How well a hit fits the query: a logistic model over signals of the match. scripts/fit.ts makes its
 * coefficients from labelled queries.
 */
import { createColumn, rowsByKey } from '../../catalog/packed/number-columns.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { contentWords, type Place, placeOf } from '../../query/words/concepts.ts'
import { countryOf } from '../../query/words/word-lists.ts'
import { stem, tokens } from '../../query/words/words.ts'
import { memoized } from '../../system/once.ts'
import { matchesIn } from '../explain.ts'
import { type Field, fieldBits } from '../index/indexed-fields.ts'
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
  'sentences about it',
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

/** A record that has this many words has enough. */
const MANY_WORDS = 6
/** Next hits with less of the first's score are as good as none. */
const FEW_OTHERS = 0.02
/** Fields that say what an SDK is about. */
const ABOUT = fieldBits('title', 'alias', 'topic', 'description', 'host')
/** Fields with so many words that some are there by chance. */
const LONG_FIELDS: readonly string[] = ['need', 'entity'] satisfies Field[]

export function signalsOf(
  { index, records }: Pick<Searcher, 'index' | 'records'>,
  hit: ScoredRecord,
  { words, isChange, others, coherence }: FitContext,
): number[] {
  const all = words.filter(({ light }) => !light)
  const matches = matchesIn(index, all, hit.position).filter(({ variant }) => !variant.related)
  const found = matches.map(({ word }) => word)
  // An SDK that names no place may serve any.
  const isBeside = (word: QueryWord): boolean => word.place !== undefined && !found.includes(word)
  const needed = all.filter((word) => !isBeside(word))
  const strong = needed.length > 0 ? needed : all
  const missing = strong.filter((word) => !found.includes(word))
  const share = sumOf(strong.map(worthOf)) / (sumOf(all.map(worthOf)) || 1)
  const inLongFields = matches.flatMap(({ word, field }) => (LONG_FIELDS.includes(field) ? word : []))
  const rarest = (some: readonly QueryWord[]): number => Math.max(0, ...some.map(worthOf)) / RARE
  return [
    Math.min(1, hit.relevance / share) * Math.min(1, hit.sentence / Math.sqrt(share)),
    sumOf(inLongFields.map(worthOf)) / (sumOf(strong.map(worthOf)) || 1),
    rarest(missing) - rarest(found),
    Math.min(sumOf(found.map(({ weight }) => weight)), MANY_WORDS) / MANY_WORDS,
    hit.about,
    Math.log(FEW_OTHERS + others),
    coherence,
    Number(isChange && records.is('onlyReads', hit.position)),
  ]
}

/** The places that each record names as its own. */
const placesOf = memoized(({ index, records }: Pick<Searcher, 'index' | 'records'>) => {
  const terms = Array.from(countryOf().keys(), (name) => `=${name}`)
  const [holders, numbers] = [createColumn(new Uint32Array()), createColumn(new Uint32Array())]
  for (const [number, term] of terms.entries()) {
    const { positions, start = 0 } = index.posting(term) ?? {}
    for (let at = 0; at < (positions?.length ?? 0); at++) {
      if ((index.fields[start + at]! & ABOUT) === 0) continue
      holders.push(positions![at]!)
      numbers.push(number)
    }
  }
  const { starts, rows } = rowsByKey(holders.rows(), records.length)
  const ofRows = numbers.rows()
  return (position: number): Place[] =>
    Array.from(rows.subarray(starts[position], starts[position + 1]), (row) => placeOf(terms[ofRows[row]!]!)!)
})

/** Whether the query names a place that the record lacks, and the record another one: "Boston" for New York. */
export function isElsewhere(
  searcher: Pick<Searcher, 'index' | 'records'>,
  words: readonly QueryWord[],
  position: number,
): boolean {
  const places = placesOf(searcher)(position)
  const isOther = ({ name, country }: Place): boolean => {
    const cities = places.filter((place) => place.name !== place.country)
    if (places.some((place) => place.name === name)) return false
    if (places.some((place) => place.country === country)) return name !== country && cities.length > 0
    return places.length > 0
  }
  return words.some(({ place }) => place && isOther(place))
}

export function probabilityOf(signals: readonly number[]): number {
  const { bias, weights } = FIT_MODEL
  const sum = signals.reduce((sum, value, at) => sum + value * weights[at]!, bias)
  return 1 / (1 + Math.exp(-sum))
}

/** The stems of the words of a text that say something. */
export const stemsOf = (words: readonly string[]): ReadonlySet<string> => new Set(contentWords(words).map(stem))

const needsOf = memoized(({ needs }: SdkRecord) => needs.map((need) => stemsOf(tokens(need))))

/** Whether a query has all the words of a need on record, whatever it has besides, such as a date. */
export const holdsNeed = (record: SdkRecord, asked: ReadonlySet<string>): boolean =>
  needsOf(record).some((need) => need.size >= Math.min(2, asked.size) && need.isSubsetOf(asked))

export const fitOf = (probability: number): Fit =>
  probability >= FIT_MODEL.good ? 'good' : probability >= FIT_MODEL.weak ? 'weak' : 'none'
