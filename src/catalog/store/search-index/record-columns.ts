/**
 * The part of the search index that tells where each record stands, what filters and counts read of it, and which file of
 * operations belongs to it.
 */
import type { Arrays } from '../../packed/file.ts'
import { byTitle } from '../../record/entry.ts'
import { packRecords, type RecordLine } from '../../record/pack-records.ts'
import type { SdkRecord } from '../../record/record.ts'
import { NO_FILE, OPERATIONS_DIGESTS, RECORDS_DIGEST, recordsDigest } from './search-index.ts'

/** What an index is made of. */
export interface Indexable {
  /** Checked, in the order of their lines. */
  records: readonly SdkRecord[]
  /** The bytes of sdks.jsonl. */
  sdks: Uint8Array
  /** SHA-256 of each file of operations by slug, in hexadecimal digits. */
  operations: ReadonlyMap<string, string>
}

export function recordColumns({ records, sdks, operations }: Indexable): Arrays {
  const lines = linesOf(records, sdks).sort((a, b) => byTitle(a.record, b.record))
  const digests = Buffer.concat(lines.map(({ record }) => Buffer.from(operations.get(record.slug) ?? NO_FILE, 'hex')))
  return { [RECORDS_DIGEST]: recordsDigest(sdks), [OPERATIONS_DIGESTS]: digests, ...packRecords(lines) }
}

/** Whether the index has these columns, number for number. */
export const hasColumns = (index: Arrays, columns: Arrays): boolean =>
  Object.entries(columns).every(([name, numbers]) => bytesOf(index[name]).equals(bytesOf(numbers)))

const bytesOf = (numbers: Arrays[string] | undefined): Buffer =>
  numbers ? Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength) : Buffer.alloc(0)

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
