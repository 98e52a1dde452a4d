/** Folders that may have to be made together with what they stand in. */
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Level by level: recursive mkdir never returns where mkdir answers ENOENT in a directory that exists, as under /proc. */
export function makeFolder(folder: string): void {
  const full = resolve(folder)
  if (existsSync(full)) return
  makeFolder(dirname(full))
  try {
    mkdirSync(full)
  } catch (error) {
    // Another process was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
