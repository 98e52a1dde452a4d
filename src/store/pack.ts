/** Reads a catalogue as bytes: the embedded data set, or a built directory (CATALOG_DIR). */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { FILES, FOLDERS, InvalidCatalog, locate, MANIFEST_FILE, readBytes, throwInvalid } from './catalog-files.ts'
import type { Manifest } from './manifest.ts'
import { type LineEnds, recall } from './remembered.ts'
import { EMBEDDED, infoOf, type PackedCatalog, readIndexed } from './search-index/packed.ts'

export interface CatalogLocation {
  /** A built directory; without it the embedded data set. */
  directory: string | undefined
  /** Key, in base64, whose signature a built directory must have. */
  publicKey?: string | undefined
  /** File that says what the last reading gave (remembered.ts). */
  remembered?: string
}

export interface Loaded {
  /** State of the files before they were read, so that any later change gives another stamp. */
  stamp: string
}

export interface Refused {
  stamp: string
  /** Names the entry, the member and the rule. */
  invalid: string
}

export type LoadedPacked = Loaded & { packed: PackedCatalog }

export async function loadPacked(location: CatalogLocation): Promise<LoadedPacked | Refused> {
  const stamp = stampOf(location)
  const result = await packOnce(location, stamp)
  // What was read while another catalogue was published may be of both, and is read again.
  return stampOf(location) === stamp ? result : loadPacked(location)
}

async function packOnce({ directory, publicKey, remembered }: CatalogLocation, stamp: string) {
  try {
    const known = recall(remembered, stamp)
    const packed = await (directory === undefined ? packEmbedded() : packDirectory(directory, publicKey, known))
    return { stamp, packed }
  } catch (error) {
    if (error instanceof InvalidCatalog) return { stamp, invalid: error.message }
    throw error
  }
}

/** Files and folders whose metadata changes when the catalogue does. */
const STAMPED = ['.', ...FILES, ...FOLDERS]

/** Changes whenever a catalogue is published, or files of it are replaced. */
export function stampOf({ directory }: CatalogLocation): string {
  const root = locate(directory ?? EMBEDDED)
  return STAMPED.map((name) => stamp(join(root, name))).join(' ')
}

function stamp(path: string): string {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true })
    return [dev, ino, size, mtimeNs, ctimeNs].join(':')
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}

/** The program's own: its files are as they were made, but somebody may have edited the records in a checkout. */
export async function packEmbedded(): Promise<PackedCatalog> {
  const manifest: Manifest = JSON.parse(readBytes(EMBEDDED, MANIFEST_FILE, throwInvalid)!.toString())
  const indexed = readIndexed(EMBEDDED, manifest)
  const packed = indexed ? { ...indexed, ...infoOf(EMBEDDED, manifest) } : await packDirectory(EMBEDDED)
  return { ...packed, source: 'embedded' }
}

/**
 * @param publicKey whose signature the catalogue must have
 * @param known where lines end in files that are as a build of this version left them
 * @throws InvalidCatalog
 */
export async function packDirectory(directory: string, publicKey?: string, known?: LineEnds): Promise<PackedCatalog> {
  // The embedded data set needs no schema.
  const { packBuilt, packChecked } = await import('./pack-directory.ts')
  if (publicKey !== undefined) (await import('./signature.ts')).requireSignature(locate(directory), publicKey)
  return packBuilt(directory, known) ?? packChecked(directory)
}
