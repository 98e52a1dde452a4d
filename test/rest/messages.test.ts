/** How the two message endpoints behave beyond the single answer: pages, repeats, limits, and a store that is away. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { InboxEvent } from '../../src/inbox/index.ts'
import { BASE_URL, type Overrides, testApp } from '../app.ts'
import { violations } from '../contract/schemas.ts'
import { verifies } from '../contract/verifies.ts'
import { recorder } from '../inbox/support/events.ts'
import { closedPort, httpReceiver, mailReceiver } from '../inbox/support/receivers.ts'
import { runs } from '../property.ts'

const ada = { name: 'Ada Example', email: 'ada@example.org', message: 'Which SDK would you use for tides?' }
const ENDPOINTS = [
  ['/api/contact', '/contact/thanks', ada],
  ['/api/jobs/apply', '/jobs/thanks', { ...ada, role: 'Engineer' }],
] as const
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'
const PLENTY = { quota: 999_999, windowSeconds: 1 }

/** A service with a store of its own and no limit to speak of. */
function service({ inbox: settings, ...others }: Overrides = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'messages-'))
  const made = testApp({ inbox: { dataDir, addressRate: PLENTY, globalRate: PLENTY, ...settings }, ...others })
  const { app, inbox } = made
  onTestFinished(async () => {
    await inbox.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    ...made,
    dataDir,
    post: async (fields: unknown, headers: Record<string, string> = {}, path = '/api/contact', peer?: string) =>
      app.request(
        path,
        {
          method: 'POST',
          body: typeof fields === 'string' ? fields : JSON.stringify(fields),
          headers: { 'content-type': 'application/json', ...headers },
        },
        peer === undefined ? {} : { incoming: { socket: { remoteAddress: peer } } },
      ),
    postForm: async (fields: Record<string, string>, headers: Record<string, string> = {}, path = '/api/contact') =>
      app.request(path, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { origin: BASE_URL, ...headers },
      }),
    stored: () => inbox.list({ limit: 10_000 }),
  }
}

const problemOf = async (answer: Response) => {
  const body = (await answer.json()) as {
    code: string
    errors?: { field: string }[]
    detail: string
    resolution: string
  }
  expect(violations('Problem', body)).toEqual([])
  return body
}

describe.each(ENDPOINTS)('a form for %s', (path, thanks, fields) => {
  test('sends a browser on to the page that says thanks', async () => {
    const { app, postForm, stored } = service()
    const answer = await postForm(fields, { accept: BROWSER }, path)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`${BASE_URL}${thanks}`)
    expect(await stored()).toHaveLength(1)
    expect((await app.request(thanks)).status).toBe(200)
  })

  test('is answered as a page where the Accept header prefers one, else as JSON', async () => {
    const { postForm } = service()
    const statuses: [accept: string, status: number][] = [
      ['application/json', 200],
      ['*/*', 200],
      ['text/*', 200],
      ['text/html;q=0.5, application/json', 200],
      ['text/html;q=0', 200],
      ['text/html', 303],
      ['text/html, application/json', 303],
      [BROWSER, 303],
    ]
    for (const [accept, status] of statuses) {
      const answer = await postForm(fields, { accept }, path)
      expect(answer.status, accept).toBe(status)
      if (status === 200) expect(await answer.text()).toBe('{"ok":true}')
    }
  })

  test('is read as the same message as its JSON', async () => {
    const { post, postForm, stored, inbox } = service()
    await postForm(fields, {}, path)
    await post(fields, {}, path)
    const [only, ...more] = await stored()
    expect(more).toEqual([])
    expect((await inbox.show(only!.id))?.fields).toEqual(fields)
  })

  test.each([BROWSER, 'application/json'])(
    'that a robot filled in is answered like success, Accept: %s',
    async (accept) => {
      const { postForm, stored } = service()
      const trapped = await postForm({ ...fields, website: 'https://spam.example' }, { accept }, path)
      const good = await postForm({ ...fields, website: '' }, { accept }, path)
      const shown = async (answer: Response) => [answer.status, answer.headers.get('location'), await answer.text()]
      expect(await shown(trapped)).toEqual(await shown(good))
      const list = await stored()
      expect(list).toHaveLength(1)
    },
  )
})

