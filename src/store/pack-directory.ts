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
import { buildSearchIndex } from './search-index/build-index.ts'
import { infoOf, type PackedCatalog, packBytes, readIndexed } from './search-index/packed.ts'
import { digestIn, openSearchIndex } from './search-index/search-index.ts'

/** What a build of this version made, if every file is as the build left it; undefined for anything else. */
export function packBuilt(directory: string): PackedCatalog | undefined {
  const root = locate(directory)
  const manifest = readManifest(root, () => {})
  const indexed = manifest && readIndexed(root, manifest)
  if (!indexed) return undefined
  const index = openSearchIndex(indexed.searchIndex)!
  const digests = new Map([
    [RECORDS_FILE, digestIn(index)],
    [SEARCH_INDEX_FILE, digest(indexed.searchIndex)],
  ])
  const texts: { [folder in Folder]?: PackedTexts | undefined } = {}
  for (const folder of FOLDERS) {
    const file = openBytes(root, packedFile(folder), () => {}, manifest.count)
    if (!file) continue
    const { ends, digest } = scanLines(file)
    digests.set(packedFile(folder), digest)
    texts[folder] = { file: packBytes(file), ends }
  }
  if (contentId(digests) !== manifest.id) return undefined
  return { ...infoOf(directory, manifest), ...indexed, ...textsOf(manifest, texts) }
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
