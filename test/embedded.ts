/** The embedded catalogue, shared by all test files of a worker, and catalogues that tests make of it. */

import { bySlug } from '../src/catalog/record/order.ts'
import type { SdkRecord } from '../src/catalog/record/record.ts'
import { openRanked, type RankedSearch } from '../src/search/rank.ts'
import { type LoadedCatalog, loadDirectory, loadEmbedded, unpackCatalog } from '../src/store/loading/load.ts'
import { openCatalog } from '../src/store/open-catalog.ts'
import { indexBytes, sdksBytes } from './index-bytes.ts'

/** With its records and READMEs as plain values that a test may change. */
export interface CatalogData extends Omit<LoadedCatalog, 'records' | 'index' | 'readmes'> {
  records: readonly SdkRecord[]
  readmes: ReadonlyMap<string, string>
}

function plain({ index: _, records: stored, readmes: texts, ...rest }: LoadedCatalog): CatalogData {
  // As in the file.
  const records = [...stored].sort(bySlug)
  let readmes: ReadonlyMap<string, string> | undefined
  return {
    ...rest,
    records,
    // Rendering all takes a while, and few tests read them.
    get readmes() {
      readmes ??= new Map(records.map(({ slug }) => [slug, texts.get(slug)!]))
      return readmes
    },
  }
}

/** Indexing the records of the embedded catalogue takes a second. */
const indexed = new WeakMap<readonly SdkRecord[], Pick<LoadedCatalog, 'records' | 'index'>>()

/** As the service loads it. */
export function loadedFrom({ records, ...rest }: CatalogData): LoadedCatalog {
  const key = areEmbedded(records) ? embedded.records : records
  const stored = indexed.get(key) ?? stores(records)
  indexed.set(key, stored)
  return { ...rest, ...stored }
}

function stores(list: readonly SdkRecord[]): Pick<LoadedCatalog, 'records' | 'index'> {
  const sdks = sdksBytes(list)
  const { records, index } = unpackCatalog({
    ...{ source: '', id: '', builtAt: '', directory: '', sdks },
    searchIndex: indexBytes({ sdks, operations: new Map() }),
  })
  return { records, index }
}

/** The catalogue of a built directory. */
export const load = async (directory: string): Promise<CatalogData> => plain(await loadDirectory(directory))

/** The ranked search over these records, without a catalogue around it. */
export function rankedOver(records: readonly SdkRecord[]): RankedSearch {
  const data = loadedFrom({ source: 'test', id: 'test', builtAt: '2026-01-01T00:00:00Z', records, readmes: new Map() })
  return openRanked(data.index, data.records)
}

export const loaded = await loadEmbedded()

export const embedded = plain(loaded)
const embeddedRecords = new Set(embedded.records)
/** In whatever order. */
const areEmbedded = (records: readonly SdkRecord[]): boolean =>
  records.length === embeddedRecords.size && records.every((record) => embeddedRecords.has(record))
indexed.set(embedded.records, { records: loaded.records, index: loaded.index })

/** On the site of the tests. */
export const catalog = openCatalog(loaded, { baseUrl: 'http://localhost:8080', brand: 'example' })
