/** Makes what search-index.ts reads; apart from it, as most threads and commands only read. */
import { toBytes } from '../packed/file.ts'
import { packRanked } from '../rank/rank.ts'
import { byTitle } from '../record/entry.ts'
import type { SdkRecord } from '../record/record.ts'
import { packExact } from '../search/exact.ts'
import { SEARCH_INDEX_VERSION } from './search-index.ts'

export function buildSearchIndex(records: readonly SdkRecord[]): Uint8Array<ArrayBuffer> {
  const sorted = [...records].sort(byTitle)
  return toBytes({ ...packExact(sorted), ...packRanked(sorted) }, SEARCH_INDEX_VERSION)
}
