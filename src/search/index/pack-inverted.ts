/**
 * Builds the arrays of inverted.ts, in some kilobytes of memory a record: a row for each term of a field, then an entry
 * for each term of a record.
 */
import { type Arrays, integers } from '../../catalog/packed/array-file.ts'
import { createColumn, createNumbering, rowsByKey } from '../../catalog/packed/number-columns.ts'
import { encodeLines } from '../../catalog/packed/strings.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { FIELD_WEIGHTS, SATURATION, SUGGESTED_TOPIC } from '../weights.ts'
import { FIELDS, fieldBits, fieldReader } from './indexed-fields.ts'
import { FULL_WEIGHT } from './inverted.ts'
import { packVocabulary } from './vocabulary.ts'

/** @param shared hosts of several SDKs */
export function packInverted(records: Iterable<SdkRecord>, shared: ReadonlySet<string>): Arrays {
  const { size, terms, written, wordCounts, entries } = readEntries(records, shared)
  const { starts, rows: byTerm } = rowsByKey(entries.term, terms.length)
  const countOf = (term: number): number => starts[term + 1]! - starts[term]!
  // The commonest terms first, which settles ties between terms that satisfy a word equally well.
  const order = Uint32Array.from(terms.keys()).sort((a, b) => countOf(b) - countOf(a) || a - b)
  const ends = new Uint32Array(order.length + 1)
  const sorted = new Uint32Array(byTerm.length)
  for (const [at, term] of order.entries()) {
    sorted.set(byTerm.subarray(starts[term], starts[term + 1]), ends[at])
    ends[at + 1] = ends[at]! + countOf(term)
  }
  const spellings = createNumbering()
  return {
    size: Uint32Array.of(size),
    terms: encodeLines(order.values().map((term) => terms[term]!)),
    'terms.in_title': Uint8Array.from(order, (_, at) => {
      return Number(sorted.subarray(ends[at], ends[at + 1]).some((entry) => entries.fields[entry]! & IN_TITLE))
    }),
    'terms.positions.starts': ends,
    'terms.positions.values': integers(sorted.map((entry) => entries.position[entry]!)),
    'terms.weights': Uint8Array.from(sorted, (entry) => entries.weight[entry]!),
    'terms.fields': Uint8Array.from(sorted, (entry) => entries.fields[entry]!),
    'terms.spellings': integers(sorted.map((entry) => spellings.numberOf(written[entries.spelling[entry]!]!))),
    spellings: encodeLines(spellings.texts()),
    ...packVocabulary(wordCounts),
  }
}

const IN_TITLE = fieldBits('title')

/** Shares of a field's weight that a term may have. */
const FACTORS = [1, SUGGESTED_TOPIC]

/** The rows are gone when the entries are made. */
function readEntries(records: Iterable<SdkRecord>, shared: ReadonlySet<string>) {
  const { terms, written, wordCounts, ...rows } = readRows(records, shared)
  return { size: rows.ends.length, terms, written, wordCounts, entries: weighRows(rows) }
}

/** Each term of each field of each record, record by record. */
function readRows(records: Iterable<SdkRecord>, shared: ReadonlySet<string>) {
  const read = fieldReader(shared)
  const [terms, spellings] = [createNumbering(), createNumbering()]
  const [term, spelling] = [createColumn(new Uint32Array()), createColumn(new Uint32Array())]
  const [field, factor] = [createColumn(new Uint8Array()), createColumn(new Uint8Array())]
  /** Of each record, the row after its last one; of each record and field, its number of words. */
  const [ends, lengths] = [createColumn(new Uint32Array()), createColumn(new Uint32Array())]
  const wordCounts = new Map<string, number>()
  for (const record of records) {
    const text = read(record)
    const written = new Set<string>()
    for (const [bit, name] of FIELDS.entries()) {
      const { words, stems, joined, extra } = text[name]
      for (const [at, stem] of stems.entries()) add(stem, bit, 1, words[at]!)
      for (const [concept, { factor, spelling }] of extra) add(concept, bit, factor, spelling)
      for (const word of [...words, ...joined]) written.add(word)
      lengths.push(stems.length)
    }
    for (const word of written) wordCounts.set(word, (wordCounts.get(word) ?? 0) + 1)
    ends.push(term.length)
  }
  return {
    ...{ terms: terms.texts(), written: spellings.texts(), wordCounts },
    ...{ term: term.rows(), spelling: spelling.rows(), field: field.rows(), factor: factor.rows() },
    ...{ ends: ends.rows(), lengths: lengths.rows() },
  }

  function add(text: string, bit: number, share: number, written: string): void {
    term.push(terms.numberOf(text))
    spelling.push(spellings.numberOf(written))
    field.push(bit)
    factor.push(FACTORS.indexOf(share))
  }
}

type Rows = Omit<ReturnType<typeof readRows>, 'terms' | 'written' | 'wordCounts'>

/** Each term of each record: its weight there, and how its first field writes it. */
function weighRows({ term, spelling, field, factor, ends, lengths }: Rows) {
  const [terms, positions, spellings] = [0, 0, 0].map(() => createColumn(new Uint32Array()))
  const [weights, fields] = [createColumn(new Uint8Array()), createColumn(new Uint8Array())]
  const means = FIELDS.map((_, bit) => {
    let sum = 0
    for (let at = bit; at < lengths.length; at += FIELDS.length) sum += lengths[at]!
    return sum / ends.length || 1
  })
  for (const [position, end] of ends.entries()) {
    const shares = FIELDS.map((name, bit) => {
      const { weight, dilution } = FIELD_WEIGHTS[name]
      return weight / (1 - dilution + (dilution * lengths[position * FIELDS.length + bit]!) / means[bit]!)
    })
    const found = new Map<number, { weight: number; bits: number; spelling: number }>()
    for (let row = ends[position - 1] ?? 0; row < end; row++) {
      const [weight, bits] = [shares[field[row]!]! * FACTORS[factor[row]!]!, 1 << field[row]!]
      const entry = found.get(term[row]!)
      if (!entry) found.set(term[row]!, { weight, bits, spelling: spelling[row]! })
      else Object.assign(entry, { weight: entry.weight + weight, bits: entry.bits | bits })
    }
    for (const [id, { weight, bits, spelling }] of found) {
      terms!.push(id)
      positions!.push(position)
      spellings!.push(spelling)
      weights.push(Math.max(1, Math.round((FULL_WEIGHT * weight) / (weight + SATURATION))))
      fields.push(bits)
    }
  }
  return {
    ...{ term: terms!.rows(), position: positions!.rows(), spelling: spellings!.rows() },
    ...{ weight: weights.rows(), fields: fields.rows() },
  }
}
