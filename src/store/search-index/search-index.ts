/**
 * The indexes of both searches, and the columns that filters and counts read of each record, in one file that a build of
 * the catalogue makes and a start only reads. Its positions are those of the records in catalogue order.
 *
 * An index of this version says that a build of this version made it for exactly these bytes of sdks.jsonl, and that it
 * checked them: so a start need not.
 */
import { type Arrays, decodeArrays } from '../../catalog/packed/array-file.ts'
import { type Bytes, digestOf, piecesOf } from '../../system/bytes.ts'

/** Goes up with every change that gives other arrays, another meaning to them, or other rules for records; a test says when. */
export const SEARCH_INDEX_VERSION = 24

/** Undefined for an index of another version of this program. */
export const openSearchIndex = (bytes: Uint8Array<ArrayBuffer>): Arrays | undefined =>
  decodeArrays(bytes, SEARCH_INDEX_VERSION)

/** SHA-256 of each record's file of operations; zeros for a record without. */
export const OPERATIONS_DIGESTS = 'operations.sha256'
const DIGEST_BYTES = 32
export const NO_FILE = '0'.repeat(2 * DIGEST_BYTES)

/** Hexadecimal digits; undefined for a record without a file of operations. */
export function operationsDigest(index: Arrays, position: number): string | undefined {
  const start = DIGEST_BYTES * position
  const digest = Buffer.from(index[OPERATIONS_DIGESTS]!.subarray(start, start + DIGEST_BYTES)).toString('hex')
  return digest === NO_FILE ? undefined : digest
}

/** SHA-256 of the bytes of sdks.jsonl that an index is for. */
export const RECORDS_DIGEST = 'records.sha256'

/** SHA-256 of the bytes of sdks.jsonl that the index was made for, in hexadecimal digits. */
export const digestIn = (index: Arrays): string => Buffer.from(index[RECORDS_DIGEST]!).toString('hex')

/** Whether the index was made for exactly these bytes of sdks.jsonl. */
export const isIndexOf = (index: Arrays, sdks: Bytes): boolean => digestIn(index) === digestOf(piecesOf(sdks))
