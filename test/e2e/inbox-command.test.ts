/** `sdk-catalog inbox …`: what the operator sees of the messages and does with them. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openInbox } from '../../src/inbox/index.ts'
import { TRAP_FIELD } from '../../src/rest/site/forms.ts'
import { recorder } from '../inbox/support/events.ts'
import { closedPort, mailReceiver } from '../inbox/support/receivers.ts'
import { ada, emptyPlace, inbox, mailTo, run, serve } from './messages-process.ts'

const job = {
  ...ada,
  name: 'Bea Stone',
  role: 'Engineer',
  message: 'First line\nportfolio_url: https://not.hers.example',
}

/** Three messages, oldest first: one delivered, one waiting, one given up. */
async function filledPlace() {
  const dataDir = emptyPlace()
  const { log, seen } = recorder()
  const filled = openInbox({ dataDir, log })
  const idOf = async (kind: 'contact' | 'job', fields: object) => {
    const submitted = await filled.submit(kind, fields)
    if (!submitted.ok) throw new Error('refused')
    return submitted.id
  }
  const sent = await idOf('contact', ada)
  filled.start()
  await seen({ event: 'delivered' })
  await filled.stop()
  const pending = await idOf('job', { ...job, portfolio_url: 'https://bea.example/' })
  const dead = await idOf('contact', { ...ada, message: 'Nobody wants this' })
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
async function output(args: readonly string[], settings: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await inbox(args, settings)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.endsWith('\n')).toBe(true)
  return stdout
}

const json = async (args: readonly string[], settings: Record<string, string>) =>
  JSON.parse(await output([...args, '--json'], settings))

/** The message as the store has it now. */
async function look({ DATA_DIR }: { DATA_DIR: string }, id: string) {
  const opened = openInbox({ dataDir: DATA_DIR })
  const message = await opened.show(id)
  await opened.stop()
  return message!
}

describe('inbox list', () => {
  test('shows the newest first, how each delivery stands, and nothing of what they say', async () => {
    const { settings, sent, pending, dead } = await filledPlace()
    const [text, data] = await Promise.all([output(['list'], settings), json(['list'], settings)])
    expect(text.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['id', 'kind', 'received', 'channel', 'state', 'attempts', 'last error'],
      [dead, 'contact', '2026-01-03T10:00:00.000Z', 'eml', 'dead', '170', 'SMTP_451'],
      [pending, 'job', '2026-01-02T10:00:00.000Z', 'eml', 'pending', '0'],
      [sent, 'contact', '2026-01-01T10:00:00.000Z', 'eml', 'sent', '1'],
      [''],
    ])
    expect(data).toMatchObject([
      {
        id: dead,
        kind: 'contact',
        deliveries: [{ channel: 'eml', state: 'dead', attempts: 170, lastError: 'SMTP_451' }],
      },
      { id: pending, kind: 'job', createdAt: '2026-01-02T10:00:00.000Z' },
      {
        id: sent,
        deliveries: [{ state: 'sent', lastError: null, nextAt: null, sentAt: '2026-01-01T10:00:05.000Z' }],
      },
    ])
    expect(text + JSON.stringify(data)).not.toMatch(/Ada|Bea|example|tides|Nobody/)
  })

  test('can be cut to a state and a number', async () => {
    const { settings, dead, pending } = await filledPlace()
    const ids = async (...args: string[]) =>
      (await json(['list', ...args], settings)).map(({ id }: { id: string }) => id)
    expect(await Promise.all([ids('--state', 'pending'), ids('--limit', '2')])).toEqual([[pending], [dead, pending]])
  })

  test('says so when there is no inbox, and makes none', async () => {
    const DATA_DIR = join(emptyPlace(), 'not', 'yet', 'there')
    const { code, stdout, stderr } = await inbox(['list'], { DATA_DIR })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      `sdk-catalog: there is no inbox in DATA_DIR ${JSON.stringify(DATA_DIR)}; the first message makes one.\n`,
    )
    expect(existsSync(DATA_DIR)).toBe(false)
  })

  test('says so when there is no message', async () => {
    const DATA_DIR = emptyPlace()
    const empty = openInbox({ dataDir: DATA_DIR })
    await empty.ready()
    await empty.stop()
    expect(await output(['list'], { DATA_DIR })).toBe('No messages.\n')
  })
})

