/**
 * Rebuilds the facts of the embedded data set:
 * `npx node scripts/refresh.ts FOLDER… [--facts FILE…] [--operations FILE…] [--descriptions FOLDER…] [--purposes FILE…]`.
 *
 * FOLDER holds repositories or their models, a folder each, named by slug. From every one that the data set has, the
 * facts go into its record and its operations into operations/{slug}.json; other SDKs keep what they have. FILE has
 * facts of SDKs whose files are not at hand: one JSON object a line, `slug` and members of RecordFacts. Operations that
 * people transcribed come with --operations FILE; a line that breaks the rules is refused, and the exit code is 1 then.
 * Descriptions that providers publish come with --descriptions FOLDER, in folders named by slug. What endpoints are for
 * comes with --purposes FILE: lines of slug, `METHOD /path` and purpose, with tabs between them. Without any of these it
 * makes again what follows from the rest: values that refresh/stated-values.tsv states, their sources, parameters of first calls, the
 * search index. The same input
 * gives the same bytes; only the instant of the build changes, and only if the contents do.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { testKeyOf } from '../src/builder/facts/api/api-keys.ts'
import { renewedCall, withTakes } from '../src/builder/facts/first-call/first-call.ts'
import { withSources } from '../src/builder/facts/operations/sources.ts'
import { readFacts } from '../src/builder/facts/read-facts.ts'
import { OperationsFile } from '../src/catalog/record/facts.ts'
import { SdkRecord } from '../src/catalog/record/record.ts'
import { digest, SEARCH_INDEX_FILE } from '../src/store/catalog-files.ts'
import { contentId, type Manifest, manifestText, SCHEMA_VERSION } from '../src/store/manifest.ts'
import { buildSearchIndex, recordLines } from '../src/store/search-index/build-index.ts'
import { EMBEDDED } from '../src/store/search-index/packed.ts'
import { SEARCH_INDEX_VERSION } from '../src/store/search-index/search-index.ts'
import { addDescribed, readDescriptions } from './refresh/described.ts'
import { purposesOf, readPurposes, withPurposes } from './refresh/purposes.ts'
import { addFacts, canonical, readStatedFacts, replaceFacts, withProgramNames } from './refresh/records.ts'
import { foldersBySlug, openRepository } from './refresh/repository.ts'
import { readValues, withValues } from './refresh/stated-values.ts'
import { addTranscribed, parseTranscribed } from './refresh/transcribed.ts'

const RECORDS = join(EMBEDDED, 'sdks.jsonl')
const MANIFEST = join(EMBEDDED, 'manifest.json')
const OPERATIONS = join(EMBEDDED, 'operations')
const VALUES = new URL('refresh/stated-values.tsv', import.meta.url)

const print = (line: string): void => void process.stdout.write(`${line}\n`)

const { positionals: roots, values } = parseArgs({
  allowPositionals: true,
  options: {
    facts: { type: 'string', multiple: true, default: [] },
    operations: { type: 'string', multiple: true, default: [] },
    descriptions: { type: 'string', multiple: true, default: [] },
    purposes: { type: 'string', multiple: true, default: [] },
  },
})
const records = new Map<string, SdkRecord>()
/** SDKs whose own files were read in this run. */
const read = new Set<string>()
for (const line of readFileSync(RECORDS, 'utf8').split('\n').filter(Boolean)) {
  const record = SdkRecord.parse(JSON.parse(line))
  records.set(record.slug, record)
}
mkdirSync(OPERATIONS, { recursive: true })
const operations = new Map(
  readdirSync(OPERATIONS).map((name) => {
    const file = OperationsFile.parse(JSON.parse(readFileSync(join(OPERATIONS, name), 'utf8')))
    return [file.slug, file]
  }),
)
const purposes = purposesOf(operations.values())
for (const root of roots) await readRoot(root)
for (const file of values.facts) readFactsFile(file)
for (const file of values.operations) readTranscribed(file)
for (const folder of values.descriptions) await readDescribed(folder)
for (const file of values.purposes) readPurposesFile(file)
const forms = Map.groupBy(readValues(readFileSync(VALUES, 'utf8')), ({ slug }) => slug)
for (const file of operations.values()) complete(file)
const written = [...records.values()].map(withProgramNames).map(canonical)
const sdks = Buffer.concat([...recordLines(written)])
writeFileSync(RECORDS, sdks)
writeFileSync(
  join(EMBEDDED, SEARCH_INDEX_FILE),
  Buffer.concat([...buildSearchIndex({ sdks, operations: operationsDigests() })]),
)
writeManifest()
report()

