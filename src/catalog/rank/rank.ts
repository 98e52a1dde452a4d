/**
 * Ranked search: what was meant, best first. Exact names lead; then every record is scored by the words it satisfies,
 * rare words counting more and records that satisfy all of them most. Built once for a catalogue; a query is read
 * (reading/), its words are looked up (query/), and the records that have them are scored (score.ts).
 */

import { staged } from '../../system/stages.ts'
import type { Arrays } from '../packed/file.ts'
import type { SdkRecord } from '../record/record.ts'
import type { Records } from '../record/records.ts'
import { tokens } from '../search/words.ts'
import { compared } from './comparison.ts'
import { excluder } from './exclude.ts'
import { explainer, type Reason } from './explain.ts'
import { type Facets, facetsOf } from './facets.ts'
import { type Condition, conditionsOf, type RankFilters } from './filters.ts'
import { openInverted, packInverted } from './index/inverted.ts'
import { type OperationName, openPhrases } from './index/phrases.ts'
import { packSentences } from './index/sentences.ts'
import { knowledgeOf } from './knowledge.ts'
import { type NameKind, type NameMatch, openNames, packNames } from './names/exact-names.ts'
import { isStory, type QueryWord } from './query/query.ts'
import type { Constraints } from './reading/constraints.ts'
import { type Reading, readQuery } from './reading/reading.ts'
import type { Translation } from './reading/translate.ts'
import { type Scored as ByWords, scorer, WORTH_SHOWING } from './score.ts'
import { wordsFinder } from './wanted.ts'

export type { RankFilters } from './filters.ts'

/**
 * How strictly the first hit matches: the whole name, every word, every word once typos are corrected, some words, or
 * none of them, when it is only related.
 */
export const MATCHES = ['exact', 'all', 'typos', 'any', 'related', 'none'] as const
type Match = (typeof MATCHES)[number]

export interface Hit {
  /** In catalogue order. */
  position: number
  record: SdkRecord
  reason: Reason
  /** The operation that the query asks for. */
  operation?: { entity: string; op: OperationName }
}

export interface Ranked {
  match: Match
  /** Size of the match set before paging. */
  total: number
  /** The whole match set, best first. */
  positions: readonly number[]
  hits: Hit[]
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
  /** Services that the query names and that are not in the catalogue; hits are others of their kind. */
  missing: string[]
  /** The query has nothing to look for: no word, or only words that are about every SDK. */
  empty: boolean
  /** How the query was read where it is not in English. */
  translation?: Translation
  /** What else the query asks for, as it was read: "language go", "no key", "not Stripe". */
  constraints: string[]
  /** Asked for, but not on record for any SDK. */
  unknown: Constraints['unknown']
  /** The one constraint of the query that no hit satisfies together with the others. */
  dropped?: string
  /** A record that the query names, and what keeps it out. */
  keptOut?: { record: SdkRecord; by: string[] }
  /** The best for either of two needs, where it is not sure which one a long text tells of. */
  readings?: SdkRecord[]
  /** Matches that the filters kept out; counted only where they left none. */
  withoutFilters?: number
}

export type RankedSearch = ReturnType<typeof openRanked>

/** A sentence or an operation that has this much of the query, and the query of the sentence, meets the need. */
const MET_BY_SENTENCE = 0.45
const MET_BY_OPERATION = 0.99
/** Of a story, a hit with no more of its words than this is unsure, if another has this share of its score. */
const UNSURE_COVERAGE = 0.25
const UNSURE_SCORE = 0.8
/** Then no more hits than these are shown. */
const MAX_UNSURE = 5
/** Hits for each of the things compared. */
const MAX_COMPARED = 4
/** "free" is no fact on record; an SDK that needs no key is the likelier one. */
const FREE_PREFERENCE = 1.3

interface Scored extends ByWords {
  name?: NameKind
  /** Every word is there, and together: the need is met. */
  met: boolean
}