describe('inbox show', () => {
  test('shows one message like a mail: its text last, where it can pass for no other field', async () => {
    const { settings, pending } = await filledPlace()
    const [text, data] = await Promise.all([output(['show', pending], settings), json(['show', pending], settings)])
    const [head, row, ...letter] = text.split('\n')
    expect([head, row]).toEqual([
      expect.stringMatching(/^id /),
      expect.stringMatching(new RegExp(`^${pending} .* pending`)),
    ])
    expect(letter).toEqual([
      '',
      'name: Bea Stone',
      'email: ada.wrenfield@example.org',
      'role: Engineer',
      'portfolio_url: https://bea.example/',
      '',
      'First line',
      'portfolio_url: https://not.hers.example',
      '',
    ])
    const { id, kind, fields } = (await look(settings, pending))!
    expect(data).toMatchObject({ id, kind, fields, createdAt: '2026-01-02T10:00:00.000Z' })
  })

  test('sends no control character of a message to the terminal', async () => {
    const DATA_DIR = emptyPlace()
    const filled = openInbox({ dataDir: DATA_DIR })
    const message = `bell \u0007 red \u001b[31m C1 \u009b2J title \u001b]0;gone\u0007 back\b\b end`
    const submitted = await filled.submit('contact', { ...ada, message })
    await filled.stop()
    const text = await output(['show', (submitted as { id: string }).id], { DATA_DIR })
    expect(text).toContain('red \ufffd[31m')
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  })
})

