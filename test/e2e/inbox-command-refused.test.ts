/** `sdk-catalog inbox …` that fail: exit code and the one line. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { closedPort } from '../inbox/support/receivers.ts'
import { filledPlace, json } from './inbox-place.ts'
import { emptyPlace, inbox } from './messages-process.ts'

test.each([['show'], ['retry'], ['delete', '--yes']])(
  'inbox %s of an id that no message has ends with 1 and one line',
  async (command, ...options) => {
    const { settings } = await filledPlace()
    expect(await inbox([command, 'nobody', ...options], settings)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'sdk-catalog: no message has the id "nobody"; "inbox list" shows the ids.\n',
    })
  },
)

test.each([['show'], ['retry'], ['delete', '--yes']])(
  'inbox %s of the beginning of an id that is short or no one message’s ends with 1 and one line',
  async (command, ...options) => {
    const { settings, sent, pending } = await filledPlace()
    const begin = (id: string) => `facade${id.slice(6)}`
    const db = new DatabaseSync(join(settings.DATA_DIR, 'inbox.db'))
    for (const id of [sent, pending]) {
      db.prepare('UPDATE inbox_message SET id = ? WHERE id = ?').run(begin(id), id)
      db.prepare('UPDATE inbox_delivery SET message_id = ? WHERE message_id = ?').run(begin(id), id)
    }
    db.close()
    for (const [id, line] of [
      ['facad', '"facad" is too short; give at least 6 characters of the id.'],
      ['facade', 'several messages have an id that begins with "facade"; give more of it.'],
    ] as const)
      expect(await inbox([command, id, ...options], settings)).toEqual({
        code: 1,
        stdout: '',
        stderr: `sdk-catalog: ${line}\n`,
      })
    expect((await json(['list'], settings)).length).toBe(3)
  },
)

describe('a store that is away', () => {
  const commands = [
    ['list'],
    ['show', 'x'],
    ['retry'],
    ['purge', '--before', '2026-01-01'],
    ['delete', 'x', '--yes'],
    ['stats', '--json'],
  ]

  test('ends each command with 1 and one line', async () => {
    const place = emptyPlace()
    writeFileSync(join(place, 'inbox.db'), 'this is no database, however long it may be read as one'.repeat(20))
    const ends = await Promise.all(commands.map((args) => inbox(args, { DATA_DIR: place })))
    for (const { code, stdout, stderr } of ends) {
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toMatch(/^sdk-catalog: SQLite store: [^\n]+\n$/)
    }
  })

  test('shows no password in that line', async () => {
    const DATABASE_URL = `postgres://keeper:secret-word@127.0.0.1:${await closedPort()}/messages`
    const { code, stdout, stderr } = await inbox(['list'], { DATABASE_URL, DATA_DIR: emptyPlace() })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^sdk-catalog: PostgreSQL store: [^\n]+\n$/)
    expect(stderr).not.toContain('secret-word')
  })
})
