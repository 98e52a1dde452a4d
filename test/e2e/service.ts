/** The service as its own process, as an operator starts it, on a free port of this machine. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildDirectory } from '../builder/built.ts'

export const BIN = fileURLToPath(new URL('../../bin/sdk-catalog.js', import.meta.url))

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export interface Run {
  child: ChildProcess
  ended: Promise<Ended>
}

export type Settings = Record<string, string>

/** Node's own young generation: the small one, which bin/sdk-catalog.js sets where none is, makes a start a third dearer. */
const LARGE_YOUNG_GENERATION = '--max-semi-space-size=2 --max-semi-space-size=16'

let small: string | undefined

/** CATALOG_DIR for tests that are not about the catalogue: two SDKs load in half the time of the embedded ones. */
export function smallCatalog(): string {
  small ??= buildDirectory(join(mkdtempSync(join(tmpdir(), 'sdk-catalog-small-')), 'catalog'))
  return small
}

/**
 * Only the settings given reach the process, with a large young generation unless they have NODE_OPTIONS; files it writes
 * go to a directory that is deleted when it ends.
 */
export function run(
  settings: Settings,
  { args = ['serve'], nodeArgs = [] as string[], bin = BIN, node = process.execPath, cwd = process.cwd() } = {},
): Run {
  const scratch = mkdtempSync(join(tmpdir(), 'sdk-catalog-e2e-'))
  const environment = {
    PATH: process.env.PATH,
    DATA_DIR: scratch,
    LOG_LEVEL: 'error',
    PORT: '0',
    CHECK_OUTPUT: 'true',
    NODE_OPTIONS: LARGE_YOUNG_GENERATION,
    ...settings,
  }
  const child = spawn(node, [...nodeArgs, bin, ...args], {
    ...{ cwd, env: environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, stderr]) => {
      rmSync(scratch, { recursive: true, force: true })
      return { code, stdout, stderr } as Ended
    },
  )
  return { child, ended }
}

export interface Service extends Run {
  port: number
  url: string
  /** What it printed when it was ready. */
  line: string
  /** Everything it wrote so far, to either output. */
  output(): string
  /** Resolves once the log has a line of the event. */
  logged(event: string): Promise<void>
  post(path: string, fields: unknown, headers?: Settings): Promise<Response>
  stop(signal?: NodeJS.Signals): Promise<Ended>
}

/** @throws Error with what it printed, where it ends before it serves */
export async function startService(settings: Settings = {}, bin = BIN, node = process.execPath): Promise<Service> {
  const { child, ended } = run(settings, { bin, node })
  let output = ''
  const outputs = [child.stdout!, child.stderr!]
  for (const stream of outputs)
    stream.on('data', (chunk) => {
      output += chunk
    })
  async function appears(text: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = text.exec(output)
      if (match) return match
      const waiting = new AbortController()
      const data = outputs.map((stream) => once(stream, 'data', { signal: waiting.signal }))
      const ends = ended.then(() => Promise.reject(new Error(`ended without ${text}: ${output}`)))
      await Promise.race([...data, ends]).finally(() => waiting.abort())
    }
  }
  const [line, port] = await appears(/^Serving .* at http:\S+:(\d+)\n/m)
  const url = `http://localhost:${port}`
  return {
    ...{ child, ended, line, url, port: Number(port) },
    output: () => output,
    logged: async (event) => void (await appears(new RegExp(`"event":"${event}"`))),
    post(path, fields, headers = {}) {
      const isForm = fields instanceof URLSearchParams
      return fetch(url + path, {
        method: 'POST',
        body: isForm ? fields : JSON.stringify(fields),
        headers: { ...(!isForm && { 'content-type': 'application/json' }), ...headers },
        redirect: 'manual',
      })
    },
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

export const METRICS_TOKEN = 'a-token-of-metrics-x'

/** Whether V8's young generation stays at two halves of 2 MB; by itself it has grown to 64 MB when the service is ready. */
export async function hasSmallYoungGeneration({ url }: Pick<Service, 'url'>): Promise<boolean> {
  const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const bytes = /^nodejs_heap_space_size_total_bytes\{space="new"\} (\d+)$/m.exec(await metrics.text())![1]
  return Number(bytes) <= 4 * 1024 * 1024
}

/** Everything that comes back for these bytes, until the server closes; `halfClose` tells it that no more will come. */
export async function raw(port: number, bytes: string | Buffer, { halfClose = true } = {}): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  // A server that refuses may cut the connection while we still write.
  socket.on('error', () => {})
  if (halfClose) socket.end(bytes)
  else socket.write(bytes)
  await once(socket, 'close')
  return Buffer.concat(chunks).toString('latin1')
}

/** Asks again until the answer is true; not at once, as what is waited for needs the processor too. */
export async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue().catch(() => false))) await pause(20)
}
