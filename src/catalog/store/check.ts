/** Checks a built catalogue against every rule, also those that the service does not depend on. */
import { OperationsFile } from '../record/facts.ts'
import type { SdkRecord } from '../record/record.ts'
import { FOREIGN_INDEX, FOREIGN_RECORDS } from './digests.ts'
import { locate } from './locate.ts'
import { digest } from './manifest.ts'
import { contradictions } from './operations.ts'
import { decodeUtf8, type Fail, parseJson, readBytes, readDirectory, validate } from './read.ts'
import { buildSearchIndex, sdksBytes } from './search-index/build.ts'
import { openSearchIndex } from './search-index/search-index.ts'

export interface CheckResult {
  /** Each broken rule with the entry and member that breaks it; none for a valid catalogue. */
  problems: string[]
  id?: string
  count: number
}

export function checkDirectory(directory: string): CheckResult {
  const problems: string[] = []
  const fail: Fail = (rule) => void problems.push(rule)
  const root = locate(directory)
  const { manifest, sdks, records, operations, searchIndex } = readDirectory(root, fail, digest)
  // By its own rules another version's contents are all wrong; the version alone explains that.
  if (!manifest) return { problems: problems.slice(0, 1), count: 0 }
  records.slice(1).forEach(({ slug }, index) => {
    const before = records[index]!.slug
    if (slug < before) fail(`sdks.jsonl: slug: "${slug}" stands after "${before}"; entries are sorted by slug`)
  })
  for (const [title, same] of Map.groupBy(records, (record) => record.title.normalize('NFKC').toLowerCase())) {
    const slugs = same.map(({ slug }) => slug).join(', ')
    if (same.length > 1) fail(`sdks.jsonl: title: "${title}" is the title of ${slugs}; titles are unique`)
  }
  for (const record of records) checkOperations(root, record, operations.has(record.slug), fail)
  const isOfThisVersion = searchIndex && openSearchIndex(searchIndex)
  if (isOfThisVersion && sdks && problems.length === 0 && !sdks.equals(sdksBytes(records))) fail(FOREIGN_RECORDS)
  if (isOfThisVersion && sdks && !searchIndex.equals(buildSearchIndex({ records, sdks, operations })))
    fail(FOREIGN_INDEX)
  return { problems, count: records.length, id: manifest.id }
}

function checkOperations(directory: string, record: SdkRecord, isStored: boolean, fail: Fail): void {
  const name = `operations/${record.slug}.json`
  const bytes = isStored ? readBytes(directory, name, fail) : undefined
  const text = bytes && decodeUtf8(bytes, name, fail)
  const file = text === undefined ? undefined : validate(OperationsFile, parseJson(text, name, fail), name, fail)
  if (isStored && !file) return
  if (file && file.slug !== record.slug) fail(`${name}: slug: is "${file.slug}"; it must be that of the file's name`)
  for (const contradiction of contradictions(record, file)) fail(`sdks.jsonl ("${record.slug}"): ${contradiction}`)
}
