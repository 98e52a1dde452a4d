/** Executes one shown install line and the first code that belongs to it, as a reader would: in an empty folder. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ApiStub, startApiStub } from './api-stub/api-stub.ts'
import type { Certificate } from './api-stub/certificate.ts'
import { exampleAnswer } from './api-stub/example.ts'
import { expectationOf } from './api-stub/expectation.ts'
import { type Finished, runScript } from './processes.ts'
import type { ShownLine, ShownSdk } from './shown-lines.ts'
import { TOOLCHAINS } from './toolchains.ts'
import { callEnvironment, installEnvironment, redirectedGit } from './workspace.ts'

export interface Outcome {
  install: 'ok' | 'failed' | 'none' | 'not tried'
  call: 'ok' | 'failed' | 'none' | 'not tried'
  why?: string
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

export async function proveLine(sdk: ShownSdk, line: ShownLine, options: LineOptions): Promise<Outcome> {
  if (line.install === undefined)
    return { install: 'none', call: 'not tried', why: 'the catalogue shows no install line' }
  const expected = expectationOf(sdk.record, sdk.operations, KEY)
  const answer = (point: Parameters<typeof exampleAnswer>[0]) => exampleAnswer(point, sdk.description)
  const stub = await startApiStub({ expected, certificate: options.certificate, answer })
  try {
    return await execute(sdk, line, line.install, stub, options)
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
    ...Object.fromEntries(variablesIn(line.first?.code ?? '').map((name) => [name, KEY])),
  }
  const toolchain = TOOLCHAINS[line.language]
  const installed = join(folder, 'installed')
  const script = ['set -e', install, `touch ${quoted(installed)}`]
  const runs = line.first && toolchain?.file && toolchain.run
  if (line.first && runs) {
    await writeFile(join(folder, 'first'), line.first.code)
    const calling = await callEnvironment(folder, stub.url, certificate.file)
    for (const [name, value] of Object.entries(calling)) script.push(`export ${name}=${quoted(value)}`)
    // Where the install line left the reader.
    script.push(
      `cp ${quoted(join(folder, 'first'))} ${toolchain.file}`,
      `exec ${runs} >${quoted(join(folder, 'printed'))}`,
    )
  }
  const finished = await runScript(script.join('\n'), { cwd: work, env, timeoutMs })
  if (!existsSync(installed)) return { install: 'failed', call: 'not tried', why: installFailure(finished, options) }
  if (!runs)
    return isProgram(line) ? { install: 'ok', call: 'none' } : { install: 'ok', call: 'none', why: noCode(sdk) }
  const printed = await readFile(join(folder, 'printed'), 'utf8').catch(() => '')
  const why = callFailure(finished, stub, options)
  if (why !== undefined) return { install: 'ok', call: 'failed', why }
  // The client makes no records of an answer in a shape that it does not expect; the call was right all the same.
  return { install: 'ok', call: 'ok', ...(printed.trim() === '' && { why: 'printed nothing' }) }
}

/** Environment variables that the code reads, in any of the languages. */
const variablesIn = (code: string): string[] =>
  [...code.matchAll(/(?:process\.env\.|(?:environ|environ\.get|getenv|Getenv|ENV|ENV\.fetch)[([]["'])([A-Z]\w*)/g)].map(
    ([, name]) => name!,
  )

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
  if (stub.accepted === 0) return `sent no request: ${lastWords(finished, folder)}`
  return finished.code === 0 ? undefined : `failed on the answer: ${lastWords(finished, folder)}`
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
