/** Sections 4.5 and 4.10, with 2.5 and 2.6, as a sender meets them. All cells: messages-table.test.ts. */
import { afterAll, describe, expect } from 'vitest'
import { BASE_URL } from '../app.ts'
import { messageServices } from './messages-service.ts'
import { KINDS, type Path } from './messages-table.ts'
import { verifies } from './verifies.ts'

const { settings, service } = await messageServices()

describe('a message', () => {
  const { app, inbox } = service()
  afterAll(() => inbox.stop())
  const good = KINDS['/api/contact']

  const post = (path: Path, fields: unknown, headers: Record<string, string> = {}) =>
    app.request(path, {
      method: 'POST',
      body: JSON.stringify(fields),
      headers: { 'content-type': 'application/json', ...headers },
    })
  const postForm = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.request('/api/contact', { method: 'POST', body: new URLSearchParams(fields), headers })
  const codeOf = async (answer: Response) => ((await answer.json()) as { code?: string; ok?: boolean }).code ?? 'ok'

  verifies(['contact.accepted', 'contact.accepted-body'], 'as JSON answers 200 and ok: true', async () => {
    const answer = await post('/api/contact', good)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(await answer.text()).toBe('{"ok":true}')
  })

  verifies('jobs.accepted', 'to the job endpoint answers the same', async () => {
    const answer = await post('/api/jobs/apply', KINDS['/api/jobs/apply'])
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ ok: true })
  })

  verifies('contact.message-members', 'has its three members and no others', async () => {
    expect(await codeOf(await post('/api/contact', { ...good, company: 'x' }))).toBe('invalid_request')
    for (const name of Object.keys(good))
      expect(await codeOf(await post('/api/contact', { ...good, [name]: undefined }))).toBe('missing_fields')
  })

  verifies(
    ['contact.name-length', 'contact.email-length', 'contact.message-length'],
    'may be as long as its limits say and no longer, in characters and not in bytes',
    async () => {
      const email = (length: number) =>
        `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(length - 185)}`
      const lengths: [Record<string, string>, string][] = [
        [{ name: 'é'.repeat(256) }, 'ok'],
        [{ name: 'é'.repeat(257) }, 'invalid_request'],
        [{ email: 'a@b' }, 'ok'],
        [{ email: 'a@' }, 'invalid_request'],
        [{ email: email(248) }, 'ok'],
        [{ email: `${'a'.repeat(256 - email(248).length)}${email(248)}` }, 'ok'],
        [{ email: `${'a'.repeat(257 - email(248).length)}${email(248)}` }, 'invalid_request'],
        [{ message: '😀'.repeat(5000) }, 'ok'],
        [{ message: '😀'.repeat(5001) }, 'payload_too_large'],
      ]
      for (const [changed, code] of lengths)
        expect(await codeOf(await post('/api/contact', { ...good, ...changed })), JSON.stringify(changed)).toBe(code)
    },
  )

  verifies('contact.missing-fields', 'without its fields is told of each of them', async () => {
    const answer = await post('/api/contact', { name: ' ', email: null })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      code: 'missing_fields',
      title: 'Missing required fields',
      errors: [
        { field: 'name', message: 'is required' },
        { field: 'email', message: 'is required' },
        { field: 'message', message: 'is required' },
      ],
    })
  })

  verifies('contact.cross-site-form', 'as a form of another site is refused in plain text', async () => {
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${BASE_URL}.evil.example` },
    ]) {
      const answer = await postForm(good, headers)
      expect(answer.status).toBe(403)
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
      expect(await answer.text()).toBe(
        'Forbidden: a form needs an Origin of this site. Programs send Content-Type: application/json.',
      )
    }
  })

  verifies('contact.form-with-origin', 'as a form of the own site is accepted', async () => {
    const answer = await postForm(good, { origin: BASE_URL })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ ok: true })
  })

  verifies('contact.method-not-allowed', 'is posted: other methods answer 405 and name POST', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await app.request('/api/contact', { method })
      expect(answer.status).toBe(405)
      expect(answer.headers.get('allow')).toBe('POST, OPTIONS')
      expect(await answer.json()).toMatchObject({
        code: 'method_not_allowed',
        resolution: expect.stringMatching(/POST/),
      })
    }
  })

  verifies('contact.payload-too-large', 'over 5,000 characters answers 413', async () => {
    const answer = await post('/api/contact', { ...good, message: 'x'.repeat(5001) })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ code: 'payload_too_large', title: 'Payload too large' })
  })

  verifies('contact.unsupported-media-type', 'in another media type answers 415', async () => {
    const answer = await post('/api/contact', good, { 'content-type': 'application/xml' })
    expect(answer.status).toBe(415)
    expect(await answer.json()).toMatchObject({ code: 'unsupported_media_type', title: 'Unsupported media type' })
  })

  verifies('auth.challenge', 'without the token of a configured challenge answers 403', async () => {
    const guarded = service(settings)
    const answer = await guarded.app.request('/api/contact', {
      method: 'POST',
      body: JSON.stringify(good),
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({
      code: 'unauthorized',
      resolution: expect.stringMatching(/CF-Turnstile-Response/),
    })
  })
})
