/** What a build writes of records, in memory. */
import { encodeArrays } from '../src/catalog/packed/array-file.ts'
import type { SdkRecord } from '../src/catalog/record/record.ts'
import { openRecords } from '../src/catalog/record/records.ts'
import { buildSearchIndex, type IndexInput, recordColumns, recordLines } from '../src/store/search-index/build-index.ts'

const joined = (pieces: Iterable<Uint8Array>) => new Uint8Array(Buffer.concat([...pieces]))

export const sdksBytes = (records: readonly SdkRecord[]) => joined(recordLines(records))

export const indexBytes = (input: IndexInput) => joined(buildSearchIndex(input))

export const arraysBytes = (...given: Parameters<typeof encodeArrays>) => joined(encodeArrays(...given))

export function storedRecords(records: readonly SdkRecord[]) {
  const sdks = sdksBytes(records)
  return openRecords(recordColumns({ sdks, operations: new Map() }), sdks)
}
