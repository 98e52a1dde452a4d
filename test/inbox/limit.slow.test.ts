import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createLimiter } from '../../src/inbox/rate-limit.ts'
import { onEachStore, storeWithClock } from './support/stores.ts'

const run = promisify(execFile)
const rate = (quota: number, windowSeconds: number) => ({ quota, windowSeconds })
const roomy = rate(1000, 3600)

onEachStore((make) => {
  async function limiterWithClock(rates: Parameters<typeof createLimiter>[1]) {
    const { store, advance } = await storeWithClock(make)
    return { limit: createLimiter(store, rates), advance, store }
  }

  describe('the limiter', () => {
    it('lets exactly the quota of many concurrent messages pass, over four processes', async () => {
      const { dataDir, databaseUrl, remove } = await make()
      const args = [join(import.meta.dirname, 'support/hits.ts'), dataDir, ...(databaseUrl ? [databaseUrl] : [])]
      const passed = await Promise.all(
        Array.from({ length: 4 }, async () => Number((await run(process.execPath, args)).stdout)),
      )
      await remove()
      expect(passed.reduce((sum, count) => sum + count)).toBe(7)
    })

    it('counts down what remains and says when the next message passes, to the second', async () => {
      const { limit, advance } = await limiterWithClock({ address: rate(5, 600), global: roomy })
      for (const remaining of [4, 3, 2, 1, 0]) expect((await limit('192.0.2.1')).policies[0].remaining).toBe(remaining)
      const refused = await limit('192.0.2.1')
      expect(refused).toMatchObject({
        ok: false,
        retryAfter: 120,
        policies: [{ name: 'address', quota: 5, remaining: 0, resetSeconds: 600 }, {}],
      })
      await advance(119_999)
      expect(await limit('192.0.2.1')).toMatchObject({ ok: false, retryAfter: 1 })
      await advance(1)
      expect(await limit('192.0.2.1')).toMatchObject({ ok: true, retryAfter: 0 })
      expect(await limit('192.0.2.1')).toMatchObject({ ok: false, retryAfter: 120 })
    })

    it('has no window boundary that lets a double burst through', async () => {
      const { limit, advance } = await limiterWithClock({ address: rate(5, 10), global: roomy })
      let passed = 0
      for (let ms = 0; ms < 20_000; ms += 500) {
        if ((await limit('192.0.2.1')).ok) passed++
        await advance(500)
      }
      expect(passed).toBe(5 + 9)
    })

    it('does not hold a message to a slower rate that was configured before', async () => {
      const { limit, store } = await limiterWithClock({ address: roomy, global: rate(1, 86_400) })
      expect((await limit('192.0.2.1')).delayMs).toBe(0)
      expect((await limit('192.0.2.2')).delayMs).toBe(86_400_000)
      const loosened = createLimiter(store, { address: roomy, global: rate(60, 3600) })
      expect(await loosened('192.0.2.2')).toMatchObject({ ok: true, policies: [{}, { remaining: 59 }] })
    })

    it('keeps nobody out for a clock that ran ahead, and lets nobody through for one that was set back a little', async () => {
      const { limit, advance } = await limiterWithClock({ address: rate(1, 60), global: roomy })
      expect((await limit('192.0.2.1')).ok).toBe(true)
      await advance(-10_000)
      expect(await limit('192.0.2.1')).toMatchObject({ ok: false, retryAfter: 70 })
      await advance(-86_400_000)
      expect((await limit('192.0.2.1')).ok).toBe(true)
    })

    it('limits addresses apart, and delays what is over the rate of all of them together', async () => {
      const { limit, advance } = await limiterWithClock({ address: rate(2, 60), global: rate(3, 60) })
      expect((await limit('192.0.2.1')).ok).toBe(true)
      expect((await limit('192.0.2.1')).ok).toBe(true)
      expect((await limit('2001:db8::1')).ok).toBe(true)
      expect(await limit('2001:db8::1')).toMatchObject({
        ...{ ok: true, delayMs: 20_000, retryAfter: 0 },
        policies: [{ remaining: 0 }, { name: 'global', remaining: 0, resetSeconds: 80 }],
      })
      expect((await limit('2001:db8::1')).ok).toBe(false)
      // Another one's first message waits for first ones alone, of which there were two.
      expect(await limit('192.0.2.2')).toMatchObject({ ok: true, delayMs: 0, policies: [{}, { remaining: 0 }] })
      expect(await limit('192.0.2.3')).toMatchObject({ ok: true, delayMs: 20_000 })
      await advance(20_000)
      expect(await limit('192.0.2.2')).toMatchObject({ ok: true, delayMs: 60_000 })
    })

    it('keeps nobody out for addresses that send all that they may for days, and refuses what would wait for more than one', async () => {
      const { limit, advance } = await limiterWithClock({ address: rate(1, 600), global: rate(2, 3600) })
      const flood = async () => (await Promise.all([1, 2, 3].map((attacker) => limit(`192.0.2.${attacker}`)))).at(-1)!
      let last = await flood()
      for (let minutes = 0; minutes < 6 * 60; minutes += 10) {
        last = await flood()
        await advance(600_000)
      }
      // Theirs are 18 an hour, and their turns are over; an address that has sent nothing has one at once.
      expect(last).toMatchObject({ ok: false, retryAfter: expect.any(Number) })
      expect(await limit('198.51.100.1')).toMatchObject({ ok: true, delayMs: 0, policies: [{}, { remaining: 1 }] })
      expect(await limit('192.0.2.1')).toMatchObject({ ok: false })
      for (let number = 0; number < 60; number++) await limit(`203.0.113.${number}`)
      expect(await limit('198.51.100.2')).toMatchObject({ ok: false, retryAfter: expect.any(Number) })
      // After a day without a message an address is a new one again.
      await advance(2 * 86_400_000)
      expect(await limit('192.0.2.1')).toMatchObject({ ok: true, delayMs: 0 })
    })

    it('does not charge all together for what one address was refused', async () => {
      const { limit } = await limiterWithClock({ address: rate(1, 60), global: rate(10, 60) })
      for (let n = 0; n < 20; n++) await limit('192.0.2.1')
      expect((await limit('192.0.2.2')).policies[1].remaining).toBe(8)
    })

    it('writes no address, and nothing at all for messages that it refuses', async () => {
      // One in 12 hours: the fourth would wait for longer than a day.
      const { limit, store } = await limiterWithClock({ address: rate(5, 60), global: rate(1, 43_200) })
      for (const n of [1, 2, 3]) await limit(`192.0.2.${n}`)
      const rows = () => store.all('SELECT key, tat, hit FROM inbox_rate ORDER BY key')
      const before = await rows()
      // More at once would wait for a connection for longer than the store allows on a busy machine.
      const refused = []
      for (let n = 0; n < 100; n += 10)
        refused.push(...(await Promise.all(Array.from({ length: 10 }, (_, at) => limit(`198.51.100.${n + at}`)))))
      expect(refused.filter(({ ok }) => ok)).toEqual([])
      expect(refused.every(({ policies: [policy] }) => policy.remaining === 5)).toBe(true)
      expect(await rows()).toEqual(before)
      // Three addresses, all of them together, and their first messages.
      expect(before).toHaveLength(5)
      expect(JSON.stringify(before)).not.toContain('192.0.2')
    })
  })
})
