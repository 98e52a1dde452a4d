/**
 * Loads and checks a catalogue: the embedded data set, or a built directory (CATALOG_DIR). Both hold `manifest.json` and
 * `sdks.jsonl` (one record a line, sorted by slug), and may hold `search-index.bin` (search-index.ts) and
 * `operations/{slug}.json` (operations.ts). A built directory also holds `readme/{slug}.md`, served byte for byte, and may
 * hold `html/{slug}.html`; the embedded set renders its READMEs from the records. A catalogue that breaks a rule is
 * refused as a whole.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as z from 'zod'
import { replaceUnsafeIn } from '../../text/unsafe-characters.ts'
import { rendererName } from '../readme/renderer.ts'
import { MAX_README_BYTES, SdkRecord } from '../record/record.ts'
import type { HistoryEntry } from './history.ts'
import { locate } from './locate.ts'
import { contentId, digest, Manifest } from './manifest.ts'
import { MAX_OPERATIONS_BYTES, type StoredOperations } from './operations.ts'
import { RenderedReadmes } from './rendered.ts'
import { SEARCH_INDEX_FILE } from './search-index.ts'

/** Records with their READMEs, and the instant they were built. */
export interface CatalogData {
  /** "embedded" or the directory's name, for people. */
  source: string
  /** Hash of the contents; two catalogues with the same id are the same. */
  id: string
  /** RFC 3339 instant of the build; the same for every replica of one build. */
  builtAt: string
  records: readonly SdkRecord[]
  /** README text by slug. */
  readmes: ReadonlyMap<string, string>
  /** The builds that led here, oldest first and this one last, as far as they are recorded. */
  builds?: readonly HistoryEntry[]
}

/** Thrown for a catalogue that breaks its schema; the message names the entry, the member and the rule. */
export class InvalidCatalog extends Error {
  override name = 'InvalidCatalog'
}

/** A catalogue as a directory holds it. */
export interface LoadedCatalog extends CatalogData {
  /** READMEs as safe HTML by slug, as far as the build rendered them; absent if it used another version of the renderer. */
  pages?: ReadonlyMap<string, string>
  /** Where the operations of each SDK are read when somebody asks for them. */
  operations?: StoredOperations
  /** The indexes of the searches, as the build made them (search-index.ts). */
  searchIndex?: Uint8Array<ArrayBuffer>
}

export const EMBEDDED = fileURLToPath(new URL('../embedded', import.meta.url))

export function loadEmbedded(): LoadedCatalog {
  return { ...loadDirectory(EMBEDDED), source: 'embedded' }
}

export function loadDirectory(directory: string): LoadedCatalog {
  const { manifest, records, readmes, pages, operations, searchIndex } = read(locate(directory), refuse, (text) => text)
  const { id, built_at: builtAt, html } = manifest!
  return {
    source: basename(directory),
    id,
    builtAt,
    records,
    readmes: manifest!.readmes === 'rendered' ? new RenderedReadmes(records) : readmes,
    operations: { directory, digests: operations },
    ...(html && html.renderer === rendererName() && { pages }),
    ...(searchIndex && { searchIndex }),
  }
}

/** A catalogue with digests in place of texts, to compare and rebuild it in little memory. */
export interface DigestedCatalog {
  id: string
  builtAt: string
  records: readonly SdkRecord[]
  /** SHA-256 of each README by slug. */
  readmes: ReadonlyMap<string, string>
  /** SHA-256 of each operations file by slug. */
  operations: ReadonlyMap<string, string>
  html?: { renderer: string; pages: ReadonlyMap<string, string> }
}

export function digestDirectory(directory: string): DigestedCatalog {
  const { manifest, records, readmes, pages, operations } = read(locate(directory), refuse, digest)
  const { id, built_at: builtAt, html } = manifest!
  if (manifest!.readmes === 'rendered') {
    for (const [slug, readme] of new RenderedReadmes(records)) readmes.set(slug, digest(readme))
  }
  return { id, builtAt, records, readmes, operations, ...(html && { html: { renderer: html.renderer, pages } }) }
}

/** What is done about a broken rule. */
export type Fail = (rule: string) => void

const refuse: Fail = (rule) => {
  throw new InvalidCatalog(rule)
}

/**
 * Reads the whole directory. Where `fail` returns instead of throwing, what broke the rule is left out.
 * @param keep what is kept of a README or page: its text, or a digest
 */
export function read(directory: string, fail: Fail, keep: (text: string) => string) {
  const files = new Map<string, string>()
  const text = (name: string): string | undefined => {
    const bytes = readBytes(directory, name, fail)
    if (!bytes) return undefined
    files.set(name, digest(bytes))
    return decode(bytes, name, fail)
  }
  const manifest = readManifest(directory, fail)
  const records = readRecords(text('sdks.jsonl') ?? '', fail)
  const readmes = new Map<string, string>()
  const pages = new Map<string, string>()
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
  const indexBytes = manifest?.search_index && readBytes(directory, SEARCH_INDEX_FILE, fail)
  // In memory of its own, which can go from thread to thread.
  const searchIndex = indexBytes && new Uint8Array(indexBytes)
  if (searchIndex) files.set(SEARCH_INDEX_FILE, digest(searchIndex))
  if (manifest && manifest.count !== records.length) {
    fail(`manifest.json: count: is ${manifest.count}, but sdks.jsonl holds ${records.length} entries`)
  }
  if (manifest?.html && manifest.html.count !== pages.size) {
    fail(`manifest.json: html.count: is ${manifest.html.count}, but html holds the pages of ${pages.size} entries`)
  }
  for (const folder of ['readme', 'html', 'operations']) {
    for (const name of namesIn(join(directory, folder))) {
      if (!files.has(`${folder}/${name}`)) fail(`${folder}/${name}: belongs to no entry of sdks.jsonl`)
    }
  }
  const id = contentId(files)
  if (manifest && manifest.id !== id) fail(`manifest.json: id: is ${manifest.id}, but the contents give ${id}`)
  return { manifest, records, readmes, pages, operations, searchIndex }
}

function readManifest(directory: string, fail: Fail): Manifest | undefined {
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

function namesIn(directory: string): string[] {
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
