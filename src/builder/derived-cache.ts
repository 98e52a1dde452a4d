/**
 * What was derived from repositories, by what they hold: a later build neither parses nor derives again what has not
 * changed. One file in DATA_DIR for every catalogue that is built there. Whatever is wrong with it, a build does without.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { digestOf } from '../system/bytes.ts'
import { makeDirectory } from '../system/make-directory.ts'
import type { Derived } from './derive/derive.ts'

export interface DerivedCache {
  get(key: string): Derived | undefined
  set(key: string, derived: Derived): void
  close(): void
}

const FILE = 'derived.db'
/** Days without a build that used it, after which an entry goes. */
const MAX_UNUSED_DAYS = 60
const DAY_MS = 24 * 60 * 60 * 1000

const SCHEMA = `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS derived (key TEXT PRIMARY KEY, program TEXT, used INTEGER, json TEXT) WITHOUT ROWID`

/** @returns nothing where the file cannot be used */
export async function openDerivedCache(dataDir: string): Promise<DerivedCache | undefined> {
  const { DatabaseSync } = await import('node:sqlite')
  const db = new DatabaseSync(join(dataDir, FILE), { timeout: 5_000, open: false })
  const program = programDigest()
  const today = Math.floor(Date.now() / DAY_MS)
  try {
    makeDirectory(dataDir)
    db.open()
    db.exec(SCHEMA)
    db.prepare('DELETE FROM derived WHERE program <> ? OR used < ?').run(program, today - MAX_UNUSED_DAYS)
  } catch {
    if (db.isOpen) db.close()
    return undefined
  }
  const select = db.prepare('SELECT json FROM derived WHERE key = ?')
  const touch = db.prepare('UPDATE derived SET used = ? WHERE key = ? AND used <> ?')
  const insert = db.prepare('INSERT OR REPLACE INTO derived VALUES (?, ?, ?, ?)')
  return {
    get: (key) =>
      unlessBroken(() => {
        const row = select.get(key)
        if (row) touch.run(today, key, today)
        return row && (JSON.parse(String(row.json)) as Derived)
      }),
    set: (key, derived) => unlessBroken(() => void insert.run(key, program, today, JSON.stringify(derived))),
    close: () => db.close(),
  }
}

function unlessBroken<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** Of this program and the versions of its packages, without the embedded catalogue: another one may derive something else. */
function programDigest(): string {
  const root = fileURLToPath(new URL('../', import.meta.url))
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:[jt]sx?|json)$/.test(file) && !/\bembedded\b/.test(file))
    .sort()
  const read = (file: string) => [Buffer.from(file), readFileSync(join(root, file))]
  return digestOf(['../package.json', ...files].values().flatMap(read))
}
