/**
 * Loads a catalogue: the embedded data set, or a built directory (CATALOG_DIR). Its records and READMEs stay bytes.
 * What a build of this version made is taken as that build checked it, once its hashes agree; anything else is read
 * and checked whole (read.ts).
 */
import { isUtf8 } from 'node:buffer'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Arrays } from '../packed/file.ts'
import { RENDERER } from '../readme/renderer.ts'
import { renderReadme } from '../readme/template.ts'
import { openRecords, type Records } from '../record/records.ts'
import type { HistoryEntry } from './history.ts'
import { locate } from './locate.ts'
import { contentId, digest, type Manifest } from './manifest.ts'
import type { StoredOperations } from './operations.ts'
import { namesIn, read, readBytes, readManifest, refuse } from './read.ts'
import {
  digestIn,
  isIndexOf,
  openSearchIndex,
  operationsDigest,
  SEARCH_INDEX_FILE,
} from './search-index/search-index.ts'
import { openTexts, type PackedTexts, packTexts, type Texts } from './texts.ts'

interface About {
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
export interface PackedCatalog extends About {
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
export interface LoadedCatalog extends About {
  /** Where the operations of each SDK are read when somebody asks for them. */
  operations?: StoredOperations
  records: Records
  /** The indexes of the searches. */
  index: Arrays
  readmes: Texts
  pages?: Texts
}

export const EMBEDDED = fileURLToPath(new URL('../embedded', import.meta.url))

export const loadEmbedded = async (): Promise<LoadedCatalog> => openCatalog(await packEmbedded())

/** @throws InvalidCatalog */
export const loadDirectory = async (directory: string): Promise<LoadedCatalog> =>
  openCatalog(await packDirectory(directory))

export function openCatalog({ directory, sdks, searchIndex, readmes, pages, ...about }: PackedCatalog): LoadedCatalog {
  const index = openSearchIndex(searchIndex)!
  const records = openRecords(index, sdks)
  const digestOf = (slug: string): string | undefined => {
    const position = records.positionOf(slug)
    return position < 0 ? undefined : operationsDigest(index, position)
  }
  return {
    ...about,
    records,
    index,
    operations: { directory, digestOf },
    readmes: readmes ? openTexts(readmes) : renderedFrom(records),
    ...(pages && { pages: openTexts(pages) }),
  }
}

/** Each is rendered when somebody asks for it. */
const renderedFrom = (records: Records): Texts => ({
  get(slug) {
    const position = records.positionOf(slug)
    return position < 0 ? undefined : renderReadme(records.at(position))
  },
})

/** Buffers to transfer instead of copying. */
export const transfers = ({ sdks, searchIndex, readmes, pages }: PackedCatalog): ArrayBuffer[] =>
  [sdks, searchIndex, ...[readmes, pages].flatMap((texts) => (texts ? [texts.bytes, texts.ends] : []))].map(
    ({ buffer }) => buffer,
  )

/** The program's own: its files are as they were made, but somebody may have edited the records in a checkout. */
export async function packEmbedded(): Promise<PackedCatalog> {
  const manifest = readManifest(EMBEDDED, refuse)!
  const found = readIndexed(EMBEDDED, manifest)
  const packed = found ? { ...found, ...about(EMBEDDED, manifest) } : await packChecked(EMBEDDED)
  return { ...packed, source: 'embedded' }
}

/** @throws InvalidCatalog */
export const packDirectory = async (directory: string): Promise<PackedCatalog> =>
  packBuilt(directory) ?? packChecked(directory)

const about = (directory: string, { id, built_at: builtAt }: Manifest): About & { directory: string } => ({
  source: basename(directory),
  id,
  builtAt,
  directory,
})

/** Records and index of a build of this version; undefined where they do not belong together. */
function readIndexed(
  root: string,
  { count, search_index: known }: Manifest,
): Pick<PackedCatalog, 'sdks' | 'searchIndex'> | undefined {
  if (!known) return undefined
  const sdks = readBytes(root, 'sdks.jsonl', () => {})
  const searchIndex = readBytes(root, SEARCH_INDEX_FILE, () => {})
  const index = searchIndex && openSearchIndex(searchIndex)
  if (!sdks || !searchIndex || index?.size?.[0] !== count || !isIndexOf(index, sdks)) return undefined
  return { sdks: own(sdks), searchIndex: own(searchIndex) }
}

/** What a build of this version made, if every file is as it left them; undefined for anything else. */
function packBuilt(directory: string): PackedCatalog | undefined {
  const root = locate(directory)
  const manifest = readManifest(root, () => {})
  const indexed = manifest && readIndexed(root, manifest)
  if (!indexed) return undefined
  const index = openSearchIndex(indexed.searchIndex)!
  const digests = new Map([
    ['sdks.jsonl', digestIn(index)],
    [SEARCH_INDEX_FILE, digest(indexed.searchIndex)],
  ])
  const texts = { readme: new Map<string, Buffer>(), html: new Map<string, Buffer>() }
  for (const folder of ['readme', 'html'] as const) {
    for (const file of namesIn(join(root, folder))) {
      const bytes = readBytes(root, `${folder}/${file}`, () => {})
      if (!bytes || !isUtf8(bytes)) return undefined
      digests.set(`${folder}/${file}`, digest(bytes))
      texts[folder].set(file.replace(/\.[a-z]+$/, ''), bytes)
    }
  }
  // Files of operations are held against their digests when they are read.
  const { positions, slug } = openRecords(index, indexed.sdks)
  let files = 0
  for (const position of positions) {
    const known = operationsDigest(index, position)
    if (known) digests.set(`operations/${slug(position)}.json`, known)
    if (known) files++
  }
  if (namesIn(join(root, 'operations')).length !== files) return undefined
  if (contentId(digests) !== manifest.id) return undefined
  return { ...about(directory, manifest), ...indexed, ...packedTexts(manifest, texts.readme, texts.html) }
}

/** A catalogue that another version built, or none did. */
async function packChecked(directory: string): Promise<PackedCatalog> {
  const { manifest, records, readmes, pages, operations } = read(locate(directory), refuse, (bytes) => bytes)
  // A second of work and many modules, which no other catalogue needs.
  const { buildSearchIndex, sdksBytes } = await import('./search-index/build.ts')
  const sdks = sdksBytes(records)
  return {
    ...about(directory, manifest!),
    sdks,
    searchIndex: buildSearchIndex({ records, sdks, operations }),
    ...packedTexts(manifest!, readmes, pages),
  }
}

const packedTexts = (
  { readmes, html }: Manifest,
  texts: ReadonlyMap<string, Buffer>,
  pages: ReadonlyMap<string, Buffer>,
): Pick<PackedCatalog, 'readmes' | 'pages'> => ({
  ...(readmes === 'files' && { readmes: packTexts(texts) }),
  ...(html && html.renderer === RENDERER && { pages: packTexts(pages) }),
})

/** In memory of its own, which can go from thread to thread. */
const own = (bytes: Buffer<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  bytes.length === bytes.buffer.byteLength ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes)
