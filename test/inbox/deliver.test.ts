/** Messages on their way over the channels: channels that hang, are away, refuse or fail, and the log about them. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { DeliveryError, type Outgoing } from '../../src/inbox/channels/channel.ts'
import { backoff, deliveryDefaults } from '../../src/inbox/deliver.ts'
import { blackHole } from './support/black-hole.ts'
import { delivery } from './support/delivery.ts'
import { ada, addresses, testInbox } from './support/inboxes.ts'
import { onEachStore, sqlitePlace } from './support/stores.ts'

const away = () => new DeliveryError('ECONNREFUSED', { scope: 'channel' })

onEachStore((make) => {
  describe('delivery', () => {
    it('over one channel goes on while another hangs, and while one message is refused again and again', async () => {
      const hang = () => new Promise<void>(() => {})
      const refuse = async ({ fields }: Outgoing) => {
        if (fields.message === 'bad') throw new DeliveryError('SMTP_451', { scope: 'message' })
      }
      const { start, enqueue, seen } = await delivery(make, ['hangs', hang], ['picky', refuse])
      start({ drainMs: 1 })
      await enqueue('bad', '1', '2', '3')
      expect(await seen({ event: 'delivered' }, 3)).toEqual(
        Array(3).fill(expect.objectContaining({ channel: 'picky', attempts: 1 })),
      )
      const retries = await seen({ event: 'retry', channel: 'picky' }, 3)
      expect(retries.map(({ attempts, code }) => [attempts, code])).toEqual(
        [1, 2, 3].map((attempt) => [attempt, 'SMTP_451']),
      )
    })

    it('loses nothing when it is stopped in the middle', async () => {
      const begun = Promise.withResolvers<void>()
      let attempts = 0
      const { start, enqueue, seen, operations, events } = await delivery(make, [
        'slow',
        async () => {
          begun.resolve()
          if (++attempts === 1) await new Promise(() => {})
        },
      ])
      const { stop } = start({ drainMs: 10 })
      await enqueue('1')
      await begun.promise
      await stop()
      // Nothing was learned of the channel.
      expect(events.map(({ event }) => event)).not.toContain('channel_away')
      expect((await operations.list())[0]!.deliveries[0]).toMatchObject({
        state: 'pending',
        lastError: 'ATTEMPT_TIMEOUT',
      })
      start()
      await seen({ event: 'delivered' })
    })
  })
})

describe('a channel that is away', () => {
  it('is probed with one message at a time, whichever are waiting, and then takes them all', async () => {
    let attempts = 0
    let up = false
    const { start, enqueue, seen, events } = await delivery(sqlitePlace, [
      'mail',
      async () => {
        attempts++
        if (!up) throw away()
      },
    ])
    await enqueue('1', '2', '3', '4', '5')
    const { kick } = start()
    await seen({ event: 'retry' }, 4)
    for (let n = 0; n < 100; n++) kick()
    await seen({ event: 'retry' }, 6)
    expect(attempts).toBe(events.filter(({ event }) => event === 'retry').length)
    expect(events.filter(({ event }) => event === 'channel_away')).toEqual([
      { event: 'channel_away', channel: 'mail', code: 'ECONNREFUSED' },
    ])
    up = true
    await seen({ event: 'delivered' }, 5)
    expect(events.filter(({ event }) => event === 'channel_back')).toHaveLength(1)
  })

  it('delays no message longer than its own probes, however often that one was tried', async () => {
    let up = false
    const { start, enqueue, seen } = await delivery(sqlitePlace, [
      'files',
      async () => {
        if (!up) throw new DeliveryError('ENOSPC', { scope: 'channel' })
      },
    ])
    await enqueue('1')
    start({ backoffMs: 1, maxProbeMs: 4, maxBackoffMs: 3_600_000 })
    await seen({ event: 'retry' }, 25)
    up = true
    await seen({ event: 'delivered' })
  })

  it('is left alone for as long as it asks', async () => {
    const { start, enqueue, seen, operations } = await delivery(sqlitePlace, [
      'hook',
      () => Promise.reject(new DeliveryError('HTTP_503', { scope: 'channel', retryAfterMs: 3_600_000 })),
    ])
    await enqueue('1', '2')
    const begun = Date.now()
    const { kick } = start()
    await seen({ event: 'retry' })
    kick()
    const deliveries = (await operations.list()).flatMap((message) => message.deliveries)
    expect(deliveries.map(({ attempts }) => attempts).sort()).toEqual([0, 1])
    expect(Math.max(...deliveries.map(({ nextAt }) => nextAt)) - begun).toBeGreaterThanOrEqual(3_600_000)
  })
})

it('an attempt that never ends is broken off, also by a channel that ignores it', async () => {
  const { start, enqueue, seen } = await delivery(sqlitePlace, ['deaf', () => new Promise<void>(() => {})])
  start({ attemptMs: 20, drainMs: 1 })
  await enqueue('1')
  await seen({ event: 'retry', code: 'ATTEMPT_TIMEOUT' }, 2)
})

it('what a channel did not foresee is held against the message, without its words', async () => {
  const deliver = () => Promise.reject(new Error(ada.email))
  const { start, enqueue, seen, operations } = await delivery(sqlitePlace, ['odd', deliver])
  start()
  await enqueue('1')
  await seen({ event: 'retry', code: 'unexpected' })
  const [message] = await operations.list()
  expect(JSON.stringify(message!.deliveries)).not.toContain(ada.email)
})

it('a delivery that outlives its lease is reported, for it may be made twice', async () => {
  const { start, enqueue, seen, outbox } = await delivery(sqlitePlace, [
    'slow',
    async ({ id }) => {
      // Another process takes over meanwhile.
      await expect.poll(() => outbox.claim('slow', 60_000), { interval: 5 }).toMatchObject({ id })
    },
  ])
  start({ leaseMs: 1 })
  await enqueue('1')
  await seen({ event: 'lease_lost' })
})

it('the outcome of a delivery is written once the store is back', async () => {
  let breakStore = async () => {}
  const { start, enqueue, seen, store, operations, events } = await delivery(sqlitePlace, ['mail', () => breakStore()])
  breakStore = async () => void (await store.all('ALTER TABLE inbox_delivery RENAME TO elsewhere'))
  start()
  await enqueue('1')
  await seen({ event: 'store_away' })
  await store.all('ALTER TABLE elsewhere RENAME TO inbox_delivery')
  await seen({ event: 'delivered' })
  expect(events.map(({ event }) => event)).toEqual(['store_away', 'store_back', 'delivered'])
  expect((await operations.stats()).deliveries).toMatchObject([{ channel: 'mail', state: 'sent', count: 1 }])
})

it('backs off from 5 seconds to 1 hour, half of it at random', () => {
  const { backoffMs, maxBackoffMs } = deliveryDefaults
  for (const [failures, full] of [
    [1, 5_000],
    [2, 10_000],
    [5, 80_000],
    [11, 3_600_000],
    [10_000, 3_600_000],
  ] as const) {
    const waits = Array.from({ length: 200 }, () => backoff(failures, backoffMs, maxBackoffMs))
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(full / 2)
    expect(Math.max(...waits)).toBeLessThanOrEqual(full)
    expect(new Set(waits).size).toBeGreaterThan(100)
  }
})

it('an inbox that delivers no more still takes messages, for the next start', async () => {
  const { inbox, another, events } = await testInbox()
  inbox.start()
  await Promise.all([inbox.drain(), inbox.drain()])
  expect(await inbox.receive('contact', ada)).toMatchObject({ outcome: 'accepted' })
  expect(events.map(({ event }) => event)).not.toContain('delivered')
  await inbox.stop()
  const next = another()
  next.inbox.start()
  await next.seen({ event: 'delivered' })
})

it('a mail server that says nothing holds up neither start nor stop', async () => {
  const silent = await blackHole()
  onTestFinished(() => silent.close())
  const smtp = { url: `smtp://127.0.0.1:${new URL(silent.url).port}`, ...addresses }
  const { inbox, events } = await testInbox(sqlitePlace, { smtp, delivery: { drainMs: 3_600_000 } })
  inbox.start()
  await inbox.receive('contact', ada)
  await inbox.stop()
  expect(events).toEqual([])
})
