/** Proves what the catalogue shows of every SDK in a folder: each install line and first code is executed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { historyOf } from '../../src/builder/sources/git-directory.ts'
import { RepositorySkipped, SourceUnreadable } from '../../src/builder/sources/repository.ts'
import type { Language } from '../../src/catalog/record/languages.ts'
import type { Proven } from '../../src/catalog/record/observed.ts'
import { makeCertificate } from './api/certificate.ts'
import { hostsOf } from './api/judge.ts'
import { expectationOf, isProgram, type Outcome, proveLine, toolchainOf } from './prove-line.ts'
import { type FoundRepository, findRepositories } from './repositories.ts'
import { openRecords, type Records, readShown, type ShownLine, type ShownSdk } from './shown-lines.ts'
import { type Survey, surveyed } from './toolchains.ts'

export interface Row extends Outcome {
  slug: string
  generation?: string
  language: ShownLine['language']
  seconds: number
  /** What was proved; absent for a folder without commits. */
  commit?: string
  /** What the machine lacks; it was not tried then. */
  toolchain?: string
}

export interface Proof {
  rows: Row[]
  /** Repositories that could not be read. */
  skipped: { name: string; why: string }[]
}

export interface ProveOptions {
  folder: string
  /** Directory of a catalogue, or "embedded"; where absent, each record is made of its repository. */
  catalog?: string
  /** Every language where absent. */
  languages?: readonly string[]
  /** Repositories at most. */
  limit?: number
  timeoutMs: number
  /** Repositories at a time. */
  workers: number
  onRow?: (row: Row) => void
}

/** @throws SourceUnreadable */
export async function prove(options: ProveOptions): Promise<Proof> {
  const records = options.catalog === undefined ? undefined : await openRecords(options.catalog)
  const repositories = (await findRepositories(options.folder)).slice(0, options.limit)
  if (repositories.length === 0) throw new SourceUnreadable(`${options.folder} holds no repositories named like an SDK`)
  const scratch = mkdtempSync(join(tmpdir(), 'sdk-catalog-prove-'))
  const remove = () => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 })
  process.once('exit', remove)
  try {
    const proof: Proof = { rows: [], skipped: [] }
    const queue = repositories.values()
    const survey = surveyed()
    const worker = async () => {
      for (const repository of queue) await proveRepository(repository, { ...options, records, scratch, survey }, proof)
    }
    await Promise.all(Array.from({ length: options.workers }, worker))
    return { rows: proof.rows.sort(byPlace), skipped: proof.skipped }
  } finally {
    process.off('exit', remove)
    remove()
  }
}

interface Run extends ProveOptions {
  records: Records | undefined
  scratch: string
  survey: Survey
}

const byPlace = (a: Row, b: Row): number => (a.slug === b.slug ? 0 : a.slug < b.slug ? -1 : 1)

async function proveRepository(repository: FoundRepository, run: Run, proof: Proof): Promise<void> {
  const { records, scratch, survey, languages, timeoutMs, onRow } = run
  const place = join(scratch, repository.slug)
  await mkdir(place, { recursive: true })
  try {
    const gitDirectory = await repository.gitDirectory(place)
    const sdk = await readShown(repository.slug, gitDirectory, records)
    const certificate = await makeCertificate(place, hostsOf(expectationOf(sdk)))
    const commit = repository.isClone ? (await historyOf(gitDirectory)).commit : undefined
    for (const line of wantedLines(sdk, languages)) {
      const folder = join(place, line.language)
      const started = performance.now()
      const shared = { caches: join(scratch, 'caches'), gitDirectory, certificate, timeoutMs }
      const toolchain = await survey(toolchainOf(line), line.isCurl ? undefined : leastVersion(sdk, line))
      const outcome = toolchain ? NOT_TRIED : await proveLine(sdk, line, { folder, ...shared })
      const { generation } = sdk.record
      const seconds = Math.round((performance.now() - started) / 100) / 10
      const known = { ...(generation && { generation }), ...(commit && { commit }) }
      const about = { slug: repository.slug, language: line.language, ...known }
      const row = { ...about, ...outcome, seconds, ...(toolchain && { toolchain }) }
      proof.rows.push(row)
      onRow?.(row)
    }
  } catch (error) {
    if (!(error instanceof RepositorySkipped)) throw error
    proof.skipped.push({ name: repository.name, why: error.message })
  }
}

const NOT_TRIED: Outcome = { install: 'not tried', request: 'not tried', print: 'not tried', strict: 'not tried' }

const wantedLines = ({ lines }: ShownSdk, languages: readonly string[] | undefined): ShownLine[] =>
  lines.filter(({ language }) => languages?.includes(language) ?? true)

const leastVersion = ({ record }: ShownSdk, line: ShownLine): string | undefined =>
  isProgram(line) ? record[line.language as 'cli' | 'mcp']?.go : undefined

/** Whether everything of the row that is shown works: a `curl` needs no installation. */
export const isProved = ({ install, request, print, strict, language }: Row): boolean =>
  install === 'ok'
    ? strict !== 'failed' && ((request === 'ok' && print === 'ok') || isBuiltOnly({ request, language }))
    : install === 'none' && request === 'ok'

/** A program without a command on record. */
const isBuiltOnly = ({ request, language }: Pick<Row, 'request' | 'language'>): boolean =>
  request === 'none' && isProgram({ language })

/** Whether the machine could try it. */
export const isTried = ({ toolchain }: Row): boolean => toolchain === undefined

/** A line of facts for "npx node scripts/refresh.ts" of each SDK with a proved line, without the folders that have no commit. */
export const provenFacts = (rows: readonly Row[], date: string): { slug: string; proven: Proven }[] =>
  [...Map.groupBy(rows.filter(isProved), ({ slug }) => slug)].flatMap(([slug, proved]) => {
    const { commit } = proved[0]!
    const byClient = proved.filter(({ install, language }) => install === 'ok' && !isProgram({ language }))
    const languages = byClient.map(({ language }) => language as Language)
    return commit && languages.length > 0 ? [{ slug, proven: { date, commit, languages } }] : []
  })
