/**
 * Puts a built catalogue where the old one is, so that a process killed at any moment leaves one of them whole. It is
 * built beside (`.NAME.building-PID`); then the old one steps aside (`.NAME.previous`) and the new one takes its name.
 * Between the two renames readers find the old one under its other name (`locate`), and the next build puts it back.
 */
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

const ATTEMPTS = 5

const siblings = (out: string) => {
  const full = resolve(out)
  const beside = join(dirname(full), `.${basename(full)}`)
  return { full, parent: dirname(full), previous: `${beside}.previous`, building: `${beside}.building-` }
}

/** Where the catalogue of that name is to be read: there, or where a build that was killed has put it. */
export function locate(directory: string): string {
  const { full, previous } = siblings(directory)
  return !existsSync(full) && existsSync(previous) ? previous : directory
}

/** An empty directory on the same file system, to build in. */
export async function stage(out: string): Promise<string> {
  const { parent, building } = siblings(out)
  const directory = `${building}${process.pid}`
  await mkdir(parent, { recursive: true })
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory)
  return directory
}

/** Puts the staged directory into place. Calls `placed` while the catalogue it replaced is still beside it. */
export async function place(staged: string, out: string, placed: (previous: string | undefined) => Promise<void>) {
  const { full, parent, previous } = siblings(out)
  for (let attempt = 1; ; attempt++) {
    await rm(previous, { recursive: true, force: true })
    if (existsSync(full)) await rename(full, previous)
    try {
      await rename(staged, full)
      break
    } catch (error) {
      // Another build has put its catalogue there in between: it was first, this one is newer.
      if (attempt === ATTEMPTS || !['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? ''))
        throw error
    }
  }
  await sync(parent)
  await placed(existsSync(previous) ? previous : undefined)
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
    if (pid !== process.pid && alive(pid)) continue
    await rm(join(parent, name), { recursive: true, force: true })
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function sync(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  await handle.sync().catch(() => undefined)
  await handle.close()
}
