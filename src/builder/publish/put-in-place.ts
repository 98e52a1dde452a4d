/**
 * Replaces a built catalogue by a new one, so that a process killed at any moment leaves one of them whole. The new one
 * is built beside (`.NAME.building`); then the old one is renamed (`.NAME.previous`) and the new one takes its name.
 * Between the two renames readers find the old one under its other name (store/catalog-files.ts), and the next build
 * renames it back. Only the holder of the lock (lock.ts) may call stage, publish and recover.
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { FILES, FOLDERS, MANIFEST_FILE, namesIn, siblings } from '../../store/catalog-files.ts'
import { readManifest } from '../../store/loading/read.ts'
import { makeDirectory } from '../../system/make-directory.ts'

/** An output directory that is not a catalogue's; the message says why. */
export class OutputRefused extends Error {
  override name = 'OutputRefused'
}

/**
 * Refuses to build where something else would be deleted.
 * @param protectedDirectories that the output must neither be nor hold: the sources, the data of the service
 * @throws OutputRefused
 */
export function checkOutput(out: string, protectedDirectories: readonly string[]): void {
  const full = resolve(out)
  for (const directory of protectedDirectories.map((each) => resolve(each))) {
    if (`${directory}${sep}`.startsWith(full === sep ? sep : `${full}${sep}`)) {
      throw new OutputRefused(`${out} is or holds ${directory}; choose a directory for the catalogue alone.`)
    }
  }
  if (!existsSync(full)) return
  if (!statSync(full).isDirectory()) throw new OutputRefused(`${out} is not a directory.`)
  const names = readdirSync(full)
  const foreign = names.find((name) => ![...FILES, ...FOLDERS].includes(name))
  if (foreign !== undefined || (names.length > 0 && !names.includes(MANIFEST_FILE))) {
    throw new OutputRefused(
      `${out} holds ${foreign ?? names[0]}, which is not a catalogue's; choose an empty directory.`,
    )
  }
}

/** An empty directory on the same file system, to build in; what a killed build left there is deleted. */
export async function stage(out: string): Promise<string> {
  const { parent, building } = siblings(out)
  makeDirectory(parent)
  await rm(building, { recursive: true, force: true })
  await mkdir(building)
  return building
}

/**
 * Gives the staged directory the catalogue's name.
 * @param keep how many of the catalogues it replaced stay, for a roll-back
 */
export async function publish(staged: string, out: string, keep = 0): Promise<void> {
  const { full, parent, previous } = siblings(out)
  await rm(previous, { recursive: true, force: true })
  if (existsSync(full)) await rename(full, previous)
  await rename(staged, full)
  await sync(parent)
  if (keep > 0 && existsSync(previous)) await keepOlder(previous, `${full}.older`, keep)
  await rm(previous, { recursive: true, force: true })
}

/** Under the instant of its build and its id, so that names sort by age. */
async function keepOlder(previous: string, older: string, keep: number): Promise<void> {
  const manifest = readManifest(previous, () => {})
  if (!manifest) return
  const name = `${manifest.built_at.replace(/[^0-9TZ]/g, '')}-${manifest.id.slice(0, 12)}`
  makeDirectory(older)
  await rm(join(older, name), { recursive: true, force: true })
  await rename(previous, join(older, name))
  for (const old of namesIn(older).slice(0, -keep)) await rm(join(older, old), { recursive: true, force: true })
}

/** Completes or reverts the publishing of a killed build. */
export async function recover(out: string): Promise<void> {
  const { full, previous } = siblings(out)
  if (!existsSync(previous)) return
  if (existsSync(full)) await rm(previous, { recursive: true, force: true })
  else await rename(previous, full)
}

async function sync(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  await handle.sync().catch(() => undefined)
  await handle.close()
}
