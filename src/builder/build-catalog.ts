/**
 * Repositories -> a published catalogue: records collected, written to a staging directory, READMEs rendered, the whole
 * published with the builds that led to it. The same input gives the same bytes; the published catalogue is not touched
 * before the new one is complete.
 */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RENDERER } from '../catalog/readme/renderer.ts'
import { openRecords } from '../catalog/record/records.ts'
import { InvalidCatalog, MANIFEST_FILE, packedFile, RECORDS_FILE, SEARCH_INDEX_FILE } from '../store/catalog-files.ts'
import { type HistoryEntry, lastBuilds, lineage, readHistory } from '../store/history.ts'
import { type DigestedCatalog, digestDirectory } from '../store/loading/check.ts'
import { firstBuild } from '../store/loading/first-build.ts'
import { lineFrom } from '../store/loading/read-texts.ts'
import { contentId, type Manifest, manifestText, SCHEMA_VERSION } from '../store/manifest.ts'
import { buildSearchIndex, recordColumns, recordLines } from '../store/search-index/build-index.ts'
import { digestIn, SEARCH_INDEX_VERSION } from '../store/search-index/search-index.ts'
import { openStored, writePieces } from '../system/bytes.ts'
import type { Answers } from './answers.ts'
import { collect } from './collect.ts'
import { openDerivedCache } from './derived-cache.ts'
import type { Warning } from './facts/repository-files.ts'
import { writePages } from './html/render-readmes.ts'
import { acquireLock } from './publish/lock.ts'
import { checkOutput, publish, recover, stage } from './publish/put-in-place.ts'
import { type CatalogDiff, diffCatalogs, EMPTY } from './report/diff.ts'
import type { Skipped, Source } from './sources/repository.ts'
import { createTexts } from './stored-texts.ts'
import type { Texts } from './written-texts.ts'

/** Catalogues that builds replaced and keep beside the new one, in `NAME.older`. */
const KEPT_BUILDS = 3

export type Phase = 'read' | 'render'

export interface BuildOptions {
  source: Source
  /** Directory of the built catalogue. */
  out: string
  /** Of the service: what was derived is kept there for the next build; version 0.1 kept the history of builds there. */
  dataDir: string
  /** What people wrote. */
  texts?: Texts | undefined
  /** What the APIs answered. */
  answers?: Answers | undefined
  /** Slugs of repositories to leave out. */
  exclude?: readonly string[] | undefined
  /** Refuse if there is any skip or warning. */
  strict?: boolean | undefined
  /** Read and report, but write nothing. */
  dryRun?: boolean | undefined
  /** Instant of the build; now by default. */
  builtAt?: Date | undefined
  progress?: ((phase: Phase, done: number, total: number) => void) | undefined
}

export interface BuildReport {
  source: string
  out: string
  /** "unchanged": the published catalogue is the same, byte for byte; "tried": a dry run. */
  outcome: 'built' | 'unchanged' | 'tried' | 'refused'
  /** Why it was refused. */
  refused?: 'empty' | 'strict'
  id?: string
  previous_id: string | null
  built_at?: string
  /** Entries of the catalogue. */
  count: number
  skipped: Skipped[]
  warnings: Warning[]
  /** Differences from the previous catalogue. */
  changes: CatalogDiff
}

/**
 * @throws OutputRefused, before anything is read or written, for a directory that is not a catalogue's
 * @throws BuildRunning where another process builds the same catalogue
 */
export async function buildCatalog(options: BuildOptions): Promise<BuildReport> {
  const { source, out, dataDir, dryRun } = options
  checkOutput(out, [dataDir, ...(source.directory === undefined ? [] : [source.directory])])
  if (dryRun) return build(options, undefined)
  const release = await acquireLock(out)
  try {
    await recover(out)
    const staged = await stage(out)
    return await build(options, staged).finally(() => rm(staged, { recursive: true, force: true }))
  } finally {
    release()
  }
}

