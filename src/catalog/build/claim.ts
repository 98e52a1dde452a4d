/**
 * One build of a catalogue at a time. Each leaves a file beside the catalogue that names its process
 * (`.NAME.claim-PID`), then looks for others: of two builds at least the later one sees the other's and steps back, so
 * never do both go on. A claim whose process is gone counts for nothing, so one that was killed is in nobody's way.
 * Processes are told by their number: builds of one catalogue belong on one machine.
 */
import { readdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeFolder } from './folder.ts'

/** Thrown where another build of the catalogue is under way; the message says which and what to do. */
export class BuildUnderWay extends Error {
  override name = 'BuildUnderWay'
}

/** Builds that begin together all step back; after pauses of different length one is alone. */
const TRIES = 10
const PAUSE_MS = 100

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
  if (own.has(full)) throw underWay(out, process.pid)
  own.add(full)
  try {
    makeFolder(parent)
    for (let attempt = 1; ; attempt++) {
      await writeFile(file, '')
      const other = await otherClaim(parent, prefix)
      if (other === undefined) {
        return async () => {
          await rm(file, { force: true })
          own.delete(full)
        }
      }
      await rm(file, { force: true })
      if (attempt === TRIES) throw underWay(out, other)
      await wait(PAUSE_MS * (0.2 + Math.random()))
    }
  } catch (error) {
    own.delete(full)
    throw error
  }
}

const underWay = (out: string, pid: number): BuildUnderWay =>
  new BuildUnderWay(`${out} is being built by another process (${pid}); build again when that has ended.`)

/** Process of another claim that stands; those of processes that are gone are cleared away. */
async function otherClaim(parent: string, prefix: string): Promise<number | undefined> {
  const claims = readdirSync(parent).filter((name) => name.startsWith(prefix))
  for (const name of claims) {
    const pid = Number(name.slice(prefix.length))
    if (pid === process.pid) continue
    if (isAlive(pid)) return pid
    await rm(join(parent, name), { force: true })
  }
  return undefined
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
