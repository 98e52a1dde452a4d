/** Too many messages, and a store that is away. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { trustedProxies } from '../../src/inbox/index.ts'
import { TRAP_FIELD } from '../../src/rest/routes.ts'
import { verifies } from '../contract/verifies.ts'
import { closedPort } from '../inbox/support/receivers.ts'
import { scratch } from '../scratch.ts'
import { ada, ENDPOINTS, problemOf, service } from './messages-service.ts'

describe('too many messages', () => {
  const limits = { addressRate: { quota: 3, windowSeconds: 600 }, globalRate: { quota: 100, windowSeconds: 3600 } }

  verifies('limits.forms-rate', 'are answered 429 with Retry-After, on both endpoints together', async () => {
    const { post } = service({ inbox: limits })
    for (const [path, , fields] of [...ENDPOINTS, ENDPOINTS[0]]) expect((await post(fields, {}, path)).status).toBe(200)
    for (const [path, , fields] of ENDPOINTS) {
      const answer = await post(fields, {}, path)
      expect(answer.status).toBe(429)
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(await problemOf(answer)).toMatchObject({ code: 'rate_limited', title: 'Too many requests' })
    }
  })

  test('learn both policies and their remaining quotas, from the first message on', async () => {
    const { post } = service({ inbox: limits })
    for (const left of [2, 1, 0, 0]) {
      const answer = await post(ada)
      expect(answer.headers.get('ratelimit-policy')).toBe('"address";q=3;w=600, "global";q=100;w=3600')
      expect(answer.headers.get('ratelimit')).toMatch(
        new RegExp(`^"address";r=${left};t=\\d+, "global";r=${97 + left};t=\\d+$`),
      )
    }
  })

  test('are counted by the address before the trusted proxies, whatever the sender writes in front of it', async () => {
    const proxies = trustedProxies(['10.0.0.0/8', '2001:db8:ff::/48'])
    const { post } = service({ inbox: { addressRate: { quota: 1, windowSeconds: 600 }, trustedProxies: proxies } })
    const hops: [peer: string, forwarded: string | undefined, status: number][] = [
      ['10.0.0.1', '198.51.100.1', 200],
      ['10.0.0.2', '203.0.113.9, 198.51.100.1, 10.9.9.9', 429],
      ['10.0.0.1', '198.51.100.2', 200],
      ['192.0.2.1', '198.51.100.3', 200],
      ['192.0.2.1', undefined, 429],
    ]
    for (const [peer, forwarded, status] of hops) {
      const answer = await post(ada, forwarded ? { 'x-forwarded-for': forwarded } : {}, '/api/contact', peer)
      expect(answer.status, `${peer} for ${forwarded}`).toBe(status)
    }
  })

  test('include automated submissions that are held back', async () => {
    const { postForm, inbox } = service({ inbox: { addressRate: { quota: 2, windowSeconds: 600 } } })
    const statuses = []
    for (const message of ['1', '2', '3'])
      statuses.push((await postForm({ ...ada, message, [TRAP_FIELD]: 'spam' })).status)
    expect(statuses).toEqual([200, 200, 429])
    expect((await inbox.stats()).deliveries).toMatchObject([{ state: 'held', count: 2 }])
  })
})

describe('while the store is away', () => {
  const NOT_STORED = 'The message could not be stored, so it was not accepted.'

  async function expectNotStored(answer: Response) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
    expect(await problemOf(answer)).toMatchObject({ code: 'server_error', title: 'Server error', detail: NOT_STORED })
  }

  test('a message is refused, reads go on, and nothing of the attempt is left', async () => {
    const dataDir = join(scratch(), 'data')
    writeFileSync(dataDir, 'a file where the directory should be')
    const { post, app, stored, reports } = service({ inbox: { dataDir } })
    await expectNotStored(await post(ada))
    const together = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 ? post(ada) : app.request('/api/sdk/search?q=weather'))),
    )
    expect(together.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, (_, n) => (n % 2 ? 503 : 200)))
    rmSync(dataDir)
    expect((await post(ada)).status).toBe(200)
    expect(await stored()).toHaveLength(1)
    expect(reports).toEqual([])
  })

  test('a database that cannot be reached is not named, nor its password', async () => {
    const databaseUrl = `postgres://keeper:secret-word@127.0.0.1:${await closedPort()}/messages`
    const { post, app, dataDir } = service({ inbox: { databaseUrl } })
    await expectNotStored(await post(ada))
    const answer = await post(ada)
    expect(await answer.text()).not.toMatch(/keeper|secret-word|127\.0\.0\.1|ECONNREFUSED|postgres/i)
    expect((await app.request('/api/health')).status).toBe(200)
    expect(existsSync(join(dataDir, 'inbox.db'))).toBe(false)
  })
})

test('the sender of a message whose confirmation is lost learns that it may be stored; sent again it is delivered once', async () => {
  const { post, postForm, inbox, stored } = service()
  const receive = inbox.receive
  // The commit is made, and its answer lost.
  inbox.receive = async (...message) => {
    const receipt = await receive(...message)
    return receipt.outcome === 'accepted' ? { outcome: 'store_unconfirmed', policies: receipt.policies } : receipt
  }
  const answer = await post(ada)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
  expect(await problemOf(answer)).toMatchObject({
    code: 'server_error',
    title: 'Server error',
    detail: expect.stringContaining('may not have been stored'),
    resolution: expect.stringMatching(/^Send it again .* safe/),
  })
  inbox.receive = receive
  expect((await post(ada, { 'idempotency-key': 'again' })).status).toBe(200)
  expect((await postForm(ada)).status).toBe(200)
  expect(await stored()).toHaveLength(1)
})
