import { expect, it, onTestFinished } from 'vitest'
import { createOperations } from '../../src/inbox/operate.ts'
import { createOutbox, GIVE_UP_MS, REPEAT_MS } from '../../src/inbox/outbox.ts'
import { prune, purgeBodies } from '../../src/inbox/retention.ts'
import { ada } from './support/inboxes.ts'
import { onEachStore, withClock } from './support/stores.ts'

const DAY_MS = 24 * 60 * 60 * 1000

onEachStore((make) => {
  async function operator() {
    const place = await make()
    const plain = place.open()
    onTestFinished(async () => {
      await plain.close()
      await place.remove()
    })
    const { store, advance } = await withClock(plain)
    const outbox = createOutbox(store, ['smtp', 'webhook'])
    let written = 0
    const enqueue = async () => {
      const enqueued = await outbox.enqueue('contact', { ...ada, message: `m${written++}` })
      return enqueued.ok ? enqueued.id : ''
    }
    const settle = async (channel: string, error?: string) => {
      const lease = (await outbox.claim(channel, 1000))!
      return error === undefined ? outbox.done(lease) : outbox.fail(lease, error, 0)
    }
    return { store, advance, outbox, enqueue, settle, ...createOperations(store) }
  }

  it('the operator lists the newest first, by state, without what the messages say', async () => {
    const { enqueue, settle, advance, list } = await operator()
    const old = await enqueue()
    await settle('smtp')
    await advance(1000)
    const recent = await enqueue()
    expect((await list()).map(({ id }) => id)).toEqual([recent, old])
    expect((await list({ limit: 1 })).map(({ id }) => id)).toEqual([recent])
    expect((await list({ state: 'sent' })).map(({ id }) => id)).toEqual([old])
    expect(await list({ state: 'dead' })).toEqual([])
    expect(JSON.stringify(await list())).not.toContain(ada.name)
  })

  it('the operator sees what was sent, what failed and with which code', async () => {
    const { enqueue, settle, show } = await operator()
    const id = await enqueue()
    await settle('smtp', 'SMTP_451')
    await settle('webhook')
    expect(await show(id)).toMatchObject({
      id,
      kind: 'contact',
      fields: { name: ada.name },
      deliveries: [
        { channel: 'smtp', state: 'pending', attempts: 1, lastError: 'SMTP_451', sentAt: null },
        { channel: 'webhook', state: 'sent', lastError: null, sentAt: expect.any(Number) },
      ],
    })
    expect(await show('nothing')).toBeUndefined()
  })

  it('a dead delivery is retried on request and has 7 days again', async () => {
    const { enqueue, settle, advance, retry, outbox } = await operator()
    const id = await enqueue()
    await settle('webhook')
    await advance(GIVE_UP_MS)
    expect(await settle('smtp', 'SMTP_550')).toBe('dead')
    expect(await retry({ id: 'nothing' })).toBe(0)
    expect(await retry('dead')).toBe(1)
    expect(await settle('smtp', 'SMTP_550')).toBe('pending')
    expect(await retry({ id })).toBe(1)
    const lease = await outbox.claim('smtp', 1000)
    // Under way: not to be begun a second time.
    expect(await retry({ id })).toBe(0)
    expect(await outbox.done(lease!)).toBe('sent')
  })

  it('the counters tell the states apart and how long the oldest pending message waits', async () => {
    const { enqueue, settle, advance, stats } = await operator()
    expect(await stats()).toEqual({ deliveries: [], oldestPendingSeconds: 0 })
    await enqueue()
    await advance(90_500)
    await enqueue()
    await settle('smtp')
    expect(await stats()).toEqual({
      deliveries: [
        { channel: 'smtp', state: 'pending', count: 1 },
        { channel: 'smtp', state: 'sent', count: 1 },
        { channel: 'webhook', state: 'pending', count: 2 },
      ],
      oldestPendingSeconds: 90,
    })
  })

  it('what a message says is forgotten once every channel delivered it long enough ago, and not before', async () => {
    const { enqueue, settle, advance, show, store } = await operator()
    const id = await enqueue()
    await settle('smtp')
    await advance(40 * DAY_MS)
    expect(await purgeBodies(store, { agoMs: 30 * DAY_MS })).toBe(0)
    await settle('webhook')
    await advance(30 * DAY_MS)
    expect(await purgeBodies(store, { agoMs: 30 * DAY_MS })).toBe(0)
    await advance(1)
    expect(await purgeBodies(store, { agoMs: 30 * DAY_MS })).toBe(1)
    expect(await show(id)).toMatchObject({ fields: null, deliveries: [{ state: 'sent' }, { state: 'sent' }] })
    expect(await purgeBodies(store, { agoMs: 0 })).toBe(0)
  })

  it('the operator may forget sooner', async () => {
    const { enqueue, settle, purge, show } = await operator()
    const sent = await enqueue()
    const waiting = await enqueue()
    await settle('smtp')
    await settle('webhook')
    expect(await purge({ before: new Date(0) })).toBe(0)
    expect(await purge({ before: new Date(Date.now() + DAY_MS) })).toBe(1)
    const bodies = await Promise.all([show(sent), show(waiting)])
    expect(bodies.map((message) => message?.fields === null).sort()).toEqual([false, true])
  })

  it('rows that say nothing any more are removed', async () => {
    const { enqueue, advance, store } = await operator()
    await enqueue()
    const seen = () => store.all('SELECT key FROM inbox_seen')
    await prune(store)
    expect(await seen()).toHaveLength(1)
    await advance(REPEAT_MS + 1)
    await prune(store)
    expect(await seen()).toHaveLength(0)
  })
})
