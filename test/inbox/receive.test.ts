import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { StoreError, trustedProxies } from '../../src/inbox/index.ts'
import { outageLog } from '../../src/inbox/log.ts'
import { createOutbox } from '../../src/inbox/outbox.ts'
import { createLimiter } from '../../src/inbox/rate-limit.ts'
import { createReceiver, type Sender } from '../../src/inbox/receive.ts'
import { recorder } from './support/events.ts'
import { ada, addresses, idOf, PLENTY, testHook, testInbox, testMailServer } from './support/inboxes.ts'
import { onEachStore, sqlitePlace } from './support/stores.ts'

onEachStore((place) => {
  describe('a message that is received', () => {
    it('100 identical submissions, with many keys and without, become one message and one mail', async () => {
      const post = await testMailServer()
      const { inbox, seen } = await testInbox(place, { smtp: { url: post.url, ...addresses } })
      inbox.start()
      const submit = (n: number) => inbox.receive('contact', ada, n % 2 ? { idempotencyKey: `k${n}` } : {})
      const submitted = []
      // More at once would wait for a connection for longer than the store allows on a busy machine.
      for (let n = 0; n < 100; n += 10)
        submitted.push(...(await Promise.all(Array.from({ length: 10 }, (_, at) => submit(n + at)))))
      expect(submitted.filter((one) => one.outcome === 'accepted' && one.fresh)).toHaveLength(1)
      expect(new Set(submitted.map(idOf)).size).toBe(1)
      await seen({ event: 'delivered' })
      await inbox.stop()
      expect(post.mails).toHaveLength(1)
      expect(await inbox.list()).toHaveLength(1)
    })

    it('is the same in another composition or spacing, and another one in the other form', async () => {
      const { inbox } = await testInbox(place)
      const first = await inbox.receive('contact', { ...ada, name: 'Zoë' })
      const again = await inbox.receive('contact', { ...ada, name: 'Zoe\u0308 ', message: `${ada.message}\r\n` })
      expect(again).toMatchObject({ id: idOf(first), fresh: false })
      const application = await inbox.receive('job', { ...ada, name: 'Zoë', role: 'Engineer' })
      expect(application).toMatchObject({ outcome: 'accepted', fresh: true })
    })

    it('is not merged with that of another client by a key that both use', async () => {
      const { inbox } = await testInbox(place)
      const send = (message: string, peer: string) =>
        inbox.receive('contact', { ...ada, message }, { idempotencyKey: '1', peer })
      const [first, second] = [await send('One', '192.0.2.1'), await send('Two', '192.0.2.2')]
      expect([first, second]).toMatchObject([
        { outcome: 'accepted', fresh: true },
        { outcome: 'accepted', fresh: true },
      ])
      expect(await send('Two', '192.0.2.2')).toMatchObject({ id: idOf(second), fresh: false })
      expect(await send('Two', '192.0.2.1')).toMatchObject({ outcome: 'invalid' })
    })

    it('is seen by another process, which delivers it', async () => {
      const post = await testMailServer()
      const { inbox, another } = await testInbox(place, { smtp: { url: post.url, ...addresses } })
      const other = another()
      other.inbox.start()
      await inbox.receive('contact', ada)
      await other.seen({ event: 'delivered' })
      expect((await inbox.list())[0]).toMatchObject({ deliveries: [{ channel: 'smtp', state: 'sent' }] })
    })

    it('works at once for many processes that open an empty place together', async () => {
      const { inbox, another } = await testInbox(place)
      const inboxes = [inbox, ...Array.from({ length: 4 }, () => another().inbox)]
      const submitted = await Promise.all(
        inboxes.map((one, index) => one.receive('contact', { ...ada, message: `m${index}` })),
      )
      expect(submitted.every((one) => one.outcome === 'accepted' && one.fresh)).toBe(true)
      expect(await inbox.list()).toHaveLength(5)
    })
  })
})

describe('the checks of a message', () => {
  it.each(['', 'a\nb', 'é', 'x'.repeat(256)])('refuse the Idempotency-Key %j', async (idempotencyKey) => {
    const { inbox } = await testInbox()
    const receipt = await inbox.receive('contact', ada, { idempotencyKey })
    expect(receipt).toMatchObject({ outcome: 'invalid', code: 'invalid_request' })
  })

  it('come in one order, and only the last stores anything', async () => {
    const { url, requests } = await testHook(({ body }, response) => {
      response.end(JSON.stringify({ success: JSON.parse(body).response === 'solved' }))
    })
    const { inbox } = await testInbox(sqlitePlace, {
      challenge: { secret: 's', url },
      addressRate: { quota: 2, windowSeconds: 600 },
    })
    const sender: Sender = { peer: '192.0.2.1', idempotencyKey: 'é' }
    const outcome = async (fields: unknown, changed: Sender) => {
      const receipt = await inbox.receive('contact', fields, Object.assign(sender, changed))
      const limited = 'policies' in receipt ? 'counted' : 'not counted'
      return [receipt.outcome, limited, requests.length, (await inbox.list()).length]
    }
    expect(await outcome({}, {})).toEqual(['invalid', 'not counted', 0, 0])
    expect(await outcome(ada, {})).toEqual(['invalid', 'not counted', 0, 0])
    expect(await outcome(ada, { idempotencyKey: 'key' })).toEqual(['challenge_missing', 'not counted', 0, 0])
    expect(await outcome(ada, { challengeToken: 'spent' })).toEqual(['challenge_failed', 'not counted', 1, 0])
    expect(await outcome(ada, { challengeToken: 'solved' })).toEqual(['accepted', 'counted', 2, 1])
    expect(await outcome({ ...ada, message: 'Other' }, {})).toEqual(['invalid', 'counted', 3, 1])
    expect(await outcome({ ...ada, message: 'Other' }, {})).toEqual(['rate_limited', 'counted', 4, 1])
  })
})

it('a message that the store took without confirming it may be sent again, and is stored once', async () => {
  const place = await sqlitePlace()
  const store = place.open()
  onTestFinished(() => store.close().then(place.remove))
  const outbox = createOutbox(store, ['smtp'])
  const { log, events } = recorder()
  const receiver = (enqueue: typeof outbox.enqueue) =>
    createReceiver({
      outbox: { enqueue },
      limit: createLimiter(store, { address: PLENTY, global: PLENTY }),
      trustedProxies: trustedProxies([]),
      outage: outageLog(log),
      log,
      onMessage: () => {},
    })
  const unconfirmed = await receiver(async (...message) => {
    await outbox.enqueue(...message)
    throw new StoreError('NO_ANSWER', 'no answer', { silent: true })
  })('contact', ada)
  expect(unconfirmed).toMatchObject({ outcome: 'store_unconfirmed', policies: [{ name: 'address' }, {}] })
  expect(events).toEqual([{ event: 'store_away', code: 'NO_ANSWER', detail: 'no answer' }])
  expect(await receiver(outbox.enqueue)('contact', ada)).toMatchObject({ outcome: 'accepted', fresh: false })
  expect(await store.all('SELECT id FROM inbox_message')).toHaveLength(1)
})

it('keeps its file for its owner alone', async () => {
  const { inbox, place } = await testInbox()
  await inbox.receive('contact', ada)
  for (const name of ['inbox.db', 'inbox.db-wal', 'inbox.db-shm'])
    expect((await stat(join(place.dataDir, name))).mode & 0o777, name).toBe(0o600)
})
