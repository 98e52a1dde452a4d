/**
 * Loads a catalogue: the embedded data set, or a built directory (CATALOG_DIR). Its records and READMEs stay bytes.
 * What a build of this version made is trusted as that build checked it, once its hashes agree; anything else is read
 * and checked whole (read.ts).
 */
import { isUtf8 } from 'node:buffer'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Arrays } from '../packed/array-file.ts'
import { RENDERER } from '../readme/renderer.ts'
import { renderReadme } from '../readme/template.ts'
import { openRecords, type Records } from '../record/records.ts'
import { FOLDERS, RECORDS_FILE, SEARCH_INDEX_FILE } from './files.ts'
import type { HistoryEntry } from './history.ts'
import { locate } from './locate.ts'
import { contentId, digest, type Manifest } from './manifest.ts'
import type { StoredOperations } from './operations.ts'
import { namesIn, readBytes, readDirectory, readManifest, throwInvalid } from './read.ts'
import { buildSearchIndex, sdksBytes } from './search-index/build.ts'
import { digestIn, isIndexOf, openSearchIndex, operationsDigest } from './search-index/search-index.ts'
import { requireSignature } from './signature.ts'
import { openTexts, type PackedTexts, packTexts, type TextSource } from './texts.ts'

interface CatalogInfo {
  /** "embedded" or the directory's name, for people. */
  source: string
  /** Hash of the contents; two catalogues with the same id are the same. */
  id: string
  /** RFC 3339 instant of the build; the same for every replica of one build. */
  builtAt: string
  /** The builds that led here, oldest first and this one last, as far as they are recorded. */
  builds?: readonly HistoryEntry[]
}

/** A catalogue as bytes, which one thread can pass to another. */
export interface PackedCatalog extends CatalogInfo {
  directory: string
  /** sdks.jsonl. */
  sdks: Uint8Array<ArrayBuffer>
  /** The index for exactly these bytes. */
  searchIndex: Uint8Array<ArrayBuffer>
  /** READMEs by slug; without them they are rendered from the records. */
  readmes?: PackedTexts
  /** READMEs as safe HTML by slug, as far as the build rendered them; absent if it used another version of the renderer. */
  pages?: PackedTexts
}

/** A catalogue as it is served. */
export interface LoadedCatalog extends CatalogInfo {
  /** The operations of each SDK, read on request. */
  operations?: StoredOperations
  records: Records
  /** The indexes of the searches. */
  index: Arrays
  readmes: TextSource
  pages?: TextSource
}

export const EMBEDDED = fileURLToPath(new URL('../embedded', import.meta.url))

export const loadEmbedded = async (): Promise<LoadedCatalog> => unpackCatalog(packEmbedded())

/** @throws InvalidCatalog */
export const loadDirectory = async (directory: string, publicKey?: string): Promise<LoadedCatalog> =>
  unpackCatalog(packDirectory(directory, publicKey))

export function unpackCatalog({ directory, sdks, searchIndex, readmes, pages, ...info }: PackedCatalog): LoadedCatalog {
  const index = openSearchIndex(searchIndex)!
  const records = openRecords(index, sdks)
  const of = <T>(slug: string, valueAt: (position: number) => T): T | undefined => {
    const position = records.positionOf(slug)
    return position < 0 ? undefined : valueAt(position)
  }
  return {
    ...info,
    records,
    index,
    operations: { directory, digestOf: (slug) => of(slug, (position) => operationsDigest(index, position)) },
    readmes: readmes
      ? openTexts(readmes)
      : { get: (slug) => of(slug, (position) => renderReadme(records.at(position))) },
    ...(pages && { pages: openTexts(pages) }),
  }
}

/** Buffers to transfer instead of copying. */
export const transfers = ({ sdks, searchIndex, readmes, pages }: PackedCatalog): ArrayBuffer[] =>
  [sdks, searchIndex, ...[readmes, pages].flatMap((texts) => (texts ? [texts.bytes, texts.ends] : []))].map(
    ({ buffer }) => buffer,
  )

