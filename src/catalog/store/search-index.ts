/**
 * The indexes of both searches as one block of bytes, which a build of the catalogue makes and a start only reads. The
 * positions in it are those of the records in catalogue order.
 */
import { type Arrays, fromBytes } from '../packed/file.ts'
import type { SdkRecord } from '../record/record.ts'

export const SEARCH_INDEX_FILE = 'search-index.bin'

/** Goes up with every change that gives other arrays, or another meaning to them; a test tells when. */
export const SEARCH_INDEX_VERSION = 1

interface Indexed {
  records: readonly SdkRecord[]
  searchIndex?: Uint8Array<ArrayBuffer>
}

/** Undefined where the catalogue has no index, or one of another version of this program or of other records. */
export function openSearchIndex({ records, searchIndex }: Indexed): Arrays | undefined {
  const arrays = searchIndex && fromBytes(searchIndex, SEARCH_INDEX_VERSION)
  return arrays?.size?.[0] === records.length ? arrays : undefined
}
