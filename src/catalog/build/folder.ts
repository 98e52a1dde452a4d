/** Folders that may have to be made together with what they stand in. */
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Step by step: Node's own recursion never ends where a parent answers ENOENT although it is there, as under /proc. */
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
