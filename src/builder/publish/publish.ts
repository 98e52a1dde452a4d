/**
 * Puts a built catalogue where the old one is, so that a process killed at any moment leaves one of them whole. It is
 * built beside (`.NAME.building-PID`); then the old one steps aside (`.NAME.previous`) and the new one takes its name.
 * Between the two renames readers find the old one under its other name (built/locate.ts), and the next build puts it
 * back.
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import { siblings } from '../../catalog/store/locate.ts'
import { makeDirectory } from '../../system/make-directory.ts'
import { isAlive } from './lock.ts'

/** Names that a built catalogue consists of. */
const OURS = ['manifest.json', 'sdks.jsonl', 'readme', 'html']

/** A place that is somebody else's; the message says why. */
export class PlaceRefused extends Error {
  override name = 'PlaceRefused'
}

/**
 * Refuses to put a catalogue where it would delete something else.
 * @param kept directories that the place must neither be nor hold: the sources, the data of the service
 * @throws PlaceRefused
 */
export function refuseForeignPlace(out: string, kept: readonly string[]): void {
  const full = resolve(out)
  for (const directory of kept.map((each) => resolve(each))) {
    if (`${directory}${sep}`.startsWith(full === sep ? sep : `${full}${sep}`)) {
      throw new PlaceRefused(`${out} is or holds ${directory}; choose a directory for the catalogue alone.`)
    }
  }
  if (!existsSync(full)) return
  if (!statSync(full).isDirectory()) throw new PlaceRefused(`${out} is not a directory.`)
  const names = readdirSync(full)
  const foreign = names.find((name) => !OURS.includes(name))
  if (foreign !== undefined || (names.length > 0 && !names.includes('manifest.json'))) {
    throw new PlaceRefused(
      `${out} holds ${foreign ?? names[0]}, which is not a catalogue's; choose an empty directory.`,
    )
  }
}

/** An empty directory on the same file system, to build in. */
export async function stage(out: string): Promise<string> {
  const { parent, building } = siblings(out)
  const directory = `${building}${process.pid}`
  makeDirectory(parent)
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory)
  return directory
}

/**
 * Puts the staged directory into place. Calls `placed` while the catalogue it replaced is still beside it; if that fails,
 * everything is as it was.
 */
export async function place(staged: string, out: string, placed: (previous: string | undefined) => Promise<void>) {
  const { full, parent, previous } = siblings(out)
  await rm(previous, { recursive: true, force: true })
  if (existsSync(full)) await rename(full, previous)
  await rename(staged, full)
  await sync(parent)
  try {
    await placed(existsSync(previous) ? previous : undefined)
  } catch (error) {
    await rename(full, staged)
    if (existsSync(previous)) await rename(previous, full)
    throw error
  }
  await rm(previous, { recursive: true, force: true })
}

/**
 * Clears up after a build that did not come to its end. Calls `placed` where that build had put its catalogue into
 * place, but may not have told so.
 */
export async function recover(out: string, placed: (previous: string) => Promise<void>): Promise<void> {
  const { full, parent, previous, building } = siblings(out)
  if (existsSync(previous)) {
    if (existsSync(full)) {
      await placed(previous)
      await rm(previous, { recursive: true, force: true })
    } else await rename(previous, full)
  }
  const names = await readdir(parent).catch(() => [])
  for (const name of names.filter((each) => each.startsWith(basename(building)))) {
    const pid = Number(name.slice(basename(building).length))
    if (pid !== process.pid && isAlive(pid)) continue
    await rm(join(parent, name), { recursive: true, force: true })
  }
}

async function sync(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  await handle.sync().catch(() => undefined)
  await handle.close()
}
