/** The answer of ranked search. */

import type { Facets } from '../catalog/record/facets.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import type { Translation } from '../query/languages/translate.ts'
import type { Reason } from './explain.ts'
import type { Fit } from './fit/fit.ts'
import type { QueryIntent } from './operations/query-intent.ts'
import type { ScoredOperation } from './operations/score-operations.ts'

/**
 * How strictly the first hit matches: the whole name, every word, every word once typos are corrected, some words, or
 * none of them, when it is only related.
 */
export const MATCHES = ['exact', 'all', 'typos', 'any', 'related', 'none'] as const
export type Match = (typeof MATCHES)[number]

/** Number of hits that an answer offers if nothing fits. */
export const NEAREST_HITS = 3

export interface RankedHit {
  /** In catalogue order. */
  position: number
  record: SdkRecord
  reason: Reason
  fit: Fit
  /** The query has its name. */
  isNamed: boolean
  /** The part of a longer query that the record answers. */
  need: string | undefined
  /** Constraints of the query that the record violates; hits without violations come first. */
  violates: string[] | undefined
  /** What the query asks an operation to do, and commands that follow about the same thing; empty if it is only a name. */
  intents: () => readonly QueryIntent[]
  /** Operations that match any word of the query, best first. */
  operations: () => readonly ScoredOperation[]
}

export interface Ranked {
  match: Match
  /** How well the best hit fits; `none` without hits. */
  fit: Fit
  /** How many match, before paging: those that fit. */
  total: number
  /** Best first; those after the matches only share a word with the query. */
  positions: readonly number[]
  hits: RankedHit[]
  /** Counts over the matches; without any, over those that the filters excluded, else over the catalogue. */
  facets: () => Facets
  /** Words that were read as others: ["wether", "weather"]. */
  readAs: [typed: string, read: string][]
  /** Words that the first hit does not have. */
  unmatched: string[]
  /** Services that the query names and that are not in the catalogue; hits are others of their kind. */
  missing: string[]
  /** The query has nothing to search for: no word, or only words that are about every SDK. */
  empty: boolean
  /** How a query in another language than English was read. */
  translation?: Translation
  /** Constraints that were read in the query: "language go", "no key", "not Stripe". */
  constraints: string[]
  /** The one constraint of the query that no hit satisfies together with the others. */
  dropped?: string
  /** A record that the query names, or the only one that fits, and what excludes it. */
  excludedHit?: { record: SdkRecord; by: string[] }
  /** Number of matches without the filters, if no match passes them. */
  withoutFilters?: number
}
