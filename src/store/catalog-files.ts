/** The files of a built catalogue: their names, where they are, and reading one. read.ts says what they hold. */
import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { MAX_OPERATIONS_BYTES, MAX_README_BYTES } from '../catalog/record/bounds.ts'

export const MANIFEST_FILE = 'manifest.json'
export const SIGNATURE_FILE = 'manifest.json.sig'
/** One record a line, sorted by slug. */
export const RECORDS_FILE = 'sdks.jsonl'
export const SEARCH_INDEX_FILE = 'search-index.bin'

/** In the order in which an archive has them. */
export const FILES: readonly string[] = [MANIFEST_FILE, SIGNATURE_FILE, RECORDS_FILE, SEARCH_INDEX_FILE]

/** Each holds one file for an entry. */
export const FOLDERS = ['readme', 'html', 'operations'] as const

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
/** As much as Node reads of a file at once. */
const MAX_READ_BYTES = 2 ** 31 - 1
/** Bytes of a file by its name or its folder. 500,000 SDKs have 2 GB of records, and as much of index. */
const LIMITS: Readonly<Record<string, readonly [maxBytes: number, what: string]>> = {
  [MANIFEST_FILE]: [16 * MIB, 'the manifest'],
  [RECORDS_FILE]: [MAX_READ_BYTES, 'the file of records'],
  [SEARCH_INDEX_FILE]: [MAX_READ_BYTES, 'the search index'],
  readme: [MAX_README_BYTES, 'a README'],
  html: [32 * MIB, 'a page'],
  operations: [MAX_OPERATIONS_BYTES, 'a file of operations'],
}
const OTHER = [64 * 1024, 'it'] as const

/** Why a file of that size is refused, if it is. @param name in the catalogue's directory */
export function tooLarge(name: string, bytes: number): string | undefined {
  const [maxBytes, what] = LIMITS[name.split('/')[0]!] ?? OTHER
  return bytes > maxBytes ? `${name}: holds ${bytes} bytes; ${what} may hold ${maxBytes}` : undefined
}

export function readBytes(directory: string, name: string, fail: Fail): Buffer<ArrayBuffer> | undefined {
  const path = join(directory, name)
  let problem: string | undefined
  try {
    problem = tooLarge(name, statSync(path).size)
    if (problem === undefined) return readFileSync(path)
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
