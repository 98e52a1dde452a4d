/**
 * Where a catalogue comes from: the embedded data set, or a built directory (CATALOG_DIR). Both hold `manifest.json`
 * and `sdks.jsonl` (one record a line, sorted by slug); a directory also holds `readme/{slug}.md`, served byte for
 * byte, while the embedded set renders its READMEs from the facts. A catalogue that breaks a rule is refused whole.
 */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import type { CatalogData } from './catalog.ts'
import { renderReadme } from './readme-template.ts'
import { SdkRecord } from './record.ts'

export const SCHEMA_VERSION = 1
export const MAX_README_BYTES = 512 * 1024

const Manifest = z.strictObject({
  schema_version: z.literal(SCHEMA_VERSION),
  built_at: z.iso.datetime(),
  count: z.int().min(0),
})

/** Thrown for a catalogue that breaks its schema; the message names the entry, the member and the rule. */
export class InvalidCatalog extends Error {
  override name = 'InvalidCatalog'
}

const EMBEDDED = fileURLToPath(new URL('./embedded', import.meta.url))

export function loadEmbedded(): CatalogData {
  const { builtAt, records } = readRecords(EMBEDDED)
  return {
    source: 'embedded',
    builtAt,
    records,
    readmes: new Map(records.map((record) => [record.slug, renderReadme(record)])),
  }
}

export function loadDirectory(directory: string): CatalogData {
  const { builtAt, records } = readRecords(directory)
  const readmes = new Map(records.map(({ slug }) => [slug, readReadme(directory, slug)]))
  return { source: basename(directory), builtAt, records, readmes }
}

function readRecords(directory: string): { builtAt: string; records: SdkRecord[] } {
  const manifest = check(Manifest, parseJson(readText(directory, 'manifest.json'), 'manifest.json'), 'manifest.json')
  const lines = readText(directory, 'sdks.jsonl').split('\n').filter(Boolean)
  const seen = new Map<string, number>()
  const records = lines.map((line, index) => {
    const where = `sdks.jsonl line ${index + 1}`
    const raw = parseJson(line, where)
    const named = typeof raw === 'object' && raw !== null && 'slug' in raw ? `${where} ("${raw.slug}")` : where
    const record = check(SdkRecord, raw, named)
    const first = seen.get(record.slug)
    if (first) throw new InvalidCatalog(`${named}: slug: is already the slug of line ${first}; slugs are unique`)
    seen.set(record.slug, index + 1)
    return record
  })
  if (manifest.count !== records.length) {
    throw new InvalidCatalog(
      `manifest.json: count: is ${manifest.count}, but sdks.jsonl holds ${records.length} entries`,
    )
  }
  return { builtAt: manifest.built_at, records }
}

function readReadme(directory: string, slug: string): string {
  const name = join('readme', `${slug}.md`)
  const bytes = readBytes(directory, name)
  if (bytes.length > MAX_README_BYTES) {
    throw new InvalidCatalog(`${name}: holds ${bytes.length} bytes; a README may hold ${MAX_README_BYTES}`)
  }
  return decode(bytes, name)
}

const readText = (directory: string, name: string): string => decode(readBytes(directory, name), name)

function readBytes(directory: string, name: string): Buffer {
  try {
    return readFileSync(join(directory, name))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown error'
    throw new InvalidCatalog(`${name}: cannot be read (${code})`, { cause: error })
  }
}

function decode(bytes: Buffer, name: string): string {
  try {
    // A byte order mark stays, so that the text encodes back to the same bytes.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new InvalidCatalog(`${name}: is not valid UTF-8`)
  }
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidCatalog(`${where}: is not valid JSON`)
  }
}

function check<S extends z.ZodType>(schema: S, value: unknown, where: string): z.infer<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues = result.error.issues.map(({ path, message }) => `${path.join('.') || 'entry'}: ${message}`)
  throw new InvalidCatalog(`${where}: ${issues.join('; ')}`)
}
