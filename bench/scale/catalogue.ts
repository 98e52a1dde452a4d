/**
 * Synthetic catalogues on disk, in the form of the embedded one: records with operations and a search index, and READMEs
 * that are made from the records.
 */
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTexts } from '../../src/builder/stored-texts.ts'
import { encodeArrays } from '../../src/catalog/packed/array-file.ts'
import { bySlug } from '../../src/catalog/record/order.ts'
import { SdkRecord } from '../../src/catalog/record/record.ts'
import { packedFile, readBytes, SEARCH_INDEX_FILE, throwInvalid } from '../../src/store/catalog-files.ts'
import { contentId, manifestText, SCHEMA_VERSION } from '../../src/store/manifest.ts'
import { buildSearchIndex, recordColumns, recordLines } from '../../src/store/search-index/build-index.ts'
import { EMBEDDED } from '../../src/store/search-index/packed.ts'
import { openSearchIndex, SEARCH_INDEX_VERSION } from '../../src/store/search-index/search-index.ts'
import { digestOf, linesOf, openStored, piecesOf, readAt, writePieces } from '../../src/system/bytes.ts'
import { embedded } from '../../test/embedded.ts'
import { grown } from '../rank-synthetic.ts'

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
  for (const directory of [one, other]) mkdirSync(directory, { recursive: true })
  const operations = writeOperations(one, grown(models, count))
  linkSync(join(one, OPERATIONS_FILE), join(other, OPERATIONS_FILE))
  const sdks = writeRecords(one, grown(models, count))
  const changes = { freepublicapis_url: 'https://other.example' }
  const changed = writeRecords(other, grown(models, count), changes)
  const began = performance.now()
  writeIndex(one, count, buildSearchIndex({ sdks, operations }))
  const indexMs = performance.now() - began
  const peakMb = (process.resourceUsage().maxRSS * 1024) / MB
  // No search reads what is changed, so only the places of the records differ.
  const index = readBytes(one, SEARCH_INDEX_FILE, throwInvalid, count)!
  const arrays = { ...openSearchIndex(index), ...recordColumns({ sdks: changed, operations }) }
  writeIndex(other, count, encodeArrays(arrays, SEARCH_INDEX_VERSION))
  return { one, other, indexMs, peakMb, indexMb: index.length / MB, recordsMb: sdks.length / MB }
}

const OPERATIONS_FILE = packedFile('operations')

/**
 * Each record has the operations of the one that it was made from; the list of entities is the same object.
 * @returns SHA-256 of each line by slug
 */
function writeOperations(directory: string, records: Iterable<SdkRecord>): ReadonlyMap<string, string> {
  const models = new Map(embedded.records.map(({ slug, entities }) => [entities, slug]))
  const copies = Array.from(records, ({ slug, entities }) => ({ slug, model: models.get(entities)! })).sort(bySlug)
  const texts = createTexts('operations', directory)
  for (const { slug, model } of copies) {
    const file = join(EMBEDDED, 'operations', `${model}.json`)
    const text = existsSync(file) && readFileSync(file, 'utf8').replace(`"slug":"${model}"`, `"slug":"${slug}"`)
    texts.add(slug, text ? Buffer.from(text.trimEnd()) : undefined)
  }
  texts.close()
  return texts.digests
}

/** One record a line, sorted by slug; not in memory, as that is measured. */
function writeRecords(directory: string, records: Iterable<SdkRecord>, changes: Partial<SdkRecord> = {}) {
  const [path, unsorted] = [join(directory, 'sdks.jsonl'), join(directory, 'unsorted.jsonl')]
  const slugs: string[] = []
  const written = Iterator.from(records).map((record) => {
    slugs.push(record.slug)
    return SdkRecord.parse({ ...record, ...changes })
  })
  writePieces(unsorted, recordLines(written))
  const file = openStored(unsorted)
  const places = Array.from(linesOf(file), (place, at) => ({ ...place, slug: slugs[at]! })).sort(bySlug)
  writePieces(
    path,
    places.values().map(({ start, length }) => readAt(file, start, length + 1)),
  )
  rmSync(unsorted)
  return openStored(path)
}

/** The index, and the manifest over everything. */
function writeIndex(directory: string, count: number, index: Iterable<Uint8Array>): void {
  const indexDigest = writePieces(join(directory, SEARCH_INDEX_FILE), index)
  const sdksDigest = digestOf(piecesOf(openStored(join(directory, 'sdks.jsonl'))))
  const operations = digestOf(piecesOf(openStored(join(directory, OPERATIONS_FILE))))
  const files = [['sdks.jsonl', sdksDigest] as const, [SEARCH_INDEX_FILE, indexDigest] as const]
  const id = contentId(new Map([...files, [OPERATIONS_FILE, operations]]))
  const manifest = manifestText({
    schema_version: SCHEMA_VERSION,
    id,
    built_at: '2026-01-02T03:04:05.000Z',
    count,
    search_index: { version: SEARCH_INDEX_VERSION },
    readmes: 'rendered',
  })
  writeFileSync(join(directory, 'manifest.json'), manifest)
}
