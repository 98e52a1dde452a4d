/** The files of a built catalogue: their names, where they are, and reading one. read.ts says what they hold. */
import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { MAX_OPERATIONS_BYTES, MAX_README_BYTES, MAX_RECORD_BYTES } from '../catalog/record/bounds.ts'
import { type Bytes, openStored, readAt } from '../system/bytes.ts'

export const MANIFEST_FILE = 'manifest.json'
export const SIGNATURE_FILE = 'manifest.json.sig'
/** One record a line, sorted by slug. */
export const RECORDS_FILE = 'sdks.jsonl'
export const SEARCH_INDEX_FILE = 'search-index.bin'

/** What SDKs have beside their records. Older builds, and the embedded data set, have folders of these names. */
export const FOLDERS = ['readme', 'html', 'operations'] as const
export type Folder = (typeof FOLDERS)[number]

/** The whole folder as one file (catalog/packed/texts.ts). */
export const packedFile = (folder: Folder): string => `${folder}.jsonl`

/** In the order in which an archive has them. */
export const FILES: readonly string[] = [
  ...[MANIFEST_FILE, SIGNATURE_FILE, RECORDS_FILE, SEARCH_INDEX_FILE],
  ...FOLDERS.map(packedFile),
]

/** Paths beside a catalogue's that a build uses: of the catalogue it replaces, and of the one it is building. */
export const siblings = (out: string) => {
  const full = resolve(out)
  const beside = join(dirname(full), `.${basename(full)}`)
  return { full, parent: dirname(full), previous: `${beside}.previous`, building: `${beside}.building` }
}

/**
 * Where the catalogue of that name is to be read: there, or where a build has moved it that replaces it or was killed
 * (builder/publish/put-in-place.ts).
 */
export function locate(directory: string): string {
  const { full, previous } = siblings(directory)
  return !existsSync(full) && existsSync(previous) ? previous : directory
}

/** Thrown for a catalogue that breaks its schema; the message names the entry, the member and the rule. */
export class InvalidCatalog extends Error {
  override name = 'InvalidCatalog'
}

/** Called with a broken rule; if it returns, what broke the rule is left out. */
export type Fail = (rule: string) => void

export const throwInvalid: Fail = (rule) => {
  throw new InvalidCatalog(rule)
}

const MIB = 1024 * 1024
/** The word lists of an index without records, and more. */
const MIN_INDEX_BYTES = 16 * MIB
/** A record of 4 KB takes as much of the index. */
const MAX_INDEXED_BYTES = 4 * MAX_RECORD_BYTES
const MAX_PAGE_BYTES = 32 * MIB
/** Bytes of a byte of text in JSON. */
const MAX_ESCAPED = 6
/** Bytes of a file by its name or its folder: each of it, or of each SDK. */
const LIMITS: Readonly<Record<string, readonly [what: string, maxBytes: number, maxBytesOfSdk?: number]>> = {
  [MANIFEST_FILE]: ['the manifest', 16 * MIB],
  [RECORDS_FILE]: ['the file of records', MAX_RECORD_BYTES, MAX_RECORD_BYTES],
  [SEARCH_INDEX_FILE]: ['the search index', MIN_INDEX_BYTES, MAX_INDEXED_BYTES],
  readme: ['a README', MAX_README_BYTES],
  html: ['a page', MAX_PAGE_BYTES],
  operations: ['a file of operations', MAX_OPERATIONS_BYTES],
  [packedFile('readme')]: ['all READMEs', 0, MAX_ESCAPED * MAX_README_BYTES],
  [packedFile('html')]: ['all pages', 0, MAX_ESCAPED * MAX_PAGE_BYTES],
  [packedFile('operations')]: ['all operations', 0, MAX_OPERATIONS_BYTES],
}
const OTHER = ['it', 64 * 1024] as const

/** Why a file of that size is refused, if it is. @param name in the catalogue's directory @param count of its SDKs */
export function tooLarge(name: string, bytes: number, count: number): string | undefined {
  const [what, maxBytes, maxBytesOfSdk = 0] = LIMITS[name.split('/')[0]!] ?? OTHER
  const most = maxBytes + count * maxBytesOfSdk
  return bytes > most ? `${name}: holds ${bytes} bytes; ${what} may hold ${most}` : undefined
}

/** A larger file stays where it lies, as long as nothing needs all of it. */
const MAX_BYTES_IN_MEMORY = 64 * MIB

/** @param count of the catalogue's SDKs, which bounds its two large files */
export function readBytes(directory: string, name: string, fail: Fail, count = 0): Buffer<ArrayBuffer> | undefined {
  const bytes = openBytes(directory, name, fail, count)
  return bytes && ('path' in bytes ? readAt(bytes, 0, bytes.length) : bytes)
}

/** The same, in memory or open. */
export function openBytes(
  directory: string,
  name: string,
  fail: Fail,
  count: number,
): Buffer<ArrayBuffer> | Exclude<Bytes, Uint8Array> | undefined {
  const path = join(directory, name)
  let problem: string | undefined
  try {
    const { size } = statSync(path)
    problem = tooLarge(name, size, count)
    if (problem === undefined) return size > MAX_BYTES_IN_MEMORY ? openStored(path) : readFileSync(path)
  } catch (error) {
    problem = `${name}: cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`
  }
  fail(problem)
  return undefined
}

export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).sort()
  } catch {
    return []
  }
}

/** SHA-256. */
export const digest = (content: Uint8Array | string): string => hash('sha256', content)
