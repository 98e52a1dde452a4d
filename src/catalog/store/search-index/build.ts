/** Makes what search-index.ts reads; apart from it, as most threads and commands only read. */
import { toBytes } from '../../packed/file.ts'
import { packRanked } from '../../rank/rank.ts'
import { byTitle } from '../../record/entry.ts'
import type { SdkRecord } from '../../record/record.ts'
import { packExact } from '../../search/exact.ts'
import { type Indexable, recordColumns } from './record-columns.ts'
import { SEARCH_INDEX_VERSION } from './search-index.ts'

export function buildSearchIndex(contents: Indexable): Uint8Array<ArrayBuffer> {
  const sorted = [...contents.records].sort(byTitle)
  return toBytes({ ...recordColumns(contents), ...packExact(sorted), ...packRanked(sorted) }, SEARCH_INDEX_VERSION)
}

/** What sdks.jsonl holds for these records. */
export const sdksBytes = (records: readonly SdkRecord[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(records.map((record) => `${JSON.stringify(record)}\n`).join(''))