async function readRoot(root: string): Promise<void> {
  for (const [slug, folder] of await foldersBySlug(root)) {
    const record = records.get(slug)
    if (!record) continue
    const { facts, operations: stated, warnings } = await readFacts(await openRepository(slug, folder))
    for (const { about, detail } of warnings) print(`${slug}: ${about}: ${detail}`)
    if (!stated) {
      print(`${slug}: keeps its facts, since its model cannot be read`)
      continue
    }
    read.add(slug)
    keep({ record: replaceFacts(record, facts), operations: OperationsFile.parse(stated) })
  }
}

/** An SDK whose repository was read keeps what its files say. */
function readTranscribed(file: string): void {
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (line.trim() === '') continue
    const refuse = (why: string) => {
      print(`${file} line ${index + 1}: refused: ${why}`)
      process.exitCode = 1
    }
    const parsed = parseTranscribed(line)
    if ('refused' in parsed) {
      refuse(parsed.refused)
      continue
    }
    const { slug } = parsed.transcribed
    const record = records.get(slug)
    if (!record) refuse(`${slug} is not in the data set`)
    else if (read.has(slug)) print(`${file} line ${index + 1}: ${slug} was read from its repository`)
    else keep(addTranscribed(record, parsed.transcribed))
  }
}

/** What the repository's own description says is not said again. */
async function readDescribed(root: string): Promise<void> {
  for (const [slug, folder] of await foldersBySlug(root)) {
    const record = records.get(slug)
    const file = operations.get(slug)
    if (!record || read.has(slug) || !file) {
      print(`${folder}: ${read.has(slug) ? 'was read from its repository' : 'has no operations on record'}`)
      continue
    }
    const warn = (about: string, detail: string) => print(`${slug}: ${about}: ${detail}`)
    keep(addDescribed(record, file, await readDescriptions(folder, warn)))
  }
}

function keep(stated: { record: SdkRecord; operations: OperationsFile }): void {
  records.set(stated.record.slug, stated.record)
  operations.set(stated.record.slug, stated.operations)
}

function readPurposesFile(file: string): void {
  const read = readPurposes(readFileSync(file, 'utf8'), operations.values())
  for (const [key, purpose] of read.purposes) purposes.set(key, purpose)
  for (const line of read.refused) {
    print(`${file} ${line}`)
    process.exitCode = 1
  }
}

/** Writes the file with what follows from it and from the record, and what people wrote. */
function complete({ entities: stated, ...file }: OperationsFile): void {
  const { slug } = file
  const lines = forms.get(slug) ?? []
  const entities = withPurposes(slug, withSources(withValues(stated, lines)), purposes)
  const text = JSON.stringify(OperationsFile.parse({ ...file, entities }))
  writeFileSync(join(OPERATIONS, `${slug}.json`), `${text}\n`)
  const record = records.get(slug)
  if (!record) return
  const { auth, api_title: title = record.title, description: about } = record
  const called = record.first_call
  const first_call = called && lines.length > 0 ? renewedCall(called, entities, { slug, title, about, auth }) : called
  const test_key = testKeyOf(entities, auth)
  records.set(slug, {
    ...record,
    auth: { ...auth, ...(test_key && { test_key }) },
    ...(first_call && { first_call: withTakes(first_call, entities)! }),
  })
}

function readFactsFile(file: string): void {
  for (const stated of readStatedFacts(readFileSync(file, 'utf8'), file)) {
    const record = records.get(stated.slug)
    if (record) records.set(stated.slug, addFacts(record, stated))
    else print(`${file}: ${stated.slug}: is not in the data set`)
  }
}

function writeManifest(): void {
  const old = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Manifest
  const names = ['sdks.jsonl', SEARCH_INDEX_FILE, ...readdirSync(OPERATIONS).map((name) => `operations/${name}`)]
  const id = contentId(new Map(names.map((name) => [name, digest(readFileSync(join(EMBEDDED, name)))])))
  const built_at = old.id === id ? old.built_at : new Date().toISOString()
  const search_index = { version: SEARCH_INDEX_VERSION }
  const manifest = { ...old, schema_version: SCHEMA_VERSION, id, built_at, count: records.size, search_index } as const
  writeFileSync(MANIFEST, manifestText(manifest))
}

function operationsDigests(): Map<string, string> {
  const names = readdirSync(OPERATIONS)
  return new Map(names.map((name) => [name.replace(/\.json$/, ''), digest(readFileSync(join(OPERATIONS, name)))]))
}

function report(): void {
  const sdks = [...records.values()]
  const count = (has: (record: SdkRecord) => unknown): number => sdks.filter(has).length
  print(`${sdks.length} SDKs, ${readdirSync(OPERATIONS).length} with operations and their parameters`)
  print(`without languages: ${count(({ languages }) => languages.length === 0)}`)
  print(`without entities: ${count(({ entities }) => entities.length === 0)}`)
  print(`without package names: ${count(({ packages }) => Object.keys(packages).length === 0)}`)
  print(`without a first call: ${count(({ first_call }) => !first_call)}`)
}
