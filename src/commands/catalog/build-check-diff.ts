/** catalog build | check | diff: builds a catalogue from repositories, checks one, compares two. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newestAnswers, readAnswerLines } from '../../builder/answers.ts'
import { buildCatalog } from '../../builder/build-catalog.ts'
import { BuildRunning } from '../../builder/publish/lock.ts'
import { OutputRefused } from '../../builder/publish/put-in-place.ts'
import { diffCatalogs, diffMarkdown, diffText } from '../../builder/report/diff.ts'
import { progressLines, reportText } from '../../builder/report/report.ts'
import { folderSource } from '../../builder/sources/folders.ts'
import { githubSource } from '../../builder/sources/github.ts'
import { type Source, SourceUnreadable } from '../../builder/sources/repository.ts'
import { readTexts } from '../../builder/written-texts.ts'
import { HttpUrl } from '../../catalog/record/entry.ts'
import { extractCatalog } from '../../follow/archive.ts'
import { InvalidCatalog } from '../../store/catalog-files.ts'
import { type CheckResult, checkDirectory, digestDirectory } from '../../store/loading/check.ts'
import { failUnlessBuilt, loadSettings, whyNotBuilt } from '../load-services.ts'
import { fail, failWith, inOneLine, type OutputOptions, printResult, readNames } from '../output.ts'

export interface BuildCommandOptions extends OutputOptions {
  from: string
  out?: string
  texts?: string
  answers?: string
  exclude?: string
  cache?: string
  builtAt?: Date
  strict?: boolean
  dryRun?: boolean
}

export async function buildCommand(options: BuildCommandOptions): Promise<void> {
  const { DATA_DIR: dataDir, CATALOG_DIR } = loadSettings()
  const out = options.out ?? CATALOG_DIR ?? './catalog'
  const report = await failOnExpected(() =>
    buildCatalog({
      source: sourceOf(options, dataDir),
      out,
      dataDir,
      texts: options.texts === undefined ? undefined : readTexts(options.texts),
      answers: options.answers === undefined ? undefined : newestAnswers(readAnswerLines(options.answers)),
      exclude: options.exclude === undefined ? undefined : readNames(options.exclude),
      strict: options.strict,
      dryRun: options.dryRun,
      builtAt: options.builtAt ?? sourceDate(),
      progress: progressLines((line) => process.stderr.write(line)),
    }),
  )
  printResult(options, report, reportText)
  process.exitCode = report.refused === 'strict' ? 3 : report.refused ? 1 : 0
}

function sourceOf({ from, cache }: BuildCommandOptions, dataDir: string): Source {
  const owner = /^github:(.*)$/.exec(from)?.[1]
  if (owner === undefined) return folderSource(from)
  const { GITHUB_TOKEN: token, GITHUB_API_URL: baseUrl = 'https://api.github.com' } = process.env
  if (!HttpUrl.safeParse(baseUrl).success)
    fail(`GITHUB_API_URL is ${JSON.stringify(baseUrl)}; it must be an http or https URL.`)
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
  if (!/^\d{1,11}$/.test(epoch)) fail(`SOURCE_DATE_EPOCH is ${JSON.stringify(epoch)}; allowed are seconds since 1970.`)
  return new Date(Number(epoch) * 1000)
}

/** @param directory a built one, or an archive of one */
export async function checkCommand(directory: string, options: OutputOptions): Promise<void> {
  const report = statSync(directory, { throwIfNoEntry: false })?.isFile()
    ? await checkArchive(directory)
    : checkBuilt(directory)
  const { problems, count, id } = report
  const valid = problems.length === 0
  printResult(options, { directory, valid, ...report }, (visible) =>
    valid
      ? `${directory} is a valid catalogue of ${count} SDKs (id ${id?.slice(0, 12)}).`
      : [...visible.problems, `Rules broken in ${directory}: ${problems.length}.`].join('\n'),
  )
  process.exitCode = valid ? 0 : 1
}

function checkBuilt(directory: string): CheckResult {
  failUnlessBuilt(directory)
  return checkDirectory(directory)
}

/** Unpacked as a replica does, but without asking for a signature. */
async function checkArchive(archive: string): Promise<CheckResult> {
  const directory = mkdtempSync(join(tmpdir(), 'sdk-catalog-'))
  try {
    await extractCatalog(archive, directory)
    return checkDirectory(directory)
  } catch (error) {
    return { problems: [`${archive}: ${(error as Error).message}`], count: 0 }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

export async function diffCommand(older: string, newer: string, options: OutputOptions & { markdown?: boolean }) {
  const [before, after] = await failOnExpected(async () => [digested(older), digested(newer)] as const)
  const changes = diffCatalogs(before, after)
  printResult(options, { from: before.id, to: after.id, ...changes }, (visible) =>
    options.markdown ? diffMarkdown(visible) : diffText(visible),
  )
}

function digested(directory: string) {
  try {
    return digestDirectory(directory)
  } catch (error) {
    if (error instanceof InvalidCatalog) fail(`${directory}: ${whyNotBuilt(directory) ?? error.message}`)
    throw error
  }
}

/** Ends the command with one line for what a user can change. */
export const failOnExpected = <T>(work: () => Promise<T>): Promise<T> =>
  inOneLine(async () => {
    try {
      return await work()
    } catch (error) {
      return failWith(error, SourceUnreadable, InvalidCatalog, OutputRefused, BuildRunning)
    }
  })
