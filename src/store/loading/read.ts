/**
 * Reads a built directory whole and checks every file against its rules. `manifest.json` and `sdks.jsonl` (one record a
 * line, sorted by slug) are always there; `search-index.bin`, READMEs, pages and operations as the manifest says. A
 * catalogue that breaks a rule is refused as a whole.
 */
import { join } from 'node:path'
import type * as z from 'zod'
import { MAX_RECORD_BYTES } from '../../catalog/record/bounds.ts'
import { SdkRecord } from '../../catalog/record/record.ts'
import { type Bytes, digestOf, linesOf, piecesOf, readAt } from '../../system/bytes.ts'
import { replaceUnsafeIn } from '../../text/unsafe-characters.ts'
import {
  digest,
  type Fail,
  FOLDERS,
  type Folder,
  MANIFEST_FILE,
  namesIn,
  openBytes,
  RECORDS_FILE,
  readBytes,
  SEARCH_INDEX_FILE,
} from '../catalog-files.ts'
import { contentId, Manifest } from '../manifest.ts'
import { NO_TEXTS, readTextFiles, utf8 } from './read-texts.ts'

export function readDirectory(directory: string, fail: Fail) {
  const digests = new Map<string, string>()
  const manifest = readManifest(directory, fail)
  const count = manifest?.count ?? Number.POSITIVE_INFINITY
  const sdks = openBytes(directory, RECORDS_FILE, fail, count)
  if (sdks) digests.set(RECORDS_FILE, digestOf(piecesOf(sdks)))
  const { slugs, written } = readRecords(sdks ?? Buffer.of(), fail)
  const texts = (folder: Folder, mustHave: boolean) =>
    readTextFiles({ directory, folder, slugs, mustHave, digests, fail })
  const readmes = manifest?.readmes === 'rendered' ? NO_TEXTS : texts('readme', true)
  const pages = manifest?.html ? texts('html', false) : NO_TEXTS
  const operations = texts('operations', false)
  const searchIndex = manifest?.search_index && readBytes(directory, SEARCH_INDEX_FILE, fail, count)
  if (searchIndex) digests.set(SEARCH_INDEX_FILE, digest(searchIndex))
  const names = FOLDERS.flatMap((folder) => namesIn(join(directory, folder)).map((name) => `${folder}/${name}`))
  for (const name of names.filter((each) => !digests.has(each))) fail(`${name}: belongs to no entry of sdks.jsonl`)
  if (manifest) checkManifest(manifest, contentId(digests), slugs.length, pages.digests.size, fail)
  return { manifest, slugs, sdks: written, isAsWritten: written === sdks, readmes, pages, operations, searchIndex }
}

function checkManifest({ count, html, id }: Manifest, contents: string, sdks: number, pages: number, fail: Fail): void {
  if (count !== sdks) fail(`manifest.json: count: is ${count}, but sdks.jsonl holds ${sdks} entries`)
  if (html && html.count !== pages)
    fail(`manifest.json: html.count: is ${html.count}, but html holds the pages of ${pages} entries`)
  if (id !== contents) fail(`manifest.json: id: is ${id}, but the contents give ${contents}`)
}

export function readManifest(directory: string, fail: Fail): Manifest | undefined {
  const text = utf8(readBytes(directory, MANIFEST_FILE, fail), MANIFEST_FILE, fail)
  return text && validate(Manifest, parseJson(text.toString(), MANIFEST_FILE, fail), MANIFEST_FILE, fail)
}

/**
 * Line by line: the records as objects would take gigabytes of memory, and one long line too.
 * @returns the slugs in the order of their lines, and the bytes that a build writes of these records: the same where it did
 */
function readRecords(bytes: Bytes, fail: Fail): { slugs: string[]; written: Bytes } {
  const lineOfSlug = new Map<string, number>()
  /** From the first line on that a build writes otherwise. */
  let written: Buffer[] | undefined
  let number = 0
  for (const { start, length } of linesOf(bytes)) {
    const where = `sdks.jsonl line ${++number}`
    const line = length > MAX_RECORD_BYTES ? undefined : readAt(bytes, start, length)
    if (!line) fail(`${where}: holds ${length} bytes; a record may hold ${MAX_RECORD_BYTES}`)
    const record = line && readRecord(line, where, lineOfSlug, fail)
    if (record) lineOfSlug.set(record.slug, number)
    const json = record ? Buffer.from(`${JSON.stringify(record)}\n`) : Buffer.of()
    if (
      !written &&
      !(json.length === length + 1 && line?.equals(json.subarray(0, -1)) && start + length < bytes.length)
    )
      written = [readAt(bytes, 0, start)]
    written?.push(json)
  }
  return { slugs: [...lineOfSlug.keys()], written: written ? Buffer.concat(written) : bytes }
}

/** Undefined for an empty line, and for what breaks a rule. */
function readRecord(line: Buffer, where: string, lineOfSlug: ReadonlyMap<string, number>, fail: Fail) {
  const text = utf8(line, RECORDS_FILE, fail)?.toString() ?? ''
  if (text.trim() === '') return undefined
  const json = parseJson(text, where, fail)
  const named = typeof json === 'object' && json !== null && 'slug' in json ? `${where} ("${json.slug}")` : where
  const record = validate(SdkRecord, json, named, fail)
  const first = record && lineOfSlug.get(record.slug)
  if (first) fail(`${named}: slug: is already the slug of line ${first}; slugs are unique`)
  return first ? undefined : record
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
