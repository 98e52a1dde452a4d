/**
 * Ranked search: what was meant, best first. Exact names lead; then every record is scored by the words it satisfies,
 * rare words counting more and records that satisfy all of them most. Built once for a catalogue; a query is a few
 * walks along posting lists (inverted.ts) for the words that query.ts read.
 */

import { type Language, type SdkRecord, serves } from '../record/record.ts'
import { BRANDS } from './brands.ts'
import { indexNames, type NameKind, type NameMatch } from './exact-names.ts'
import { type Explain, explainer } from './explain.ts'
import { type Facets, facetsOf } from './facets.ts'
import { invert } from './index/inverted.ts'
import { readQuery, type Word } from './query/query.ts'

/** How strictly the first hit matches: the whole name, every word, every word once typos are read, or some words. */
export const MATCHES = ['exact', 'all', 'typos', 'any', 'none'] as const
type Match = (typeof MATCHES)[number]

export interface RankFilters {
  topic?: string | undefined
  /** Leaves out records known to come in other languages only. */
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
  /** The first hit has nothing of what was asked for: it only has to do with it. */
  related: boolean
  /** Some hit has every word. */
  anyWhole: boolean
  /** Words that the first hit does not satisfy. */
  unmatched: string[]
  /** Well-known services that the query names and no hit is called after. */
  unnamed: string[]
  /** There is something to look for: a word that is not about every SDK. */
  worded: boolean
  /** Asked in another language than the catalogue's. */
  foreign: boolean
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

/** Share of a word that a record satisfies which only has to do with it. */
const LOOSELY = 0.85

/** What a record scores that has none of the words, beside one that has some. */
const RELATED = 0.7

interface Scored {
  position: number
  score: number
  /** Satisfies every word. */
  whole: boolean
  /** Share of what was asked for that it satisfies, not counting what only has to do with it. */
  sure: number
  named?: NameKind
}

/** @param records in catalogue order, which settles ties */
export function indexRanked(records: readonly SdkRecord[]): RankedSearch {
  const inverted = invert(records)
  const namesOf = indexNames(records)
  const explain: Explain = explainer(inverted)
  const everything = records.length
  // One set of buffers for all queries: a query runs to its end before the next begins.
  const score = new Float64Array(everything)
  const share = new Float64Array(everything)
  const sure = new Float64Array(everything)
  const satisfied = new Uint8Array(everything)
  const best = new Float64Array(everything)
  const surely = new Uint8Array(everything)

  return function rank(query, filters, limit) {
    const { matches, rest } = namesOf(query)
    const { words, foreign } = readQuery(rest, inverted)
    const all = matchSet(matches, words)
    const kept = all.filter(({ position }) => passes(records[position]!, filters))
    const [first] = kept
    const counted = first ? kept : all
    const readAs = first && !first.named ? readings(words, first.position) : []
    return {
      match: first ? stageOf(first, readAs.length > 0) : 'none',
      total: kept.length,
      hits: kept.slice(0, limit).map(({ position, named }) => ({
        record: records[position]!,
        reason: explain.reason(words, position, named),
      })),
      facets: facetsOf(counted.length > 0 ? counted.map(({ position }) => records[position]!) : records),
      readAs,
      weak: first === undefined || first.sure <= 0.5,
      related: first !== undefined && first.sure === 0,
      anyWhole: kept.some(({ whole }) => whole),
      unmatched: first?.named ? [] : first ? explain.unmatched(words, first.position) : words.map(({ text }) => text),
      unnamed: first?.named ? [] : unnamed(words, kept),
      worded: words.length > 0 || first !== undefined,
      foreign,
      ...(!first && all.length > 0 && { withoutFilters: all.length }),
    }
  }

  function unnamed(words: readonly Word[], hits: readonly Scored[]): string[] {
    const brands = words.filter(({ text }) => BRANDS.has(text))
    return brands
      .filter((word) => !hits.some(({ position }) => explain.isNamed(word, position)))
      .map(({ text }) => text)
  }

  /** "wether" -> "weather", as far as the record has to do with it. */
  function readings(words: readonly Word[], position: number): [string, string][] {
    const read = new Map<string, string[]>()
    for (const word of words) {
      const meant = explain.readAs(word, position)
      if (meant !== undefined && meant !== word.text) read.set(word.text, [...(read.get(word.text) ?? []), meant])
    }
    return [...read].map(([wrote, meant]) => [wrote, meant.join(' ')])
  }

  /** Everything worth showing for the query, best first. */
  function matchSet(exact: readonly NameMatch[], words: readonly Word[]): Scored[] {
    const touched = scoreAll(words)
    const named = new Set(exact.map(({ position }) => position))
    const highest = touched.reduce((most, position) => Math.max(most, score[position]!), 0)
    // Who gives a full name wants it, and at most what shares all its words.
    const least = exact.length > 0 ? Number.POSITIVE_INFINITY : highest * WORTH_FILLING
    const others: Scored[] = []
    for (const position of touched) {
      const whole = satisfied[position] === words.length
      if ((whole || score[position]! >= least) && !named.has(position)) {
        others.push({ position, score: score[position]!, whole, sure: sure[position]! })
      }
    }
    // What only has to do with the words comes after what has them.
    others.sort((a, b) => Number(b.sure > 0) - Number(a.sure > 0) || b.score - a.score || a.position - b.position)
    const shown = others.filter(({ whole, score }, at) => whole || at < ENOUGH || score >= highest * WORTH_SHOWING)
    return [...exact.map(({ position, kind }) => ({ position, score: 1, whole: true, sure: 1, named: kind })), ...shown]
  }

  /** Fills the buffers; returns the positions that have to do with some word. */
  function scoreAll(words: readonly Word[]): number[] {
    for (const buffer of [score, share, sure, satisfied]) buffer.fill(0)
    const touched: number[] = []
    let wanted = 0
    for (const { variants, weight: says } of words) {
      const worth = variants.length > 0 ? Math.max(...variants.map(({ idf }) => idf)) : Math.log(everything + 1)
      wanted += worth * says
      const here: number[] = []
      for (const { posting, factor, idf, loose } of variants) {
        const { positions, weights } = posting
        for (let at = 0; at < positions.length; at++) {
          const position = positions[at]!
          const value = idf * factor * weights[at]!
          if (best[position] === 0) here.push(position)
          if (value > best[position]!) best[position] = value
          if (!loose) surely[position] = 1
        }
      }
      for (const position of here) {
        if (share[position] === 0) touched.push(position)
        score[position]! += best[position]! * says
        share[position]! += worth * says * (surely[position] ? 1 : LOOSELY)
        sure[position]! += surely[position]! * worth * says
        satisfied[position]! += surely[position]!
        best[position] = 0
        surely[position] = 0
      }
    }
    for (const position of touched) {
      share[position]! /= wanted
      sure[position]! /= wanted
      score[position]! *= share[position]! ** COVERAGE * (sure[position] ? 1 : RELATED)
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
  (language === undefined || mayComeIn(record, language)) &&
  (!no_auth || record.no_auth === true)

/** Who needs an SDK in a language is worse served by losing the right one than by looking whether it comes in it. */
const mayComeIn = ({ languages }: SdkRecord, language: Language): boolean =>
  languages.length === 0 || languages.some((code) => serves(code, language))
