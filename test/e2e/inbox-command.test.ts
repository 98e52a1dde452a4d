/** `sdk-catalog inbox …`: what the operator sees of the messages. Changes are in inbox-command-change.test.ts. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { openInbox } from '../../src/inbox/index.ts'
import { idOf } from '../inbox/support/inboxes.ts'
import { closedPort } from '../inbox/support/receivers.ts'
import { scratch } from '../scratch.ts'
import { filledPlace, json, look, output } from './inbox-place.ts'
import { ada, inbox, mailTo } from './messages-process.ts'

describe('inbox list', () => {
  test('shows the newest first, with sender, subject, age and the state of each delivery', async () => {
    const { settings, sent, pending, dead } = await filledPlace()
    const [text, data] = await Promise.all([output(['list'], settings), json(['list'], settings)])
    const days = expect.stringMatching(/^\d+ d$/)
    const from = (name: string) => `${name} <${ada.email}>`
    expect(text.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['id', 'age', 'from', 'subject', 'channel', 'state', 'answered', 'last error'],
      [dead.slice(0, 8), days, from(ada.name), 'Nobody wants this', 'eml', 'dead', 'no', 'SMTP_451'],
      [pending.slice(0, 8), days, from('Bea Stone'), 'Job application: Engineer', 'eml', 'pending', 'no'],
      [sent.slice(0, 8), days, from(ada.name), expect.stringMatching(/tides/), 'eml', 'sent', 'no'],
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
    expect(JSON.stringify(data)).not.toContain('portfolio_url')
  })

  test('is empty where no message has come yet, and makes no inbox; a command for one message says that there is none', async () => {
    const DATA_DIR = join(scratch(), 'not', 'yet', 'there')
    expect(await output(['list'], { DATA_DIR })).toBe('No messages.\n')
    expect(await output(['stats'], { DATA_DIR })).toBe('oldest unanswered: 0 s\noldest undelivered: 0 s\n')
    expect(await json(['list'], { DATA_DIR })).toEqual([])
    const { code, stdout, stderr } = await inbox(['show', 'abcdef'], { DATA_DIR })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      `sdk-catalog: there is no inbox in DATA_DIR ${JSON.stringify(DATA_DIR)}; the first message creates one.\n`,
    )
    expect(existsSync(DATA_DIR)).toBe(false)
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
      ...['', 'name: Bea Stone', 'email: ada.wrenfield@example.org', 'role: Engineer'],
      ...['portfolio_url: https://bea.example/', '', 'First line', 'portfolio_url: https://not.hers.example', ''],
    ])
    const { id, kind, fields } = (await look(settings, pending))!
    expect(data).toMatchObject({ id, kind, fields, createdAt: '2026-01-02T10:00:00.000Z' })
  })

  test('sends no control character of a message to the terminal', async () => {
    const DATA_DIR = scratch()
    const filled = openInbox({ dataDir: DATA_DIR })
    const message = `bell \u0007 red \u001b[31m C1 \u009b2J title \u001b]0;gone\u0007 back\b\b end`
    const receipt = await filled.receive('contact', { ...ada, message })
    await filled.stop()
    const text = await output(['show', idOf(receipt)], { DATA_DIR })
    expect(text).toContain('red \ufffd[31m')
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  })
})

test('deliveries of a channel that is not set are named as such, with what becomes of them', async () => {
  const { settings, pending, dead } = await filledPlace()
  const elsewhere = { ...settings, SMTP_URL: `smtp://127.0.0.1:${await closedPort()}`, ...mailTo }
  const note =
    'Not configured here: eml. A service with these settings moves their pending and dead deliveries to the channels it has, at its start and every minute.\n'
  const [list, stats, retried, data] = await Promise.all([
    output(['list'], elsewhere),
    output(['stats'], elsewhere),
    output(['retry', pending], elsewhere),
    json(['show', dead], elsewhere),
  ])
  for (const text of [list, stats]) expect(text.endsWith(`\n${note}`)).toBe(true)
  expect(retried).toBe(`Deliveries due now: 1. The running service takes them up.\n${note}`)
  expect(data.deliveries).toMatchObject([{ channel: 'eml', configured: false, state: 'dead' }])
  expect(await output(['list', '--state', 'sent'], elsewhere)).not.toContain('Not configured here')
})

test('inbox stats counts deliveries by channel and state, and tells the age of the oldest that waits', async () => {
  const { settings } = await filledPlace()
  const db = new DatabaseSync(join(settings.DATA_DIR, 'inbox.db'))
  db.exec(`UPDATE inbox_delivery SET queued_at = queued_at - 3600000 WHERE state = 'pending'`)
  db.close()
  const [text, data, metrics] = await Promise.all([
    output(['stats'], settings),
    json(['stats'], settings),
    output(['stats', '--prometheus'], settings),
  ])
  expect(text).toMatch(
    /^eml dead: 1\neml pending: 1\neml sent: 1\noldest unanswered: \d+ s\noldest undelivered: 36\d\d s\n$/,
  )
  expect(data.deliveries).toContainEqual({ channel: 'eml', configured: true, state: 'dead', count: 1 })
  expect(data.oldestPendingSeconds).toBeGreaterThanOrEqual(3600)
  const deliveries = ['dead', 'pending', 'sent'].map(
    (state) => `sdk_catalog_inbox_deliveries{channel="eml",state="${state}"} 1\n`,
  )
  expect(metrics).toContain(`# TYPE sdk_catalog_inbox_deliveries gauge\n${deliveries.join('')}# HELP `)
  expect(metrics).toMatch(/^sdk_catalog_inbox_oldest_pending_seconds 36\d\d$/m)
  expect(metrics).toMatch(/^sdk_catalog_inbox_oldest_unanswered_seconds \d+\n$/m)
})

test('npm run --silent inbox passes on its arguments', async () => {
  const { settings, dead } = await filledPlace()
  const args = ['run', '--silent', 'inbox', '--', 'list', '--state', 'dead', '--limit', '1', '--json']
  const env = { PATH: process.env.PATH!, HOME: process.env.HOME!, ...settings }
  const stdout = execFileSync('npm', args, { env, encoding: 'utf8' })
  expect(JSON.parse(stdout)).toMatchObject([{ id: dead }])
})
