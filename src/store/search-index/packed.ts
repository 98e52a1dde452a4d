/** A catalogue as bytes with its index, which one thread can pass to another and which is opened without parsing it. */
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PackedTexts } from '../../catalog/packed/texts.ts'
import { openRecords } from '../../catalog/record/records.ts'
import { type Bytes, openStored } from '../../system/bytes.ts'
import { openBytes, RECORDS_FILE, readBytes, SEARCH_INDEX_FILE } from '../catalog-files.ts'
import type { HistoryEntry } from '../history.ts'
import type { Manifest } from '../manifest.ts'
import { isIndexOf, openSearchIndex, operationsDigest } from './search-index.ts'

export interface CatalogInfo {
  /** "embedded" or the directory's name, for people. */
  source: string
  /** Hash of the contents; two catalogues with the same id are the same. */
  id: string
  /** RFC 3339 instant of the build; the same for every replica of one build. */
  builtAt: string
  /** The builds that led here, oldest first and this one last, as far as they are recorded. */
  builds?: readonly HistoryEntry[]
}

export interface PackedCatalog extends CatalogInfo {
  directory: string
  /** sdks.jsonl, or its path: a large one stays where it lies. */
  sdks: Uint8Array<ArrayBuffer> | string
  /** The index for exactly these bytes. */
  searchIndex: Uint8Array<ArrayBuffer>
  /** READMEs by slug; without them they are rendered from the records. */
  readmes?: PackedTexts
  /** READMEs as safe HTML by slug, as far as the build rendered them; absent if it used another version of the renderer. */
  pages?: PackedTexts
}

export const EMBEDDED = fileURLToPath(new URL('../../catalog/embedded', import.meta.url))

export const infoOf = (directory: string, { id, built_at: builtAt, builds }: Manifest) => ({
  ...{ source: basename(directory), id, builtAt, directory },
  ...(builds && { builds }),
})

/** Undefined unless records and index belong together and are of this version. */
export function readIndexed(
  root: string,
  { count, search_index }: Manifest,
): Pick<PackedCatalog, 'sdks' | 'searchIndex'> | undefined {
  if (!search_index) return undefined
  const sdks = openBytes(root, RECORDS_FILE, () => {}, count)
  const searchIndex = readBytes(root, SEARCH_INDEX_FILE, () => {}, count)
  const index = searchIndex && openSearchIndex(searchIndex)
  if (!sdks || !searchIndex || index?.size?.[0] !== count || !isIndexOf(index, sdks)) return undefined
  return { sdks: packSdks(sdks), searchIndex: detached(searchIndex) }
}

/** As one thread passes it to another. */
export const packSdks = (sdks: Bytes): PackedCatalog['sdks'] =>
  sdks instanceof Uint8Array ? detached(sdks) : sdks.path

/** In a buffer of its own, which can be transferred to another thread. */
const detached = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  bytes.length === bytes.buffer.byteLength ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes)

/** Buffers to transfer instead of copying. */
export const transfers = ({ sdks, searchIndex, readmes, pages }: PackedCatalog): ArrayBuffer[] =>
  [sdks, searchIndex, ...[readmes, pages].flatMap((texts) => (texts ? [texts.bytes, texts.ends] : []))].flatMap(
    (bytes) => (typeof bytes === 'string' ? [] : [bytes.buffer]),
  )

/** The records, the indexes, and where the operations are. */
export function openPacked({ directory, sdks, searchIndex }: PackedCatalog) {
  const index = openSearchIndex(searchIndex)!
  const records = openRecords(index, typeof sdks === 'string' ? openStored(sdks) : sdks)
  const digestOf = (slug: string) => {
    const position = records.positionOf(slug)
    return position < 0 ? undefined : operationsDigest(index, position)
  }
  return { index, records, operations: { directory, areOurs: directory === EMBEDDED, digestOf } }
}
