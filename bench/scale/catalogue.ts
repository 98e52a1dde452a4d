/**
 * Synthetic catalogues on disk, in the form of the embedded one: records with operations and a search index, and READMEs
 * that are made from the records.
 */
import { existsSync, linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeArrays } from '../../src/catalog/packed/array-file.ts'
import { bySlug } from '../../src/catalog/record/entry.ts'
import { SdkRecord } from '../../src/catalog/record/record.ts'
import { digest, SEARCH_INDEX_FILE } from '../../src/store/catalog-files.ts'
import { contentId, manifestText, SCHEMA_VERSION } from '../../src/store/manifest.ts'
import { buildSearchIndex, type IndexInput, recordColumns } from '../../src/store/search-index/build-index.ts'
import { EMBEDDED } from '../../src/store/search-index/packed.ts'
import { openSearchIndex, SEARCH_INDEX_VERSION } from '../../src/store/search-index/search-index.ts'
import { embedded } from '../../test/embedded.ts'
import { grow } from '../rank-synthetic.ts'

export const MB = 1_000_000

/** Two catalogues of one size, of which one replaces the other, and what it took to make the index of both. */
export interface Pair {
  one: string
  /** The same SDKs, with another URL that no search reads. */
  other: string
  indexMs: number
  /** Peak memory of the process that made it. */
  peakMb: number
  indexMb: number
  recordsMb: number
}

/** Writes a pair of so many SDKs, like these, into the folder. */
export function buildPair(folder: string, count: number, models = embedded.records): Pair {
  const [one, other] = [join(folder, 'one'), join(folder, 'other')]
  for (const directory of [one, other]) mkdirSync(join(directory, 'operations'), { recursive: true })
  const records = grow(models, count).sort(bySlug)
  const operations = writeOperations(one, records)
  const sdks = writeRecords(one, records)
  const changed = writeRecords(other, records, { freepublicapis_url: 'https://other.example' })
  const began = performance.now()
  const index = buildSearchIndex({ records, sdks, operations })
  const indexMs = performance.now() - began
  // No search reads what is changed, so only the places of the records differ.
  const columns = recordColumns({ records, sdks: changed, operations })
  writeIndex(one, index, { records, sdks, operations })
  writeIndex(other, encodeArrays({ ...openSearchIndex(index), ...columns }, SEARCH_INDEX_VERSION), {
    records,
    sdks: changed,
    operations,
  })
  for (const slug of operations.keys()) linkSync(join(one, fileOf(slug)), join(other, fileOf(slug)))
  const peakMb = (process.resourceUsage().maxRSS * 1024) / MB
  return { one, other, indexMs, peakMb, indexMb: index.length / MB, recordsMb: sdks.length / MB }
}

const fileOf = (slug: string): string => `operations/${slug}.json`

/**
 * Each record has the operations of the one that it was made from; the list of entities is the same object.
 * @returns SHA-256 of each file by slug
 */
function writeOperations(directory: string, records: readonly SdkRecord[]): Map<string, string> {
  const models = new Map(embedded.records.map(({ slug, entities }) => [entities, slug]))
  const digests = new Map<string, string>()
  for (const { slug, entities } of records) {
    const model = models.get(entities)!
    const file = join(EMBEDDED, fileOf(model))
    if (!existsSync(file)) continue
    const text = readFileSync(file, 'utf8').replace(`"slug":"${model}"`, `"slug":"${slug}"`)
    writeFileSync(join(directory, fileOf(slug)), text)
    digests.set(slug, digest(text))
  }
  return digests
}

/** One record a line; all together may be longer than a string can be. */
function writeRecords(directory: string, records: readonly SdkRecord[], changes: Partial<SdkRecord> = {}) {
  const lines = records.map((record) => Buffer.from(`${JSON.stringify(SdkRecord.parse({ ...record, ...changes }))}\n`))
  const sdks = Buffer.concat(lines)
  writeFileSync(join(directory, 'sdks.jsonl'), sdks)
  return sdks
}

/** The index, and the manifest over everything. */
function writeIndex(directory: string, index: Uint8Array, { records, sdks, operations }: IndexInput): void {
  writeFileSync(join(directory, SEARCH_INDEX_FILE), index)
  const files = [...operations].map(([slug, hash]) => [fileOf(slug), hash] as const)
  const id = contentId(new Map([...files, ['sdks.jsonl', digest(sdks)], [SEARCH_INDEX_FILE, digest(index)]]))
  const manifest = manifestText({
    schema_version: SCHEMA_VERSION,
    id,
    built_at: '2026-01-02T03:04:05.000Z',
    count: records.length,
    search_index: { version: SEARCH_INDEX_VERSION },
    readmes: 'rendered',
  })
  writeFileSync(join(directory, 'manifest.json'), manifest)
}