describe('inbox retry', () => {
  test('makes the dead due again, once', async () => {
    const { settings, dead } = await filledPlace()
    expect(await output(['retry'], settings)).toBe('Deliveries due now: 1. The running service takes them up.\n')
    expect(await look(settings, dead)).toMatchObject({ deliveries: [{ state: 'pending', attempts: 0 }] })
    expect(await output(['retry'], settings)).toBe('Nothing to retry: no delivery is dead.\n')
  })

  test('takes one message by its id, and says when there is nothing to do', async () => {
    const { settings, sent, pending } = await filledPlace()
    const [one, done] = await Promise.all([json(['retry', pending], settings), output(['retry', sent], settings)])
    expect(one).toEqual({ deliveries: 1, unconfigured: [] })
    expect(done).toBe('Nothing to retry: each delivery is done or under way, or the text was deleted.\n')
  })

  test('has the running service deliver what the mail server first refused', async () => {
    const mail = await mailReceiver()
    onTestFinished(() => mail.close())
    mail.replies.push(550)
    const settings = { DATA_DIR: emptyPlace(), SMTP_URL: mail.url, ...mailTo }
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

describe('inbox purge', () => {
  test('deletes what messages say that were delivered before the day, and keeps all others', async () => {
    const { settings, sent, pending, dead } = await filledPlace()
    expect(await json(['purge', '--before', '2026-01-01'], settings)).toEqual({ messages: 0 })
    const text = await output(['purge', '--before', '2999-01-01'], settings)
    expect(text).toBe(
      'Delivered or held messages whose text was deleted: 1. Mail that was sent or written to files stays.\n',
    )
    const kept = readdirSync(settings.DATA_DIR).filter((name) => name.startsWith('inbox.db'))
    const bytes = kept.map((name) => readFileSync(join(settings.DATA_DIR, name), 'latin1')).join('')
    expect(bytes).not.toContain('tides')
    expect(await output(['show', sent], settings)).toMatch(/ sent [\s\S]*\n\n\(its text was deleted\)\n$/)
    for (const id of [pending, dead]) expect((await look(settings, id)).fields?.message).toMatch(/\w/)
  })
})

describe('inbox delete', () => {
  test('removes one message with all that is stored of it, and says what it leaves', async () => {
    const { settings, sent, pending, dead } = await filledPlace()
    const text = await output(['delete', sent, '--yes'], settings)
    expect(text.split('\n').slice(1)).toEqual([
      expect.stringMatching(new RegExp(`^${sent} .* eml +sent +1$`)),
      '',
      `Deleted: message ${sent} with its text and its deliveries, 1.`,
      'Not touched: copies that were delivered or are on their way, and mail files (.eml) in DATA_DIR/mail.',
      '',
    ])
    const kept = readdirSync(settings.DATA_DIR).filter((name) => name.startsWith('inbox.db'))
    const bytes = kept.map((name) => readFileSync(join(settings.DATA_DIR, name), 'latin1')).join('')
    expect(bytes).not.toContain('tides')
    expect(readdirSync(join(settings.DATA_DIR, 'mail'))).toEqual([`${sent}.eml`])
    expect(await json(['delete', dead, '--yes'], settings)).toMatchObject({
      deleted: { id: dead, kind: 'contact', deliveries: [{ channel: 'eml', state: 'dead' }] },
    })
    expect((await json(['list'], settings)).map(({ id }: { id: string }) => id)).toEqual([pending])
  })
})

describe('deliveries of a channel that is not set', () => {
  test('are named as such, with what becomes of them', async () => {
    const { settings, pending, dead } = await filledPlace()
    const elsewhere = { ...settings, SMTP_URL: `smtp://127.0.0.1:${await closedPort()}`, ...mailTo }
    const note =
      'Not set here: eml. A service with these settings moves what is pending or dead there to the channels it has, at its start and every minute.\n'
    const [list, stats, retried, data] = await Promise.all([
      output(['list'], elsewhere),
      output(['stats'], elsewhere),
      output(['retry', pending], elsewhere),
      json(['show', dead], elsewhere),
    ])
    for (const text of [list, stats]) expect(text.endsWith(`\n${note}`)).toBe(true)
    expect(retried).toBe(`Deliveries due now: 1. The running service takes them up.\n${note}`)
    expect(data.deliveries).toMatchObject([{ channel: 'eml', configured: false, state: 'dead' }])
    expect(await output(['list', '--state', 'sent'], elsewhere)).not.toContain('Not set here')
  })
})

describe('a message that was held back', () => {
  test('is listed and counted, and delivered once it is retried', async () => {
    const settings = { DATA_DIR: emptyPlace() }
    const service = await serve(settings)
    const form = new URLSearchParams({ ...ada, [TRAP_FIELD]: 'https://spam.example' })
    expect((await service.post('/api/contact', form, { origin: service.url })).status).toBe(200)
    await service.logged('held')
    const [held] = await json(['list', '--state', 'held'], settings)
    expect(held.deliveries).toMatchObject([{ channel: 'eml', state: 'held', nextAt: null }])
    expect(await output(['stats'], settings)).toBe('eml held: 1\noldest undelivered: 0 s\n')
    expect(await output(['retry'], settings)).toBe('Nothing to retry: no delivery is dead.\n')
    await output(['retry', held.id], settings)
    await service.logged('delivered')
    expect(readdirSync(join(settings.DATA_DIR, 'mail'))).toEqual([`${held.id}.eml`])
  })
})

describe('inbox stats', () => {
  test('counts deliveries by channel and state, and tells the age of the oldest that waits', async () => {
    const { settings } = await filledPlace()
    const db = new DatabaseSync(join(settings.DATA_DIR, 'inbox.db'))
    db.exec(`UPDATE inbox_delivery SET queued_at = queued_at - 3600000 WHERE state = 'pending'`)
    db.close()
    const [text, data] = await Promise.all([output(['stats'], settings), json(['stats'], settings)])
    expect(text).toMatch(/^eml dead: 1\neml pending: 1\neml sent: 1\noldest undelivered: 36\d\d s\n$/)
    expect(data.deliveries).toContainEqual({ channel: 'eml', configured: true, state: 'dead', count: 1 })
    expect(data.oldestPendingSeconds).toBeGreaterThanOrEqual(3600)
  })
})

describe('a wrong command line', () => {
  const wrong = [
    [],
    ['read'],
    ['list', '--state', 'lost'],
    ['list', '--limit', '0'],
    ['list', '--limit', '1e2'],
    ['list', '--limit'],
    ['list', '--colour'],
    ['list', 'all'],
    ['show'],
    ['show', 'one', 'two'],
    ['retry', 'one', 'two'],
    ['purge'],
    ['purge', '--before', 'yesterday'],
    ['purge', '--before', '2026-13-01'],
    ['purge', '--before', '2026-02-31'],
    ['purge', '--before', '2025-02-29'],
    ['purge', '--before', '2026-01-31 (foo)'],
    ['purge', '--before', '2026-01-31T25:00Z'],
    ['purge', '--before', '2026-01-31T10:00'],
    ['purge', '--before', '2026-1-31'],
    ['delete', 'one'],
    ['delete', '--yes'],
  ]

  test('ends with 2 and says what is wrong', async () => {
    // Each ends before it looks for a store, which would end with 1.
    const DATA_DIR = join(emptyPlace(), 'file')
    writeFileSync(DATA_DIR, '')
    const ends = await Promise.all(wrong.map((args) => inbox(args, { DATA_DIR })))
    expect(ends.map(({ code, stdout }) => [code, stdout])).toEqual(wrong.map(() => [2, '']))
    for (const { stderr } of ends) expect(stderr).toMatch(/error: .+|Usage: /)
  })
})

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

test('npm run --silent inbox passes on its arguments', async () => {
  const { settings, dead } = await filledPlace()
  const { code, stdout } = await run(
    'npm',
    ['run', '--silent', 'inbox', '--', 'list', '--state', 'dead', '--json'],
    settings,
  )
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject([{ id: dead }])
})
