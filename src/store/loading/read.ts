/**
 * Reads a built directory whole and checks every file against its rules. `manifest.json` and `sdks.jsonl` (one record a
 * line, sorted by slug) are always there; `search-index.bin`, `readme/{slug}.md`, `html/{slug}.html` and
 * `operations/{slug}.json` as the manifest says. A catalogue that breaks a rule is refused as a whole.
 */
import { isUtf8 } from 'node:buffer'
import { join } from 'node:path'
import type * as z from 'zod'
import { MAX_RECORD_BYTES } from '../../catalog/record/bounds.ts'
import { SdkRecord } from '../../catalog/record/record.ts'
import { replaceUnsafeIn } from '../../text/unsafe-characters.ts'
import {
  digest,
  type Fail,
  FOLDERS,
  MANIFEST_FILE,
  namesIn,
  RECORDS_FILE,
  readBytes,
  SEARCH_INDEX_FILE,
} from '../catalog-files.ts'
import { contentId, Manifest } from '../manifest.ts'

/** @param convert a README or page: to its bytes, or a digest */
export function readDirectory<Value>(directory: string, fail: Fail, convert: (bytes: Buffer<ArrayBuffer>) => Value) {
  const digests = new Map<string, string>()
  const bytesOf = (name: string): Buffer<ArrayBuffer> | undefined => {
    const bytes = readBytes(directory, name, fail)
    if (bytes) digests.set(name, digest(bytes))
    return bytes
  }
  const textOf = (name: string) => utf8(bytesOf(name), name, fail)
  const manifest = readManifest(directory, fail)
  const sdks = textOf(RECORDS_FILE)
  const records = readRecords(sdks ?? Buffer.of(), fail)
  const [readmes, pages] = [new Map<string, Value>(), new Map<string, Value>()]
  const operations = new Map<string, string>()
  const operationsFiles = new Set(namesIn(join(directory, 'operations')))
  const pageFiles = new Set(manifest?.html ? namesIn(join(directory, 'html')) : [])
  for (const { slug } of records) {
    const readme = manifest?.readmes === 'rendered' ? undefined : textOf(`readme/${slug}.md`)
    if (readme) readmes.set(slug, convert(readme))
    const page = pageFiles.has(`${slug}.html`) ? textOf(`html/${slug}.html`) : undefined
    if (page) pages.set(slug, convert(page))
    const name = `operations/${slug}.json`
    if (operationsFiles.has(`${slug}.json`) && bytesOf(name)) operations.set(slug, digests.get(name)!)
  }
  const searchIndex = manifest?.search_index && bytesOf(SEARCH_INDEX_FILE)
  if (manifest && manifest.count !== records.length) {
    fail(`manifest.json: count: is ${manifest.count}, but sdks.jsonl holds ${records.length} entries`)
  }
  if (manifest?.html && manifest.html.count !== pages.size) {
    fail(`manifest.json: html.count: is ${manifest.html.count}, but html holds the pages of ${pages.size} entries`)
  }
  for (const folder of FOLDERS) {
    for (const name of namesIn(join(directory, folder))) {
      if (!digests.has(`${folder}/${name}`)) fail(`${folder}/${name}: belongs to no entry of sdks.jsonl`)
    }
  }
  const id = contentId(digests)
  if (manifest && manifest.id !== id) fail(`manifest.json: id: is ${manifest.id}, but the contents give ${id}`)
  return { manifest, sdks, records, readmes, pages, operations, searchIndex }
}

export const readManifest = (directory: string, fail: Fail): Manifest | undefined =>
  readJson(Manifest, directory, MANIFEST_FILE, fail)

export function readJson<S extends z.ZodType>(schema: S, directory: string, name: string, fail: Fail) {
  const text = utf8(readBytes(directory, name, fail), name, fail)
  return text && validate(schema, parseJson(text.toString('utf8'), name, fail), name, fail)
}

function utf8<Bytes extends Buffer>(bytes: Bytes | undefined, name: string, fail: Fail): Bytes | undefined {
  if (!bytes || isUtf8(bytes)) return bytes
  return void fail(`${name}: is not valid UTF-8`)
}

/** Line by line: as one text, a file of the largest size would take gigabytes of memory, and one long line too. */
function readRecords(bytes: Buffer, fail: Fail): SdkRecord[] {
  const lineOfSlug = new Map<string, number>()
  const records: SdkRecord[] = []
  for (let [number, start, end] = [1, 0, 0]; start < bytes.length; number++, start = end + 1) {
    end = bytes.indexOf('\n', start)
    if (end < 0) end = bytes.length
    const where = `sdks.jsonl line ${number}`
    if (end - start > MAX_RECORD_BYTES) {
      fail(`${where}: holds ${end - start} bytes; a record may hold ${MAX_RECORD_BYTES}`)
      continue
    }
    const line = bytes.toString('utf8', start, end)
    if (line.trim() === '') continue
    const json = parseJson(line, where, fail)
    const named = typeof json === 'object' && json !== null && 'slug' in json ? `${where} ("${json.slug}")` : where
    const record = json === undefined ? undefined : validate(SdkRecord, json, named, fail)
    const first = record && lineOfSlug.get(record.slug)
    if (first) fail(`${named}: slug: is already the slug of line ${first}; slugs are unique`)
    if (!record || first) continue
    lineOfSlug.set(record.slug, number)
    records.push(record)
  }
  return records
}

/** With unsafe characters made visible. What is nested too deeply for that counts as invalid. */
export function parseJson(text: string, where: string, fail: Fail): unknown {
  try {
    return replaceUnsafeIn(JSON.parse(text))
  } catch {
    fail(`${where}: is not valid JSON`)
    return undefined
  }
}

export function validate<S extends z.ZodType>(
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
