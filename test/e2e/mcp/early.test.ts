/**
 * `sdk-catalog stdio` answers `initialize` before it has loaded the server. Whatever is sent, and however it is cut, it
 * writes the same bytes as with a setting, which keeps it from answering early.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate as loopTurn } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { initialize, LEGACY, type Members } from '../../mcp/messages.ts'
import { BIN } from '../../mcp/stdio-process.ts'

const scratch = mkdtempSync(join(tmpdir(), 'sdk-catalog-early-'))
afterAll(() => rmSync(scratch, { recursive: true }))

/** The default, said aloud. */
const NOT_EARLY = { LOG_LEVEL: 'info' }

interface Ran {
  code: number
  stdout: string
  /** Events and reasons of the log. */
  logged: unknown[]
}

type Input = readonly (string | Buffer)[]

interface Options {
  settings?: Record<string, string>
  nodeArgs?: readonly string[]
  /** Standard input, instead of a pipe. */
  file?: string
}

/** @param input each part is written in a turn of its own; then the input ends */
async function run(input: Input, { settings = {}, nodeArgs = [], file }: Options = {}): Promise<Ran> {
  const descriptor = file === undefined ? undefined : openSync(file, 'r')
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings }
  const args = [...nodeArgs, BIN, 'stdio']
  const child = spawn(process.execPath, args, { cwd: scratch, env, stdio: [descriptor ?? 'pipe', 'pipe', 'pipe'] })
  if (descriptor !== undefined) closeSync(descriptor)
  child.stdin?.on('error', () => {})
  const ended = Promise.all([once(child, 'close'), text(child.stdout!), text(child.stderr!)])
  for (const part of input) {
    child.stdin?.write(part)
    await loopTurn()
  }
  child.stdin?.end()
  const [[code], stdout, stderr] = await ended
  return { code, stdout, logged: stderr.split('\n').map(told) }
}

/** A line of the log without time and process; any other line as it is. */
function told(line: string): unknown {
  if (!line.startsWith('{')) return line
  const { event, reason, level } = JSON.parse(line)
  return { event, reason, level }
}

const line = (message: unknown) => `${JSON.stringify(message)}\n`
const hello = (params: Members = initialize('2025-06-18'), rest: Members = {}) =>
  line({ jsonrpc: '2.0', id: 1, method: 'initialize', params, ...rest })
const INITIALIZED = line({ jsonrpc: '2.0', method: 'notifications/initialized' })
const ask = (id: unknown, method: string, params?: Members) => line({ jsonrpc: '2.0', id, method, params })
const LIST = ask(2, 'tools/list')
const CALL = ask(3, 'tools/call', { name: 'get_sdk_entry', arguments: { slug: 'poetrydb-sdk' } })
const halves = (whole: string, at = whole.length >> 1) => [whole.slice(0, at), whole.slice(at)]

const CASES: Record<string, Input> = {
  ...Object.fromEntries(
    [...LEGACY, '1999-01-01'].map((revision) => [
      `a session of ${revision}`,
      [hello(initialize(revision)), INITIALIZED + LIST, CALL],
    ]),
  ),
  'everything at once': [hello() + INITIALIZED + LIST + CALL],
  'initialize alone': [hello()],
  nothing: [],
  'no line end': [hello().trimEnd()],
  'initialize in two parts': halves(hello() + LIST, 60),
  'a line that ends in the second part': halves(hello() + LIST, hello().length - 1),
  'line ends of Windows': [hello().replace('\n', '\r\n') + LIST.replace('\n', '\r\n')],
  'a byte order mark': [`\ufeff${hello()}${LIST}`],
  'an empty line before it': [`\n${hello()}${LIST}`],
  'a batch': [`[${hello().trimEnd()}]\n${LIST}`],
  'two that are the same': [hello() + hello() + LIST],
  'two of different revisions': [hello() + hello(initialize('2024-11-05'), { id: 'b' }) + LIST],
  'the same id twice': [hello() + ask(1, 'ping') + LIST],
  'params that are wrong': [hello({ protocolVersion: '2025-06-18' }) + LIST],
  'bytes that are no UTF-8': [
    Buffer.concat([Buffer.from(hello().replace('test', 'te\u00e9st'), 'latin1'), Buffer.from(LIST)]),
  ],
  'a line that is too long': [hello({ ...initialize('2025-06-18'), a: 'a'.repeat(11_000_000) }) + LIST],
  'another request before it': [ask(0, 'ping') + hello() + LIST],
}

