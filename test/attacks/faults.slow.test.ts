/** The library of the power cuts keeps what was flushed, also while other threads flush. */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { faults } from '../../attacks/support/faults.ts'

const COMMITS = 400

/** Commits, and looks for each commit among what is kept, while deliveries flush their directory as channels/eml.ts does. */
const PROGRAM = `
import { DatabaseSync } from 'node:sqlite'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
const { FAULTY_PLACE: data, FLUSHED_PLACE: flushed } = process.env
mkdirSync(data + '/mail')
const db = new DatabaseSync(data + '/inbox.db')
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE message (text)')
let running = true
const deliveries = (async () => {
  while (running) {
    const directory = await open(data + '/mail')
    await directory.sync()
    await directory.close()
  }
})()
const kept = (name, text) => existsSync(flushed + name) && readFileSync(flushed + name).includes(text)
let lost = 0
for (let at = 0; at < ${COMMITS}; at++) {
  db.prepare('INSERT INTO message VALUES (?)').run('message ' + at + '.')
  if (!kept('/inbox.db', 'message ' + at + '.') && !kept('/inbox.db-wal', 'message ' + at + '.')) lost++
  if (at % 4 === 0) await new Promise(setImmediate)
}
running = false
await deliveries
console.log(lost)`

const broken = faults()

test.skipIf(!broken)('a commit is among what is kept, whatever other threads flush', () => {
  const lost = execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    env: { ...process.env, ...broken!.settings } as NodeJS.ProcessEnv,
    encoding: 'utf8',
  })
  expect(lost).toBe('0\n')
})