describe('a refused form in a browser', () => {
  const typed = { ...ada, name: 'Ada "&<b>', message: '</textarea><script>alert(1)</script>' }
  const escaped = ['value="Ada &quot;&amp;&lt;b&gt;"', '&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt;']
  const secrets = { website: '', 'cf-turnstile-response': 'a-token-spent' }

  /** The page again with the status of the refusal, and in it what was typed. */
  async function expectForm(answer: Response, status: number) {
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const page = await answer.text()
    for (const value of escaped) expect(page).toContain(value)
    expect(page).not.toContain('a-token-spent')
    expect(page).toContain('action="/api/contact"')
    return page
  }
  const sendBy = ({ postForm }: ReturnType<typeof service>, changed: Record<string, string> = {}) =>
    postForm({ ...typed, ...secrets, ...changed }, { accept: BROWSER })

  test('comes back with what was typed and what is wrong with it', async () => {
    const page = await expectForm(await sendBy(service(), { email: 'ada' }), 400)
    expect(page).toMatch(/id="email-error">Must be an e-mail address/)
    expect(await expectForm(await sendBy(service(), { email: '' }), 400)).toContain('Enter your e-mail address.')
  })

  test('comes back when the challenge is not solved, or cannot be verified now', async () => {
    const verifier = await httpReceiver((_, response) => {
      response.end(JSON.stringify({ success: false, 'error-codes': ['timeout-or-duplicate'] }))
    })
    onTestFinished(() => verifier.close())
    await expectForm(await sendBy(service({ challenge: { secret: 's', url: verifier.url } })), 403)
    const url = `http://127.0.0.1:${await closedPort()}/`
    const later = await sendBy(service({ challenge: { secret: 's', url } }))
    expect(later.headers.get('retry-after')).toBe('30')
    await expectForm(later, 500)
  })

  test('comes back when there were too many, with the same headers as JSON', async () => {
    const limited = service({ inbox: { addressRate: { quota: 1, windowSeconds: 600 } } })
    await limited.post(ada)
    const answer = await sendBy(limited)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(590)
    expect(answer.headers.get('ratelimit')).toMatch(/^"address";r=0;t=\d+, "global"/)
    await expectForm(answer, 429)
  })

  test('comes back when the store is away', async () => {
    const databaseUrl = `postgres://127.0.0.1:${await closedPort()}/messages`
    const answer = await sendBy(service({ inbox: { databaseUrl } }))
    expect(answer.headers.get('retry-after')).toBe('30')
    await expectForm(answer, 500)
  })

  test('is plain text when it is no form of ours', async () => {
    const { postForm } = service()
    const answer = await postForm(typed, { accept: BROWSER, origin: 'https://evil.example' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'text/plain; charset=UTF-8'])
    expect(await answer.text()).toBe(
      'Forbidden: a form needs an Origin of this site. Programs send Content-Type: application/json.',
    )
  })
})

