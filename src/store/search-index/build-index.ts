/** Builds what search-index.ts reads; apart from it, as most threads and commands only read. */
import { type Arrays, encodeArrays } from '../../catalog/packed/array-file.ts'
import { byTitle } from '../../catalog/record/entry.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { packRecords, type RecordLine } from '../../catalog/record/records.ts'
import { packExact } from '../../search/exact.ts'
import { packRanked } from '../../search/rank.ts'
import { NO_FILE, OPERATIONS_DIGESTS, RECORDS_DIGEST, recordsDigest, SEARCH_INDEX_VERSION } from './search-index.ts'

/** What an index is built from. */
export interface IndexInput {
  /** Checked, in the order of their lines. */
  records: readonly SdkRecord[]
  /** The bytes of sdks.jsonl. */
  sdks: Uint8Array
  /** SHA-256 of each file of operations by slug, in hexadecimal digits. */
  operations: ReadonlyMap<string, string>
}

export function buildSearchIndex(input: IndexInput): Uint8Array<ArrayBuffer> {
  const sorted = [...input.records].sort(byTitle)
  return encodeArrays({ ...recordColumns(input), ...packExact(sorted), ...packRanked(sorted) }, SEARCH_INDEX_VERSION)
}

/** The bytes of sdks.jsonl with these records. */
export const sdksBytes = (records: readonly SdkRecord[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(records.map((record) => `${JSON.stringify(record)}\n`).join(''))

/** The part of the index that locates each record, its columns for filters and counts, and its file of operations. */
export function recordColumns({ records, sdks, operations }: IndexInput): Arrays {
  const lines = linesOf(records, sdks).sort((a, b) => byTitle(a.record, b.record))
  const digests = lines.map(({ record }) => Buffer.from(operations.get(record.slug) ?? NO_FILE, 'hex'))
  return { [RECORDS_DIGEST]: recordsDigest(sdks), [OPERATIONS_DIGESTS]: Buffer.concat(digests), ...packRecords(lines) }
}

const LINE_END = 0x0a

function linesOf(records: readonly SdkRecord[], sdks: Uint8Array): RecordLine[] {
  let start = 0
  return records.map((record) => {
    const end = sdks.indexOf(LINE_END, start)
    const line = { record, start, length: end - start }
    start = end + 1
    return line
  })
}

/** Whether the index has these columns, byte for byte. */
export const hasColumns = (index: Arrays, columns: Arrays): boolean =>
  Object.entries(columns).every(([name, numbers]) => bytesOf(index[name]).equals(bytesOf(numbers)))

const bytesOf = (numbers: Arrays[string] = new Uint8Array()): Buffer =>
  Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength)