/** The index as arrays of numbers, for openRanked. @param records in catalogue order, which settles ties */
export function packRanked(records: readonly SdkRecord[]): Arrays {
  const inverted = packInverted(records)
  return { ...inverted, ...packSentences(records, openInverted(inverted)), ...packNames(records) }
}

/** @param arrays of packRanked for these records */
export function openRanked(arrays: Arrays, records: Records) {
  const inverted = openInverted(arrays)
  const matchNames = openNames(arrays, records)
  const explain = explainer(inverted)
  const score = staged('search score', scorer(records.length, inverted, openPhrases(arrays, inverted)))
  const exclude = excluder(records, inverted, matchNames)
  const wordsFor = staged('search words', wordsFinder(records, inverted, matchNames, explain))
  const read = staged('search read query', readQuery)
  const namesIn = staged('search names', matchNames)

  const knowledge = knowledgeOf(inverted, matchNames)

  /** @param offset how many of the best hits to skip */
  return function rank(query: string, filters: RankFilters, limit: number, offset = 0): Ranked {
    const { matches: named, rest } = namesIn(query)
    const isName = named.length > 0 && rest === query
    const whole = isName ? NAME_ONLY(query) : read(query, knowledge)
    if (whole.parts.length > 0) {
      const shared = { ...filters, no_auth: filters.no_auth || whole.constraints.noKey }
      return compared(
        whole.parts.map((part) => rank(part, shared, MAX_COMPARED)),
        limit,
        offset,
      )
    }
    const excluded = exclude(whole.constraints.exclusions)
    // "not with example.org": whose URL is in the query may be what is not wanted.
    const matches = named.filter(({ position }) => !excluded.positions.has(position))
    const reading = matches.length === 0 || isName ? whole : read(rest, knowledge)
    const { words, missing } = wordsFor(reading, excluded, matches.length > 0)
    const conditions = conditionsOf(records, filters, reading.constraints, excluded)
    const all = matchSet(matches, words, reading)
    const { kept: satisfied, dropped } = satisfying(all, conditions)
    const readings = isStory(words) ? twoReadings(satisfied) : undefined
    const kept = readings ? satisfied.slice(0, MAX_UNSURE) : satisfied
    const [first] = kept
    const counted = first ? kept : all
    const typedWords = tokens(reading.text).length
    const readAs = first && !first.name ? correctionsIn(words, first.position) : []
    const keptOut = namedButKeptOut(all, first, conditions)
    return {
      match: first ? matchOf(first, readAs.length > 0, missing.length > 0) : 'none',
      total: kept.length,
      positions: kept.map(({ position }) => position),
      hits: kept.slice(offset, offset + limit).map(({ position, name, fit }) => {
        const record = records.at(position)
        const best = !name && typedWords > 1 ? fit?.best : undefined
        const operation = best && { entity: record.entities[best.entity]!.name, op: best.op }
        return { position, record, reason: explain.reason(words, position, name), ...(operation && { operation }) }
      }),
      facets: facetsOf(records, counted.length > 0 ? counted.map(({ position }) => position) : undefined),
      readAs,
      weak: first === undefined || first.coverage <= 0.5,
      anyComplete: kept.some(({ met }) => met),
      unmatched: first?.name ? [] : first ? explain.unmatched(words, first.position) : words.map(({ text }) => text),
      missing,
      empty: words.length === 0 && first === undefined,
      ...(reading.translation && { translation: reading.translation }),
      constraints: [
        ...conditions.filter(({ isFilter }) => !isFilter).map(({ name }) => name),
        ...(reading.constraints.free ? ['free'] : []),
      ],
      unknown: reading.constraints.unknown,
      ...(dropped !== undefined && { dropped }),
      ...(keptOut && { keptOut }),
      ...(readings && { readings: readings.map(({ position }) => records.at(position)) }),
      ...(!first && all.length > 0 && { withoutFilters: all.length }),
    }
  }

  /** Everything worth showing for the query, best first. */
  function matchSet(
    exact: readonly NameMatch[],
    words: readonly QueryWord[],
    { text, constraints }: Reading,
  ): Scored[] {
    const preference = (position: number): number =>
      constraints.free && records.is('needsNoKey', position) ? FREE_PREFERENCE : 1
    const scored = score(words, new Set(tokens(text)), preference)
    const named = new Set(exact.map(({ position }) => position))
    const highest = scored.reduce((most, { score }) => Math.max(most, score), 0)
    // Whoever gives a full name wants that SDK, and at most those that share all its words.
    const least = exact.length > 0 ? Number.POSITIVE_INFINITY : highest * WORTH_SHOWING
    const others = scored
      .map((one) => ({ ...one, met: one.complete && isMet(one, words) }))
      .filter(({ met, score, position }) => (met || score >= least) && !named.has(position))
    return [
      ...exact.map(({ position, kind }) => ({
        position,
        score: 1,
        complete: true,
        met: true,
        coverage: 1,
        name: kind,
      })),
      ...others,
    ]
  }

  /** Words that are all in a record, but far apart, are not what was asked for. */
  function isMet({ position, fit }: ByWords, words: readonly QueryWord[]): boolean {
    const isTogether = fit !== undefined && (fit.sentence >= MET_BY_SENTENCE || fit.operation >= MET_BY_OPERATION)
    return isTogether || explain.isAbout(words, position)
  }

  /** What passes all conditions; where nothing does, all but one condition of the query, which is named. */
  function satisfying(all: readonly Scored[], conditions: readonly Condition[]): { kept: Scored[]; dropped?: string } {
    const passing = (held: readonly Condition[]): Scored[] =>
      all.filter(({ position }) => held.every(({ passes }) => passes(position)))
    const kept = passing(conditions)
    if (kept.length === 0 && all.length > 0) {
      const relaxed = conditions
        .filter(({ isFilter, kind }) => !isFilter && kind !== 'not')
        .map((dropped) => ({ dropped, kept: passing(conditions.filter((one) => one !== dropped)) }))
        .filter(({ kept }) => kept.length > 0)
        .sort((a, b) => b.kept[0]!.score - a.kept[0]!.score)[0]
      if (relaxed) return { kept: relaxed.kept, dropped: relaxed.dropped.name }
    }
    return { kept }
  }

  /** The best hits for two needs, where little of a long text fits either, as much the one as the other, and they differ. */
  function twoReadings(hits: readonly Scored[]): Scored[] | undefined {
    const [first] = hits
    if (!first || first.name || first.met || first.coverage > UNSURE_COVERAGE) return undefined
    const topics = records.topics(first.position)
    const second = hits.find(({ position }) => !records.topics(position).some((topic) => topics.includes(topic)))
    return second && second.score >= UNSURE_SCORE * first.score ? [first, second] : undefined
  }

  /** A record of exactly the name that was typed, where only the filters keep it out. */
  function namedButKeptOut(all: readonly Scored[], first: Scored | undefined, conditions: readonly Condition[]) {
    const [named] = all
    if (!named?.name || named === first) return undefined
    const record = records.at(named.position)
    const by = conditions
      .filter(({ kind, passes }) => kind !== 'not' && !passes(named.position))
      .map(({ name }) => name)
    return by.length > 0 ? { record, by } : undefined
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
}

const NAME_ONLY = (query: string): Reading => ({
  text: query,
  constraints: { languages: [], noKey: false, free: false, readOnly: false, unknown: [], exclusions: [] },
  brands: [],
  parts: [],
})

function matchOf({ name, met, coverage }: Scored, corrected: boolean, isStandIn: boolean): Match {
  if (name) return 'exact'
  if (isStandIn) return 'related'
  if (met) return corrected ? 'typos' : 'all'
  return coverage > 0 ? 'any' : 'related'
}
