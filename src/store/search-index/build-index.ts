/** Builds what search-index.ts reads; apart from it, as most threads and commands only read. */
import { type Arrays, encodeArrays } from '../../catalog/packed/array-file.ts'
import { openStrings } from '../../catalog/packed/strings.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { openRecords, packRecords } from '../../catalog/record/records.ts'
import { packExact } from '../../search/exact.ts'
import { packRanked } from '../../search/rank.ts'
import { type Bytes, digestOf, linesOf, piecesOf, readAt } from '../../system/bytes.ts'
import { packLookUp } from '../look-up.ts'
import { NO_FILE, OPERATIONS_DIGESTS, RECORDS_DIGEST, SEARCH_INDEX_VERSION } from './search-index.ts'

/** What an index is built from. */
export interface IndexInput {
  /** sdks.jsonl with checked records, as a build writes them. */
  sdks: Bytes
  /** SHA-256 of each file of operations by slug, in hexadecimal digits. */
  operations: ReadonlyMap<string, string>
}

/** The index as pieces. Each pass reads the records again, as their objects would take most of the memory. */
export function buildSearchIndex(input: IndexInput): Iterable<Uint8Array> {
  const columns = recordColumns(input)
  const records = openRecords(columns, input.sdks)
  const arrays = { ...columns, ...packLookUp(records), ...packExact(records), ...packRanked(records) }
  return encodeArrays(arrays, SEARCH_INDEX_VERSION)
}

/** The lines of sdks.jsonl with these records. */
export function* recordLines(records: Iterable<SdkRecord>): Generator<Buffer> {
  for (const record of records) yield Buffer.from(`${JSON.stringify(record)}\n`)
}

/** The part of the index that locates each record, its columns for filters and counts, and its file of operations. */
export function recordColumns({ sdks, operations }: IndexInput): Arrays {
  const columns = packRecords(
    linesOf(sdks).map(({ start, length }) => ({
      record: JSON.parse(readAt(sdks, start, length).toString()) as SdkRecord,
      length,
    })),
  )
  const slugs = openStrings('records.slugs', columns)
  const digests = Array.from(columns['records.slug_numbers']!, (number) => operations.get(slugs.at(number)!) ?? NO_FILE)
  return {
    [RECORDS_DIGEST]: Buffer.from(digestOf(piecesOf(sdks)), 'hex'),
    [OPERATIONS_DIGESTS]: Buffer.from(digests.join(''), 'hex'),
    ...columns,
  }
}

/** Whether the index has these columns, byte for byte. */
export const hasColumns = (index: Arrays, columns: Arrays): boolean =>
  Object.entries(columns).every(([name, numbers]) => bytesOf(index[name]).equals(bytesOf(numbers)))

const bytesOf = (numbers: Arrays[string] = new Uint8Array()): Buffer =>
  Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength)
