/** Copies of the SQLite file: a whole one while the service writes, and one put back in its place. */
import { randomUUID } from 'node:crypto'
import { closeSync, createReadStream, createWriteStream, existsSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makeDirectory } from '../../system/make-directory.ts'
import { migrations } from './schema.ts'
import { StoreError } from './store.ts'

/** Copies the file to one that is not there yet. Returns the number of messages in it. Throws StoreError. */
export async function backupSqlite(file: string, to: string): Promise<number> {
  if (existsSync(to)) throw new StoreError('exists', `${to} is there already; choose another name`)
  const { backup, DatabaseSync } = await import('node:sqlite')
  return placed(to, async (staged) => {
    const db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
    await backup(db, staged).finally(() => db.close())
  })
}

/** Puts a copy in the place of the file, which must not be there. Returns the number of messages. Throws StoreError. */
export async function restoreSqlite(from: string, file: string): Promise<number> {
  const existing = [file, `${file}-wal`].find((path) => existsSync(path))
  if (existing) throw new StoreError('exists', `${existing} is there; stop the service and move it away first`)
  if (!existsSync(from)) throw new StoreError('ENOENT', `there is no file ${from}`)
  makeDirectory(dirname(file), 0o700)
  return placed(file, (staged) => pipeline(createReadStream(from), createWriteStream(staged, { flags: 'r+' })))
}

/** Makes the file beside its place, its owner's alone from the first byte, and renames it once it has passed the check. */
async function placed(to: string, make: (staged: string) => Promise<void>): Promise<number> {
  const staged = `${to}.${randomUUID()}`
  try {
    closeSync(openSync(staged, 'wx', 0o600))
    await make(staged)
    const count = await countMessages(staged)
    renameSync(staged, to)
    return count
  } catch (error) {
    if (error instanceof StoreError) throw error
    const { code = 'sqlite', message } = error as NodeJS.ErrnoException
    throw new StoreError(code, `${to} cannot be written: ${message}`)
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(staged + suffix, { force: true })
  }
}

/** Throws StoreError unless the file is a whole store with a schema that this program has. */
async function countMessages(file: string): Promise<number> {
  const { DatabaseSync } = await import('node:sqlite')
  const db = new DatabaseSync(file)
  try {
    const value = (sql: string) => Object.values(db.prepare(sql).get()!)[0]
    if (value('PRAGMA integrity_check') !== 'ok') throw new StoreError('damaged', 'the file is damaged')
    const version = Number(value('SELECT max(version) FROM inbox_migration'))
    if (version > migrations.length)
      throw new StoreError('newer_schema', `the file has schema ${version}: update this program`)
    return Number(value('SELECT count(*) FROM inbox_message'))
  } catch (error) {
    throw error instanceof StoreError ? error : new StoreError('no_inbox', 'the file is no inbox')
  } finally {
    db.close()
  }
}
