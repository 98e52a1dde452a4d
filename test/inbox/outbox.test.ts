import { expect, it } from 'vitest'
import { createOutbox, GIVE_UP_MS, MIN_ATTEMPTS, REPEAT_MS } from '../../src/inbox/outbox.ts'
import { ada } from './support/inboxes.ts'
import { onEachStore, storeWithClock } from './support/stores.ts'

onEachStore((make) => {
  async function outboxWithClock(channels = ['smtp']) {
    const { store, advance } = await storeWithClock(make)
    return { outbox: createOutbox(store, channels), advance, store }
  }

  it('the same message is the same for 24 hours, whatever midnight lies between, and then a new one', async () => {
    const { outbox, advance } = await outboxWithClock()
    const first = await outbox.enqueue('contact', ada)
    await advance(REPEAT_MS - 1)
    expect(await outbox.enqueue('contact', ada)).toEqual({ ...first, fresh: false })
    await advance(1)
    expect(await outbox.enqueue('contact', ada)).toMatchObject({ conflict: false, fresh: true })
  })

  it('an Idempotency-Key is refused for another message for a day, and that message is taken with another key', async () => {
    const { outbox, advance } = await outboxWithClock()
    const send = (message: string, idempotencyKey: string) =>
      outbox.enqueue('contact', { ...ada, message }, { idempotencyKey })
    await send('First', 'k')
    for (const _ of [1, 2]) expect(await send('Other', 'k')).toMatchObject({ conflict: true, fresh: false })
    expect(await send('Other', 'k2')).toMatchObject({ conflict: false, fresh: true })
    await advance(REPEAT_MS)
    expect(await send('Third', 'k')).toMatchObject({ conflict: false, fresh: true })
  })

  it('a message is the same one by its content and by its key, whichever it comes with', async () => {
    const { outbox, store } = await outboxWithClock()
    const keys = [undefined, 'k1', 'k2', undefined, 'k1']
    const first = await outbox.enqueue('contact', ada)
    for (const idempotencyKey of keys)
      expect(await outbox.enqueue('contact', ada, { idempotencyKey })).toEqual({ ...first, fresh: false })
    const other = { ...ada, message: 'Other' }
    const second = await outbox.enqueue('contact', other, { idempotencyKey: 'k3' })
    for (const idempotencyKey of [undefined, 'k3', 'k4'])
      expect(await outbox.enqueue('contact', other, { idempotencyKey })).toEqual({ ...second, fresh: false })
    expect(await store.all('SELECT message_id FROM inbox_delivery')).toHaveLength(2)
  })

  it('a key is good for its whole day, also where the content was seen before it', async () => {
    const { outbox, advance } = await outboxWithClock()
    const first = await outbox.enqueue('contact', ada)
    await advance(REPEAT_MS - 1)
    expect(await outbox.enqueue('contact', ada, { idempotencyKey: 'k' })).toEqual({ ...first, fresh: false })
    await advance(REPEAT_MS - 1)
    expect(await outbox.enqueue('contact', ada, { idempotencyKey: 'k' })).toEqual({ ...first, fresh: false })
    expect(await outbox.enqueue('contact', ada)).toEqual({ ...first, fresh: false })
    await advance(REPEAT_MS)
    expect(await outbox.enqueue('contact', ada)).toMatchObject({ conflict: false, fresh: true })
  })

  it('a message that is sent again and again with a key is delivered again about daily, not never', async () => {
    const { outbox, advance, store } = await outboxWithClock()
    await outbox.enqueue('contact', ada)
    await advance(REPEAT_MS / 2)
    for (let times = 0; times < 20; times++) {
      await outbox.enqueue('contact', ada, { idempotencyKey: 'k' })
      await advance(REPEAT_MS / 4)
    }
    // Five days and a half: the marks may be half a day apart, but neither renews the other.
    const stored = await store.all('SELECT id FROM inbox_message')
    expect(stored.length).toBeGreaterThanOrEqual(3)
    expect(stored.length).toBeLessThanOrEqual(6)
  })

  it('a held message is not delivered, and is no first copy of one that is not held', async () => {
    const { outbox, store } = await outboxWithClock(['smtp', 'webhook'])
    const held = await outbox.enqueue('contact', ada, { held: true })
    expect(await outbox.enqueue('contact', ada, { held: true })).toEqual({ ...held, fresh: false })
    expect(await outbox.claim('smtp', 1000)).toBeUndefined()
    expect(await store.all('SELECT state FROM inbox_delivery')).toEqual([{ state: 'held' }, { state: 'held' }])
    const real = await outbox.enqueue('contact', ada)
    expect(real).toMatchObject({ conflict: false, fresh: true })
    expect(await outbox.claim('smtp', 1000)).toMatchObject({ id: real.id })
  })

  it('a delivery is claimed by one of many at once', async () => {
    const { outbox } = await outboxWithClock()
    for (let n = 0; n < 3; n++) await outbox.enqueue('contact', { ...ada, message: `m${n}` })
    const leases = await Promise.all(Array.from({ length: 10 }, () => outbox.claim('smtp', 1000)))
    const ids = leases.flatMap((lease) => (lease ? [lease.id] : []))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(0)
  })

  it('the channels of a message are claimed and settled apart', async () => {
    const { outbox } = await outboxWithClock(['smtp', 'webhook'])
    await outbox.enqueue('contact', ada)
    const smtp = (await outbox.claim('smtp', 1000))!
    const webhook = (await outbox.claim('webhook', 1000))!
    expect(webhook).toMatchObject({ id: smtp.id, fields: ada, attempts: 1 })
    expect(await outbox.done(smtp)).toBe('sent')
    expect(await outbox.fail(webhook, 'HTTP_500', 0)).toBe('pending')
    expect(await outbox.claim('smtp', 1000)).toBeUndefined()
    expect(await outbox.claim('webhook', 1000)).toMatchObject({ attempts: 2 })
  })

  it('who comes back after the lease was taken over writes nothing', async () => {
    const { outbox, advance } = await outboxWithClock()
    await outbox.enqueue('contact', ada)
    const late = (await outbox.claim('smtp', 1000))!
    expect(await outbox.claim('smtp', 1000)).toBeUndefined()
    await advance(1000)
    const current = (await outbox.claim('smtp', 1000))!
    expect(current).toMatchObject({ id: late.id, attempts: 2 })
    expect(await outbox.done(late)).toBe('lost')
    expect(await outbox.fail(late, 'X', 0)).toBe('lost')
    expect(await outbox.done(current)).toBe('sent')
  })

  it('waits as long as a failure asks, and is dead when it was tried for 7 days', async () => {
    const { outbox, advance, store } = await outboxWithClock()
    const fail = async (delayMs: number) => outbox.fail((await outbox.claim('smtp', 1000))!, 'SMTP_451', delayMs)
    await outbox.enqueue('contact', ada)
    expect(await fail(5000)).toBe('pending')
    await advance(4999)
    expect(await outbox.claim('smtp', 1000)).toBeUndefined()
    await advance(1)
    for (let attempt = 2; attempt <= MIN_ATTEMPTS; attempt++) expect(await fail(0)).toBe('pending')
    await advance(GIVE_UP_MS)
    expect(await fail(5000)).toBe('dead')
    await advance(GIVE_UP_MS)
    expect(await outbox.claim('smtp', 1000)).toBeUndefined()
    expect(await store.all('SELECT state, last_error FROM inbox_delivery')).toEqual([
      { state: 'dead', last_error: 'SMTP_451' },
    ])
  })

  it('is not dead before it was tried a few times, however long the service was off', async () => {
    const { outbox, advance } = await outboxWithClock()
    const fail = async () => outbox.fail((await outbox.claim('smtp', 1000))!, 'ECONNREFUSED', 0)
    await outbox.enqueue('contact', ada)
    await advance(2 * GIVE_UP_MS)
    for (let attempt = 1; attempt < MIN_ATTEMPTS; attempt++) expect(await fail()).toBe('pending')
    expect(await fail()).toBe('dead')
  })

  it('is due again where a clock that ran ahead has put it off, waiting or under way', async () => {
    const { outbox, advance } = await outboxWithClock()
    const day = 24 * 60 * 60 * 1000
    await advance(day)
    await outbox.enqueue('contact', ada)
    await outbox.enqueue('contact', { ...ada, message: 'Under way' })
    const before = (await outbox.claim('smtp', 120_000))!
    await advance(-day)
    expect(await outbox.claim('smtp', 1000)).toBeUndefined()
    expect(await outbox.adopt()).toBe(2)
    expect(await outbox.claim('smtp', 1000)).toMatchObject({ attempts: expect.any(Number) })
    expect(await outbox.claim('smtp', 1000)).toBeDefined()
    expect(await outbox.done(before)).toBe('lost')
  })

  it('is left alone by a clock that is right, or was set back by a little', async () => {
    const { outbox, advance } = await outboxWithClock()
    for (const message of ['waits', 'under way', 'rests']) await outbox.enqueue('contact', { ...ada, message })
    const lease = (await outbox.claim('smtp', 120_000))!
    await outbox.fail((await outbox.claim('smtp', 1000))!, 'HTTP_503', 24 * 60 * 60 * 1000)
    await advance(-5_000)
    expect(await outbox.adopt()).toBe(0)
    expect(await outbox.done(lease)).toBe('sent')
  })
})