/** @param staged directory to build in; nothing is written without one */
async function build(options: BuildOptions, staged: string | undefined): Promise<BuildReport> {
  const { source, out, dataDir, strict, progress, builtAt = new Date() } = options
  const old = published(out)
  const { sdks, readmes, operations, digests, skipped, warnings } = await readAll(options, staged)
  const columns = recordColumns({ sdks, operations })
  const records = openRecords(columns, sdks)
  const report = (outcome: BuildReport['outcome'], more: Partial<BuildReport> = {}): BuildReport => ({
    ...{ source: source.label, out, outcome, previous_id: old?.id ?? null },
    ...{ count: records.length, skipped, warnings },
    changes: diffCatalogs(old ?? EMPTY, { records, readmes, operations }),
    ...more,
  })
  const violatesStrict = () => strict && skipped.length + warnings.length > 0
  if (records.length === 0) return report('refused', { refused: 'empty' })
  if (!staged) return violatesStrict() ? report('refused', { refused: 'strict' }) : report('tried')

  const indexDigest = writePieces(join(staged, SEARCH_INDEX_FILE), buildSearchIndex({ sdks, operations }))
  const onPage = (done: number) => progress?.('render', done, records.length)
  const { digest, count, failures } = await writePages({ records, readmes, staged, old, onPage })
  warnings.push(...failures)
  if (violatesStrict()) return report('refused', { refused: 'strict' })

  const ofIndex = [[RECORDS_FILE, digestIn(columns)] as const, [SEARCH_INDEX_FILE, indexDigest] as const]
  const id = contentId(new Map([...ofIndex, ...digests, [packedFile('html'), digest]]))
  const isSame = old?.id === id
  const earlier = old ? await buildsOf(old, dataDir) : []
  const built: DigestedCatalog = { id, builtAt: builtAt.toISOString(), records, readmes, operations }
  const differences = old && { previous: old.id, ...diffCatalogs(old, built) }
  const manifest: Manifest = {
    schema_version: SCHEMA_VERSION,
    id,
    built_at: isSame ? old.builtAt : builtAt.toISOString(),
    count: records.length,
    readmes: 'files',
    html: { renderer: RENDERER, count },
    search_index: { version: SEARCH_INDEX_VERSION },
    builds: lastBuilds([...earlier, ...(isSame ? [] : [{ ...firstBuild(built), ...differences }])]),
  }
  const identity = { id, built_at: manifest.built_at }
  if (isSame && old.html?.renderer === RENDERER) return report('unchanged', identity)
  await writeFile(join(staged, MANIFEST_FILE), manifestText(manifest))
  await publish(staged, out, KEPT_BUILDS)
  return report('built', identity)
}

/** Reads the repositories. What is made of them is written to `staged`; without it, records stay in memory. */
async function readAll(options: BuildOptions, staged: string | undefined) {
  const { source, texts, answers, exclude, dataDir, progress } = options
  const readmes = createTexts('readme', staged)
  const operations = createTexts('operations', staged)
  const cache = staged ? await openDerivedCache(dataDir) : undefined
  const { records, skipped, warnings } = await collect(source, {
    ...{ texts, answers, exclude, cache },
    progress: (done, total) => progress?.('read', done, total),
    onRecord(slug, files) {
      readmes.add(slug, lineFrom('readme', files.readme))
      operations.add(slug, files.operations && Buffer.from(JSON.stringify(files.operations)))
    },
  }).finally(() => cache?.close())
  const digests = [readmes, operations].map(({ name, close }) => [name, close()] as const)
  const lines = recordLines(records)
  if (staged) writePieces(join(staged, RECORDS_FILE), lines)
  const sdks = staged ? openStored(join(staged, RECORDS_FILE)) : Buffer.concat([...lines])
  return { sdks, digests, readmes: readmes.digests, operations: operations.digests, skipped, warnings }
}

/** The catalogue to compare with; nothing where there is none, or an invalid one. */
function published(out: string): DigestedCatalog | undefined {
  try {
    return digestDirectory(out)
  } catch (error) {
    if (error instanceof InvalidCatalog) return undefined
    throw error
  }
}

/** That led to a catalogue: it may be of version 0.1, or be the first that is on record. */
async function buildsOf(catalog: DigestedCatalog, dataDir: string): Promise<readonly HistoryEntry[]> {
  const builds = catalog.builds ?? lineage(await readHistory(dataDir), catalog.id)
  return builds.length > 0 ? builds : [firstBuild(catalog)]
}
