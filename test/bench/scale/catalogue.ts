/**
 * Synthetic catalogues on disk, in the form of the embedded one: records with operations and a search index, and READMEs
 * that are made from the records.
 */
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeArrays } from '../../../src/catalog/packed/array-file.ts'
import { bySlug } from '../../../src/catalog/record/entry.ts'
import { SdkRecord } from '../../../src/catalog/record/record.ts'
import { EMBEDDED } from '../../../src/catalog/store/load.ts'
import { contentId, digest, manifestText, SCHEMA_VERSION } from '../../../src/catalog/store/manifest.ts'
import { buildSearchIndex, recordColumns } from '../../../src/catalog/store/search-index/build.ts'

import {
  openSearchIndex,
  SEARCH_INDEX_FILE,
  SEARCH_INDEX_VERSION,
} from '../../../src/catalog/store/search-index/search-index.ts'
import { embedded } from '../../embedded.ts'
import { grow } from '../rank-synthetic.ts'

const RECORDS = 'sdks.jsonl'
const OPERATIONS = 'operations'
const BUILT = 'built.json'
const BUILT_AT = '2026-01-02T03:04:05.000Z'

export const MB = 1_000_000

/** Two catalogues of one size, of which one replaces the other, and what it took to make the index of both. */
export interface Pair {
  one: string
  /** The same SDKs, with another URL that no search reads. */
  other: string
  indexMs: number
  /** Of the process that made it. */
  peakMb: number
  indexMb: number
  recordsMb: number
}

/** What a pair is made from; another version of any of it makes another pair. */
const made = [embedded.id, SCHEMA_VERSION, SEARCH_INDEX_VERSION, 1].join(' ')

/** The pair that an earlier run left in this folder. */
export function builtPair(folder: string): Pair | undefined {
  const file = join(folder, BUILT)
  if (!existsSync(file)) return undefined
  const { made: from, ...built } = JSON.parse(readFileSync(file, 'utf8'))
  return from === made ? { ...placesIn(folder), ...built } : undefined
}

const placesIn = (folder: string) => ({ one: join(folder, 'one'), other: join(folder, 'other') })

/** Writes a pair of so many SDKs, like these, into the folder, in place of what is there. */
export async function buildPair(folder: string, count: number, models = embedded.records): Promise<void> {
  const draft = `${folder}.draft`
  for (const old of [draft, folder]) rmSync(old, { recursive: true, force: true })
  const { one, other } = placesIn(draft)
  for (const directory of [one, other]) mkdirSync(join(directory, OPERATIONS), { recursive: true })
  const records = grow(models, count).sort(bySlug)
  const operations = writeOperations(one, records)
  const sdks = await writeRecords(one, records)
  const changed = await writeRecords(other, records, { freepublicapis_url: 'https://other.example' })
  const began = performance.now()
  const index = buildSearchIndex({ records, sdks, operations })
  const indexMs = performance.now() - began
  // No search reads what is changed, so only the places of the records differ.
  const columns = recordColumns({ records, sdks: changed, operations })
  const otherIndex = encodeArrays({ ...openSearchIndex(index), ...columns }, SEARCH_INDEX_VERSION)
  writeRest(one, { count, sdks, index, operations })
  writeRest(other, { count, sdks: changed, index: otherIndex, operations })
  for (const slug of operations.keys()) linkSync(join(one, fileOf(slug)), join(other, fileOf(slug)))
  const peakMb = (process.resourceUsage().maxRSS * 1024) / MB
  const figures = { indexMs, peakMb, indexMb: index.length / MB, recordsMb: sdks.length / MB }
  writeFileSync(join(draft, BUILT), JSON.stringify({ made, ...figures }))
  renameSync(draft, folder)
}

const fileOf = (slug: string): string => `${OPERATIONS}/${slug}.json`

/**
 * Each record has the operations of the one that it was made from; the list of entities is the same object.
 * @returns SHA-256 of each file by slug
 */
function writeOperations(directory: string, records: readonly SdkRecord[]): Map<string, string> {
  const models = new Map(embedded.records.map(({ slug, entities }) => [entities, slug]))
  const texts = new Map<string, string | undefined>()
  const digests = new Map<string, string>()
  for (const { slug, entities } of records) {
    const model = models.get(entities)!
    if (!texts.has(model)) texts.set(model, operationsOf(model))
    const text = texts.get(model)?.replace(`"slug":"${model}"`, `"slug":"${slug}"`)
    if (text === undefined) continue
    writeFileSync(join(directory, fileOf(slug)), text)
    digests.set(slug, digest(text))
  }
  return digests
}

function operationsOf(slug: string): string | undefined {
  const file = join(EMBEDDED, fileOf(slug))
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** One record a line; all together may be longer than a string can be. */
async function writeRecords(directory: string, records: readonly SdkRecord[], changes: Partial<SdkRecord> = {}) {
  const file = await open(join(directory, RECORDS), 'w')
  const parts: Buffer[] = []
  for (let at = 0; at < records.length; at += 1000) {
    const lines = records
      .slice(at, at + 1000)
      .map((record) => `${JSON.stringify(SdkRecord.parse({ ...record, ...changes }))}\n`)
    const part = Buffer.from(lines.join(''))
    parts.push(part)
    await file.writeFile(part)
  }
  await file.close()
  return Buffer.concat(parts)
}

interface Rest {
  count: number
  /** As they are in the file. */
  sdks: Uint8Array
  index: Uint8Array
  /** SHA-256 of each file of operations by slug. */
  operations: ReadonlyMap<string, string>
}

/** The index, and the manifest over everything. */
function writeRest(directory: string, { count, sdks, index, operations }: Rest): void {
  writeFileSync(join(directory, SEARCH_INDEX_FILE), index)
  const files = [...operations].map(([slug, hash]) => [fileOf(slug), hash] as const)
  const id = contentId(new Map([...files, [RECORDS, digest(sdks)], [SEARCH_INDEX_FILE, digest(index)]]))
  const search_index = { version: SEARCH_INDEX_VERSION }
  const about = { schema_version: SCHEMA_VERSION, id, built_at: BUILT_AT, count, search_index } as const
  writeFileSync(join(directory, 'manifest.json'), manifestText({ ...about, readmes: 'rendered' }))
}
