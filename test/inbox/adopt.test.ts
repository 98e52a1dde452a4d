/** After a change of channels, the configured channels adopt the deliveries of those that are gone. */
import { describe, expect, it } from 'vitest'
import { createOutbox } from '../../src/inbox/outbox.ts'
import { sql } from '../../src/inbox/store/store.ts'
import { delivery } from './support/delivery.ts'
import { ada, addresses, testHook, testInbox } from './support/inboxes.ts'
import { closedPort } from './support/receivers.ts'
import { onEachStore } from './support/stores.ts'

const take = async () => {}

onEachStore((make) => {
  describe('after a change of channels', () => {
    it('what waited or was given up on the old ones goes over the new ones, and the log tells how many', async () => {
      const port = await closedPort()
      const before = await testInbox(make, { smtp: { url: `smtp://127.0.0.1:${port}`, ...addresses } })
      before.inbox.start()
      for (const message of ['waits', 'dead']) await before.inbox.receive('contact', { ...ada, message })
      await before.seen({ event: 'channel_away' })
      await before.inbox.stop()
      const store = before.place.open()
      await store.all(`UPDATE inbox_delivery SET state = 'dead' WHERE message_id =
        (SELECT id FROM inbox_message WHERE body LIKE '%dead%')`)
      await store.close()
      const hook = await testHook()
      const after = before.another({ smtp: undefined, webhook: { url: hook.url, key: Buffer.alloc(24, 1) } })
      expect((await after.inbox.stats()).deliveries).toEqual([
        { channel: 'smtp', configured: false, state: 'dead', count: 1 },
        { channel: 'smtp', configured: false, state: 'pending', count: 1 },
      ])
      after.inbox.start()
      await after.seen({ event: 'delivered', channel: 'webhook' }, 2)
      expect(after.events.filter(({ event }) => event === 'requeued')).toEqual([
        { event: 'requeued', count: 2, detail: 'to webhook' },
      ])
      expect(hook.requests.map(({ body }) => JSON.parse(body).data.message).sort()).toEqual(['dead', 'waits'])
      expect((await after.inbox.stats()).deliveries).toEqual([
        { channel: 'webhook', configured: true, state: 'sent', count: 2 },
      ])
    })

    it('what became files only is counted in the log, as long as its text is kept', async () => {
      const before = await testInbox(make)
      before.inbox.start()
      for (const message of ['1', '2']) await before.inbox.receive('contact', { ...ada, message })
      await before.seen({ event: 'delivered', channel: 'eml' }, 2)
      await before.inbox.stop()
      const hook = await testHook()
      const webhook = { url: hook.url, key: Buffer.alloc(24, 1) }
      const after = before.another({ webhook })
      after.inbox.start()
      const [event] = await after.seen({ event: 'messages_only_in_files' })
      expect(event).toEqual({
        event: 'messages_only_in_files',
        count: 2,
        detail: expect.stringMatching(/: read them in DATA_DIR\/mail$/),
      })
      await after.inbox.receive('contact', { ...ada, message: '3' })
      await after.seen({ event: 'delivered', channel: 'webhook' })
      const [oldest] = (await after.inbox.list()).slice(-1)
      await after.inbox.delete(oldest!.id)
      await after.inbox.stop()
      const later = before.another({ webhook })
      later.inbox.start()
      await later.seen({ event: 'messages_only_in_files', count: 1 })
    })

    it('what another process still delivers to is left to it, until that ends or is silent for minutes', async () => {
      const { outbox, store, enqueue, operations } = await delivery(make, ['smtp', take], ['webhook', take])
      expect(await outbox.adopt()).toBe(0)
      await enqueue('1')
      // A replica with the settings of before, in the middle of a deploy.
      const older = createOutbox(store, ['smtp'])
      const other = createOutbox(store, ['eml'])
      expect([await older.adopt(), await other.adopt()]).toEqual([0, 0])
      const waiting = async () => (await operations.list())[0]!.deliveries.map(({ channel }) => channel).sort()
      expect(await waiting()).toEqual(['smtp', 'webhook'])
      await outbox.leave()
      expect(await older.adopt()).toBe(0)
      expect(await waiting()).toEqual(['smtp'])
      await store.all("UPDATE inbox_channel SET seen_at = seen_at - 200000 WHERE name = 'smtp'")
      expect(await other.adopt()).toBe(1)
      expect(await waiting()).toEqual(['eml'])
    })

    it('no channel gets a message twice, and what is under way elsewhere is left to end first', async () => {
      const { outbox, store, enqueue } = await delivery(make, ['smtp', take], ['webhook', take])
      await enqueue('1', '2')
      const [first, underWay] = [(await outbox.claim('smtp', 60_000))!, (await outbox.claim('smtp', 60_000))!]
      await outbox.done((await outbox.claim('webhook', 60_000))!)
      expect(await outbox.fail(first, 'ECONNREFUSED', 0)).toBe('pending')
      const now = createOutbox(store, ['webhook', 'eml'])
      expect(await now.adopt()).toBe(1)
      expect(await now.adopt()).toBe(0)
      const rows = await store.all(
        sql`SELECT channel, state FROM inbox_delivery WHERE message_id = ${first.id} ORDER BY channel`,
      )
      expect(rows).toEqual([
        { channel: 'eml', state: 'pending' },
        { channel: 'webhook', state: expect.stringMatching(/sent|pending/) },
      ])
      expect(await outbox.done(underWay)).toBe('sent')
      expect(await now.adopt()).toBe(0)
      const sent = await store.all("SELECT channel FROM inbox_delivery WHERE state = 'sent' ORDER BY channel")
      expect(sent).toEqual([{ channel: 'smtp' }, { channel: 'webhook' }])
    })
  })
})
