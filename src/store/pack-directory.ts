/**
 * Reads a built directory as bytes. What a build of this version made is trusted as that build checked it, once its
 * hashes agree; anything else is read and checked whole (read.ts).
 */
import { type PackedTexts, packLines, scanLines } from '../catalog/packed/texts.ts'
import { RENDERER } from '../catalog/readme/renderer.ts'
import {
  digest,
  FOLDERS,
  type Folder,
  locate,
  openBytes,
  packedFile,
  RECORDS_FILE,
  SEARCH_INDEX_FILE,
  throwInvalid,
} from './catalog-files.ts'
import { readDirectory, readManifest } from './loading/read.ts'
import { contentId, type Manifest } from './manifest.ts'
import type { LineEnds } from './remembered.ts'
import { buildSearchIndex } from './search-index/build-index.ts'
import { infoOf, type PackedCatalog, packBytes, readIndexed } from './search-index/packed.ts'
import { digestIn, openSearchIndex } from './search-index/search-index.ts'

/**
 * What a build of this version made, if every file is as the build left it; undefined for anything else.
 * @param known where lines end in files that are
 */
export function packBuilt(directory: string, known?: LineEnds): PackedCatalog | undefined {
  const root = locate(directory)
  const manifest = readManifest(root, () => {})
  const indexed = manifest && readIndexed(root, manifest, known !== undefined)
  if (!indexed) return undefined
  const digests = new Map<string, string>()
  const texts: { [folder in Folder]?: PackedTexts } = {}
  const ends: LineEnds = { ...known }
  for (const folder of FOLDERS) {
    const name = packedFile(folder)
    const file = openBytes(root, name, () => {}, manifest.count)
    if (!file) continue
    ends[folder] ??= scanLines(file, (digest) => digests.set(name, digest))
    texts[folder] = { file: packBytes(file), ends: ends[folder] }
  }
  const built = { ...infoOf(directory, manifest), ...indexed, ...textsOf(manifest, texts) }
  if (known) return built
  digests.set(RECORDS_FILE, digestIn(openSearchIndex(indexed.searchIndex)!))
  digests.set(SEARCH_INDEX_FILE, digest(indexed.searchIndex))
  if (contentId(digests) !== manifest.id) return undefined
  return typeof indexed.sdks === 'string' ? { ...built, ends } : built
}

/** A catalogue that another version built, or that was not built. */
export function packChecked(directory: string): PackedCatalog {
  const { manifest, slugs, sdks, readmes, pages, operations } = readDirectory(locate(directory), throwInvalid)
  const searchIndex = new Uint8Array(Buffer.concat([...buildSearchIndex({ sdks, operations: operations.digests })]))
  const [readme, html] = [readmes, pages].map(({ packed, lineOf }) => packed ?? packLines(slugs.map(lineOf)))
  const texts = textsOf(manifest!, { readme, html, operations: operations.packed })
  return { ...infoOf(directory, manifest!), sdks: packBytes(sdks), searchIndex, ...texts }
}

const textsOf = (
  { readmes, html }: Manifest,
  texts: { [folder in Folder]?: PackedTexts | undefined },
): Pick<PackedCatalog, 'readmes' | 'pages' | 'operations'> => ({
  ...(readmes === 'files' && { readmes: texts.readme }),
  ...(html?.renderer === RENDERER && { pages: texts.html }),
  operations: texts.operations,
})
