/** Opens a catalogue: its records and READMEs stay bytes. */
import type { Arrays } from '../../catalog/packed/array-file.ts'
import { openTexts, type PackedTexts, type TextSource } from '../../catalog/packed/texts.ts'
import type { Records } from '../../catalog/record/records.ts'
import { renderReadme } from '../../code/readme-template.ts'
import type { StoredOperations } from '../operations.ts'
import { packDirectory, packEmbedded } from '../pack.ts'
import { type CatalogInfo, openPacked, type PackedCatalog } from '../search-index/packed.ts'

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

export const loadEmbedded = async (): Promise<LoadedCatalog> => unpackCatalog(await packEmbedded())

/** @throws InvalidCatalog */
export const loadDirectory = async (directory: string, publicKey?: string): Promise<LoadedCatalog> =>
  unpackCatalog(await packDirectory(directory, publicKey))

export function unpackCatalog(packed: PackedCatalog): LoadedCatalog {
  const { sdks: _, searchIndex: __, directory: ___, operations: ____, readmes, pages, ...info } = packed
  const opened = openPacked(packed)
  const { records } = opened
  const render = (slug: string) => {
    const position = records.positionOf(slug)
    return position < 0 ? undefined : renderReadme(records.at(position))
  }
  const stored = (texts: PackedTexts): TextSource => {
    const readLine = openTexts(texts)
    return { get: (slug) => JSON.parse(readLine(records.lineOf(slug))?.toString() ?? 'null') ?? undefined }
  }
  return {
    ...info,
    ...opened,
    readmes: readmes ? stored(readmes) : { get: render },
    ...(pages && { pages: stored(pages) }),
  }
}
