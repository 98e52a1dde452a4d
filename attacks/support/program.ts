/** The service as an operator starts it, and what the operating system knows of the process. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Service, type Settings, startService } from '../../test/e2e/service.ts'

export const place = (name: string): string => mkdtempSync(join(tmpdir(), `hardening-${name}-`))

/** Takes any number of messages, and has a directory of its own. PROGRAM may be that of an installed package. */
export function program(settings: Settings = {}): Promise<Service> {
  // The options of Node that tests set to start sooner would take more memory.
  const own = { DATA_DIR: place('data'), CONTACT_RATE: '999999/1', CONTACT_GLOBAL_RATE: '999999/1', NODE_OPTIONS: '' }
  return startService({ ...own, ...settings }, process.env.PROGRAM)
}

/** What its event loop does in one stretch, in milliseconds of processor time: those since the last call. */
export interface Watched extends Service {
  stretches(): Promise<number[]>
}

export async function watchedProgram(settings: Settings = {}): Promise<Watched> {
  const file = join(place('stretches'), 'stretches.json')
  const preload = `--import=${new URL('stretches.ts', import.meta.url)}`
  const service = await program({
    ...{ STRETCHES_FILE: file, NODE_OPTIONS: preload },
    ...settings,
  })
  async function stretches(): Promise<number[]> {
    rmSync(file, { force: true })
    service.child.kill('SIGUSR2')
    for (;;) {
      await sleep(20)
      try {
        return JSON.parse(readFileSync(file, 'utf8')) as number[]
      } catch {
        // Not yet, or not all of it.
      }
    }
  }
  return { ...service, stretches }
}

/** Kills it as a power cut would. */
export async function kill({ child }: Pick<Service, 'child'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'close')
  child.kill('SIGKILL')
  await gone
}

const status = (pid: number, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

export const memoryMb = ({ child }: Pick<Service, 'child'>): number => status(child.pid!, 'VmRSS') / 1024
export const peakMb = ({ child }: Pick<Service, 'child'>): number => status(child.pid!, 'VmHWM') / 1024
export const descriptors = ({ child }: Pick<Service, 'child'>): number => readdirSync(`/proc/${child.pid}/fd`).length

/** Most descriptors that the process may have from now on, until another limit is set. What is open stays open. */
export const limitDescriptors = ({ child }: Pick<Service, 'child'>, most: number): void =>
  void execFileSync('prlimit', ['--pid', String(child.pid), `--nofile=${most}:`])

/** How many of the messages that were acknowledged a data directory does not have. */
export function missing(references: readonly string[], data: string): number {
  if (references.length === 0) return 0
  const db = new DatabaseSync(join(data, 'inbox.db'))
  const rows = db.prepare('SELECT body FROM inbox_message').all() as { body: string }[]
  db.close()
  const texts = rows.map(({ body }) => body).join('\n')
  return references.filter((reference) => !texts.includes(reference)).length
}
