/**
 * One build of a catalogue at a time: the lock is SQLite's on a file beside the catalogue (`.NAME.lock`), which the
 * operating system releases when the process ends, however it ends. `.NAME.lock-pid` tells which process has it. Builds of one catalogue belong on one machine.
 */
import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { makeDirectory } from '../../system/make-directory.ts'

/** Thrown where another build of the catalogue is running; the message names its process. */
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
  const pidFile = `${file}-pid`
  const { DatabaseSync } = await import('node:sqlite')
  makeDirectory(dirname(full))
  for (;;) {
    create(file)
    const inode = inodeOf(file)
    const db = new DatabaseSync(file, { timeout: 0, open: false })
    try {
      db.open()
      db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    } catch (error) {
      if (db.isOpen) db.close()
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) {
        throw Object.assign(error as Error, { code: 'EACCES', path: file })
      }
      throw new BuildRunning(
        `${out} is being built by another process${pidIn(pidFile)}; build again when that has ended.`,
      )
    }
    // Otherwise the build that held the lock removed the file just now: a lock on that file keeps nobody out.
    if (inodeOf(file) === inode) {
      writeFileSync(pidFile, `${process.pid}`)
      return () => {
        rmSync(pidFile, { force: true })
        rmSync(file, { force: true })
        db.close()
      }
    }
    db.close()
  }
}

/** By fs, whose errors name the path. An existing file is left alone: closing it would release a lock of this process. */
function create(file: string): void {
  try {
    closeSync(openSync(file, 'wx'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** ` (123)`, or nothing in the moment before the number is written. */
function pidIn(file: string): string {
  try {
    return ` (${Number(readFileSync(file, 'utf8'))})`
  } catch {
    return ''
  }
}

const inodeOf = (file: string): bigint | undefined => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino
