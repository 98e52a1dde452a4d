/**
 * Ranked search: what was meant, best first. Exact names lead; then every record is scored by the words it satisfies,
 * rare words counting more and records that satisfy all of them most. Built once for a catalogue; a query is a few
 * walks along posting lists (inverted.ts) for the words that query.ts read.
 */

import type { Language, SdkRecord } from '../record.ts'
import { type Explain, explainer } from './explain.ts'
import { type Facets, facetsOf } from './facets.ts'
import { invert } from './inverted.ts'
import { indexNames, type NameKind } from './names.ts'
import { readQuery, type Word } from './query.ts'

/** How strictly the first hit matches: the whole name, every word, every word once typos are read, or some words. */
export const MATCHES = ['exact', 'all', 'typos', 'any', 'none'] as const
type Match = (typeof MATCHES)[number]

export interface RankFilters {
  topic?: string | undefined
  language?: Language | undefined
  /** True: only records known to need no key. */
  no_auth?: boolean | undefined
}

interface RankedHit {
  record: SdkRecord
  /** Which words were found where, in a few words. */
  reason: string
}

export interface Ranked {
  match: Match
  /** Size of the match set before `limit`. */
  total: number
  hits: RankedHit[]
  /** Counts over the whole match set; where it is empty, over what the filters kept out, else over the catalogue. */
  facets: Facets
  /** Words that were read as others: ["wether", "weather"]. */
  readAs: [wrote: string, read: string][]
  /** The first hit leaves out half of what was asked for, or more. */
  weak: boolean
  /** Words that the first hit does not satisfy. */
  unmatched: string[]
  /** Matches that the filters kept out; counted only where they left none. */
  withoutFilters?: number
}

export type RankedSearch = (query: string, filters: RankFilters, limit: number) => Ranked

/** A record of the match set reaches at least this share of the best score. */
const WORTH_SHOWING = 0.35
/** As long as there are fewer than this many, weaker ones are shown too. */
const ENOUGH = 10
const WORTH_FILLING = 0.12
/** How much missing words cost: the share of the query's weight that is satisfied, to this power. */
const COVERAGE = 1.5

interface Scored {
  position: number
  score: number
  /** Satisfies every word. */
  whole: boolean
  /** Share of what was asked for that it satisfies. */
  share: number
  named?: NameKind
}

/** @param records in catalogue order, which settles ties */
export function indexRanked(records: readonly SdkRecord[]): RankedSearch {
  const inverted = invert(records)
  const namesOf = indexNames(records)
  const explain: Explain = explainer(records)
  const everything = records.length
  // One set of buffers for all queries: a query runs to its end before the next begins.
  const score = new Float64Array(everything)
  const share = new Float64Array(everything)
  const satisfied = new Uint8Array(everything)
  const best = new Float64Array(everything)

  return function rank(query, filters, limit) {
    const words = readQuery(query, inverted)
    const all = matchSet(query, words)
    const kept = all.filter(({ position }) => passes(records[position]!, filters))
    const [first] = kept
    const counted = first ? kept : all
    const readAs = words.flatMap((word): [string, string][] => {
      const read = first && explain.readAs(word, first.position)
      return read && read !== word.text ? [[word.text, read]] : []
    })
    return {
      match: first ? stageOf(first, readAs.length > 0) : 'none',
      total: kept.length,
      hits: kept.slice(0, limit).map(({ position, named }) => ({
        record: records[position]!,
        reason: explain.reason(words, position, named),
      })),
      facets: facetsOf(counted.length > 0 ? counted.map(({ position }) => records[position]!) : records),
      readAs,
      weak: first === undefined || first.share <= 0.5,
      unmatched: first ? explain.unmatched(words, first.position) : words.map(({ text }) => text),
      ...(!first && all.length > 0 && { withoutFilters: all.length }),
    }
  }

  /** Everything worth showing for the query, best first. */
  function matchSet(query: string, words: readonly Word[]): Scored[] {
    const exact = namesOf(query)
    const touched = scoreAll(words)
    const named = new Set(exact.map(({ position }) => position))
    const highest = touched.reduce((most, position) => Math.max(most, score[position]!), 0)
    // Who gives a full name wants it, and at most what shares all its words.
    const least = exact.length > 0 ? Number.POSITIVE_INFINITY : highest * WORTH_FILLING
    const others: Scored[] = []
    for (const position of touched) {
      const whole = satisfied[position] === words.length
      if ((whole || score[position]! >= least) && !named.has(position)) {
        others.push({ position, score: score[position]!, whole, share: share[position]! })
      }
    }
    others.sort((a, b) => b.score - a.score || a.position - b.position)
    const shown = others.filter(({ whole, score }, at) => whole || at < ENOUGH || score >= highest * WORTH_SHOWING)
    return [
      ...exact.map(({ position, kind }) => ({ position, score: 1, whole: true, share: 1, named: kind })),
      ...shown,
    ]
  }

  /** Fills the buffers; returns the positions that satisfy some word. */
  function scoreAll(words: readonly Word[]): number[] {
    score.fill(0)
    share.fill(0)
    satisfied.fill(0)
    const touched: number[] = []
    let wanted = 0
    for (const { variants, weight: says } of words) {
      const worth =
        variants.length > 0 ? Math.max(...variants.map(({ posting }) => posting.idf)) : Math.log(everything + 1)
      wanted += worth * says
      const here: number[] = []
      for (const { posting, factor } of variants) {
        const { positions, weights, idf } = posting
        for (let at = 0; at < positions.length; at++) {
          const position = positions[at]!
          const value = idf * factor * weights[at]!
          if (best[position] === 0) here.push(position)
          if (value > best[position]!) best[position] = value
        }
      }
      for (const position of here) {
        if (satisfied[position] === 0) touched.push(position)
        satisfied[position]!++
        score[position]! += best[position]! * says
        share[position]! += worth * says
        best[position] = 0
      }
    }
    for (const position of touched) {
      share[position]! /= wanted
      score[position]! *= share[position]! ** COVERAGE
    }
    return touched
  }
}

function stageOf({ named, whole }: Scored, mended: boolean): Match {
  if (named) return 'exact'
  if (!whole) return 'any'
  return mended ? 'typos' : 'all'
}

const passes = (record: SdkRecord, { topic, language, no_auth }: RankFilters): boolean =>
  (topic === undefined || record.topics.includes(topic)) &&
  (language === undefined || record.languages.includes(language)) &&
  (!no_auth || record.no_auth === true)
