/** The indexes that a build makes: those of the records, used where they fit, and made again where they do not. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { lexiconBytes } from '../../scripts/lexicons.ts'
import { bySlug } from '../../src/catalog/record/order.ts'
import { SdkRecord } from '../../src/catalog/record/record.ts'
import { LEXICONS } from '../../src/query/languages/natural-languages.ts'
import { digest, SEARCH_INDEX_FILE } from '../../src/store/catalog-files.ts'
import { checkDirectory, digestDirectory } from '../../src/store/loading/check.ts'
import { loadDirectory } from '../../src/store/loading/load.ts'
import { openCatalog } from '../../src/store/open-catalog.ts'
import { EMBEDDED } from '../../src/store/search-index/packed.ts'
import {
  isIndexOf,
  openSearchIndex,
  RECORDS_DIGEST,
  SEARCH_INDEX_VERSION,
} from '../../src/store/search-index/search-index.ts'
import { buildDirectory, indexedDirectory, RECORDS } from '../builder/built.ts'
import { embedded } from '../embedded.ts'
import { arraysBytes, indexBytes, sdksBytes } from '../index-bytes.ts'
import { scratch } from '../scratch.ts'

const site = { baseUrl: 'https://sdk.example.org', brand: 'example' }
const QUERIES = ['weather forecast', 'wether', 'dog pictures without key', 'clima de mañana', 'list airports', 'poetry']

/** The lines that a build writes of two SDKs, and the index of them. */
const lines = RECORDS.map((record) => SdkRecord.parse(record))
const sdks = sdksBytes(lines)
const none = new Map<string, string>()
/** Of these records, for those bytes. */
function indexOf(records: readonly SdkRecord[], sdks: Uint8Array) {
  const arrays = openSearchIndex(indexBytes({ sdks: sdksBytes(records), operations: none }))!
  return arraysBytes({ ...arrays, [RECORDS_DIGEST]: Buffer.from(digest(sdks), 'hex') }, SEARCH_INDEX_VERSION)
}
const index = indexBytes({ sdks, operations: none })

/** A directory as a build leaves it, with this index or another one. */
const built = (bytes: Uint8Array = index, records: Uint8Array = sdks): string =>
  indexedDirectory(join(scratch(), 'catalogue'), records, bytes)

describe('what is made once and committed', () => {
  it('is the index of the embedded records; "npx node scripts/refresh.ts" makes it again', () => {
    const [records, committed] = ['sdks.jsonl', SEARCH_INDEX_FILE].map((name) => readFileSync(join(EMBEDDED, name)))
    expect(records!.equals(sdksBytes(inFile(embedded.records)))).toBe(true)
    const operations = digestDirectory(EMBEDDED).operations
    const made = indexBytes({ sdks: records!, operations })
    expect(committed!.equals(made)).toBe(true)
  })

  it('are the lexicons of the word lists; "npm run generate" makes them again', () =>
    expect(brotliDecompressSync(readFileSync(LEXICONS)).equals(lexiconBytes())).toBe(true))
})

const inFile = (records: readonly SdkRecord[]): SdkRecord[] => [...records].sort(bySlug)

/** The index of the two SDKs of built.ts and the rules of a record, by version: another index or rule must say so. */
const KNOWN = {
  version: 24,
  index: '5da7a261b56055eb6deffa89a995884bd74843818f50671a09a3b02a55eefb5a',
  rules: 'd12af9784817f32345301c28283ed6503aeb13930987377d01c7347ab34245f3',
}

it('has another version where the same records give another index, or are held against other rules', () => {
  const rules = JSON.stringify(z.toJSONSchema(SdkRecord, { io: 'input' }))
  const made = { version: SEARCH_INDEX_VERSION, index: digest(index), rules: digest(rules) }
  expect(made, 'raise SEARCH_INDEX_VERSION, and write down the new digests').toEqual(KNOWN)
})

describe('a catalogue whose index', () => {
  it('is of this version is taken as its build checked it, and answers as one that is indexed when it is loaded', async () => {
    const unindexed = buildDirectory(join(scratch(), 'unindexed'), { records: Buffer.from(sdks) })
    const [kept, made] = [await loadDirectory(built()), await loadDirectory(unindexed)]
    expect(checkDirectory(built()).problems).toEqual([])
    expect([...kept.records]).toEqual([...made.records])
    for (const query of QUERIES) {
      const [a, b] = [openCatalog(kept, site), openCatalog(made, site)]
      expect(JSON.stringify(a.find(query, {}, 10))).toBe(JSON.stringify(b.find(query, {}, 10)))
      expect(a.search(query, { limit: 50, offset: 0 })).toEqual(b.search(query, { limit: 50, offset: 0 }))
    }
  })

  it('is of another version, or of other records, is checked and indexed again', async () => {
    const indexOfNone = indexOf([], sdksBytes([]))
    for (const bytes of [new TextEncoder().encode('of tomorrow'), indexOfNone]) {
      const { records, index: used } = await loadDirectory(built(bytes))
      expect(records.length).toBe(2)
      expect(isIndexOf(used, sdks)).toBe(true)
    }
    const wrong = sdksBytes(lines.map((record) => ({ ...record, github_url: 'ftp://example.org' })))
    await expect(loadDirectory(built(index, wrong))).rejects.toThrow(/^sdks\.jsonl line 1 \("one-sdk"\): github_url: /)
  })

  it('is of other records is found by the check, and by whoever takes a catalogue from elsewhere', () => {
    const others = lines.map((record) => ({ ...record, title: `${record.title}!` }))
    for (const foreign of [indexOf([], sdksBytes([])), indexOf(others, sdks)]) {
      const problem = 'search-index.bin: is not that of the records; build the catalogue again with "catalog build"'
      expect(checkDirectory(built(foreign)).problems).toEqual([problem])
      expect(() => digestDirectory(built(foreign))).toThrow(problem)
    }
  })

  it.each([
    ['that hide characters', (text: string) => text.replace('The second.', 'The \u202esecond.'), 'The \ufffdsecond.'],
    ['without members that a build writes', (text: string) => text.replace('"aliases":[],', ''), 'The second.'],
  ])('is of records %s is found in the same way', (_, change, description) => {
    const raw = new TextEncoder().encode(change(Buffer.from(sdks).toString()))
    const read = lines.map((record) => (record.description ? { ...record, description } : record))
    const directory = built(indexOf(read, raw), raw)
    const problem = 'sdks.jsonl: is not as a build writes it; build the catalogue again with "catalog build"'
    expect(checkDirectory(directory).problems).toEqual([problem])
    expect(() => digestDirectory(directory)).toThrow(problem)
  })

  it.each([SEARCH_INDEX_FILE, 'readme.jsonl'])('fits is refused where %s was changed afterwards', async (name) => {
    const directory = built()
    const bytes = readFileSync(join(directory, name))
    bytes[bytes.length - 9]! ^= 1
    writeFileSync(join(directory, name), bytes)
    await expect(loadDirectory(directory)).rejects.toThrow(/^manifest\.json: id: is /)
  })
})
