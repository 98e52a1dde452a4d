/** Executes one shown install line and the first code that belongs to it, as a reader would: in an empty folder. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serverUrl } from '../../src/catalog/record/traits.ts'
import { baseVariable, unreachable } from '../../src/code/server-url.ts'
import { type Answer, answerOf, hasMark } from './api/answer.ts'
import type { Certificate } from './api/certificate.ts'
import { type Expectation, serversOf } from './api/judge.ts'
import { pageOf } from './api/pages.ts'
import { type ApiStub, startApiStub } from './api/stub.ts'
import { type Finished, runScript } from './processes.ts'
import type { ShownLine, ShownSdk } from './shown-lines.ts'
import { checkTypes } from './strict-types.ts'
import { TOOLCHAINS } from './toolchains.ts'
import { callEnvironment, installEnvironment, redirectedGit } from './workspace.ts'

/** `none` where nothing is shown, or where there is nothing to check; `not tried` after something that failed. */
export type State = 'ok' | 'failed' | 'none' | 'not tried'

export interface Outcome {
  install: State
  /** The right request was sent, and no wrong one. */
  request: State
  /** A record that was served is in what the code printed. */
  print: State
  /** TypeScript: `tsc --strict` takes the code. */
  strict: State
  /** Of the first that failed. */
  why?: string
  /** What was answered, in words. */
  answer?: string
}

export interface LineOptions {
  /** Folder that is made for it and removed again. */
  folder: string
  /** Shared by all lines. */
  caches: string
  gitDirectory: string
  certificate: Certificate
  timeoutMs: number
}

/** Value of every environment variable that holds a key or another secret. */
export const KEY = 'prove-key-0123456789'

/** Stands for a server of the reader's. */
const OWN_HOST = 'api-stub.invalid'

export const expectationOf = ({ record, api }: ShownSdk): Expectation => ({
  api,
  servers: record.servers.map(({ url }) => url),
  ownHost: unreachable(serverUrl(record) ?? '') && OWN_HOST,
  shown: record.first_call,
  key: record.auth.test_key ?? KEY,
})

/** What the code reads of the environment: the reader's server, where the code says to set it, and keys. */
function variablesOf(sdk: ShownSdk, code: string): Record<string, string> {
  const expected = expectationOf(sdk)
  const [server = ''] = expected.ownHost ? expected.api.operations.flatMap((each) => serversOf(each, expected)) : []
  const keys = Object.fromEntries(variablesIn(code).map((name) => [name, KEY]))
  return { ...keys, ...(server && { [baseVariable(sdk.record)]: server.replace(/\/$/, '') }) }
}

const NOT_TRIED = { request: 'not tried', print: 'not tried', strict: 'not tried' } as const
const NONE = { request: 'none', print: 'none', strict: 'none' } as const