describe('the output is the same with and without an early answer', () => {
  it.concurrent.each(Object.entries(CASES))('after %s', async (_, input) => {
    expect(await run(input)).toEqual(await run(input, { settings: NOT_EARLY }))
  })

  it('with a file as standard input', async () => {
    const file = join(scratch, 'input')
    writeFileSync(file, hello() + INITIALIZED + LIST + CALL)
    const ran = await run([], { file })
    expect(ran.stdout.split('\n')).toHaveLength(4)
    expect(ran).toEqual(await run([], { file, settings: NOT_EARLY }))
  })

  it('but that a refusal of what follows does not overtake the first answer', async () => {
    const input = [hello() + ask(2, 'tools/call', {})]
    const lines = async (options?: Options) => (await run(input, options)).stdout.trimEnd().split('\n')
    const early = await lines()
    expect(early.map((answer) => JSON.parse(answer).id)).toEqual([1, 2])
    expect(early.toSorted()).toEqual((await lines({ settings: NOT_EARLY })).toSorted())
  })

  it('but that initialize is answered even if it is cancelled at once, which the protocol forbids', async () => {
    const cancelled = line({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })
    const ids = async (options?: Options) => {
      const { code, stdout } = await run([hello() + cancelled + LIST], options)
      return [
        code,
        ...stdout
          .trimEnd()
          .split('\n')
          .map((answer) => JSON.parse(answer).id),
      ]
    }
    expect(await ids()).toEqual([0, 1, 2])
    expect(await ids({ settings: NOT_EARLY })).toEqual([0, 2])
  })
})

/** Ends the process where it would load the server. */
const WITHOUT_SERVER = `import { registerHooks } from 'node:module'
registerHooks({ resolve: (name, context, next) => name.endsWith('/commands/stdio.ts') ? process.exit(9) : next(name, context) })`
const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(WITHOUT_SERVER)}`]

describe('the first answer', () => {
  it('comes before the server is loaded', async () => {
    const { code, stdout } = await run([hello()], { nodeArgs })
    expect([code, JSON.parse(stdout)]).toMatchObject([9, { id: 1, result: { protocolVersion: '2025-06-18' } }])
  })

  it('waits for the server where a setting could change it or refuse the start', async () => {
    expect(await run([hello()], { nodeArgs, settings: { SERVICE_NAME: 'Ours' } })).toMatchObject({
      code: 9,
      stdout: '',
    })
    const { stdout } = await run([hello()], { settings: { SERVICE_NAME: 'Ours', BASE_URL: 'https://sdk.example' } })
    expect(JSON.parse(stdout).result.serverInfo).toMatchObject({ title: 'Ours', websiteUrl: 'https://sdk.example' })
  })

  it.each([
    { LOG_LEVEL: 'loud' },
    { CATALOG_DIR: '/none' },
    { CATALOG_URL: 'ftp://sdk.example' },
    { SMTP_URL: 'smtp://a' },
  ])('is not given by a start that %j refuses', async (settings) => {
    const { code, stdout, logged } = await run([hello()], { settings })
    expect([code, stdout, logged.length]).toEqual([1, '', 2])
    expect(logged[0]).toMatch(`sdk-catalog: ${Object.keys(settings)[0]} `)
  })

  it('may be lost to a client that has gone, and the exit code is 0', async () => {
    for (const settings of [{}, NOT_EARLY]) {
      const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings }
      const child = spawn(process.execPath, [BIN, 'stdio'], { cwd: scratch, env, stdio: ['pipe', 'pipe', 'ignore'] })
      child.stdout.destroy()
      child.stdin.end(hello())
      expect((await once(child, 'close'))[0]).toBe(0)
    }
  })
})
