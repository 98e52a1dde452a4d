/**
 * Reads a built directory as bytes. What a build of this version made is trusted as that build checked it, once its
 * hashes agree; anything else is read and checked whole (read.ts).
 */
import { isUtf8 } from 'node:buffer'
import { join } from 'node:path'
import { packTexts } from '../catalog/packed/texts.ts'
import { RENDERER } from '../catalog/readme/renderer.ts'
import {
  digest,
  FOLDERS,
  locate,
  namesIn,
  RECORDS_FILE,
  readBytes,
  SEARCH_INDEX_FILE,
  throwInvalid,
} from './catalog-files.ts'
import { readDirectory, readManifest } from './loading/read.ts'
import { contentId, type Manifest } from './manifest.ts'
import { buildSearchIndex } from './search-index/build-index.ts'
import { infoOf, type PackedCatalog, packSdks, readIndexed } from './search-index/packed.ts'
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
export function packChecked(directory: string): PackedCatalog {
  const contents = readDirectory(locate(directory), throwInvalid, (bytes) => bytes)
  const { sdks, readmes, pages, operations } = contents
  const manifest = contents.manifest!
  const searchIndex = new Uint8Array(Buffer.concat([...buildSearchIndex({ sdks, operations })]))
  const texts = packAllTexts(manifest, readmes, pages)
  return { ...infoOf(directory, manifest), sdks: packSdks(sdks), searchIndex, ...texts }
}

const packAllTexts = (
  { readmes, html }: Manifest,
  texts: ReadonlyMap<string, Buffer>,
  pages: ReadonlyMap<string, Buffer>,
): Pick<PackedCatalog, 'readmes' | 'pages'> => ({
  ...(readmes === 'files' && { readmes: packTexts(texts) }),
  ...(html && html.renderer === RENDERER && { pages: packTexts(pages) }),
})
