/**
 * Reads a built directory whole and holds every file against its rules. `manifest.json` and `sdks.jsonl` (one record a
 * line, sorted by slug) are always there; `search-index.bin`, `readme/{slug}.md`, `html/{slug}.html` and
 * `operations/{slug}.json` as the manifest says. A catalogue that breaks a rule is refused as a whole.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod'
import { replaceUnsafeIn } from '../../text/unsafe-characters.ts'
import { MAX_README_BYTES, SdkRecord } from '../record/record.ts'
import { contentId, digest, Manifest } from './manifest.ts'
import { MAX_OPERATIONS_BYTES } from './operations.ts'
import { SEARCH_INDEX_FILE } from './search-index/search-index.ts'

/** Thrown for a catalogue that breaks its schema; the message names the entry, the member and the rule. */
export class InvalidCatalog extends Error {
  override name = 'InvalidCatalog'
}

/** What is done about a broken rule. */
export type Fail = (rule: string) => void

export const refuse: Fail = (rule) => {
  throw new InvalidCatalog(rule)
}

/**
 * Where `fail` returns instead of throwing, what broke the rule is left out.
 * @param keep what is kept of a README or page: its bytes, or a digest
 */
export function read<Kept>(directory: string, fail: Fail, keep: (bytes: Buffer<ArrayBuffer>) => Kept) {
  const files = new Map<string, string>()
  const text = (name: string): Buffer<ArrayBuffer> | undefined => {
    const bytes = readBytes(directory, name, fail)
    if (!bytes) return undefined
    files.set(name, digest(bytes))
    return decode(bytes, name, fail) === undefined ? undefined : bytes
  }
  const manifest = readManifest(directory, fail)
  const sdks = text('sdks.jsonl')
  const records = readRecords(sdks?.toString() ?? '', fail)
  const readmes = new Map<string, Kept>()
  const pages = new Map<string, Kept>()
  const operations = new Map<string, string>()
  const withOperations = new Set(namesIn(join(directory, 'operations')))
  const rendered = manifest?.html ? new Set(namesIn(join(directory, 'html'))) : new Set<string>()
  for (const record of records) {
    const { slug } = record
    const readme = manifest?.readmes === 'rendered' ? undefined : text(`readme/${slug}.md`)
    if (readme !== undefined) readmes.set(slug, keep(readme))
    const page = rendered.has(`${slug}.html`) ? text(`html/${slug}.html`) : undefined
    if (page !== undefined) pages.set(slug, keep(page))
    const name = `operations/${slug}.json`
    const bytes = withOperations.has(`${slug}.json`) ? readBytes(directory, name, fail) : undefined
    if (bytes) {
      operations.set(slug, digest(bytes))
      files.set(name, operations.get(slug)!)
    }
  }
  const searchIndex = manifest?.search_index && readBytes(directory, SEARCH_INDEX_FILE, fail)
  if (searchIndex) files.set(SEARCH_INDEX_FILE, digest(searchIndex))
  if (manifest && manifest.count !== records.length) {
    fail(`manifest.json: count: is ${manifest.count}, but sdks.jsonl holds ${records.length} entries`)
  }
  if (manifest?.html && manifest.html.count !== pages.size) {
    fail(`manifest.json: html.count: is ${manifest.html.count}, but html holds the pages of ${pages.size} entries`)
  }
  for (const folder of FOLDERS) {
    for (const name of namesIn(join(directory, folder))) {
      if (!files.has(`${folder}/${name}`)) fail(`${folder}/${name}: belongs to no entry of sdks.jsonl`)
    }
  }
  const id = contentId(files)
  if (manifest && manifest.id !== id) fail(`manifest.json: id: is ${manifest.id}, but the contents give ${id}`)
  return { manifest, sdks, records, readmes, pages, operations, searchIndex }
}

/** Each holds one file for an entry. */
const FOLDERS = ['readme', 'html', 'operations'] as const

export function readManifest(directory: string, fail: Fail): Manifest | undefined {
  const bytes = readBytes(directory, 'manifest.json', fail)
  const text = bytes && decode(bytes, 'manifest.json', fail)
  return text === undefined ? undefined : check(Manifest, parseJson(text, 'manifest.json', fail), 'manifest.json', fail)
}

function readRecords(text: string, fail: Fail): SdkRecord[] {
  const seen = new Map<string, number>()
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const where = `sdks.jsonl line ${index + 1}`
    const raw = parseJson(line, where, fail)
    const named = typeof raw === 'object' && raw !== null && 'slug' in raw ? `${where} ("${raw.slug}")` : where
    const record = raw === undefined ? undefined : check(SdkRecord, replaceUnsafeIn(raw), named, fail)
    if (!record) return []
    const first = seen.get(record.slug)
    if (first) {
      fail(`${named}: slug: is already the slug of line ${first}; slugs are unique`)
      return []
    }
    seen.set(record.slug, index + 1)
    return [record]
  })
}

/** Bytes of a file by its folder. */
const LIMITS: Readonly<Record<string, readonly [number, string]>> = {
  readme: [MAX_README_BYTES, 'a README'],
  operations: [MAX_OPERATIONS_BYTES, 'a file of operations'],
}

export function readBytes(directory: string, name: string, fail: Fail): Buffer<ArrayBuffer> | undefined {
  try {
    const bytes = readFileSync(join(directory, name))
    const [most, what] = LIMITS[name.split('/')[0]!] ?? []
    if (most === undefined || bytes.length <= most) return bytes
    fail(`${name}: holds ${bytes.length} bytes; ${what} may hold ${most}`)
  } catch (error) {
    if (error instanceof InvalidCatalog) throw error
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown error'
    fail(`${name}: cannot be read (${code})`)
  }
  return undefined
}

export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).sort()
  } catch {
    return []
  }
}

export function decode(bytes: Buffer, name: string, fail: Fail): string | undefined {
  try {
    // The byte order mark stays, so that the text encodes back to the same bytes.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    fail(`${name}: is not valid UTF-8`)
    return undefined
  }
}

export function parseJson(text: string, where: string, fail: Fail): unknown {
  try {
    return JSON.parse(text)
  } catch {
    fail(`${where}: is not valid JSON`)
    return undefined
  }
}

export function check<S extends z.ZodType>(
  schema: S,
  value: unknown,
  where: string,
  fail: Fail,
): z.infer<S> | undefined {
  if (value === undefined) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues = result.error.issues.map(({ path, message }) => `${path.join('.') || 'entry'}: ${message}`)
  fail(`${where}: ${issues.join('; ')}`)
  return undefined
}
