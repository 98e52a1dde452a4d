/** The default store: one SQLite file with a write-ahead log (WAL). */
import * as fs from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDirectory } from '../../system/make-directory.ts'
import { type Driver, type Statement, StoreError, sql } from './store.ts'

interface Job {
  statements: Statement[]
  durable: boolean
  resolve(rows: unknown[][]): void
  reject(error: StoreError): void
}

const MIN_VERSION = '3.51.3'

/** https://sqlite.org/rescode.html. The low byte is the primary code. */
const BUSY = 5
const FILE_IN_DOUBT = [10, 11, 26] // IOERR, CORRUPT, NOTADB
const MAYBE_NO_SPACE = [10, 13, 14] // IOERR, FULL, CANTOPEN
/** SQLite's files grow in steps of at most this many bytes. */
const STEP_BYTES = 64 * 1024

/** How long a call may block the event loop while another process commits, before it yields and tries again. */
const BLOCK_MS = 20
const BUSY_MS = 5000

export function sqliteDriver(file: string): Driver {
  let connection: { db: DatabaseSync; identity: string } | undefined
  /** Set until the next statement, so that waiting jobs do not open the file again. */
  let closed = false

  const connected = (): DatabaseSync => {
    if (connection && connection.identity !== identityOf(file)) {
      // Anything written to the old file would be lost. The next statement opens the new one.
      close()
      throw new StoreError('file_gone', `SQLite store: ${file} was removed or replaced`)
    }
    if (connection) return connection.db
    if (closed) throw new StoreError('closed', 'SQLite store: closed')
    createPrivately(file)
    // Loaded on use: services with PostgreSQL need no SQLite.
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
    const db = new DatabaseSync(file, { timeout: BLOCK_MS })
    try {
      refuseOldSqlite(String(db.prepare('SELECT sqlite_version() AS version').get()!.version))
      // secure_delete: a purged body must not stay in a free page.
      db.exec('PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON')
    } catch (error) {
      db.close()
      throw error
    }
    connection = { db, identity: identityOf(file) }
    return db
  }

  const close = () => {
    connection?.db.close()
    connection = undefined
  }

  /** Commits once no other process is writing. */
  const commitTogether = async (jobs: Job[]): Promise<unknown[][][]> => {
    const giveUpAt = Date.now() + BUSY_MS
    for (;;) {
      try {
        return commit(connected(), jobs)
      } catch (error) {
        const code = resultCode(error)
        // After a failed flush the kernel may have dropped pages, so this handle cannot be trusted.
        if (FILE_IN_DOUBT.includes(code)) close()
        if (code !== BUSY || Date.now() >= giveUpAt) throw error
        await sleep(5 + Math.random() * 20)
      }
    }
  }

  const settle = async (jobs: Job[]): Promise<void> => {
    try {
      const rows = await commitTogether(jobs)
      for (const [index, { resolve }] of jobs.entries()) resolve(rows[index] ?? [])
    } catch (error) {
      // Nothing was written. Each job is committed on its own now, so that one failure does not affect the others.
      if (jobs.length > 1 && resultCode(error) !== BUSY) for (const job of jobs) await settle([job])
      else for (const { reject } of jobs) reject(storeError(error, dirname(file)))
    }
  }

  /** Jobs that arrive in one turn of the event loop share one flush to disk, which is by far the slowest part. */
  const waiting: Job[] = []

  return {
    nowSql: "cast(unixepoch('subsec') * 1000 AS integer)",
    // BEGIN IMMEDIATE and single statements already exclude every other writer.
    skipLocked: '',
    exclusive: () => [],
    tableSql: (name) => `SELECT name FROM sqlite_master WHERE type = 'table' AND name = '${name}'`,
    batch: (statements, { durable = true } = {}) =>
      new Promise((resolve, reject) => {
        closed = false
        if (waiting.push({ statements, durable, resolve, reject }) === 1) setImmediate(() => settle(waiting.splice(0)))
      }),
    // The log holds earlier pages until a checkpoint. If readers prevent it now, the next purge makes it.
    scrub: [sql`PRAGMA wal_checkpoint(TRUNCATE)`],
    close: async () => {
      closed = true
      close()
    },
  }
}

