/**
 * Repositories -> a published catalogue: records collected, written to a staging directory, READMEs rendered, the whole
 * published and recorded in the history. The same input gives the same bytes; the published catalogue is not touched
 * before the new one is complete.
 */
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RENDERER } from '../catalog/readme/renderer.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { type DigestedCatalog, digestDirectory } from '../catalog/store/digests.ts'
import { appendHistory, type HistoryEntry, openHistory, readHistory } from '../catalog/store/history.ts'
import { contentId, digest, type Manifest, manifestText, SCHEMA_VERSION } from '../catalog/store/manifest.ts'
import { InvalidCatalog } from '../catalog/store/read.ts'
import { buildSearchIndex, sdksBytes } from '../catalog/store/search-index/build.ts'
import { SEARCH_INDEX_FILE, SEARCH_INDEX_VERSION } from '../catalog/store/search-index/search-index.ts'
import { collect } from './collect.ts'
import type { Warning } from './derive/derive.ts'
import type { TopicsFile } from './derive/topics.ts'
import { renderAll, type ToRender } from './html/html.ts'
import { acquireLock } from './publish/lock.ts'
import { checkOutput, publish, recover, stage } from './publish/publish.ts'
import { type CatalogDiff, diffCatalogs, EMPTY } from './report/diff.ts'
import type { Skipped, Source } from './sources/repository.ts'

export type Phase = 'read' | 'render'

export interface BuildOptions {
  source: Source
  /** The directory that holds, or will hold, the built catalogue. */
  out: string
  /** Where the history of builds is kept. */
  dataDir: string
  topics?: TopicsFile | undefined
  /** Refuse if there is any skip or warning. */
  strict?: boolean | undefined
  /** Read and report, but write nothing. */
  dryRun?: boolean | undefined
  /** Instant of the build; now by default. */
  builtAt?: Date | undefined
  progress?: ((phase: Phase, done: number, total: number) => void) | undefined
  /** Time for each README to be rendered. */
  renderTimeMs?: number | undefined
  /** Threads that render; by default as many as the machine has processors, but not more than renderAll takes. */
  threads?: number | undefined
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
  /** What differs from the catalogue that was published before. */
  changes: CatalogDiff
}

/**
 * @throws OutputRefused, before anything is read or written, for a directory that is not a catalogue's
 * @throws BuildRunning where another process builds the same catalogue
 */
export async function buildCatalog(options: BuildOptions): Promise<BuildReport> {
  const { source, out, dataDir, dryRun } = options
  checkOutput(out, [dataDir, ...(source.directory === undefined ? [] : [source.directory])])
  if (dryRun) return build(options)
  const release = await acquireLock(out)
  try {
    await recover(out, async (previous) => {
      const [older, newer] = [published(previous), published(out)]
      if (older && newer && older.id !== newer.id) await appendHistory(dataDir, historyEntry(older, newer))
    })
    return await build(options)
  } finally {
    release()
  }
}

async function build(options: BuildOptions): Promise<BuildReport> {
  const { source, out, dataDir, topics, strict, dryRun, progress } = options
  const old = published(out)
  if (old && !dryRun) await recordIfUnknown(dataDir, old)
  const staged = dryRun ? undefined : await stage(out)
  try {
    const readmes = new Map<string, string>()
    const operations = new Map<string, string>()
    if (staged) for (const folder of ['readme', 'operations']) await mkdir(join(staged, folder))
    const { records, skipped, warnings } = await collect(source, {
      topics,
      progress: (done, total) => progress?.('read', done, total),
      async onTaken(slug, files) {
        readmes.set(slug, digest(files.readme))
        if (staged) await writeFile(join(staged, `readme/${slug}.md`), files.readme)
        if (!files.operations) return
        const text = JSON.stringify(files.operations)
        operations.set(slug, digest(text))
        if (staged) await writeFile(join(staged, `operations/${slug}.json`), text)
      },
    })
    const report = (outcome: BuildReport['outcome'], more: Partial<BuildReport> = {}): BuildReport => ({
      source: source.label,
      out,
      outcome,
      previous_id: old?.id ?? null,
      count: records.length,
      skipped,
      warnings,
      changes: diffCatalogs(old ?? EMPTY, { records, readmes, operations }),
      ...more,
    })
    if (records.length === 0) return report('refused', { refused: 'empty' })
    const violatesStrict = () => strict && skipped.length + warnings.length > 0
    if (!staged) return violatesStrict() ? report('refused', { refused: 'strict' }) : report('tried')

    const sdks = sdksBytes(records)
    await writeFile(join(staged, 'sdks.jsonl'), sdks)
    const searchIndex = buildSearchIndex({ records, sdks, operations })
    await writeFile(join(staged, SEARCH_INDEX_FILE), searchIndex)
    const pages = await writePages({ records, readmes, staged, old, warnings, ...options })
    if (violatesStrict()) return report('refused', { refused: 'strict' })

    const id = contentId(
      new Map([
        ['sdks.jsonl', digest(sdks)],
        [SEARCH_INDEX_FILE, digest(searchIndex)],
        ...[...readmes].map(([slug, readme]) => [`readme/${slug}.md`, readme] as const),
        ...[...operations].map(([slug, file]) => [`operations/${slug}.json`, file] as const),
        ...[...pages].map(([slug, page]) => [`html/${slug}.html`, page] as const),
      ]),
    )
    const manifest: Manifest = {
      schema_version: SCHEMA_VERSION,
      id,
      built_at: old?.id === id ? old.builtAt : (options.builtAt ?? new Date()).toISOString(),
      count: records.length,
      readmes: 'files',
      html: { renderer: RENDERER, count: pages.size },
      search_index: { version: SEARCH_INDEX_VERSION },
    }
    const identity = { id, built_at: manifest.built_at }
    if (old?.id === id && old.html?.renderer === manifest.html?.renderer) return report('unchanged', identity)
    await writeFile(join(staged, 'manifest.json'), manifestText(manifest))
    const built: DigestedCatalog = { id, builtAt: manifest.built_at, records, readmes, operations }
    const history = await openHistory(dataDir)
    const record = async () => (old?.id === id ? undefined : history.append(historyEntry(old, built)))
    await publish(staged, out, record).finally(history.close)
    return report('built', identity)
  } finally {
    if (staged) await rm(staged, { recursive: true, force: true })
  }
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

function historyEntry(older: DigestedCatalog | undefined, newer: DigestedCatalog): HistoryEntry {
  const { id, builtAt, records } = newer
  const about = { version: 1 as const, id, previous: older?.id ?? null, built_at: builtAt, count: records.length }
  return { ...about, ...diffCatalogs(older ?? EMPTY, newer) }
}

/** Makes a catalogue that is not in the history its first: built elsewhere, or by a build that was killed. */
async function recordIfUnknown(dataDir: string, catalog: DigestedCatalog): Promise<void> {
  const history = await readHistory(dataDir)
  if (!history.some(({ id }) => id === catalog.id)) await appendHistory(dataDir, historyEntry(undefined, catalog))
}

interface PagesOptions extends Pick<BuildOptions, 'progress' | 'renderTimeMs' | 'threads'> {
  records: readonly SdkRecord[]
  readmes: ReadonlyMap<string, string>
  staged: string
  out: string
  old: DigestedCatalog | undefined
  warnings: Warning[]
}

/** Writes html/{slug}.html; a page whose README and renderer are as before is copied. Returns their digests. */
async function writePages(options: PagesOptions): Promise<Map<string, string>> {
  const { records, readmes, staged, out, old, warnings, progress, renderTimeMs, threads } = options
  await mkdir(join(staged, 'html'))
  const pages = new Map<string, string>()
  const repositories = new Map(old?.records.map(({ slug, github_url }) => [slug, github_url]))
  const kept = old?.html?.renderer === RENDERER ? old.html.pages : new Map<string, string>()
  let done = 0
  const reportProgress = () => progress?.('render', ++done, records.length)
  const queue: ToRender[] = []
  for (const { slug, github_url: repository } of records) {
    const name = `html/${slug}.html`
    const page = kept.get(slug)
    if (page && repositories.get(slug) === repository && old?.readmes.get(slug) === readmes.get(slug)) {
      await copyFile(join(out, name), join(staged, name))
      pages.set(slug, page)
      reportProgress()
    } else queue.push({ slug, repository, readme: join(staged, `readme/${slug}.md`) })
  }

  await renderAll(queue, {
    async done(rendered) {
      if ('error' in rendered) warnings.push({ slug: rendered.slug, about: 'html', detail: rendered.error })
      else {
        pages.set(rendered.slug, digest(rendered.html))
        await writeFile(join(staged, `html/${rendered.slug}.html`), rendered.html)
      }
      reportProgress()
    },
    timeMs: renderTimeMs,
    threads,
  })
  return pages
}