describe('a message', () => {
  test('keeps neither the challenge token nor the trap field of its form', async () => {
    const { postForm, stored, inbox } = service()
    await postForm({ ...ada, website: '', 'cf-turnstile-response': 'token' })
    const [only] = await stored()
    expect((await inbox.show(only!.id))?.fields).toEqual(ada)
  })

  test('as JSON knows no trap field: it is an unknown one', async () => {
    const { post } = service()
    const { code, errors } = await problemOf(await post({ ...ada, website: '' }))
    expect([code, errors?.map(({ field }) => field)]).toEqual(['invalid_request', ['website']])
  })

  test('that is refused for what it says keeps its single-use token, and one that is accepted spends it once', async () => {
    const verifier = await httpReceiver((_, response) => {
      response.end(JSON.stringify({ success: true, hostname: 'localhost' }))
    })
    onTestFinished(() => verifier.close())
    const { post, postForm } = service({ challenge: { secret: 's3', url: verifier.url, hostnames: ['localhost'] } })
    const token = 'cf-turnstile-response'
    for (const body of [
      { ...ada, email: 'ada' },
      { name: 'Ada' },
      { ...ada, message: 'x'.repeat(5001) },
      [],
      'nonsense',
    ])
      expect((await post(body, { [token]: 't' })).status).toBeGreaterThanOrEqual(400)
    await postForm({ ...ada, [token]: 't', website: 'spam' })
    expect(verifier.requests).toEqual([])
    expect((await post(ada, { [token]: 'my-token' }, '/api/contact', '192.0.2.7')).status).toBe(200)
    expect(verifier.requests.map(({ body }) => JSON.parse(body))).toEqual([
      { secret: 's3', response: 'my-token', remoteip: '192.0.2.7', idempotency_key: expect.any(String) },
    ])
  })

  test('whose challenge cannot be verified is told so, and when to come back', async () => {
    const url = `http://127.0.0.1:${await closedPort()}/`
    const { post, stored } = service({ challenge: { secret: 's', url } })
    const answer = await post(ada, { 'cf-turnstile-response': 't' })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([500, '30'])
    expect((await problemOf(answer)).detail).toMatch(/challenge.*could not be verified/)
    expect(await stored()).toEqual([])
  })

  test('of any shape is accepted or refused as the caller’s fault, never as ours', async () => {
    const { post, postForm, reports, stored, app } = service()
    const field = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.emailAddress(),
      fc.jsonValue({ maxDepth: 2 }),
    )
    const almost = fc.record(
      { name: field, email: field, message: field, role: field, portfolio_url: field, toString: field },
      { requiredKeys: [] },
    )
    const body = fc.oneof(
      almost.map((value) => JSON.stringify(value)),
      fc.json(),
      fc.string({ unit: 'binary' }),
    )
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(body, fc.constantFrom('/api/contact', '/api/jobs/apply'), async (text, path) => {
        const answer = await post(text, {}, path)
        if (answer.status === 200) accepted++
        else
          expect((await problemOf(answer)).code).toMatch(
            /^(invalid_json|invalid_request|missing_fields|payload_too_large)$/,
          )
      }),
      runs(400),
    )
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: BASE_URL }
        const answer = await app.request('/api/contact', { method: 'POST', body: Buffer.from(bytes), headers })
        expect(answer.status).toBe(400)
      }),
      runs(200),
    )
    const anyForm = fc.dictionary(
      fc.constantFrom('name', 'email', 'message', 'website', 'x'),
      fc.string({ unit: 'binary' }),
    )
    await fc.assert(
      fc.asyncProperty(anyForm, async (fields) => {
        const { status } = await postForm(fields)
        if (status === 200 && !fields.website) accepted++
        expect([200, 400]).toContain(status)
      }),
      runs(200),
    )
    expect(reports).toEqual([])
    expect((await stored()).length).toBeLessThanOrEqual(accepted)
  })

  test('is told of every required field that says nothing, in either encoding, however it says it', async () => {
    const { post, postForm } = service()
    const nothing = fc.constantFrom(undefined, null, '', ' ', '\r\n\t', '\u200b\ufeff', '\u3000')
    const fields = ['name', 'email', 'role', 'message'] as const
    const subset = fc.subarray([...fields], { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(subset, nothing, async (missing, value) => {
        const body = { ...ada, role: 'Engineer', ...Object.fromEntries(missing.map((name) => [name, value])) }
        const asForm = Object.fromEntries(Object.entries(body).filter(([, given]) => given != null))
        for (const answer of [await post(body, {}, '/api/jobs/apply'), await postForm(asForm, {}, '/api/jobs/apply')]) {
          const { code, errors } = await problemOf(answer)
          expect(code).toBe('missing_fields')
          expect(errors?.map(({ field }) => field)).toEqual(fields.filter((name) => missing.includes(name)))
        }
      }),
      runs(60),
    )
  })
})

