/**
 * catalog build | check | diff: builds a catalogue from repositories, checks one, compares two. Exit codes of build:
 * 0 built or up to date, 1 refused with one line why, 2 wrong usage, 3 refused by --strict.
 */
import { join } from 'node:path'
import { type BuildReport, buildCatalog } from '../builder/build.ts'
import { InvalidTopics, readTopicsFile } from '../builder/derive/topics.ts'
import { BuildRunning } from '../builder/publish/lock.ts'
import { OutputRefused } from '../builder/publish/publish.ts'
import { type CatalogDiff, diffCatalogs, diffMarkdown, diffText } from '../builder/report/diff.ts'
import { progressLines, reportText } from '../builder/report/report.ts'
import { folderSource } from '../builder/sources/folders.ts'
import { githubSource } from '../builder/sources/github.ts'
import { type Source, SourceUnreadable } from '../builder/sources/repository.ts'
import { HttpUrl } from '../catalog/record/entry.ts'
import { checkDirectory } from '../catalog/store/check.ts'
import { digestDirectory } from '../catalog/store/digests.ts'
import { InvalidCatalog } from '../catalog/store/read.ts'
import { notBuilt, refuse, settings } from './start.ts'

export interface BuildCommand {
  from: string
  out?: string
  topics?: string
  cache?: string
  builtAt?: Date
  strict?: boolean
  dryRun?: boolean
  json?: boolean
}

export async function build(command: BuildCommand): Promise<void> {
  const { DATA_DIR: dataDir, CATALOG_DIR } = settings()
  const out = command.out ?? CATALOG_DIR ?? './catalog'
  const report = await orRefuse(() =>
    buildCatalog({
      source: sourceOf(command, dataDir),
      out,
      dataDir,
      topics: command.topics === undefined ? undefined : readTopicsFile(command.topics),
      strict: command.strict,
      dryRun: command.dryRun,
      builtAt: command.builtAt ?? sourceDate(),
      progress: progressLines((line) => process.stderr.write(line)),
    }),
  )
  print(command.json ? JSON.stringify(report, null, 2) : reportText(report))
  process.exitCode = exitCode(report)
}

const exitCode = ({ refused }: BuildReport): number => (refused === 'strict' ? 3 : refused ? 1 : 0)

function sourceOf({ from, cache }: BuildCommand, dataDir: string): Source {
  const owner = /^github:(.*)$/.exec(from)?.[1]
  if (owner === undefined) return folderSource(from)
  const { GITHUB_TOKEN: token, GITHUB_API_URL: baseUrl = 'https://api.github.com' } = process.env
  if (!HttpUrl.safeParse(baseUrl).success)
    refuse(`GITHUB_API_URL is ${JSON.stringify(baseUrl)}; it must be an http or https URL.`)
  return githubSource({
    owner,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    cache: cache ?? join(dataDir, 'github-cache'),
    note: (line) => process.stderr.write(`${line}\n`),
    ...(token && { token }),
  })
}

/** https://reproducible-builds.org/specs/source-date-epoch/ */
function sourceDate(): Date | undefined {
  const epoch = process.env.SOURCE_DATE_EPOCH
  if (epoch === undefined || epoch === '') return undefined
  if (!/^\d{1,11}$/.test(epoch))
    refuse(`SOURCE_DATE_EPOCH is ${JSON.stringify(epoch)}; allowed are seconds since 1970.`)
  return new Date(Number(epoch) * 1000)
}

export function check(directory: string, { json }: { json?: boolean }): void {
  const none = notBuilt(directory)
  if (none) refuse(`${directory}: ${none}`)
  const checked = checkDirectory(directory)
  const { problems, count, id } = checked
  if (json) print(JSON.stringify({ directory, valid: problems.length === 0, ...checked }, null, 2))
  else if (problems.length === 0) print(`${directory} is a valid catalogue of ${count} SDKs (id ${id?.slice(0, 12)}).`)
  else print([...problems, `Rules broken in ${directory}: ${problems.length}.`].join('\n'))
  process.exitCode = problems.length === 0 ? 0 : 1
}

export async function diff(older: string, newer: string, { json, markdown }: { json?: boolean; markdown?: boolean }) {
  const [before, after] = await orRefuse(async () => [digested(older), digested(newer)] as const)
  const changes: CatalogDiff = diffCatalogs(before, after)
  if (json) print(JSON.stringify({ from: before.id, to: after.id, ...changes }, null, 2))
  else print(markdown ? diffMarkdown(changes) : diffText(changes))
}

function digested(directory: string) {
  try {
    return digestDirectory(directory)
  } catch (error) {
    if (error instanceof InvalidCatalog) refuse(`${directory}: ${notBuilt(directory) ?? error.message}`)
    throw error
  }
}

/** Errors whose message says in one line what to do. */
const EXPECTED_ERRORS = [SourceUnreadable, InvalidTopics, OutputRefused, BuildRunning]

async function orRefuse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (EXPECTED_ERRORS.some((kind) => error instanceof kind)) return refuse((error as Error).message)
    const { code, path } = error as NodeJS.ErrnoException
    if (typeof code === 'string' && /^E[A-Z]+$/.test(code))
      return refuse(`${path ?? 'a file'} cannot be written (${code}).`)
    throw error
  }
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)
