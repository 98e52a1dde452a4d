/** `sdk-catalog inbox retry`, `purge` and `delete`, and commands that fail: exit code and the one line. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openInbox } from '../../src/inbox/index.ts'
import { TRAP_FIELD } from '../../src/rest/routes.ts'
import { closedPort, mailReceiver } from '../inbox/support/receivers.ts'
import { scratch } from '../scratch.ts'
import { filledPlace, json, look, output } from './inbox-place.ts'
import { ada, inbox, mailTo, serve } from './messages-process.ts'

describe('inbox retry', () => {
  test('makes the dead due again, once', async () => {
    const { settings, dead } = await filledPlace()
    expect(await output(['retry'], settings)).toBe('Deliveries due now: 1. The running service takes them up.\n')
    expect(await look(settings, dead)).toMatchObject({ deliveries: [{ state: 'pending', attempts: 0 }] })
    expect(await output(['retry'], settings)).toBe('Nothing to retry: no delivery is dead.\n')
  })

  test('has the running service deliver what the mail server first refused', async () => {
    const mail = await mailReceiver()
    onTestFinished(() => mail.close())
    mail.replies.push(550)
    const settings = { DATA_DIR: scratch(), SMTP_URL: mail.url, ...mailTo }
    const service = await serve(settings)
    expect((await service.post('/api/contact', ada)).status).toBe(200)
    await service.logged('retry')
    const [message] = await json(['list', '--state', 'pending'], settings)
    expect(message.deliveries).toMatchObject([{ channel: 'smtp', attempts: 1, lastError: 'SMTP_550' }])
    await output(['retry', message.id], settings)
    await service.logged('delivered')
    expect(mail.mails.map(({ mail }) => mail.replyTo?.[0]?.name)).toEqual([ada.name])
  })
})

test('show, retry and delete take the first six characters of an id', async () => {
  const { settings, sent, pending } = await filledPlace()
  const done = 'Nothing to retry: each delivery is done or under way, or the text was deleted.\n'
  expect(await output(['retry', sent.slice(0, 6)], settings)).toBe(done)
  const short = pending.slice(0, 6)
  expect(await json(['show', short], settings)).toMatchObject({ id: pending })
  expect(await json(['retry', short], settings)).toEqual({ deliveries: 1, unconfigured: [] })
  expect(await output(['delete', short, '--yes'], settings)).toContain(`Deleted: message ${pending} with`)
})

test('inbox purge deletes what messages say that were delivered before the day, and keeps all others', async () => {
  const { settings, sent, pending, dead } = await filledPlace()
  expect(await json(['purge', '--before', '2026-01-01'], settings)).toEqual({ messages: 0 })
  const text = await output(['purge', '--before', '2999-01-01'], settings)
  expect(text).toBe(
    'Delivered or held messages whose text was deleted: 1. Mail that was sent or written to files stays.\n',
  )
  const files = readdirSync(settings.DATA_DIR).filter((name) => name.startsWith('inbox.db'))
  const bytes = files.map((name) => readFileSync(join(settings.DATA_DIR, name), 'latin1')).join('')
  expect(bytes).not.toContain('tides')
  expect(await output(['show', sent], settings)).toMatch(/ sent [\s\S]*\n\n\(its text was deleted\)\n$/)
  for (const id of [pending, dead]) expect((await look(settings, id)).fields?.message).toMatch(/\w/)
})

test('inbox delete removes one message with all that is stored of it, and says what it leaves', async () => {
  const { settings, sent, pending, dead } = await filledPlace()
  const text = await output(['delete', sent, '--yes'], settings)
  expect(text.split('\n').slice(1)).toEqual([
    expect.stringMatching(new RegExp(`^${sent} .* eml +sent +1$`)),
    '',
    `Deleted: message ${sent} with its text and its deliveries, 1.`,
    'Mail files (.eml) deleted in DATA_DIR/mail: 1.',
    'Not touched: copies that were delivered or are on their way, those of other replicas, and backups.',
    '',
  ])
  const files = readdirSync(settings.DATA_DIR).filter((name) => name.startsWith('inbox.db'))
  const bytes = files.map((name) => readFileSync(join(settings.DATA_DIR, name), 'latin1')).join('')
  expect(bytes).not.toContain('tides')
  expect(readdirSync(join(settings.DATA_DIR, 'mail'))).toEqual([])
  expect(await json(['delete', dead, '--yes'], settings)).toMatchObject({
    deleted: { id: dead, kind: 'contact', deliveries: [{ channel: 'eml', state: 'dead' }] },
  })
  expect((await json(['list'], settings)).map(({ id }: { id: string }) => id)).toEqual([pending])
})

test('what a sender may ask for is exported whole, as JSON Lines and CSV, and deleted with its mail file, and nobody else is', async () => {
  const { settings, sent, pending, dead } = await filledPlace()
  const other = openInbox({ dataDir: settings.DATA_DIR })
  await other.receive('contact', { ...ada, name: '=cmd()', email: 'eve@example.org', message: 'a, "b"\nc' })
  await other.stop()
  const from = ['--from', ada.email.toUpperCase()]
  const lines = (await output(['export', ...from], settings))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ id, fields }) => [id, fields.email])).toEqual([dead, pending, sent].map((id) => [id, ada.email]))
  const csv = await output(['export', '--csv', '--from', 'eve@example.org'], settings)
  expect(csv.split('\r\n')).toEqual([
    'id,kind,received,answered,name,email,role,portfolio_url,resume_url,message',
    expect.stringMatching(/^[\w-]{36},contact,[^,]+,,'=cmd\(\),eve@example\.org,,,,"a, ""b""\nc"$/),
    '',
  ])
  expect(await output(['list', '--unanswered', '--from', 'eve@example.org'], settings)).toContain(
    '=cmd() <eve@example.org>',
  )
  expect(await output(['delete', ...from, '--yes'], settings)).toMatch(/(Deleted: message .*\n){3}Mail files .*: 1\./)
  expect((await json(['list'], settings)).map(({ sender }: { sender: object }) => sender)).toMatchObject([
    { name: '=cmd()' },
  ])
  expect(readdirSync(join(settings.DATA_DIR, 'mail'))).toEqual([])
  const none = await inbox(['delete', ...from, '--yes'], settings)
  expect([none.code, none.stderr]).toEqual([1, expect.stringMatching(/no message whose text is kept is from /)])
  for (const args of [
    ['delete', '--yes'],
    ['delete', sent, ...from, '--yes'],
  ])
    expect((await inbox(args, settings)).stderr).toMatch(/give the id of a message, or --from/)
})

test('an answer is recorded, and taken back', async () => {
  const { settings, sent } = await filledPlace()
  expect(await output(['done', sent.slice(0, 6)], settings)).toMatch(new RegExp(`^Answered: message ${sent}, at `))
  const open = async () => (await json(['list', '--unanswered'], settings)).map(({ id }: { id: string }) => id)
  expect(await open()).not.toContain(sent)
  expect(await json(['done', sent, '--undo'], settings)).toMatchObject({ id: sent, answeredAt: null })
  expect(await open()).toContain(sent)
})

test('a message that was held back is listed and counted, and delivered once it is retried', async () => {
  const settings = { DATA_DIR: scratch() }
  const service = await serve(settings)
  const form = new URLSearchParams({ ...ada, [TRAP_FIELD]: 'https://spam.example' })
  expect((await service.post('/api/contact', form, { origin: service.url })).status).toBe(200)
  await service.logged('held')
  const [held] = await json(['list', '--state', 'held'], settings)
  expect(held.deliveries).toMatchObject([{ channel: 'eml', state: 'held', nextAt: null }])
  expect(await output(['stats'], settings)).toBe('eml held: 1\noldest unanswered: 0 s\noldest undelivered: 0 s\n')
  expect(await output(['retry'], settings)).toBe('Nothing to retry: no delivery is dead.\n')
  await output(['retry', held.id], settings)
  await service.logged('delivered')
  expect(readdirSync(join(settings.DATA_DIR, 'mail'))).toEqual([`${held.id}.eml`])
})

test('show, retry and delete name what is wrong with an id in one line, and change nothing', async () => {
  const { settings, sent, pending } = await filledPlace()
  const db = new DatabaseSync(join(settings.DATA_DIR, 'inbox.db'))
  for (const id of [sent, pending]) {
    const alike = `facade${id.slice(6)}`
    db.prepare('UPDATE inbox_message SET id = ? WHERE id = ?').run(alike, id)
    db.prepare('UPDATE inbox_delivery SET message_id = ? WHERE message_id = ?').run(alike, id)
  }
  db.close()
  for (const [command, ...options] of [['show'], ['retry'], ['delete', '--yes']] as const)
    for (const [id, line] of [
      ['nobody', 'no message has the id "nobody"; "inbox list" shows the ids.'],
      ['facad', '"facad" is too short; give at least 6 characters of the id.'],
      ['facade', 'several messages have an id that begins with "facade"; give more of it.'],
    ] as const)
      expect(await inbox([command, id, ...options], settings)).toEqual({
        ...{ code: 1, stdout: '', stderr: `sdk-catalog: ${line}\n` },
      })
  expect(await json(['list'], settings)).toHaveLength(3)
})

describe('a store that is away', () => {
  const commands = ['list', 'show x', 'retry', 'purge --before 2026-01-01', 'delete x --yes', 'stats --json']

  test('ends each command with 1 and one line', async () => {
    const place = scratch()
    writeFileSync(join(place, 'inbox.db'), 'this is no database, however long it may be read as one'.repeat(20))
    const ends = await Promise.all(commands.map((words) => inbox(words.split(' '), { DATA_DIR: place })))
    for (const { code, stdout, stderr } of ends) {
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toMatch(/^sdk-catalog: SQLite store: [^\n]+\n$/)
    }
  })

  test('shows no password in that line', async () => {
    const DATABASE_URL = `postgres://keeper:secret-word@127.0.0.1:${await closedPort()}/messages`
    const { code, stdout, stderr } = await inbox(['list'], { DATABASE_URL, DATA_DIR: scratch() })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^sdk-catalog: PostgreSQL store: [^\n]+\n$/)
    expect(stderr).not.toContain('secret-word')
  })
})
