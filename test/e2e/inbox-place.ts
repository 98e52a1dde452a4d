/** An inbox with messages in it, and what `sdk-catalog inbox …` says of it. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { openInbox } from '../../src/inbox/index.ts'
import { recorder } from '../inbox/support/events.ts'
import { idOf } from '../inbox/support/inboxes.ts'
import { scratch } from '../scratch.ts'
import { ada, inbox } from './messages-process.ts'

const job = {
  ...ada,
  name: 'Bea Stone',
  role: 'Engineer',
  message: 'First line\nportfolio_url: https://not.hers.example',
}

/** Three messages, oldest first: one delivered, one waiting, one given up. */
export async function filledPlace() {
  const dataDir = scratch()
  const { log, seen } = recorder()
  const filled = openInbox({ dataDir, log })
  const stored = async (kind: 'contact' | 'job', fields: object) => idOf(await filled.receive(kind, fields))
  const sent = await stored('contact', ada)
  filled.start()
  await seen({ event: 'delivered' })
  await filled.stop()
  const pending = await stored('job', { ...job, portfolio_url: 'https://bea.example/' })
  const dead = await stored('contact', { ...ada, message: 'Nobody wants this' })
  await filled.stop()
  const db = new DatabaseSync(join(dataDir, 'inbox.db'))
  const age = db.prepare('UPDATE inbox_message SET created_at = ? WHERE id = ?')
  age.run(Date.parse('2026-01-01T10:00:00Z'), sent)
  age.run(Date.parse('2026-01-02T10:00:00Z'), pending)
  age.run(Date.parse('2026-01-03T10:00:00Z'), dead)
  db.prepare(
    `UPDATE inbox_delivery SET state = 'dead', attempts = 170, last_error = 'SMTP_451' WHERE message_id = ?`,
  ).run(dead)
  db.prepare('UPDATE inbox_delivery SET sent_at = ? WHERE message_id = ?').run(Date.parse('2026-01-01T10:00:05Z'), sent)
  db.close()
  return { settings: { DATA_DIR: dataDir }, sent, pending, dead }
}

/** Output of a command that must succeed. */
export async function output(args: readonly string[], settings: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await inbox(args, settings)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.endsWith('\n')).toBe(true)
  return stdout
}

/** The same with --json, read. */
export const json = async (args: readonly string[], settings: Record<string, string>) =>
  JSON.parse(await output([...args, '--json'], settings))

/** The message as the store has it now. */
export async function look({ DATA_DIR }: { DATA_DIR: string }, id: string) {
  const opened = openInbox({ dataDir: DATA_DIR })
  const message = await opened.show(id)
  await opened.stop()
  return message!
}