describe('other methods and other sites', () => {
  const { app } = testApp()

  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])(
    '%s is refused with the methods that are not',
    async (method) => {
      for (const [path] of ENDPOINTS) {
        const answer = await app.request(path, { method })
        expect(answer.status).toBe(405)
        expect(answer.headers.get('allow')).toBe('POST, OPTIONS')
        if (method !== 'HEAD') expect((await problemOf(answer)).resolution).toMatch(/POST, OPTIONS/)
      }
    },
  )

  test('a preflight from a configured site is granted POST, the two content headers and the two of ours', async () => {
    const answer = await app.request('/api/contact', {
      method: 'OPTIONS',
      headers: {
        origin: BASE_URL,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe(BASE_URL)
    expect(answer.headers.get('access-control-allow-methods')).toBe('POST')
    const allowed = answer.headers.get('access-control-allow-headers')!.toLowerCase().split(', ')
    expect(allowed).toEqual(['accept', 'content-type', 'cf-turnstile-response', 'idempotency-key'])
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS')
  })

  test.each(['https://evil.example', 'null', `${BASE_URL}0`, BASE_URL.replace('http:', 'https:')])(
    'the site %s is granted nothing, neither in the preflight nor in the answer',
    async (origin) => {
      const { post } = service()
      const answers = [
        await app.request('/api/contact', { method: 'OPTIONS', headers: { origin } }),
        await post(ada, { origin }),
      ]
      for (const answer of answers) {
        expect(answer.headers.get('access-control-allow-origin')).toBeNull()
        expect(answer.headers.get('vary')).toBe('Origin')
      }
      expect(answers[1]!.status).toBe(403)
    },
  )

  test('a configured site may read the answer and its limit headers', async () => {
    const { post } = service()
    const answer = await post(ada, { origin: BASE_URL })
    expect(answer.headers.get('access-control-allow-origin')).toBe(BASE_URL)
    expect(answer.headers.get('access-control-expose-headers')).toBe('RateLimit, RateLimit-Policy, Retry-After')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })
})

describe('sent again', () => {
  test('the same message is answered 200 and stored once', async () => {
    const { post, stored } = service()
    for (const _ of [1, 2, 3]) expect((await post(ada)).status).toBe(200)
    expect(await stored()).toHaveLength(1)
  })

  test('with the same Idempotency-Key it is answered 200 and stored once; another message under it is refused', async () => {
    const { post, postForm, stored } = service()
    const key = { 'idempotency-key': 'a-key' }
    expect((await post(ada, key)).status).toBe(200)
    expect((await post(ada, key)).status).toBe(200)
    expect((await postForm(ada, key)).status).toBe(200)
    const { code, errors } = await problemOf(await post({ ...ada, message: 'Another' }, key))
    expect([code, errors?.map(({ field }) => field)]).toEqual(['invalid_request', ['Idempotency-Key']])
    expect(await stored()).toHaveLength(1)
  })

  test('a new key makes a new message of the same words', async () => {
    const { post, stored } = service()
    await post(ada, { 'idempotency-key': '1' })
    await post(ada, { 'idempotency-key': '2' })
    expect(await stored()).toHaveLength(2)
  })

  test('a key that is no key is refused', async () => {
    const { post, stored } = service()
    for (const key of ['k'.repeat(256), 'clé'])
      expect((await problemOf(await post(ada, { 'idempotency-key': key }))).code).toBe('invalid_request')
    expect(await stored()).toEqual([])
  })

  test('100 times at once it is one message and one mail, and each is answered 200', async () => {
    const mail = await mailReceiver()
    onTestFinished(() => mail.close())
    const { log, seen } = recorder()
    const smtp = { url: mail.url, from: 'Inbox <inbox@site.example>', to: 'team@site.example' }
    const { post, stored, inbox } = service({ inbox: { smtp, log } })
    inbox.start()
    const answers = await Promise.all(Array.from({ length: 100 }, () => post(ada)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100)
    await seen({ event: 'delivered' })
    expect(await stored()).toHaveLength(1)
    await inbox.stop()
    expect(mail.mails).toHaveLength(1)
  })
})

describe('too many messages', () => {
  const limits = { addressRate: { quota: 3, windowSeconds: 600 }, globalRate: { quota: 100, windowSeconds: 3600 } }

  /** `"address";r=0;t=600, "global";r=97;t=108` as numbers. */
  function rateLimit(answer: Response) {
    const read = [...answer.headers.get('ratelimit')!.matchAll(/"(\w+)";r=(\d+);t=(\d+)(?:, |$)/g)]
    return Object.fromEntries(read.map(([, name, r, t]) => [name, { r: Number(r), t: Number(t) }]))
  }

  /** Seconds pass, as far as the limiter can tell. */
  function pass(dataDir: string, seconds: number) {
    const db = new DatabaseSync(join(dataDir, 'inbox.db'), { timeout: 1000 })
    db.prepare('UPDATE inbox_rate SET tat = tat - ?').run(seconds * 1000)
    db.close()
  }

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

  test('are told of both policies and of what is left of them, from the first message on', async () => {
    const { post } = service({ inbox: limits })
    for (const left of [2, 1, 0, 0]) {
      const answer = await post(ada)
      expect(answer.headers.get('ratelimit-policy')).toBe('"address";q=3;w=600, "global";q=100;w=3600')
      const { address, global } = rateLimit(answer)
      expect([address!.r, global!.r]).toEqual([left, 97 + left])
      const sent = 3 - left
      expect(address!.t).toBeGreaterThan(sent * 200 - 5)
      expect(address!.t).toBeLessThanOrEqual(sent * 200)
      expect(global!.t).toBeGreaterThan(sent * 36 - 5)
      expect(global!.t).toBeLessThanOrEqual(sent * 36)
    }
  })

  test('pass again when Retry-After says, and not before', async () => {
    const { post, dataDir } = service({ inbox: limits })
    for (const _ of [1, 2, 3]) await post(ada)
    const retryAfter = Number((await post(ada)).headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(195)
    expect(retryAfter).toBeLessThanOrEqual(200)
    // Short of it by the seconds this test may take on a busy machine.
    pass(dataDir, retryAfter - 5)
    expect((await post(ada)).status).toBe(429)
    pass(dataDir, 5)
    expect((await post(ada)).status).toBe(200)
    expect((await post(ada)).status).toBe(429)
  })

  test('count everybody together against the second policy', async () => {
    const { post } = service({
      inbox: { addressRate: { quota: 2, windowSeconds: 60 }, globalRate: { quota: 3, windowSeconds: 60 } },
    })
    const statuses = []
    for (const peer of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.2', '192.0.2.3'])
      statuses.push((await post(ada, {}, '/api/contact', peer)).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
  })

  test('do not include those that were refused', async () => {
    const verifier = await httpReceiver((_, response) => {
      response.end(JSON.stringify({ success: false, 'error-codes': ['invalid-input-response'] }))
    })
    onTestFinished(() => verifier.close())
    const guarded = service({ inbox: limits, challenge: { secret: 's', url: verifier.url } })
    const open = service({ inbox: limits })
    for (let n = 0; n < 10; n++) {
      expect((await guarded.post(ada, { 'cf-turnstile-response': 't' })).status).toBe(403)
      const refused = [
        await open.post({ ...ada, email: 'ada' }),
        await open.post({}),
        await open.post('{'),
        await open.post({ ...ada, message: 'x'.repeat(5001) }),
        await open.post(ada, { origin: 'https://evil.example' }),
        await open.postForm({ ...ada, website: 'spam' }),
      ]
      for (const answer of refused) expect(answer.headers.get('ratelimit')).toBeNull()
    }
    expect(rateLimit(await open.post(ada)).address!.r).toBe(2)
  })

  test('are counted by the address before the trusted proxies, whatever the sender writes in front of it', async () => {
    const one = { addressRate: { quota: 1, windowSeconds: 600 } }
    const { post } = service({ inbox: one, trustedProxies: ['10.0.0.0/8', '2001:db8:ff::/48'] })
    const hops: [peer: string, forwarded: string | undefined, status: number][] = [
      ['10.0.0.1', '198.51.100.1', 200],
      ['10.0.0.2', '198.51.100.1', 429],
      ['10.0.0.1', '203.0.113.9, 198.51.100.1', 429],
      ['10.0.0.1', '198.51.100.1, 10.9.9.9', 429],
      ['::ffff:10.0.0.1', '198.51.100.1', 429],
      ['10.0.0.1', '198.51.100.2', 200],
      ['2001:db8:ff::1', '[2001:db8:1:2::5]:4711', 200],
      ['2001:db8:ff::1', '2001:db8:1:2:ffff::', 429],
      ['192.0.2.1', '198.51.100.3', 200],
      ['192.0.2.1', '198.51.100.4', 429],
      ['192.0.2.1', undefined, 429],
      ['10.0.0.3', undefined, 200],
      ['10.0.0.3', 'unknown', 429],
    ]
    for (const [peer, forwarded, status] of hops) {
      const answer = await post(
        ada,
        forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
        '/api/contact',
        peer,
      )
      expect(answer.status, `${peer} for ${forwarded}`).toBe(status)
    }
  })

  test('leave reading alone', async () => {
    const { post, app } = service({ inbox: { addressRate: { quota: 1, windowSeconds: 600 } } })
    await post(ada)
    expect((await post(ada)).status).toBe(429)
    expect((await app.request('/api/sdk/search?q=weather')).status).toBe(200)
  })
})

describe('while the store is away', () => {
  /** What a sender gets, and how fast the fastest of a few answers came: others may be using the machine. */
  async function refusedQuickly(post: () => Promise<Response>) {
    const took: number[] = []
    for (let n = 0; n < 5; n++) {
      const began = performance.now()
      const answer = await post()
      took.push(performance.now() - began)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([500, '30'])
      expect(await problemOf(answer)).toMatchObject({
        code: 'server_error',
        title: 'Server error',
        detail: 'The message could not be stored, so it was not accepted.',
      })
    }
    expect(Math.min(...took)).toBeLessThan(100)
  }

  test('a message is refused at once, reads go on, and nothing of the attempt is left', async () => {
    const place = mkdtempSync(join(tmpdir(), 'messages-'))
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    const dataDir = join(place, 'data')
    writeFileSync(dataDir, 'a file where the directory should be')
    const { post, app, stored, reports } = service({ inbox: { dataDir } })
    await refusedQuickly(() => post(ada))
    const together = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 ? post(ada) : app.request('/api/sdk/search?q=weather'))),
    )
    expect(together.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, (_, n) => (n % 2 ? 500 : 200)))
    rmSync(dataDir)
    expect((await post(ada)).status).toBe(200)
    expect(await stored()).toHaveLength(1)
    expect(reports).toEqual([])
  })

  test('a database that cannot be reached is not named, nor its password', async () => {
    const databaseUrl = `postgres://keeper:secret-word@127.0.0.1:${await closedPort()}/messages`
    const { post, app, dataDir } = service({ inbox: { databaseUrl } })
    await refusedQuickly(() => post(ada))
    const answer = await post(ada)
    expect(await answer.text()).not.toMatch(/keeper|secret-word|127\.0\.0\.1|ECONNREFUSED|postgres/i)
    expect((await app.request('/api/health')).status).toBe(200)
    expect(existsSync(join(dataDir, 'inbox.db'))).toBe(false)
  })

  test('a store that fails between its tables keeps no half of a message', async () => {
    const { post, inbox, dataDir, reports } = service()
    await inbox.ready()
    const db = new DatabaseSync(join(dataDir, 'inbox.db'))
    onTestFinished(() => db.close())
    db.exec('ALTER TABLE inbox_delivery RENAME TO elsewhere')
    await refusedQuickly(() => post(ada))
    const rows = (table: string) => db.prepare(`SELECT * FROM ${table}`).all()
    expect([rows('inbox_message'), rows('inbox_seen'), rows('elsewhere')]).toEqual([[], [], []])
    db.exec('ALTER TABLE elsewhere RENAME TO inbox_delivery')
    expect((await post(ada)).status).toBe(200)
    expect(rows('inbox_message')).toHaveLength(1)
    expect(reports).toEqual([])
  })
})

test('what is reported of a delivery holds nothing of the message', async () => {
  const events: InboxEvent[] = []
  const { log, seen } = recorder()
  const { post, inbox } = service({
    inbox: {
      log: (event) => {
        events.push(event)
        log(event)
      },
    },
  })
  inbox.start()
  await post(ada)
  await seen({ event: 'delivered' })
  expect(JSON.stringify(events)).not.toMatch(/Ada|example\.org|tides/)
})
