import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { migrations } from '../../../src/inbox/store/schema.ts'
import { ada, testInbox } from '../support/inboxes.ts'
import { onEachStore, type Place } from '../support/stores.ts'

/** Statements on the place itself, without what a store would do first. */
async function administer({ dataDir, databaseUrl }: Place, statements: string[]): Promise<void> {
  if (databaseUrl === undefined) {
    const db = new DatabaseSync(join(dataDir, 'inbox.db'))
    for (const sql of statements) db.exec(sql)
    return db.close()
  }
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (const sql of statements) await client.query(sql)
  await client.end()
}

/**
 * What the first version left: a secret; a message sent by one channel and waiting on the other; one that a process has
 * leased until after this test; one given up; the mark of a key that was used; a rate.
 */
const LEASED_UNTIL = Date.now() + 90_000
const body = JSON.stringify(ada)
const rows = [
  'CREATE TABLE inbox_migration (version integer PRIMARY KEY)',
  'INSERT INTO inbox_migration VALUES (1)',
  "INSERT INTO inbox_secret VALUES (1, 'secret')",
  `INSERT INTO inbox_message VALUES ('old', 'contact', '${body}', 1700000000000)`,
  `INSERT INTO inbox_delivery VALUES ('old', 'eml', 'pending', 3, 1700000000000, 1700000000000, NULL, 'ENOSPC', NULL)`,
  `INSERT INTO inbox_delivery VALUES ('old', 'webhook', 'sent', 1, 1700000000000, 0, NULL, NULL, 1700000000001)`,
  `INSERT INTO inbox_message VALUES ('leased', 'job', '${body}', 1700000000001), ('dead', 'contact', NULL, 1700000000002), ('done', 'contact', '${body}', 1700000000003)`,
  `INSERT INTO inbox_delivery VALUES ('done', 'eml', 'sent', 1, 1700000000003, 0, NULL, NULL, 1700000000004)`,
  `INSERT INTO inbox_delivery VALUES ('leased', 'eml', 'pending', 1, 1700000000001, ${LEASED_UNTIL}, 'token', NULL, NULL)`,
  `INSERT INTO inbox_delivery VALUES ('dead', 'eml', 'dead', 170, 1700000000002, 0, NULL, 'SMTP_451', NULL)`,
  "INSERT INTO inbox_seen VALUES ('key', 'old', 'print', 4100000000000)",
  "INSERT INTO inbox_rate VALUES ('global', 0, 'x')",
]

onEachStore((make) => {
  it('a database of the first version is brought up to date with all that it holds, once, by many at a time', async () => {
    const { inbox, place, another, seen } = await testInbox(make)
    await administer(place, [...migrations[0]!, ...rows])
    const inboxes = [inbox, another().inbox, another().inbox]
    await Promise.all(inboxes.map((one) => one.stats()))
    expect(await inbox.show('old')).toMatchObject({
      fields: ada,
      deliveries: [
        { channel: 'eml', state: 'pending', attempts: 3, lastError: 'ENOSPC' },
        { channel: 'webhook', state: 'sent', configured: false },
      ],
    })
    const receipt = await inbox.receive('contact', { ...ada, message: 'New' }, { trapFilled: true })
    expect(receipt).toMatchObject({ outcome: 'accepted' })
    inbox.start()
    expect(await seen({ event: 'delivered' })).toMatchObject([{ id: 'old', attempts: 4 }])
    expect(await inbox.show('leased')).toMatchObject({
      deliveries: [{ channel: 'eml', state: 'pending', attempts: 1, nextAt: LEASED_UNTIL }],
    })
    // Nobody recorded before what was answered: only what was delivered counts as such.
    expect([await inbox.show('done'), await inbox.show('leased')]).toMatchObject([
      { answeredAt: 1700000000003 },
      { answeredAt: null },
    ])
    expect(await inbox.show('dead')).toMatchObject({
      fields: null,
      answeredAt: null,
      deliveries: [{ state: 'dead', lastError: 'SMTP_451' }],
    })
    const store = place.open()
    expect(await store.all("SELECT lease_token FROM inbox_delivery WHERE message_id = 'leased'")).toEqual([
      { lease_token: 'token' },
    ])
    expect(await store.all("SELECT message_id FROM inbox_seen WHERE key = 'key'")).toEqual([{ message_id: 'old' }])
    expect(await store.all('SELECT version FROM inbox_migration ORDER BY version')).toEqual(
      migrations.map((_, index) => ({ version: index + 1 })),
    )
    await store.close()
  })
})
