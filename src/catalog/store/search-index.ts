/**
 * The indexes of both searches as one block of bytes, which a build of the catalogue makes and a start only reads. The
 * positions in it are those of the records in catalogue order.
 */
import { type Arrays, fromBytes, toBytes } from '../packed/file.ts'
import { packRanked } from '../rank/rank.ts'
import { byTitle } from '../record/entry.ts'
import type { SdkRecord } from '../record/record.ts'
import { packExact } from '../search/exact.ts'

export const SEARCH_INDEX_FILE = 'search-index.bin'

/** Goes up with every change that gives other arrays, or another meaning to them; a test tells when. */
export const SEARCH_INDEX_VERSION = 1

export function buildSearchIndex(records: readonly SdkRecord[]): Uint8Array<ArrayBuffer> {
  const sorted = [...records].sort(byTitle)
  return toBytes({ ...packExact(sorted), ...packRanked(sorted) }, SEARCH_INDEX_VERSION)
}

interface Indexed {
  records: readonly SdkRecord[]
  searchIndex?: Uint8Array<ArrayBuffer>
}

/** Undefined where the catalogue has no index, or one of another version of this program or of other records. */
export function openSearchIndex({ records, searchIndex }: Indexed): Arrays | undefined {
  const arrays = searchIndex && fromBytes(searchIndex, SEARCH_INDEX_VERSION)
  return arrays?.size?.[0] === records.length ? arrays : undefined
}