/** Versions before 3.51.3 can corrupt a WAL file that two connections use. Throws StoreError for such a version. */
export function refuseOldSqlite(version: string): void {
  if (version.localeCompare(MIN_VERSION, 'en', { numeric: true }) >= 0) return
  const detail = `SQLite ${version} can corrupt its file; ${MIN_VERSION} or later is needed: update Node.js`
  throw new StoreError('sqlite_too_old', detail)
}

/** Creates the file for its owner alone before SQLite does, which gives its log files the same mode. */
function createPrivately(file: string): void {
  makeDirectory(dirname(file), 0o700)
  const created = fs.openSync(file, 'a', 0o600)
  if (fs.fstatSync(created).mode & 0o077) fs.fchmodSync(created, 0o600)
  fs.closeSync(created)
  // SQLite flushes the directory for its log files but not for the file itself.
  const directory = fs.openSync(dirname(file), 'r')
  fs.fsyncSync(directory)
  fs.closeSync(directory)
}

/** Device and inode of the file that has this name now. */
function identityOf(file: string): string {
  const stat = fs.statSync(file, { bigint: true, throwIfNoEntry: false })
  return `${stat?.dev}:${stat?.ino}`
}

/** A directory that is set up wrongly; other errors, such as ENOSPC and EIO, may go away by themselves. */
const PERMANENT = ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP']

/** The code of a permanent error that keeps the file from being written. Makes a missing file. */
export function permanentFileError(file: string): string | undefined {
  try {
    createPrivately(file)
    // SQLite creates its log files beside it.
    fs.accessSync(dirname(file), fs.constants.W_OK)
    return undefined
  } catch (error) {
    return PERMANENT.find((code) => code === (error as NodeJS.ErrnoException).code)
  }
}

function commit(db: DatabaseSync, jobs: Job[]): unknown[][][] {
  const run = ({ text, params = [] }: Statement) =>
    db.prepare(text).all(Object.fromEntries(params.map((value, index) => [index + 1, value])))
  const isSingle = jobs.length === 1 && jobs[0]?.statements.length === 1
  // https://sqlite.org/pragma.html#pragma_synchronous: FULL flushes the log at the commit, and with it the NORMAL commits
  // before. Only FULL commits checkpoint, because SQLite ignores a failed flush of a checkpoint. The kernel may drop the
  // pages then, and the next flush succeeds although the log has a gap, after which nothing would be recovered.
  const durable = jobs.some((job) => job.durable)
  db.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}; PRAGMA wal_autocheckpoint = ${durable ? 1000 : 0}`)
  if (!isSingle) db.exec('BEGIN IMMEDIATE')
  try {
    const rows = jobs.map(({ statements }) => statements.map(run))
    if (!isSingle) db.exec('COMMIT')
    return rows
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

interface SqliteError {
  errcode?: number
  errstr?: string
}

/** The primary result code; 0 for an error that is not of SQLite. */
const resultCode = (error: unknown): number => ((error as SqliteError).errcode ?? 0) & 0xff

function storeError(error: unknown, dir: string): StoreError {
  if (error instanceof StoreError) return error
  const { errcode, errstr, code = 'sqlite', message } = error as NodeJS.ErrnoException & SqliteError
  if (errcode === undefined) return new StoreError(code, `SQLite store: ${message}`)
  const cause = MAYBE_NO_SPACE.includes(errcode & 0xff) && isFull(dir) ? `no space left on ${dir} (ENOSPC), ` : ''
  return new StoreError(`SQLITE_${errcode}`, `SQLite store: ${cause}${errstr}`)
}

/** False for a directory that cannot be read: lack of space is not the cause then. */
function isFull(dir: string): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(dir)
    return bavail * bsize < STEP_BYTES
  } catch {
    return false
  }
}
