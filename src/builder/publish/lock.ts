/**
 * One build of a catalogue at a time: the lock is SQLite's on a file beside the catalogue (`.NAME.lock`), which the
 * operating system releases however the process ends. Builds of one catalogue belong on one machine.
 */
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { makeDirectory } from '../../system/make-directory.ts'

/** Thrown where another build of the catalogue is running. */
export class BuildRunning extends Error {
  override name = 'BuildRunning'
}

/** https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5

/**
 * @returns what releases the lock
 * @throws BuildRunning
 */
export async function acquireLock(out: string): Promise<() => void> {
  const full = resolve(out)
  const file = join(dirname(full), `.${basename(full)}.lock`)
  const { DatabaseSync } = await import('node:sqlite')
  makeDirectory(dirname(full))
  for (;;) {
    // By fs, whose errors name the path. Closing an existing file would release a lock of this process (POSIX).
    if (!existsSync(file)) writeFileSync(file, '', { flag: 'a' })
    const inode = inodeOf(file)
    const db = new DatabaseSync(file, { timeout: 0, open: false })
    try {
      db.open()
      db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    } catch (error) {
      if (db.isOpen) db.close()
      if ((error as { errcode?: number }).errcode === SQLITE_BUSY) {
        throw new BuildRunning(`${out} is being built by another process; build again when that has ended.`)
      }
      throw Object.assign(error as Error, { code: 'EACCES', path: file })
    }
    // Otherwise the build that held the lock removed the file just now: a lock on that file keeps nobody out.
    if (inodeOf(file) === inode) {
      return () => {
        rmSync(file, { force: true })
        db.close()
      }
    }
    db.close()
  }
}

const inodeOf = (file: string): bigint | undefined => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino
