import { expect, it, onTestFinished } from 'vitest'
import { createOutbox, GIVE_UP_MS, REPEAT_MS } from '../../src/inbox/outbox.ts'
import { ada } from './support/inboxes.ts'
import { onEachStore, withClock } from './support/stores.ts'

onEachStore((make) => {
  async function outboxWithClock(channels = ['smtp']) {
    const place = await make()
    const plain = place.open()
    onTestFinished(async () => {
      await plain.close()
      await place.remove()
    })
    const { store, advance } = await withClock(plain)
    return { outbox: createOutbox(store, channels), advance, store }
  }

  it('the same message is the same for 24 hours, whatever midnight lies between, and then a new one', async () => {
    const { outbox, advance } = await outboxWithClock()
    const first = await outbox.enqueue('contact', ada)
    await advance(REPEAT_MS - 1)
    expect(await outbox.enqueue('contact', ada)).toEqual({ ...first, fresh: false })
    await advance(1)
    expect(await outbox.enqueue('contact', ada)).toMatchObject({ ok: true, fresh: true })
  })

  it('an Idempotency-Key may be used for another message a day later', async () => {
    const { outbox, advance } = await outboxWithClock()
    const other = { ...ada, message: 'Other' }
    await outbox.enqueue('contact', ada, 'k')
    expect(await outbox.enqueue('contact', other, 'k')).toEqual({ ok: false, code: 'idempotency_conflict' })
    await advance(REPEAT_MS)
    expect(await outbox.enqueue('contact', other, 'k')).toMatchObject({ ok: true, fresh: true })
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

  it('waits as long as a failure asks, and is dead when it fails after 7 days', async () => {
    const { outbox, advance, store } = await outboxWithClock()
    await outbox.enqueue('contact', ada)
    expect(await outbox.fail((await outbox.claim('smtp', 1000))!, 'SMTP_451', 5000)).toBe('pending')
    await advance(4999)
    expect(await outbox.claim('smtp', 1000)).toBeUndefined()
    await advance(GIVE_UP_MS)
    expect(await outbox.fail((await outbox.claim('smtp', 1000))!, 'SMTP_550', 5000)).toBe('dead')
    await advance(GIVE_UP_MS)
    expect(await outbox.claim('smtp', 1000)).toBeUndefined()
    expect(await store.all('SELECT state, last_error FROM inbox_delivery')).toEqual([
      { state: 'dead', last_error: 'SMTP_550' },
    ])
  })
})
