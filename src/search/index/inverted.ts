/**
 * The inverted index of ranked search: term -> the records that have it, each with its BM25F weight and the fields it
 * is in. Fields are weighed before saturation, so a word in the title beats the same word repeated in a description.
 */

import type { Arrays, Integers } from '../../catalog/packed/array-file.ts'
import { openLists } from '../../catalog/packed/lists.ts'
import { openStrings } from '../../catalog/packed/strings.ts'
import { openVocabulary } from './vocabulary.ts'

/** A saturated weight of 1 in the index, in whole numbers: no figure of `npm run eval` changes with the rounding. */
export const FULL_WEIGHT = 255

/** The records that have a term. Record `positions[n]` is described by entry `start + n` of the index. */
export interface Posting {
  /** Number of the term. */
  readonly id: number
  readonly start: number
  /** Ascending. */
  readonly positions: Integers
  /** Inverse document frequency. */
  readonly idf: number
  /** Fields of any record that the term is in, as bits. */
  readonly fields: number
}

export type Inverted = ReturnType<typeof openInverted>

export function openInverted(arrays: Arrays) {
  const size = arrays.size![0]!
  const terms = openStrings('terms', arrays)
  const positions = openLists('terms.positions', arrays)
  const fieldsOfAny = arrays['terms.fields_of_any']!
  const spellings = openStrings('spellings', arrays)
  const spellingIds = arrays['terms.spellings']!
  /** By the number of the term; 0 until somebody asks. */
  const idfs = new Float64Array(terms.length)

  /** Inverse document frequency of a term. */
  function idfOf(id: number): number {
    if (idfs[id] === 0) {
      const count = positions.starts[id + 1]! - positions.starts[id]!
      idfs[id] = Math.log(1 + (size - count + 0.5) / (count + 0.5))
    }
    return idfs[id]!
  }

  return {
    has: (term: string): boolean => terms.indexOf(term) >= 0,
    /** Undefined for a term that no record has. */
    posting(term: string): Posting | undefined {
      const id = terms.indexOf(term)
      if (id < 0) return undefined
      const start = positions.starts[id]!
      return { id, start, positions: positions.at(id), idf: idfOf(id), fields: fieldsOfAny[id]! }
    },
    idfOf,
    terms: terms.length,
    /** By entry: saturated weight of the term in the record, from 1 to FULL_WEIGHT. */
    weights: arrays['terms.weights'] as Uint8Array,
    /** By entry: bit i says that the term is in FIELDS[i]. */
    fields: arrays['terms.fields']!,
    /** How the record of an entry writes the term, in the first of these fields. */
    spelling: (entry: number): string => spellings.at(spellingIds[entry]!)!,
    /** Candidates for the correction of a mistyped word. */
    vocabulary: openVocabulary(arrays),
  }
}
