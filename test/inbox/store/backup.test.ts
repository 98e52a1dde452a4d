/** Copies of the inbox while they are made. What the commands do is in test/e2e/inbox-backup.test.ts. */
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { backupSqlite, restoreSqlite } from '../../../src/inbox/store/backup.ts'
import { scratch } from '../../scratch.ts'
import { ada, testInbox } from '../support/inboxes.ts'

/** Modes of all new files in the folder, in each turn of the event loop until the work is done. */
async function modesDuring(
  folder: string,
  work: () => Promise<number>,
): Promise<{ modes: Set<string>; count: number }> {
  const old = readdirSync(folder)
  const modes = new Set<string>()
  const look = () => {
    for (const name of readdirSync(folder).filter((name) => !old.includes(name))) {
      const stat = statSync(join(folder, name), { throwIfNoEntry: false })
      if (stat) modes.add((stat.mode & 0o777).toString(8))
    }
  }
  let watching = true
  const watch = () => {
    if (!watching) return
    look()
    setImmediate(watch)
  }
  watch()
  const count = await work().finally(() => {
    watching = false
  })
  look()
  return { modes, count }
}

it('a copy of the inbox, and one put back, is for its owner alone from its first byte, and removes no file', async () => {
  const { inbox, place } = await testInbox()
  await inbox.receive('contact', ada)
  await inbox.stop()
  const file = join(place.dataDir, 'inbox.db')
  // Copying takes many turns of the event loop.
  const db = new DatabaseSync(file)
  db.exec('CREATE TABLE padding (text); PRAGMA wal_checkpoint(TRUNCATE)')
  const add = db.prepare('INSERT INTO padding VALUES (?)')
  for (let at = 0; at < 2_000; at++) add.run('x'.repeat(2_000))
  db.close()

  const folder = scratch()
  const copy = join(folder, 'copy.db')
  writeFileSync(`${copy}.new`, 'mine')
  const before = process.umask(0)
  try {
    expect(await modesDuring(folder, () => backupSqlite(file, copy))).toEqual({ modes: new Set(['600']), count: 1 })
    // Whoever keeps copies may have opened them to others.
    chmodSync(copy, 0o644)
    const restored = scratch()
    expect(await modesDuring(restored, () => restoreSqlite(copy, join(restored, 'inbox.db')))).toEqual({
      ...{ modes: new Set(['600']), count: 1 },
    })
    expect(readdirSync(restored)).toEqual(['inbox.db'])
  } finally {
    process.umask(before)
  }
  expect(readdirSync(folder).sort()).toEqual(['copy.db', 'copy.db.new'])
  expect(readFileSync(`${copy}.new`, 'utf8')).toBe('mine')
})
