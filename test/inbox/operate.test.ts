import { expect, it } from 'vitest'
import { createOperations } from '../../src/inbox/operate.ts'
import { createOutbox, GIVE_UP_MS, MIN_ATTEMPTS, REPEAT_MS } from '../../src/inbox/outbox.ts'
import { sql } from '../../src/inbox/store/store.ts'
import { ada } from './support/inboxes.ts'
import { onEachStore, onPostgres, storeWithClock } from './support/stores.ts'

const DAY_MS = 24 * 60 * 60 * 1000

onEachStore((make) => {
  async function operator() {
    const { store, advance } = await storeWithClock(make)
    const outbox = createOutbox(store, ['smtp', 'webhook'])
    let written = 0
    const enqueue = async () => {
      const enqueued = await outbox.enqueue('contact', { ...ada, message: `m${written++}` })
      return enqueued.id
    }
    const settle = async (channel: string, error?: string) => {
      const lease = (await outbox.claim(channel, 1000))!
      return error === undefined ? outbox.done(lease) : outbox.fail(lease, error, 0)
    }
    return { store, advance, outbox, enqueue, settle, ...createOperations(store, ['smtp', 'webhook']) }
  }

  it('the operator finds a message by the beginning of its id', async () => {
    const { enqueue, store, idsStartingWith } = await operator()
    const id = await enqueue()
    const twin = `${id.slice(0, -1)}${id.endsWith('0') ? 1 : 0}`
    await store.all(sql`INSERT INTO inbox_message (id, kind, created_at) VALUES (${twin}, 'contact', 0)`)
    expect(await idsStartingWith(id)).toEqual([id])
    expect(await idsStartingWith(id.toUpperCase())).toEqual([id])
    expect((await idsStartingWith(id.slice(0, 8))).sort()).toEqual([id, twin].sort())
    for (const none of [`${id}0`, id.slice(1), '%', '_'.repeat(8), "' OR 1 = 1 --"])
      expect(await idsStartingWith(none)).toEqual([])
  })

  it('a dead delivery is retried on request and has 7 days again', async () => {
    const { enqueue, settle, advance, retry, outbox } = await operator()
    const id = await enqueue()
    await settle('webhook')
    for (let attempt = 1; attempt < MIN_ATTEMPTS; attempt++) await settle('smtp', 'SMTP_451')
    await advance(GIVE_UP_MS)
    expect(await settle('smtp', 'SMTP_550')).toBe('dead')
    expect(await retry({ id: 'nothing' })).toEqual([])
    expect(await retry('dead')).toEqual([{ channel: 'smtp', configured: true }])
    expect(await settle('smtp', 'SMTP_550')).toBe('pending')
    expect(await retry({ id })).toHaveLength(1)
    const lease = await outbox.claim('smtp', 1000)
    // Under way: not to be begun a second time.
    expect(await retry({ id })).toEqual([])
    expect(await outbox.done(lease!)).toBe('sent')
  })

  it('a sender is found by the whole address, in any case, and not by what a text says', async () => {
    const { outbox, list } = await operator()
    const sendersOf = async (from: string) => (await list({ from })).map(({ sender }) => sender?.email).sort()
    const send = (email: string, message = `from ${email}`) => outbox.enqueue('contact', { ...ada, email, message })
    const emails = [
      ...['carl@example.com', 'Carl@Example.com', 'xcarl@example.com', 'carl@example.com.au', '%@example.com'],
      ...['_arl@example.com'],
    ]
    for (const email of emails) await send(email)
    await send('eve@example.com', '","email":"carl@example.com"')
    expect(await sendersOf('CARL@example.com')).toEqual(['Carl@Example.com', 'carl@example.com'])
    expect(await sendersOf('%@example.com')).toEqual(['%@example.com'])
    for (const none of ['arl@example.com', 'carl@example', '%', '', "' OR 1 = 1 --"])
      expect(await sendersOf(none)).toEqual([])
  })

  it('a message counts as unanswered until the operator says so, unless it is held or its text is deleted', async () => {
    const { outbox, enqueue, advance, list, stats, answer, settle, purge } = await operator()
    const unanswered = async () => (await list({ unanswered: true })).map(({ id }) => id)
    await outbox.enqueue('contact', ada, { held: true })
    const old = await enqueue()
    await settle('smtp')
    await settle('webhook')
    await advance(40_000)
    const recent = await enqueue()
    expect(await unanswered()).toEqual([recent, old])
    expect(await list({ unanswered: true, limit: 1 })).toMatchObject([{ id: old }])
    await advance(2_000)
    expect((await stats()).oldestUnansweredSeconds).toBe(42)
    const first = await answer(old)
    expect(first).toMatchObject({ id: old, answeredAt: expect.any(Number), deliveries: [{ state: 'sent' }, {}] })
    await advance(1_000)
    expect((await answer(old))!.answeredAt).toBe(first!.answeredAt)
    expect((await stats()).oldestUnansweredSeconds).toBe(3)
    expect(await answer(old, { undo: true })).toMatchObject({ answeredAt: null })
    expect(await unanswered()).toEqual([recent, old])
    await purge({ agoMs: 0 })
    expect(await unanswered()).toEqual([recent])
    expect(await answer('nothing')).toBeUndefined()
  })

  it('messages are listed from a time on', async () => {
    const { enqueue, advance, list } = await operator()
    await enqueue()
    await advance(1000)
    const id = await enqueue()
    const { createdAt } = (await list({ limit: 1 }))[0]!
    expect((await list({ since: new Date(createdAt) })).map((message) => message.id)).toEqual([id])
    expect(await list({ since: new Date(createdAt + 1) })).toEqual([])
  })

  it('what a message says is forgotten once every channel delivered it long enough ago, and not before', async () => {
    const { enqueue, settle, advance, show, purge } = await operator()
    const id = await enqueue()
    await settle('smtp')
    await advance(40 * DAY_MS)
    expect(await purge({ agoMs: 30 * DAY_MS })).toBe(0)
    await settle('webhook')
    await advance(30 * DAY_MS)
    expect(await purge({ agoMs: 30 * DAY_MS })).toBe(0)
    await advance(1)
    expect(await purge({ agoMs: 30 * DAY_MS })).toBe(1)
    expect(await show(id)).toMatchObject({ fields: null, deliveries: [{ state: 'sent' }, { state: 'sent' }] })
    expect(await purge({ agoMs: 0 })).toBe(0)
  })

  it('what a held message says is forgotten as long after it came as what a sent one says', async () => {
    const { outbox, advance, purge, show, retry } = await operator()
    const held = await outbox.enqueue('contact', ada, { held: true })
    const { id } = held
    await advance(30 * DAY_MS)
    expect(await purge({ agoMs: 30 * DAY_MS })).toBe(0)
    await advance(1)
    expect(await purge({ agoMs: 30 * DAY_MS })).toBe(1)
    expect(await show(id)).toMatchObject({ fields: null })
    // There is nothing left to deliver.
    expect(await retry({ id })).toEqual([])
  })

  it('a deleted message leaves nothing of itself, and may be sent anew', async () => {
    const { outbox, settle, show, store, ...operations } = await operator()
    const enqueued = await outbox.enqueue('contact', ada, { idempotencyKey: 'k' })
    const other = await outbox.enqueue('contact', { ...ada, message: 'Other' })
    const { id } = enqueued
    await settle('smtp')
    expect(await operations.delete(id)).toMatchObject({
      id,
      kind: 'contact',
      deliveries: [
        { channel: 'smtp', state: expect.any(String) },
        { channel: 'webhook', state: 'pending' },
      ],
    })
    expect([await show(id), await operations.delete(id)]).toEqual([undefined, undefined])
    for (const table of ['message WHERE id', 'delivery WHERE message_id', 'seen WHERE message_id'])
      expect(await store.all(`SELECT * FROM inbox_${table} = '${id}'`), table).toEqual([])
    expect(await show(other.id)).toMatchObject({ fields: { message: 'Other' } })
    expect(await outbox.enqueue('contact', ada, { idempotencyKey: 'k' })).toMatchObject({ fresh: true })
  })

  it('rows that say nothing any more are removed', async () => {
    const { enqueue, advance, store, prune } = await operator()
    await enqueue()
    const seen = () => store.all('SELECT key FROM inbox_seen')
    await prune()
    expect(await seen()).toHaveLength(1)
    await advance(REPEAT_MS + 1)
    await prune()
    expect(await seen()).toHaveLength(0)
  })
})

onPostgres((make) => {
  it('no message that waits is forgotten, although PostgreSQL’s clock goes on within a statement', async () => {
    const { store } = await storeWithClock(make)
    await createOutbox(store, ['smtp']).enqueue('contact', ada)
    await store.all('CREATE SEQUENCE test_ticks')
    const hasty = { ...store, nowSql: "nextval('test_ticks')" }
    expect(await createOperations(hasty, []).purge({ agoMs: 0 })).toBe(0)
  })
})
