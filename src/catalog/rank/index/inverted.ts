/**
 * The inverted index of ranked search: term -> the records that have it, each with its BM25F weight and the fields it
 * is in. Fields are weighed before saturation, so a word in the title beats the same word repeated in a description.
 */
import { type Arrays, type Integers, integers } from '../../packed/file.ts'
import { openAscending, packAscending, partsOf } from '../../packed/lists.ts'
import { openStrings, packStrings } from '../../packed/strings.ts'
import type { SdkRecord } from '../../record/record.ts'
import { FIELDS, type Field, type FieldText, fieldReader } from './fields.ts'
import { openVocabulary, packVocabulary, type Vocabulary } from './vocabulary.ts'

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
/** A weight of 1 as the index has it, in whole numbers: no figure of `npm run eval` changes with the rounding. */
export const FULL_WEIGHT = 255

/** The records that have a term: an entry for each in the arrays of the index, from `start` to before `end`. */
export interface Posting {
  /** Of the term. */
  readonly id: number
  readonly start: number
  readonly end: number
  /** Of the records, ascending: the first is that of entry `start`. Read when first asked for. */
  readonly positions: Uint32Array
  /** Inverse document frequency: how much the term tells. */
  readonly idf: number
  /** Is in some title. */
  readonly inTitle: boolean
}

export interface Inverted {
  readonly terms: {
    /** Undefined for a term that no record has. */
    get(term: string): Posting | undefined
    has(term: string): boolean
    readonly size: number
  }
  /** Of each term, by its id. */
  readonly idfs: Float64Array
  /** Saturated weight of the term in each, from 1 to FULL_WEIGHT. */
  readonly weights: Uint8Array
  /** Bit i: the term is in FIELDS[i]. */
  readonly fields: Integers
  /** How the record of an entry of the posting writes the term, in the first of these fields. */
  spelling(posting: Posting, entry: number): string
  /** What a mistyped word may have meant. */
  readonly vocabulary: Vocabulary
}

/** The index as arrays of numbers, for openInverted. */
export function packInverted(records: readonly SdkRecord[]): Arrays {
  const texts = records.map(fieldReader(records))
  const usual = Object.fromEntries(
    FIELDS.map((field) => [field, texts.reduce((sum, text) => sum + text[field].stems.length, 0) / texts.length || 1]),
  ) as Record<Field, number>
  /** Term -> its entries, one for each record. */
  const drafts = new Map<string, Entry[]>()
  const counts = new Map<string, number>()
  texts.forEach((text, position) => {
    count(text)
    const found = new Map<string, Entry>()
    FIELDS.forEach((field, bit) => {
      const { weight, dilution } = WEIGHTS[field]
      const { words, stems, extra } = text[field]
      const share = weight / (1 - dilution + (dilution * stems.length) / usual[field])
      for (const [at, term] of stems.entries()) note(term, share, bit, words[at]!)
      for (const [term, { factor, spelling }] of extra) note(term, share * factor, bit, spelling)
    })
    for (const [term, entry] of found) {
      const entries = drafts.get(term)
      if (entries) entries.push(entry)
      else drafts.set(term, [entry])
    }

    function note(term: string, weight: number, bit: number, spelling: string): void {
      const known = found.get(term)
      if (!known) return void found.set(term, { position, weight, fields: 1 << bit, spelling })
      known.weight += weight
      known.fields |= 1 << bit
    }
  })
  // The commonest terms first: so what stands in their order compresses best.
  const ordered = [...drafts].sort(([, one], [, other]) => other.length - one.length)
  const terms = ordered.map(([term]) => term)
  const lists = ordered.map(([, entries]) => entries)
  const entries = lists.flat()
  const spellings = lists.map((list) => [...new Set(list.map(({ spelling }) => spelling))])
  return {
    size: Uint32Array.of(records.length),
    ...packStrings('terms', terms),
    'terms.in_title': Uint8Array.from(lists, (list) => Number(list.some(({ fields }) => fields & IN_TITLE))),
    ...packAscending(
      'terms.positions',
      lists.map((list) => list.map(({ position }) => position)),
    ),
    'terms.weights': Uint8Array.from(entries, ({ weight }) => rounded(weight / (weight + SATURATION))),
    'terms.fields': integers(entries.map(({ fields }) => fields)),
    'terms.spellings': integers(
      lists.flatMap((list, id) => list.map(({ spelling }) => spellings[id]!.indexOf(spelling))),
    ),
    ...packSpellings(terms, spellings),
    ...packVocabulary(counts),
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

const rounded = (share: number): number => Math.max(1, Math.round(FULL_WEIGHT * share))

/** A term in one record. */
interface Entry {
  position: number
  weight: number
  fields: number
  spelling: string
}

/** How records write each term, as what differs from the term: "forecasting" is "forecast" and "ing". */
function packSpellings(terms: readonly string[], spellings: readonly (readonly string[])[]): Arrays {
  const all = spellings.flatMap((list, id) =>
    list.map((spelling) => ({ spelling, shared: sharedLength(spelling, terms[id]!) })),
  )
  return {
    'spellings.counts': integers(spellings.map(({ length }) => length)),
    'spellings.shared': integers(all.map(({ shared }) => shared)),
    ...packStrings(
      'spellings',
      all.map(({ spelling, shared }) => spelling.slice(shared)),
    ),
  }
}

function sharedLength(one: string, other: string): number {
  let shared = 0
  while (shared < one.length && one[shared] === other[shared]) shared++
  return shared
}

export function openInverted(arrays: Arrays): Inverted {
  const size = arrays.size![0]!
  const terms = openStrings('terms', arrays)
  const spellings = openStrings('spellings', arrays)
  const { start: firstSpelling } = partsOf(arrays['spellings.counts'] as Integers)
  const shared = arrays['spellings.shared'] as Integers
  const spellingOf = arrays['terms.spellings'] as Integers
  const inTitle = arrays['terms.in_title']!
  const positions = openAscending('terms.positions', arrays)
  const { start: startOf, end: endOf } = partsOf(arrays['terms.positions.lengths'] as Integers)

  const idfs = new Float64Array(terms.size)
  for (let id = 0; id < idfs.length; id++) {
    const count = endOf(id) - startOf(id)
    idfs[id] = Math.log(1 + (size - count + 0.5) / (count + 0.5))
  }

  class TermPosting implements Posting {
    readonly id: number
    readonly start: number
    readonly end: number
    readonly idf: number
    readonly inTitle: boolean
    #positions: Uint32Array | undefined
    constructor(id: number) {
      this.id = id
      this.start = startOf(id)
      this.end = endOf(id)
      this.idf = idfs[id]!
      this.inTitle = inTitle[id] === 1
    }
    get positions() {
      this.#positions ??= positions.at(this.id)
      return this.#positions
    }
  }

  function get(term: string): Posting | undefined {
    const id = terms.indexOf(term)
    if (id < 0) return undefined
    return new TermPosting(id)
  }

  return {
    terms: { get, has: (term) => terms.indexOf(term) >= 0, size: terms.size },
    idfs,
    weights: arrays['terms.weights'] as Uint8Array,
    fields: arrays['terms.fields'] as Integers,
    spelling({ id }, entry) {
      const index = firstSpelling(id) + spellingOf[entry]!
      return terms.at(id).slice(0, shared[index]!) + spellings.at(index)
    },
    vocabulary: openVocabulary(arrays),
  }
}
