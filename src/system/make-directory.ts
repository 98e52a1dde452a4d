/** Directories that may have to be made together with those that hold them. */
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Level by level: recursive mkdir never returns where mkdir answers ENOENT in a directory that exists, as under /proc.
 * @param mode of each directory that is made; 0o700 is for its owner alone
 */
export function makeDirectory(directory: string, mode = 0o777): void {
  const full = resolve(directory)
  if (existsSync(full)) return
  makeDirectory(dirname(full), mode)
  try {
    mkdirSync(full, { mode })
  } catch (error) {
    // Another process was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
