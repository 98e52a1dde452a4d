/** A built directory with digests in place of texts, to compare and rebuild it in little memory. */
import type { Arrays } from '../packed/array-file.ts'
import { renderReadme } from '../readme/template.ts'
import type { SdkRecord } from '../record/record.ts'
import { locate } from './locate.ts'
import { digest } from './manifest.ts'
import { InvalidCatalog, readDirectory, throwInvalid } from './read.ts'
import { buildSearchIndex, hasColumns, recordColumns, sdksBytes } from './search-index/build.ts'
import { openSearchIndex, SEARCH_INDEX_FILE } from './search-index/search-index.ts'

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

/** @throws InvalidCatalog */
export function digestDirectory(directory: string): DigestedCatalog {
  const contents = readDirectory(locate(directory), throwInvalid, digest)
  const { manifest, sdks, records, readmes, pages, operations, searchIndex } = contents
  // A server takes these on trust.
  const index = searchIndex && openSearchIndex(searchIndex)
  if (index && !sdks!.equals(sdksBytes(records))) throw new InvalidCatalog(FOREIGN_RECORDS)
  const hasAllArrays = index && namesOf(index) === namesOf(openSearchIndex(emptyIndex())!)
  if (index && !(hasAllArrays && hasColumns(index, recordColumns({ records, sdks: sdks!, operations }))))
    throw new InvalidCatalog(FOREIGN_INDEX)
  const { id, built_at: builtAt, html } = manifest!
  if (manifest!.readmes === 'rendered') {
    for (const record of records) readmes.set(record.slug, digest(renderReadme(record)))
  }
  return { id, builtAt, records, readmes, operations, ...(html && { html: { renderer: html.renderer, pages } }) }
}

export const FOREIGN_RECORDS = 'sdks.jsonl: is not as a build writes it; build the catalogue again with "catalog build"'
export const FOREIGN_INDEX = `${SEARCH_INDEX_FILE}: is not that of the records; build the catalogue again with "catalog build"`

const namesOf = (arrays: Arrays): string => Object.keys(arrays).join()
const emptyIndex = () => buildSearchIndex({ records: [], sdks: new Uint8Array(), operations: new Map() })
