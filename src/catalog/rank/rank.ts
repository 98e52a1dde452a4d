/**
 * Ranked search: what was meant, best first. Exact names lead; then every record is scored by the words it satisfies,
 * rare words counting more and records that satisfy all of them most. Built once for a catalogue; a query is a few
 * walks along posting lists (inverted.ts) for the words that query.ts parsed.
 */

import { type Language, serves } from '../record/languages.ts'
import { needsNoKey, type SdkRecord } from '../record/record.ts'
import { indexNames, type NameKind, type NameMatch } from './exact-names.ts'
import { explainer, type Reason } from './explain.ts'
import { type Facets, facetsOf } from './facets.ts'
import { invert } from './index/inverted.ts'
import { parseQuery, type QueryWord } from './query/query.ts'
import { BRANDS } from './word-lists.ts'

/**
 * How strictly the first hit matches: the whole name, every word, every word once typos are corrected, some words, or
 * none of them, when it is only related.
 */
export const MATCHES = ['exact', 'all', 'typos', 'any', 'related', 'none'] as const
type Match = (typeof MATCHES)[number]

export interface RankFilters {
  topic?: string | undefined
  /** Leaves out records known to come in other languages only. */
  language?: Language | undefined
  /** True: only records known to need no key. */
  no_auth?: boolean | undefined
}

export interface Ranked {
  match: Match
  /** Size of the match set before paging. */
  total: number
  hits: { record: SdkRecord; reason: Reason }[]
  /** Counts over the whole match set; where it is empty, over what the filters kept out, else over the catalogue. */
  facets: Facets
  /** Words that were read as others: ["wether", "weather"]. */
  readAs: [typed: string, read: string][]
  /** The first hit satisfies at most half of the query. */
  weak: boolean
  /** Some hit has every word. */
  anyComplete: boolean
  /** Words that the first hit does not have. */
  unmatched: string[]
  /** Well-known services that the query names and no hit is called after. */
  missingBrands: string[]
  /** The query has nothing to look for: no word, or only words that are about every SDK. */
  empty: boolean
  /** The query is in another language than the catalogue. */
  foreign: boolean
  /** Matches that the filters kept out; counted only where they left none. */
  withoutFilters?: number
}

export type RankedSearch = ReturnType<typeof indexRanked>

/** A record of the match set reaches at least this share of the best score. */
const WORTH_SHOWING = 0.35
/** As long as there are fewer than this many, weaker ones are shown too. */
const ENOUGH = 10
const WORTH_FILLING = 0.12
/** How much missing words cost: the share of the query's weight that is satisfied, to this power. */
const COVERAGE_POWER = 1.5
/** Share of a word that a record satisfies which is only related to it. */
const RELATED_SHARE = 0.85
/** What a record scores that is only related to the words, beside one that has some of them. */
const RELATED_SCORE = 0.7

interface Scored {
  position: number
  score: number
  /** Satisfies every word. */
  complete: boolean
  /** Share of the query that it satisfies, not counting what is only related. */
  coverage: number
  name?: NameKind
}

