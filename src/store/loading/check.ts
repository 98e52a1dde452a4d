/** Checks of a built catalogue: against every rule, and as the older or newer one of two builds. */
import type { Arrays } from '../../catalog/packed/array-file.ts'
import { OperationsFile } from '../../catalog/record/facts.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { openRecords, type Records } from '../../catalog/record/records.ts'
import { renderReadme } from '../../code/readme-template.ts'
import { digestOf } from '../../system/bytes.ts'
import {
  digest,
  type Fail,
  InvalidCatalog,
  locate,
  RECORDS_FILE,
  SEARCH_INDEX_FILE,
  throwInvalid,
} from '../catalog-files.ts'
import type { HistoryEntry } from '../history.ts'
import { contradictions } from '../operations.ts'
import { buildSearchIndex, hasColumns, recordColumns } from '../search-index/build-index.ts'
import { openSearchIndex } from '../search-index/search-index.ts'
import { parseJson, readDirectory, validate } from './read.ts'
import { lineFrom, type TextsRead } from './read-texts.ts'

const FOREIGN_RECORDS = `${RECORDS_FILE}: is not as a build writes it; build the catalogue again with "catalog build"`
const FOREIGN_INDEX = `${SEARCH_INDEX_FILE}: is not that of the records; build the catalogue again with "catalog build"`

export interface CheckResult {
  /** Each broken rule with the entry and member that breaks it; none for a valid catalogue. */
  problems: string[]
  id?: string
  count: number
}

/** Holds a catalogue against every rule, also those that the service does not depend on. */
export function checkDirectory(directory: string): CheckResult {
  const problems: string[] = []
  const fail: Fail = (rule) => void problems.push(rule)
  const root = locate(directory)
  const { manifest, slugs, sdks, isAsWritten, operations, searchIndex } = readDirectory(root, fail)
  // By its own rules another version's contents are all wrong; the version alone explains that.
  if (!manifest) return { problems: problems.slice(0, 1), count: 0 }
  slugs.slice(1).forEach((slug, index) => {
    const before = slugs[index]!
    if (slug < before) fail(`sdks.jsonl: slug: "${slug}" stands after "${before}"; entries are sorted by slug`)
  })
  const input = { sdks, operations: operations.digests }
  const records = openRecords(recordColumns(input), sdks)
  const titleOf = (slug: string) => records.title(records.positionOf(slug)).normalize('NFKC').toLowerCase()
  for (const [title, same] of Map.groupBy(slugs, titleOf)) {
    if (same.length > 1) fail(`sdks.jsonl: title: "${title}" is the title of ${same.join(', ')}; titles are unique`)
  }
  for (const slug of slugs) checkOperations(records.at(records.positionOf(slug)), operations.lineOf(slug), fail)
  if (problems.length === 0 && searchIndex && openSearchIndex(searchIndex)) {
    if (!isAsWritten) fail(FOREIGN_RECORDS)
    else if (digest(searchIndex) !== digestOf(buildSearchIndex(input))) fail(FOREIGN_INDEX)
  }
  return { problems, count: slugs.length, id: manifest.id }
}

function checkOperations(record: SdkRecord, json: Buffer | undefined, fail: Fail): void {
  const name = `operations/${record.slug}.json`
  const file = json && validate(OperationsFile, parseJson(json.toString(), name, fail), name, fail)
  if (json && !file) return
  if (file && file.slug !== record.slug) fail(`${name}: slug: is "${file.slug}"; it must be that of the file's name`)
  for (const contradiction of contradictions(record, file)) fail(`sdks.jsonl ("${record.slug}"): ${contradiction}`)
}

/** A built directory with digests in place of texts, to compare and rebuild it in little memory. */
export interface DigestedCatalog {
  id: string
  builtAt: string
  records: Records
  /** SHA-256 of the line of each README by slug. */
  readmes: ReadonlyMap<string, string>
  /** SHA-256 of the line of operations of each SDK by slug. */
  operations: ReadonlyMap<string, string>
  /** Pages of the READMEs. */
  html?: TextsRead & { renderer: string }
  /** That led to it. */
  builds?: readonly HistoryEntry[] | undefined
}

/** @throws InvalidCatalog */
export function digestDirectory(directory: string): DigestedCatalog {
  const contents = readDirectory(locate(directory), throwInvalid)
  const { manifest, sdks, isAsWritten, pages, searchIndex } = contents
  const operations = contents.operations.digests
  const columns = recordColumns({ sdks, operations })
  const records = openRecords(columns, sdks)
  // A server takes these on trust.
  const index = searchIndex && openSearchIndex(searchIndex)
  if (index && !isAsWritten) throw new InvalidCatalog(FOREIGN_RECORDS)
  const hasAllArrays = index && namesOf(index) === namesOf(openSearchIndex(emptyIndex())!)
  if (index && !(hasAllArrays && hasColumns(index, columns))) throw new InvalidCatalog(FOREIGN_INDEX)
  const { id, built_at: builtAt, html, builds } = manifest!
  const rendered = (record: SdkRecord) => digest(lineFrom('readme', Buffer.from(renderReadme(record))))
  const readmes =
    manifest!.readmes === 'rendered'
      ? new Map(Array.from(records, (record) => [record.slug, rendered(record)]))
      : contents.readmes.digests
  const catalog = { id, builtAt, records, readmes, operations, builds }
  return { ...catalog, ...(html && { html: { renderer: html.renderer, ...pages } }) }
}

const namesOf = (arrays: Arrays): string => Object.keys(arrays).join()
const emptyIndex = () => Buffer.concat([...buildSearchIndex({ sdks: new Uint8Array(), operations: new Map() })])
