/**
 * Builds the arrays of inverted.ts, in some kilobytes of memory a record: a row for each term of a field, then an entry
 * for each term of a record.
 */
import { type Arrays, integers } from '../../catalog/packed/array-file.ts'
import { createColumn, createNumbering } from '../../catalog/packed/number-columns.ts'
import { packStrings } from '../../catalog/packed/strings.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { FIELD_WEIGHTS, SATURATION, SUGGESTED_TOPIC } from '../weights.ts'
import { FIELDS, fieldReader } from './indexed-fields.ts'
import { FULL_WEIGHT } from './inverted.ts'
import { packVocabulary } from './vocabulary.ts'

/** @param shared hosts of several SDKs */
export function packInverted(records: Iterable<SdkRecord>, shared: ReadonlySet<string>): Arrays {
  const { terms, written, wordCounts, ...rows } = readRows(records, shared)
  const { term, spelling, weight, fields, ends } = weighRows(rows)
  const counts = new Uint32Array(terms.length)
  for (const id of term) counts[id]! += 1
  const order = Uint32Array.from(terms.keys()).sort((a, b) => (terms[a]! < terms[b]! ? -1 : 1))
  const starts = new Uint32Array(order.length + 1)
  /** Of each term, where its next entry goes. */
  const next = new Uint32Array(order.length)
  for (const [at, id] of order.entries()) {
    next[id] = starts[at]!
    starts[at + 1] = starts[at]! + counts[id]!
  }
  const [positions, spellings] = [new Uint32Array(term.length), new Uint32Array(term.length)]
  const [weights, bits] = [new Uint8Array(term.length), new Uint8Array(term.length)]
  const fieldsOfAny = new Uint8Array(terms.length)
  for (let [position, row] = [0, 0]; position < ends.length; position++) {
    for (; row < ends[position]!; row++) {
      const id = term[row]!
      const place = next[id]!++
      positions[place] = position
      spellings[place] = spelling[row]!
      weights[place] = weight[row]!
      bits[place] = fields[row]!
      fieldsOfAny[id]! |= fields[row]!
    }
  }
  const texts: string[] = []
  /** Of each spelling, 1 + its place in the texts. */
  const places = new Uint32Array(written.length)
  for (const [place, number] of spellings.entries()) {
    places[number] ||= texts.push(written[number]!)
    spellings[place] = places[number]! - 1
  }
  return {
    size: Uint32Array.of(ends.length),
    ...packStrings(
      'terms',
      order.values().map((term) => terms[term]!),
    ),
    'terms.fields_of_any': Uint8Array.from(order, (id) => fieldsOfAny[id]!),
    'terms.positions.starts': starts,
    'terms.positions.values': integers(positions),
    'terms.weights': weights,
    'terms.fields': bits,
    'terms.spellings': integers(spellings),
    ...packStrings('spellings', texts),
    ...packVocabulary(wordCounts),
  }
}

/** Shares of a field's weight that a term may have. */
const FACTORS = [1, SUGGESTED_TOPIC]

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
    ...{ term, spelling, field, factor, ends: ends.rows(), lengths: lengths.rows() },
  }

  function add(text: string, bit: number, share: number, written: string): void {
    term.push(terms.numberOf(text))
    spelling.push(spellings.numberOf(written))
    field.push(bit)
    factor.push(FACTORS.indexOf(share))
  }
}

type Rows = Omit<ReturnType<typeof readRows>, 'terms' | 'written' | 'wordCounts'>

/**
 * Each term of each record: its weight there, and how its first field writes it. These entries take the place of the rows,
 * which are more, and of the ends of the records.
 */
function weighRows({ ends, lengths, ...columns }: Rows) {
  const { term, spelling, field, factor } = rowsOf(columns)
  const [weights, fields] = [field, factor]
  const means = FIELDS.map((_, bit) => {
    let sum = 0
    for (let at = bit; at < lengths.length; at += FIELDS.length) sum += lengths[at]!
    return sum / ends.length || 1
  })
  let [row, entry] = [0, 0]
  for (const [position, end] of ends.entries()) {
    const shares = FIELDS.map((name, bit) => {
      const { weight, dilution } = FIELD_WEIGHTS[name]
      return weight / (1 - dilution + (dilution * lengths[position * FIELDS.length + bit]!) / means[bit]!)
    })
    const found = new Map<number, { weight: number; bits: number; spelling: number }>()
    for (; row < end; row++) {
      const [weight, bits] = [shares[field[row]!]! * FACTORS[factor[row]!]!, 1 << field[row]!]
      const entry = found.get(term[row]!)
      if (!entry) found.set(term[row]!, { weight, bits, spelling: spelling[row]! })
      else Object.assign(entry, { weight: entry.weight + weight, bits: entry.bits | bits })
    }
    for (const [id, { weight, bits, spelling: number }] of found) {
      term[entry] = id
      spelling[entry] = number
      weights[entry] = Math.max(1, Math.round((FULL_WEIGHT * weight) / (weight + SATURATION)))
      fields[entry++] = bits
    }
    ends[position] = entry
  }
  for (const column of Object.values(columns)) column.shrink(entry)
  const { field: weight, factor: bits, ...numbers } = rowsOf(columns)
  return { ends, ...numbers, weight, fields: bits }
}

const rowsOf = ({ term, spelling, field, factor }: Omit<Rows, 'ends' | 'lengths'>) => ({
  ...{ term: term.rows(), spelling: spelling.rows(), field: field.rows(), factor: factor.rows() },
})