/** The program's own: its files are as they were made, but somebody may have edited the records in a checkout. */
export function packEmbedded(): PackedCatalog {
  const manifest = readManifest(EMBEDDED, throwInvalid)!
  const indexed = readIndexed(EMBEDDED, manifest)
  const packed = indexed ? { ...indexed, ...infoOf(EMBEDDED, manifest) } : packChecked(EMBEDDED)
  return { ...packed, source: 'embedded' }
}

/**
 * @param publicKey whose signature the catalogue must have
 * @throws InvalidCatalog
 */
export function packDirectory(directory: string, publicKey?: string): PackedCatalog {
  if (publicKey !== undefined) requireSignature(locate(directory), publicKey)
  return packBuilt(directory) ?? packChecked(directory)
}

const infoOf = (directory: string, { id, built_at: builtAt }: Manifest): CatalogInfo & { directory: string } => ({
  source: basename(directory),
  id,
  builtAt,
  directory,
})

/** Undefined unless records and index belong together and are of this version. */
function readIndexed(
  root: string,
  { count, search_index }: Manifest,
): Pick<PackedCatalog, 'sdks' | 'searchIndex'> | undefined {
  if (!search_index) return undefined
  const sdks = readBytes(root, RECORDS_FILE, () => {})
  const searchIndex = readBytes(root, SEARCH_INDEX_FILE, () => {})
  const index = searchIndex && openSearchIndex(searchIndex)
  if (!sdks || !searchIndex || index?.size?.[0] !== count || !isIndexOf(index, sdks)) return undefined
  return { sdks: detached(sdks), searchIndex: detached(searchIndex) }
}

/** What a build of this version made, if every file is as the build left it; undefined for anything else. */
function packBuilt(directory: string): PackedCatalog | undefined {
  const root = locate(directory)
  const manifest = readManifest(root, () => {})
  const indexed = manifest && readIndexed(root, manifest)
  if (!indexed) return undefined
  const index = openSearchIndex(indexed.searchIndex)!
  const digests = new Map([
    [RECORDS_FILE, digestIn(index)],
    [SEARCH_INDEX_FILE, digest(indexed.searchIndex)],
  ])
  const texts = { readme: new Map<string, Buffer>(), html: new Map<string, Buffer>(), operations: undefined }
  for (const folder of FOLDERS) {
    for (const name of namesIn(join(root, folder))) {
      const bytes = readBytes(root, `${folder}/${name}`, () => {})
      if (!bytes || !isUtf8(bytes)) return undefined
      digests.set(`${folder}/${name}`, digest(bytes))
      texts[folder]?.set(name.replace(/\.[a-z]+$/, ''), bytes)
    }
  }
  if (contentId(digests) !== manifest.id) return undefined
  return { ...infoOf(directory, manifest), ...indexed, ...packAllTexts(manifest, texts.readme, texts.html) }
}

/** A catalogue that another version built, or that was not built. */
function packChecked(directory: string): PackedCatalog {
  const contents = readDirectory(locate(directory), throwInvalid, (bytes) => bytes)
  const { records, readmes, pages, operations } = contents
  const manifest = contents.manifest!
  const sdks = sdksBytes(records)
  const searchIndex = buildSearchIndex({ records, sdks, operations })
  return { ...infoOf(directory, manifest), sdks, searchIndex, ...packAllTexts(manifest, readmes, pages) }
}

const packAllTexts = (
  { readmes, html }: Manifest,
  texts: ReadonlyMap<string, Buffer>,
  pages: ReadonlyMap<string, Buffer>,
): Pick<PackedCatalog, 'readmes' | 'pages'> => ({
  ...(readmes === 'files' && { readmes: packTexts(texts) }),
  ...(html && html.renderer === RENDERER && { pages: packTexts(pages) }),
})

/** In a buffer of its own, which can be transferred to another thread. */
const detached = (bytes: Buffer<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  bytes.length === bytes.buffer.byteLength ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes)
