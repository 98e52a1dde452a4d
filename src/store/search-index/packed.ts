/** A catalogue as bytes with its index, which one thread can pass to another and which is opened without parsing it. */
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openTexts, type PackedTexts } from '../../catalog/packed/texts.ts'
import { openRecords } from '../../catalog/record/records.ts'
import { type Bytes, openStored } from '../../system/bytes.ts'
import { locate, openBytes, RECORDS_FILE, readBytes, SEARCH_INDEX_FILE } from '../catalog-files.ts'
import type { HistoryEntry } from '../history.ts'
import type { Manifest } from '../manifest.ts'
import type { LineEnds } from '../remembered.ts'
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
  /** Of the files of a large catalogue that were read whole, and are as a build of this version left them. */
  ends?: LineEnds
}

export interface PackedCatalog extends CatalogInfo {
  directory: string
  /** sdks.jsonl, or its path: a large one stays where it lies. */
  sdks: Uint8Array<ArrayBuffer> | string
  /** The index for exactly these bytes. */
  searchIndex: Uint8Array<ArrayBuffer>
  /** Without READMEs they are rendered from the records. */
  readmes?: PackedTexts | undefined
  /** READMEs as safe HTML, as far as the build rendered them; absent if it used another version of the renderer. */
  pages?: PackedTexts | undefined
  /** Without them, the directory has a file for each SDK. */
  operations?: PackedTexts | undefined
}

export const EMBEDDED = fileURLToPath(new URL('../../catalog/embedded', import.meta.url))

export const infoOf = (directory: string, { id, built_at: builtAt, builds }: Manifest) => ({
  ...{ source: basename(directory), id, builtAt, directory },
  ...(builds && { builds }),
})

/** Undefined unless records and index belong together and are of this version. @param areAsBuilt both files */
export function readIndexed(
  root: string,
  { count, search_index }: Manifest,
  areAsBuilt = false,
): Pick<PackedCatalog, 'sdks' | 'searchIndex'> | undefined {
  if (!search_index) return undefined
  const sdks = openBytes(root, RECORDS_FILE, () => {}, count)
  const searchIndex = readBytes(root, SEARCH_INDEX_FILE, () => {}, count)
  const index = searchIndex && openSearchIndex(searchIndex)
  if (!sdks || !searchIndex || index?.size?.[0] !== count) return undefined
  if (!areAsBuilt && !isIndexOf(index, sdks)) return undefined
  return { sdks: packBytes(sdks), searchIndex: detached(searchIndex) }
}

/** As one thread passes them to another. */
export const packBytes = (bytes: Bytes): Uint8Array<ArrayBuffer> | string =>
  bytes instanceof Uint8Array ? detached(bytes) : bytes.path

/** In a buffer of its own, which can be transferred to another thread. */
const detached = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  bytes.length === bytes.buffer.byteLength ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes)

/** Buffers to transfer instead of copying. */
export const transfers = ({ sdks, searchIndex, readmes, pages, operations }: PackedCatalog): ArrayBuffer[] =>
  [
    sdks,
    searchIndex,
    readmes?.file,
    readmes?.ends,
    pages?.file,
    pages?.ends,
    operations?.file,
    operations?.ends,
  ].flatMap((bytes) => (typeof bytes === 'object' ? [bytes.buffer] : []))

/** A view that is this long loses as much of its length between threads; its buffer, which holds nothing else, does not. */
const MAX_VIEW = 2 ** 32

/** The records, the indexes, and where the operations are. */
export function openPacked({ directory, sdks, searchIndex, operations }: PackedCatalog) {
  const index = openSearchIndex(
    searchIndex.buffer.byteLength < MAX_VIEW ? searchIndex : new Uint8Array(searchIndex.buffer),
  )!
  const records = openRecords(index, typeof sdks === 'string' ? openStored(sdks) : sdks)
  const digestOf = (slug: string) => {
    const position = records.positionOf(slug)
    return position < 0 ? undefined : operationsDigest(index, position)
  }
  const readLine = operations && openTexts(operations)
  const read = async (slug: string) =>
    readLine ? readLine(records.lineOf(slug)) : readFile(join(locate(directory), 'operations', `${slug}.json`))
  return { index, records, operations: { read, areOurs: directory === EMBEDDED, digestOf } }
}
