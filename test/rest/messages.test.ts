/** How the two message endpoints take a message: JSON, repeats, other methods and sites, and forms of browsers. */
import { describe, expect, test } from 'vitest'
import { TRAP_FIELD } from '../../src/rest/routes.ts'
import { BASE_URL, testApp } from '../app.ts'
import { verifies } from '../contract/verifies.ts'
import { recorder } from '../inbox/support/events.ts'
import { closedPort } from '../inbox/support/receivers.ts'
import { ada, BROWSER, challenge, ENDPOINTS, problemOf, service } from './messages-service.ts'

describe('a message', () => {
  test('keeps neither the challenge token nor the trap field of its form', async () => {
    const { postForm, stored, inbox } = service()
    await postForm({ ...ada, [TRAP_FIELD]: '', 'cf-turnstile-response': 'token' })
    const [only] = await stored()
    expect((await inbox.show(only!.id))?.fields).toEqual(ada)
  })

  test('without a field, or without the token of a configured challenge, is refused with what to send', async () => {
    const { settings } = await challenge('a-token')
    const { post } = service({ inbox: { challenge: settings } })
    const errors = ['name', 'email', 'message'].map((field) => ({ field, message: 'is required' }))
    expect(await problemOf(await post({ name: ' ', email: null }))).toMatchObject({ errors })
    const resolution = expect.stringContaining('CF-Turnstile-Response')
    expect(await problemOf(await post(ada))).toMatchObject({ code: 'unauthorized', resolution })
  })

  test('that is refused for what it says keeps its single-use token, and one that is accepted spends it once', async () => {
    const { settings, requests } = await challenge('my-token')
    const { post } = service({ inbox: { challenge: settings } })
    const token = 'cf-turnstile-response'
    for (const body of [{ name: 'Ada' }, 'nonsense']) expect((await post(body, { [token]: 't' })).status).toBe(400)
    expect(requests).toEqual([])
    expect((await post(ada, { [token]: 'my-token' }, '/api/contact', '192.0.2.7')).status).toBe(200)
    expect(requests.map(({ body }) => JSON.parse(body))).toEqual([
      { secret: 'secret', response: 'my-token', remoteip: '192.0.2.7', idempotency_key: expect.any(String) },
    ])
  })
})

describe('other methods and other sites', () => {
  const { app } = testApp()

  verifies('contact.method-not-allowed', 'any other method answers 405 and names the accepted ones', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
      for (const [path] of ENDPOINTS) {
        const answer = await app.request(path, { method })
        expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
        if (method === 'HEAD') continue
        const resolution = expect.stringContaining('POST, OPTIONS')
        expect(await problemOf(answer)).toMatchObject({ code: 'method_not_allowed', resolution })
      }
    }
  })

  test('a preflight from a configured site is granted POST, the two content headers and two more', async () => {
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
})

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
    'whose spam trap was filled in is answered like any other and held back for the operator, Accept: %s',
    async (accept) => {
      const { log, events, seen } = recorder()
      const { postForm, stored, inbox } = service({ inbox: { log } })
      inbox.start()
      const trapped = await postForm({ ...fields, [TRAP_FIELD]: 'https://spam.example' }, { accept }, path)
      const [held] = await stored()
      expect(held).toMatchObject({ deliveries: [{ channel: 'eml', state: 'held' }] })
      // The same words by a person: that message is delivered.
      const good = await postForm({ ...fields, [TRAP_FIELD]: '' }, { accept }, path)
      const shown = async (answer: Response) => [answer.status, answer.headers.get('location'), await answer.text()]
      expect(await shown(trapped)).toEqual(await shown(good))
      await seen({ event: 'delivered' })
      expect(await stored()).toHaveLength(2)
      expect((await inbox.show(held!.id))?.fields).toEqual(fields)
      expect(events.filter(({ event }) => event === 'held')).toEqual([{ event: 'held', id: held!.id }])
      expect(await inbox.retry({ id: held!.id })).toHaveLength(1)
      await seen({ event: 'delivered', id: held!.id })
    },
  )
})

describe('a refused form in a browser', () => {
  const typed = { ...ada, name: 'Ada "&<b>', message: '</textarea><script>alert(1)</script>' }
  const escaped = ['value="Ada &quot;&amp;&lt;b&gt;"', '&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt;']
  const secrets = { [TRAP_FIELD]: '', 'cf-turnstile-response': 'a-token-spent' }

  /** The page again with the status of the refusal, and in it what was typed. */
  async function expectForm(answer: Response, status: number) {
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'")
    const page = await answer.text()
    for (const value of escaped) expect(page).toContain(value)
    expect(page).not.toContain('a-token-spent')
    expect(page).toContain('action="/contact"')
    return page
  }
  const sendBy = ({ postForm }: ReturnType<typeof service>, changed: Record<string, string> = {}) =>
    postForm({ ...typed, ...secrets, ...changed }, { accept: BROWSER })

  test('comes back with what was typed and what is wrong with it', async () => {
    const page = await expectForm(await sendBy(service(), { email: 'ada' }), 400)
    expect(page).toMatch(/id="email-error">E-mail address must be an e-mail address/)
    expect(await expectForm(await sendBy(service(), { email: '' }), 400)).toContain(
      'id="email-error">E-mail address is required<',
    )
  })

  test('comes back when the challenge is not solved', async () => {
    const { settings } = await challenge()
    await expectForm(await sendBy(service({ inbox: { challenge: settings } })), 403)
  })

  test('comes back when there were too many, with the same headers as JSON', async () => {
    const limited = service({ inbox: { addressRate: { quota: 1, windowSeconds: 600 } } })
    await limited.post(ada)
    const answer = await sendBy(limited)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(590)
    expect(answer.headers.get('ratelimit')).toMatch(/^"address";r=0;t=\d+, "global"/)
    expect(await expectForm(answer, 429)).toMatch(
      / Send it again in about 10 minutes; what you wrote is still below\.</,
    )
  })

  test('comes back when the store is away, or the challenge cannot be verified now', async () => {
    const server = `127.0.0.1:${await closedPort()}`
    const challenge = { secret: 's', url: `http://${server}/` }
    for (const inbox of [{ databaseUrl: `postgres://${server}/messages` }, { challenge }]) {
      const answer = await sendBy(service({ inbox }))
      expect(answer.headers.get('retry-after')).toBe('30')
      await expectForm(answer, 503)
    }
  })

  test('is plain text when it comes from another site', async () => {
    const { postForm } = service()
    const answer = await postForm(typed, { accept: BROWSER, origin: 'https://evil.example' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'text/plain; charset=UTF-8'])
    expect(await answer.text()).toBe(
      'Forbidden: a form needs an Origin of this site. Programs send Content-Type: application/json.',
    )
  })
})
