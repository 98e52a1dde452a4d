/** The service and its commands as the operator runs them: processes, their output, their ends. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { smallCatalog } from './service.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const BIN = join(ROOT, 'bin/sdk-catalog.js')

export const ada = {
  name: 'Ada Wrenfield',
  email: 'ada.wrenfield@example.org',
  message: 'Which SDK would you use for spring tides?',
}
export const mailTo = { CONTACT_FROM: 'Inbox <inbox@site.example>', CONTACT_TO: 'team@site.example' }

type Settings = Record<string, string>

/** A directory that is gone after the test. */
export function emptyPlace(): string {
  const place = mkdtempSync(join(tmpdir(), 'messages-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  return place
}

/** Nothing of the environment of the tests reaches the service but what finds programs. */
const environment = (settings: Settings) => ({ PATH: process.env.PATH!, HOME: process.env.HOME!, ...settings })

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs a command to its end. */
export async function run(command: string, args: readonly string[], settings: Settings = {}): Promise<Ended> {
  const child = spawn(command, args, { cwd: ROOT, env: environment(settings), stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    ended.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    ended.stderr += chunk
  })
  await once(child, 'close')
  return { ...ended, code: child.exitCode }
}

/** `sdk-catalog inbox …` */
export const inbox = (args: readonly string[], settings: Settings) =>
  run(process.execPath, [BIN, 'inbox', ...args], settings)

export interface Service {
  url: string
  /** Everything it wrote so far, to either output. */
  output(): string
  /** Resolves once the log has a line of the event. */
  logged(event: string): Promise<void>
  post(path: string, fields: unknown, headers?: Settings): Promise<Response>
  /** Sends a signal that does not end it. */
  signal(signal: NodeJS.Signals): void
  /** Sends the signal and resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Resolves when it listens; it is killed after the test if it still runs. */
export async function serve(settings: Settings): Promise<Service> {
  const child: ChildProcess = spawn(process.execPath, [BIN, 'serve'], {
    cwd: ROOT,
    env: environment({ PORT: '0', CATALOG_DIR: smallCatalog(), ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const closed = once(child, 'close')
  let output = ''
  const watchers = new Set<() => void>()
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk) => {
      output += chunk
      for (const check of watchers) check()
    })
  const appears = (text: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const check = () => {
        const match = text.exec(output)
        if (!match) return
        watchers.delete(check)
        resolve(match)
      }
      watchers.add(check)
      void closed.then(() => reject(new Error(`ended without ${text}: ${output}`)))
      check()
    })
  const [, url = ''] = await appears(/^Serving .* at (http:\S+)$/m)
  return {
    url,
    output: () => output,
    logged: async (event) => void (await appears(new RegExp(`"event":"${event}"`))),
    post: (path, fields, headers = {}) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        body: fields instanceof URLSearchParams ? fields : JSON.stringify(fields),
        headers: { ...(!(fields instanceof URLSearchParams) && { 'content-type': 'application/json' }), ...headers },
        redirect: 'manual',
      }),
    signal: (signal) => void child.kill(signal),
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      await closed
      return child.exitCode
    },
  }
}
