/** How the two message endpoints take a message: JSON, repeats, other methods and other sites. */
import { describe, expect, test } from 'vitest'
import { TRAP_FIELD } from '../../src/rest/routes.ts'
import { BASE_URL, testApp } from '../app.ts'
import { verifies } from '../contract/verifies.ts'
import { ada, challenge, ENDPOINTS, problemOf, service } from './messages-service.ts'

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