export async function proveLine(sdk: ShownSdk, line: ShownLine, options: LineOptions): Promise<Outcome> {
  const install = line.isCurl ? 'echo file >FILE' : line.install
  if (install === undefined) return { install: 'none', ...NOT_TRIED, why: 'the catalogue shows no install line' }
  const isList = sdk.record.first_call?.op === 'list'
  const stub = await startApiStub({
    expected: expectationOf(sdk),
    certificate: options.certificate,
    answer: (operation, url) =>
      line.paged ? pageOf(operation, sdk.api, url, line.paged) : answerOf(operation, sdk.api, isList),
  })
  try {
    return await execute(sdk, line, install, stub, options)
  } finally {
    stub.close()
    await rm(options.folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function execute(
  sdk: ShownSdk,
  line: ShownLine,
  install: string,
  stub: ApiStub,
  options: LineOptions,
): Promise<Outcome> {
  const { folder, caches, certificate, gitDirectory, timeoutMs } = options
  const { github_url: url } = sdk.record
  const work = join(folder, 'work')
  await mkdir(work, { recursive: true })
  const env = {
    ...(await installEnvironment(folder, caches, url.replace(/^https?:\/\//, ''))),
    ...(await redirectedGit(folder, url, gitDirectory)),
    ...variablesOf(sdk, line.code ?? ''),
  }
  const toolchain = TOOLCHAINS[toolchainOf(line)]
  const installed = join(folder, 'installed')
  const script = ['set -e', install, `touch ${quoted(installed)}`]
  const runs = line.code !== undefined && toolchain?.run
  if (line.code !== undefined && runs) {
    // An export shows where the key goes.
    await writeFile(join(folder, 'first'), line.code.replaceAll('=…', `=${KEY}`))
    const calling = await callEnvironment(folder, stub.url, certificate.file)
    for (const [name, value] of Object.entries(calling)) script.push(`export ${name}=${quoted(value)}`)
    // Where the install line left the reader.
    script.push(
      `cp ${quoted(join(folder, 'first'))} ${toolchain.file}`,
      `exec ${runs} >${quoted(join(folder, 'printed'))}`,
    )
  }
  const finished = await runScript(script.join('\n'), { cwd: work, env, timeoutMs })
  if (!existsSync(installed)) return { install: 'failed', ...NOT_TRIED, why: installFailure(finished, options) }
  if (!runs) return { install: 'ok', ...NONE, ...(!isProgram(line) && { why: noCode(sdk) }) }
  const printed = await readFile(join(folder, 'printed'), 'utf8').catch(() => '')
  const called = calledWell(finished, stub, printed, options, line.paged !== undefined)
  if (line.isCurl)
    return {
      ...NONE,
      install: 'none',
      request: called.request,
      ...(called.request === 'failed' && { why: called.why }),
    }
  const wrong = line.language === 'ts' ? await checkTypes(work, toolchain.file, { env, timeoutMs }) : undefined
  const strict = line.language !== 'ts' ? 'none' : wrong === undefined ? 'ok' : 'failed'
  const why = called.why ?? wrong
  return { install: 'ok', ...called, strict, ...(why !== undefined && { why }) }
}

function calledWell(finished: Finished, stub: ApiStub, printed: string, place: Place, isPaged: boolean) {
  const why = callFailure(finished, stub, place)
  if (why !== undefined) return { request: 'failed', print: 'not tried', why } as const
  const answers = stub.answers.map(({ shape }) => shape)
  const answer = [...new Set(answers)].join(', ')
  const full = stub.answers.filter(({ marks }) => marks.size > 0)
  const isOf = ({ marks }: Answer) => hasMark(printed, marks)
  // Of pages each one, and more than the first.
  const isPrinted = isPaged ? full.length > 1 && full.every(isOf) : full.some(isOf)
  if (isPrinted && finished.code === 0) return { request: 'ok', print: 'ok', answer } as const
  const failure = finished.code === 0 ? undefined : `failed on the answer: ${lastWords(finished, place.folder)}`
  const said = printed.trim() === '' ? 'printed nothing' : `printed ${summary(printed)}`
  return { request: 'ok', print: 'failed', why: failure ?? `${said} of ${answer}`, answer } as const
}

const summary = (printed: string): string => JSON.stringify(printed.trim().replaceAll(/\s+/g, ' ').slice(0, 60))

/** Environment variables that the code reads, in any of the languages. */
const variablesIn = (code: string): string[] =>
  [
    ...code.matchAll(
      /(?:process\.env\.|\$\{(?=\w+:\?)|(?:environ|environ\.get|getenv|Getenv|ENV|ENV\.fetch)[([]["'])([A-Z]\w*)/g,
    ),
  ].map(([, name]) => name!)

export const toolchainOf = ({ language, isCurl }: ShownLine): string => (isCurl ? 'curl' : language)

export const isProgram = ({ language }: Pick<ShownLine, 'language'>): boolean =>
  language === 'cli' || language === 'mcp'

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const noCode = ({ record }: ShownSdk): string =>
  record.first_call ? 'the catalogue shows no first code' : 'no operation can be called with plain values'

const NO_NETWORK =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|Could not find a version|No matching distribution|dial tcp|Temporary failure in name|NewConnectionError|transport '\w+' not allowed/

type Place = Pick<LineOptions, 'folder' | 'timeoutMs'>

function installFailure(finished: Finished, { folder, timeoutMs }: Place): string {
  if (finished.timedOut) return `not installed after ${timeoutMs / 1000} s`
  const unreachable = NO_NETWORK.test(finished.stderr + finished.stdout) ? 'no registry: ' : ''
  return unreachable + lastWords(finished, folder)
}

function callFailure(finished: Finished, stub: ApiStub, { folder, timeoutMs }: Place): string | undefined {
  if (stub.problems[0] !== undefined) return stub.problems[0]
  if (finished.timedOut) return `not done after ${timeoutMs / 1000} s`
  return stub.answers.length === 0 ? `sent no request: ${lastWords(finished, folder)}` : undefined
}

const MAX_WORDS = 160

/** What git says of its own progress, which it draws over with carriage returns. */
const PROGRESS = /^(?:Cloning into|Updating files|done\.$)/
/** Lines that only say where. */
const TRACE = /^(?:at |from |File "|#\d|\[C\]|stack traceback|goroutine|exit status)/

/** The line of the errors that says most: the last that names an error, else the last. */
function lastWords({ stderr, stdout, code }: Finished, folder: string): string {
  const lines = (stderr.trim() || stdout.trim())
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('\r') + 1).trim())
    .filter((line) => line !== '' && !PROGRESS.test(line) && !TRACE.test(line))
  const telling = lines.findLast((line) => /error|exception|fatal|panic|cannot|not found/i.test(line)) ?? lines.at(-1)
  return telling?.replaceAll(`${folder}/`, '').slice(0, MAX_WORDS) ?? `it ended with ${code} and said nothing`
}
