/**
 * The inverted index of ranked search: term -> the records that have it, each with its BM25F weight and the fields it
 * is in. Fields are weighed before saturation, so a word in the title beats the same word repeated in a description.
 */

import { type Arrays, type Integers, integers } from '../../catalog/packed/array-file.ts'
import { addTo, openLists, packLists } from '../../catalog/packed/lists.ts'
import { decodeLines, encodeLines } from '../../catalog/packed/strings.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { once } from '../../system/once.ts'
import { FIELD_WEIGHTS, SATURATION } from '../weights.ts'
import { FIELDS, type Field, type FieldText, fieldBits, fieldReader } from './indexed-fields.ts'
import { openVocabulary, packVocabulary } from './vocabulary.ts'

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
  /** The term is in some title. */
  readonly inTitle: boolean
}

/** A term in one record. */
interface Entry {
  position: number
  weight: number
  fields: number
  spelling: string
}

/** The index as arrays, for openInverted. */
export function packInverted(records: readonly SdkRecord[]): Arrays {
  const texts = records.map(fieldReader(records))
  const entriesByTerm = new Map<string, Entry[]>()
  const meanLengths = Object.fromEntries(
    FIELDS.map((field) => [field, texts.reduce((sum, text) => sum + text[field].stems.length, 0) / texts.length || 1]),
  ) as Record<Field, number>
  for (const [position, text] of texts.entries()) {
    for (const [term, entry] of entriesOf(text, position, meanLengths)) addTo(entriesByTerm, term, entry)
  }
  // The commonest terms first, which settles ties between terms that satisfy a word equally well.
  const postings = [...entriesByTerm].sort(([, a], [, b]) => b.length - a.length)
  const entries = postings.flatMap(([, entries]) => entries)
  const spellings = new Map<string, number>()
  for (const { spelling } of entries) if (!spellings.has(spelling)) spellings.set(spelling, spellings.size)
  return {
    size: Uint32Array.of(records.length),
    terms: encodeLines(postings.map(([term]) => term)),
    'terms.in_title': Uint8Array.from(postings, ([, entries]) =>
      Number(entries.some(({ fields }) => fields & IN_TITLE)),
    ),
    ...packLists(
      'terms.positions',
      postings.map(([, entries]) => entries.map(({ position }) => position)),
    ),
    'terms.weights': Uint8Array.from(entries, ({ weight }) =>
      Math.max(1, Math.round((FULL_WEIGHT * weight) / (weight + SATURATION))),
    ),
    'terms.fields': integers(entries.map(({ fields }) => fields)),
    'terms.spellings': integers(entries.map(({ spelling }) => spellings.get(spelling)!)),
    spellings: encodeLines([...spellings.keys()]),
    ...packVocabulary(wordCounts(texts)),
  }
}

/** The terms of a record. */
function entriesOf(text: Record<Field, FieldText>, position: number, meanLengths: Record<Field, number>) {
  const entries = new Map<string, Entry>()
  FIELDS.forEach((field, bit) => {
    const { weight, dilution } = FIELD_WEIGHTS[field]
    const { words, stems, extra } = text[field]
    const share = weight / (1 - dilution + (dilution * stems.length) / meanLengths[field])
    for (const [at, term] of stems.entries()) add(term, share, bit, words[at]!)
    for (const [term, { factor, spelling }] of extra) add(term, share * factor, bit, spelling)
  })
  return entries

  function add(term: string, weight: number, bit: number, spelling: string): void {
    const entry = entries.get(term)
    if (!entry) return void entries.set(term, { position, weight, fields: 1 << bit, spelling })
    entry.weight += weight
    entry.fields |= 1 << bit
  }
}

/** Each word as it is written, and how many records have it. */
function wordCounts(texts: readonly Record<Field, FieldText>[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) {
    const words = new Set(FIELDS.flatMap((field) => [...text[field].words, ...text[field].joined]))
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

const IN_TITLE = fieldBits('title')

export type Inverted = ReturnType<typeof openInverted>

export function openInverted(arrays: Arrays) {
  const size = arrays.size![0]!
  const terms = decodeLines(arrays.terms as Uint8Array)
  const positions = openLists('terms.positions', arrays)
  const inTitle = arrays['terms.in_title']!
  const spellings = once(() => decodeLines(arrays.spellings as Uint8Array))
  const spellingIds = arrays['terms.spellings']!
  const ids = new Map<string, number>()
  const idfs = new Float64Array(terms.length)
  for (const [id, term] of terms.entries()) {
    const count = positions.starts[id + 1]! - positions.starts[id]!
    idfs[id] = Math.log(1 + (size - count + 0.5) / (count + 0.5))
    ids.set(term, id)
  }

  return {
    has: (term: string): boolean => ids.has(term),
    /** Undefined for a term that no record has. */
    posting(term: string): Posting | undefined {
      const id = ids.get(term)
      if (id === undefined) return undefined
      const start = positions.starts[id]!
      return { id, start, positions: positions.at(id), idf: idfs[id]!, inTitle: inTitle[id] === 1 }
    },
    /** Inverse document frequencies by the number of the term. */
    idfs,
    /** By entry: saturated weight of the term in the record, from 1 to FULL_WEIGHT. */
    weights: arrays['terms.weights'] as Uint8Array,
    /** By entry: bit i says that the term is in FIELDS[i]. */
    fields: arrays['terms.fields']!,
    /** How the record of an entry writes the term, in the first of these fields. */
    spelling: (entry: number): string => spellings()[spellingIds[entry]!]!,
    /** Candidates for the correction of a mistyped word. */
    vocabulary: openVocabulary(arrays),
  }
}