/** @param records in catalogue order, which settles ties */
export function indexRanked(records: readonly SdkRecord[]) {
  const inverted = invert(records)
  const matchNames = indexNames(records)
  const explain = explainer(inverted)
  const size = records.length
  // One set of buffers for all queries: a query runs to its end before the next begins.
  const score = new Float64Array(size)
  const share = new Float64Array(size)
  const coverage = new Float64Array(size)
  const satisfied = new Uint8Array(size)
  const best = new Float64Array(size)
  const satisfies = new Uint8Array(size)

  /** @param offset how many of the best hits to skip */
  return function rank(query: string, filters: RankFilters, limit: number, offset = 0): Ranked {
    const { matches, rest } = matchNames(query)
    const { words, foreign } = parseQuery(rest, inverted)
    const all = matchSet(matches, words)
    const kept = all.filter(({ position }) => passes(records[position]!, filters))
    const [first] = kept
    const counted = first ? kept : all
    const readAs = first && !first.name ? correctionsIn(words, first.position) : []
    return {
      match: first ? matchOf(first, readAs.length > 0) : 'none',
      total: kept.length,
      hits: kept.slice(offset, offset + limit).map(({ position, name }) => ({
        record: records[position]!,
        reason: explain.reason(words, position, name),
      })),
      facets: facetsOf(counted.length > 0 ? counted.map(({ position }) => records[position]!) : records),
      readAs,
      weak: first === undefined || first.coverage <= 0.5,
      anyComplete: kept.some(({ complete }) => complete),
      unmatched: first?.name ? [] : first ? explain.unmatched(words, first.position) : words.map(({ text }) => text),
      missingBrands: first?.name ? [] : missingBrands(words, kept),
      empty: words.length === 0 && first === undefined,
      foreign,
      ...(!first && all.length > 0 && { withoutFilters: all.length }),
    }
  }

  function missingBrands(words: readonly QueryWord[], hits: readonly Scored[]): string[] {
    return words
      .filter((word) => BRANDS.has(word.text) && !hits.some(({ position }) => explain.isInName(word, position)))
      .map(({ text }) => text)
  }

  /** "wether" -> "weather", as far as the record has it. */
  function correctionsIn(words: readonly QueryWord[], position: number): [string, string][] {
    const corrections = words.flatMap(({ text }, at) => {
      const read = explain.readAs(words[at]!, position)
      return read === undefined || read === text ? [] : [{ text, read }]
    })
    return [...Map.groupBy(corrections, ({ text }) => text)].map(([text, all]) => [
      text,
      all.map(({ read }) => read).join(' '),
    ])
  }

  /** Everything worth showing for the query, best first. */
  function matchSet(exact: readonly NameMatch[], words: readonly QueryWord[]): Scored[] {
    const touched = scoreAll(words)
    const named = new Set(exact.map(({ position }) => position))
    const highest = touched.reduce((most, position) => Math.max(most, score[position]!), 0)
    // Whoever gives a full name wants that SDK, and at most those that share all its words.
    const least = exact.length > 0 ? Number.POSITIVE_INFINITY : highest * WORTH_FILLING
    const others: Scored[] = []
    for (const position of touched) {
      const complete = satisfied[position] === words.length
      if ((complete || score[position]! >= least) && !named.has(position)) {
        others.push({ position, score: score[position]!, complete, coverage: coverage[position]! })
      }
    }
    // What is only related to the words comes after what has them.
    others.sort(
      (a, b) => Number(b.coverage > 0) - Number(a.coverage > 0) || b.score - a.score || a.position - b.position,
    )
    const shown = others.filter(
      ({ complete, score }, at) => complete || at < ENOUGH || score >= highest * WORTH_SHOWING,
    )
    return [
      ...exact.map(({ position, kind }) => ({ position, score: 1, complete: true, coverage: 1, name: kind })),
      ...shown,
    ]
  }

  /** Fills the buffers; returns the positions of records that match some word or are related to one. */
  function scoreAll(words: readonly QueryWord[]): number[] {
    for (const buffer of [score, share, coverage, satisfied]) buffer.fill(0)
    const touched: number[] = []
    let total = 0
    for (const { variants, weight } of words) {
      const worth = variants.length > 0 ? Math.max(...variants.map(({ idf }) => idf)) : Math.log(size + 1)
      total += worth * weight
      const here: number[] = []
      for (const { posting, factor, idf, related } of variants) {
        const { positions, weights } = posting
        for (let at = 0; at < positions.length; at++) {
          const position = positions[at]!
          const value = idf * factor * weights[at]!
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
    for (const position of touched) {
      share[position]! /= total
      coverage[position]! /= total
      score[position]! *= share[position]! ** COVERAGE_POWER * (coverage[position] ? 1 : RELATED_SCORE)
    }
    return touched
  }
}

function matchOf({ name, complete, coverage }: Scored, corrected: boolean): Match {
  if (name) return 'exact'
  if (complete) return corrected ? 'typos' : 'all'
  return coverage > 0 ? 'any' : 'related'
}

const passes = (record: SdkRecord, { topic, language, no_auth }: RankFilters): boolean =>
  (topic === undefined || record.topics.includes(topic)) &&
  (language === undefined || mayComeIn(record, language)) &&
  (!no_auth || needsNoKey(record))

/** Losing the right SDK is worse than checking whether it comes in the language, so unknown languages pass. */
const mayComeIn = ({ languages }: SdkRecord, language: Language): boolean =>
  languages.length === 0 || languages.some((code) => serves(code, language))
