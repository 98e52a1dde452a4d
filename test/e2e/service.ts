/** The service as its own process, as an operator starts it, on a free port of this machine. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate as loopTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildDirectory } from '../builder/built.ts'

const BIN = fileURLToPath(new URL('../../bin/sdk-catalog.js', import.meta.url))

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

let small: string | undefined

/** CATALOG_DIR for tests that are not about the catalogue: two SDKs load in half the time of the embedded ones. */
export function smallCatalog(): string {
  small ??= buildDirectory(join(mkdtempSync(join(tmpdir(), 'sdk-catalog-small-')), 'catalog'))
  return small
}

/** Only the settings given reach the process; files it writes go to a directory that is deleted when it ends. */
export function run(
  settings: Settings,
  { args = ['serve'], nodeArgs = [] as string[], bin = BIN, node = process.execPath } = {},
): Run {
  const scratch = mkdtempSync(join(tmpdir(), 'sdk-catalog-e2e-'))
  const environment = {
    PATH: process.env.PATH,
    DATA_DIR: scratch,
    LOG_LEVEL: 'error',
    PORT: '0',
    CHECK_OUTPUT: 'true',
    ...settings,
  }
  const child = spawn(node, [...nodeArgs, bin, ...args], {
    env: environment,
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
  stop(): Promise<Ended>
}

/** @throws Error with what it printed, where it ends before it serves */
export async function startService(settings: Settings = {}, bin = BIN, node = process.execPath): Promise<Service> {
  const started = run(settings, { bin, node })
  const ready = once(started.child.stdout!, 'data').then(([chunk]) => String(chunk))
  const line = await Promise.race([ready, started.ended.then(({ stderr }) => Promise.reject(new Error(stderr)))])
  const port = Number(/:(\d+)\n$/.exec(line)?.[1])
  return {
    ...started,
    ...{ port, line, url: `http://localhost:${port}` },
    stop() {
      started.child.kill('SIGTERM')
      return started.ended
    },
  }
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

/** Asks again until the answer is true. */
export async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue().catch(() => false))) await loopTurn()
}
