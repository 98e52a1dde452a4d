/**
 * One build of a catalogue at a time. Each leaves a file beside the catalogue that names its process
 * (`.NAME.claim-PID`), then looks for others: of two builds at least the later one sees the other's and steps back, so
 * the two can never both go on. A claim whose process is gone counts for nothing, so one that was killed is in nobody's
 * way. Processes are told by their number, and where the system tells it by when they started: builds of one catalogue belong
 * on one machine.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeDirectory } from '../../system/make-directory.ts'

/** Thrown where another build of the catalogue is under way; the message says which and what to do. */
export class BuildUnderWay extends Error {
  override name = 'BuildUnderWay'
}

/** Builds that begin together all step back; after pauses of different length one is alone. */
const TRIES = 10
const PAUSE_MS = 100

/** Of a claim that is being written. */
const UNFINISHED = '.new'

/** Catalogues that this process is building. */
const own = new Set<string>()

/**
 * @returns what ends the claim
 * @throws BuildUnderWay
 */
export async function claim(out: string): Promise<() => Promise<void>> {
  const full = resolve(out)
  const parent = dirname(full)
  const prefix = `.${basename(full)}.claim-`
  const file = join(parent, `${prefix}${process.pid}`)
  if (own.has(full)) throw underWay(out, process.pid, file)
  own.add(full)
  try {
    makeDirectory(parent)
    for (let attempt = 1; ; attempt++) {
      await leave(file)
      const other = await otherClaim(parent, prefix)
      if (other === undefined) {
        return async () => {
          await rm(file, { force: true })
          own.delete(full)
        }
      }
      await rm(file, { force: true })
      if (attempt === TRIES) throw underWay(out, other, join(parent, `${prefix}${other}`))
      await wait(PAUSE_MS * (0.2 + Math.random()))
    }
  } catch (error) {
    own.delete(full)
    throw error
  }
}

/** Whole from the first moment on: an empty one would be taken for that of another process. */
async function leave(file: string): Promise<void> {
  const beside = file + UNFINISHED
  await writeFile(beside, startOf(process.pid) ?? '')
  await rename(beside, file)
}

const underWay = (out: string, pid: number, file: string): BuildUnderWay =>
  new BuildUnderWay(
    `${out} is being built by another process (${pid}, ${basename(file)}); build again when that has ended.`,
  )

/** Process of another claim that stands; those of processes that are gone are cleared away. */
async function otherClaim(parent: string, prefix: string): Promise<number | undefined> {
  const claims = readdirSync(parent).filter((name) => name.startsWith(prefix))
  for (const name of claims) {
    const pid = Number.parseInt(name.slice(prefix.length), 10)
    if (pid === process.pid) continue
    if (isAlive(pid) && name.endsWith(UNFINISHED)) continue
    if (isAlive(pid) && startOf(pid) === startIn(join(parent, name))) return pid
    await rm(join(parent, name), { force: true })
  }
  return undefined
}

/** When a process started, as Linux tells it, in a form of its own for each boot; undefined elsewhere. */
export function startOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // proc(5): the name of the program, which may hold anything, stands in brackets; the start is field 22.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return undefined
  }
}

const startIn = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8') || undefined
  } catch {
    return undefined
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
