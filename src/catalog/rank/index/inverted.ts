/**
 * The inverted index of ranked search: term -> the records that have it, each with its BM25F weight and the fields it
 * is in. Fields are weighed before saturation, so a word in the title beats the same word repeated in a description.
 */
import type { SdkRecord } from '../../record/record.ts'
import { FIELDS, type Field, type FieldText, fieldReader } from './fields.ts'
import { vocabularyOf } from './vocabulary.ts'

const IN_TITLE = 1 << FIELDS.indexOf('title')

/** Weight of a word, and how much a long field dilutes it (BM25's b). */
const WEIGHTS: Readonly<Record<Field, { weight: number; dilution: number }>> = {
  title: { weight: 5, dilution: 0.5 },
  alias: { weight: 4, dilution: 0.3 },
  topic: { weight: 3, dilution: 0.3 },
  description: { weight: 2, dilution: 0.5 },
  need: { weight: 1.5, dilution: 0.3 },
  host: { weight: 1.5, dilution: 0.3 },
  language: { weight: 0.6, dilution: 0 },
  entity: { weight: 0.5, dilution: 0.6 },
}
/** BM25's k1: how soon more of the same stops counting. */
const SATURATION = 1.2

export interface Posting {
  /** Ascending positions of records. */
  readonly positions: Uint32Array
  /** Saturated weight of the term in each, between 0 and 1. */
  readonly weights: Float32Array
  /** Bit i: the term is in FIELDS[i]. */
  readonly fields: Uint8Array
  /** How each record writes it in the first of these fields: a position in `Inverted.spellings`. */
  readonly spellings: Uint32Array
  /** Inverse document frequency: how much the term tells. */
  readonly idf: number
  /** Is in some title. */
  readonly inTitle: boolean
}

export type Inverted = ReturnType<typeof invert>

interface Draft {
  positions: number[]
  weights: number[]
  fields: number[]
  spellings: number[]
}

export function invert(records: readonly SdkRecord[]) {
  const texts = records.map(fieldReader(records))
  const usual = Object.fromEntries(
    FIELDS.map((field) => [field, texts.reduce((sum, text) => sum + text[field].stems.length, 0) / texts.length || 1]),
  ) as Record<Field, number>
  const drafts = new Map<string, Draft>()
  const spellings = new Map<string, number>()
  const counts = new Map<string, number>()
  texts.forEach((text, position) => {
    count(text)
    const found = new Map<string, { weight: number; fields: number; spelling: string }>()
    FIELDS.forEach((field, bit) => {
      const { weight, dilution } = WEIGHTS[field]
      const { words, stems, extra } = text[field]
      const share = weight / (1 - dilution + (dilution * stems.length) / usual[field])
      for (const [at, term] of stems.entries()) note(term, share, bit, words[at]!)
      for (const [term, { factor, spelling }] of extra) note(term, share * factor, bit, spelling)
    })
    for (const [term, { weight, fields, spelling }] of found) {
      const draft = drafts.get(term) ?? { positions: [], weights: [], fields: [], spellings: [] }
      if (draft.positions.length === 0) drafts.set(term, draft)
      draft.positions.push(position)
      draft.weights.push(weight / (weight + SATURATION))
      draft.fields.push(fields)
      draft.spellings.push(positionOf(spelling))
    }

    function note(term: string, weight: number, bit: number, spelling: string): void {
      const known = found.get(term)
      if (!known) return void found.set(term, { weight, fields: 1 << bit, spelling })
      known.weight += weight
      known.fields |= 1 << bit
    }
  })
  const terms = new Map<string, Posting>()
  for (const [term, { positions, weights, fields, spellings }] of drafts) {
    terms.set(term, {
      positions: Uint32Array.from(positions),
      weights: Float32Array.from(weights),
      fields: Uint8Array.from(fields),
      spellings: Uint32Array.from(spellings),
      idf: Math.log(1 + (records.length - positions.length + 0.5) / (positions.length + 0.5)),
      inTitle: fields.some((bits) => bits & IN_TITLE),
    })
  }
  return {
    terms: terms as ReadonlyMap<string, Posting>,
    spellings: [...spellings.keys()],
    /** What a mistyped word may have meant. */
    vocabulary: vocabularyOf(counts),
  }

  function positionOf(spelling: string): number {
    const position = spellings.get(spelling) ?? spellings.size
    if (position === spellings.size) spellings.set(spelling, position)
    return position
  }

  function count(text: Record<Field, FieldText>): void {
    const words = new Set<string>()
    for (const field of FIELDS) {
      for (const word of text[field].words) words.add(word)
      for (const word of text[field].joined) words.add(word)
    }
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
}
