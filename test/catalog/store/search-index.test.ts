/** The indexes that a build makes: those of the records, used where they fit, and made again where they do not. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lexiconBytes } from '../../../scripts/lexicons.ts'
import { createCatalog } from '../../../src/catalog/catalog.ts'
import { LEXICONS } from '../../../src/catalog/rank/reading/natural-languages.ts'
import { buildSearchIndex } from '../../../src/catalog/store/build-search-index.ts'
import { checkDirectory } from '../../../src/catalog/store/check.ts'
import { EMBEDDED, loadDirectory } from '../../../src/catalog/store/load.ts'
import { contentId, digest } from '../../../src/catalog/store/manifest.ts'
import { openSearchIndex, SEARCH_INDEX_FILE, SEARCH_INDEX_VERSION } from '../../../src/catalog/store/search-index.ts'
import { buildDirectory } from '../../builder/built.ts'
import { scratch } from '../../builder/fixtures.ts'
import { embedded } from '../../embedded.ts'

const site = { baseUrl: 'https://sdk.example.org', brand: 'example' }
const QUERIES = ['weather forecast', 'wether', 'dog pictures without key', 'clima de mañana', 'list airports', 'poetry']

/** Adds the index of the records, or other bytes, to a directory of two SDKs. */
function indexed(version = SEARCH_INDEX_VERSION, bytes?: Uint8Array): string {
  const directory = buildDirectory(join(scratch(), 'catalogue'))
  const { records } = loadDirectory(directory)
  const index = bytes ?? buildSearchIndex(records)
  writeFileSync(join(directory, SEARCH_INDEX_FILE), index)
  const names = ['sdks.jsonl', 'readme/one-sdk.md', 'readme/two-sdk.md', SEARCH_INDEX_FILE]
  const id = contentId(new Map(names.map((name) => [name, digest(readFileSync(join(directory, name)))])))
  const manifest = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8'))
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ ...manifest, id, search_index: { version } }))
  return directory
}

describe('what is made once and committed', () => {
  it('is the index of the embedded records; "npm run refresh" makes it again', () => {
    const committed = readFileSync(join(EMBEDDED, SEARCH_INDEX_FILE))
    expect(committed.equals(buildSearchIndex(embedded.records))).toBe(true)
  })

  it('are the lexicons of the word lists; "npm run generate" makes them again', () => {
    expect(readFileSync(LEXICONS).equals(lexiconBytes())).toBe(true)
  })
})

/** The index of the two SDKs of built.ts, by version: a built catalogue with another index must say so. */
const KNOWN = { version: 1, digest: '8ff4162f80f5b5f7a4e225e062c32948bc89eecc54600d0e8b6c7d3d0030ffcf' }

it('has another version where the same records give another index', () => {
  const { records } = loadDirectory(buildDirectory(join(scratch(), 'catalogue')))
  const made = { version: SEARCH_INDEX_VERSION, digest: digest(buildSearchIndex(records)) }
  expect(made, 'raise SEARCH_INDEX_VERSION, and write down the new digest').toEqual(KNOWN)
})

describe('an index', () => {
  it('answers as one does that is made when it is asked', () => {
    const { searchIndex: _, ...unindexed } = embedded
    const [kept, made] = [createCatalog(embedded, site), createCatalog(unindexed, site)]
    for (const query of QUERIES) {
      expect(kept.find(query, {}, 10)).toEqual(made.find(query, {}, 10))
      expect(kept.search(query, { limit: 50, offset: 0 })).toEqual(made.search(query, { limit: 50, offset: 0 }))
    }
  })

  it('is used where it is of this version', () => {
    const directory = indexed()
    expect(openSearchIndex(loadDirectory(directory))).toBeDefined()
    expect(checkDirectory(directory).problems).toEqual([])
  })

  it('of another version or of other records is left alone, and so is a catalogue without', () => {
    const other = indexed(SEARCH_INDEX_VERSION + 1, new TextEncoder().encode('of tomorrow'))
    expect(checkDirectory(other).problems).toEqual([])
    const without = loadDirectory(buildDirectory(join(scratch(), 'without')))
    const foreign = { ...without, searchIndex: buildSearchIndex([]) }
    for (const data of [loadDirectory(other), without, foreign]) {
      expect(openSearchIndex(data)).toBeUndefined()
      expect(createCatalog(data, site).find('the second', {}, 5).hits[0]?.record.slug).toBe('two-sdk')
    }
  })

  it('of other records is found by the check', () => {
    const directory = indexed(SEARCH_INDEX_VERSION, buildSearchIndex([]))
    expect(checkDirectory(directory).problems).toEqual([
      'search-index.bin: is not that of the records; build the catalogue again with "catalog build"',
    ])
  })

  it('that was changed after the build is refused', () => {
    const directory = indexed()
    const bytes = readFileSync(join(directory, SEARCH_INDEX_FILE))
    bytes[bytes.length - 9]! ^= 1
    writeFileSync(join(directory, SEARCH_INDEX_FILE), bytes)
    expect(() => loadDirectory(directory)).toThrow(/^manifest\.json: id: is /)
  })
})
