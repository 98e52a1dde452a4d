import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ada, addresses, testInbox } from './support/inboxes.ts'
import { mailReceiver } from './support/receivers.ts'
import { onEachStore } from './support/stores.ts'

onEachStore((place) => {
  describe('submitting a message', () => {
    it('stores it once and shows it to the operator', async () => {
      const { inbox } = await testInbox(place)
      const submitted = await inbox.submit('contact', ada)
      expect(submitted).toMatchObject({ ok: true, fresh: true })
      const [listed] = await inbox.list()
      expect(listed).toMatchObject({ kind: 'contact', deliveries: [{ channel: 'eml', state: 'pending', attempts: 0 }] })
      expect(await inbox.show(listed!.id)).toMatchObject({ id: listed!.id, fields: ada })
    })

    it('refuses what is no message and stores nothing', async () => {
      const { inbox } = await testInbox(place)
      expect(await inbox.submit('contact', { ...ada, email: 'ada' })).toMatchObject({
        ok: false,
        code: 'invalid_request',
      })
      expect(await inbox.list()).toEqual([])
    })

    it('100 identical submissions at once become one message and one mail', async () => {
      const post = await mailReceiver()
      const { inbox, seen } = await testInbox(place, { smtp: { url: post.url, ...addresses } })
      inbox.start()
      const submitted = await Promise.all(Array.from({ length: 100 }, () => inbox.submit('contact', ada)))
      expect(submitted.filter((one) => one.ok && one.fresh)).toHaveLength(1)
      expect(new Set(submitted.map((one) => one.ok && one.id)).size).toBe(1)
      await seen({ event: 'delivered' })
      await inbox.stop()
      await post.close()
      expect(post.mails).toHaveLength(1)
      expect(await inbox.list()).toHaveLength(1)
    })

    it('takes the same words in another composition or spacing for the same message', async () => {
      const { inbox } = await testInbox(place)
      const first = await inbox.submit('contact', { ...ada, name: 'Zoë' })
      const again = await inbox.submit('contact', { ...ada, name: 'Zoe\u0308 ', message: `${ada.message}\r\n` })
      expect(again).toEqual({ ...first, fresh: false })
    })

    it('takes the same words in the other form for another message', async () => {
      const { inbox } = await testInbox(place)
      await inbox.submit('contact', ada)
      expect(await inbox.submit('job', { ...ada, role: 'Engineer' })).toMatchObject({ ok: true, fresh: true })
    })

    it('answers a repeated Idempotency-Key with the first message, and refuses it for another one', async () => {
      const { inbox } = await testInbox(place)
      const first = await inbox.submit('contact', ada, { idempotencyKey: 'k1' })
      expect(await inbox.submit('contact', ada, { idempotencyKey: 'k1' })).toEqual({ ...first, fresh: false })
      expect(await inbox.submit('contact', { ...ada, message: 'Other' }, { idempotencyKey: 'k1' })).toMatchObject({
        ok: false,
        code: 'idempotency_conflict',
        errors: [{ field: 'Idempotency-Key' }],
      })
      expect(await inbox.submit('job', { ...ada, role: 'Engineer' }, { idempotencyKey: 'k1' })).toMatchObject({
        fresh: true,
      })
      expect(await inbox.list()).toHaveLength(2)
    })

    it.each(['', 'a\nb', 'é', 'x'.repeat(256)])('refuses the Idempotency-Key %j', async (idempotencyKey) => {
      const { inbox } = await testInbox(place)
      expect(await inbox.submit('contact', ada, { idempotencyKey })).toMatchObject({
        ok: false,
        code: 'invalid_request',
      })
    })

    it('is seen by another process, which delivers it', async () => {
      const post = await mailReceiver()
      const { inbox, another } = await testInbox(place, { smtp: { url: post.url, ...addresses } })
      const other = another()
      other.inbox.start()
      await inbox.submit('contact', ada)
      await other.seen({ event: 'delivered' })
      expect((await inbox.list())[0]).toMatchObject({ deliveries: [{ channel: 'smtp', state: 'sent' }] })
      await post.close()
    })

    it('works at once for many processes that open an empty place together', async () => {
      const { inbox, another } = await testInbox(place)
      const inboxes = [inbox, ...Array.from({ length: 4 }, () => another().inbox)]
      const submitted = await Promise.all(
        inboxes.map((one, index) => one.submit('contact', { ...ada, message: `m${index}` })),
      )
      expect(submitted.every((one) => one.ok && one.fresh)).toBe(true)
      expect(await inbox.list()).toHaveLength(5)
    })
  })
})

it('keeps its file for its owner alone', async () => {
  const { inbox, place } = await testInbox()
  await inbox.submit('contact', ada)
  for (const name of ['inbox.db', 'inbox.db-wal', 'inbox.db-shm'])
    expect((await stat(join(place.dataDir, name))).mode & 0o777, name).toBe(0o600)
})
