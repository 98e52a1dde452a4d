/** Sections 4.5 and 4.10, with 2.5 and 2.6, as a sender meets them. All cells: messages-table.test.ts. */
import { describe, expect } from 'vitest'
import { BASE_URL } from '../app.ts'
import { ada, challenge, ENDPOINTS, problemOf, service } from '../rest/messages-service.ts'
import { verifies } from './verifies.ts'

const codeOf = async (answer: Response) => ((await answer.json()) as { code?: string }).code ?? 'ok'

describe('a message', () => {
  verifies(
    ['contact.accepted', 'contact.accepted-body', 'jobs.accepted', 'contact.form-with-origin'],
    'as JSON or as a form of the own site answers 200 and ok: true',
    async () => {
      const { post, postForm } = service()
      for (const [path, , fields] of ENDPOINTS) {
        for (const answer of [await post(fields, {}, path), await postForm(fields, {}, path)]) {
          expect(answer.status).toBe(200)
          expect(answer.headers.get('content-type')).toBe('application/json')
          expect(await answer.text()).toBe('{"ok":true}')
        }
      }
    },
  )

  verifies('contact.message-members', 'has its three members and no others', async () => {
    const { post } = service()
    expect(await codeOf(await post({ ...ada, company: 'x' }))).toBe('invalid_request')
    for (const name of Object.keys(ada))
      expect(await codeOf(await post({ ...ada, [name]: undefined }))).toBe('missing_fields')
  })

  verifies(
    ['contact.name-length', 'contact.email-length', 'contact.message-length', 'contact.payload-too-large'],
    'may be as long as its limits say and no longer, in characters and not in bytes',
    async () => {
      const { post } = service()
      const domain = ['b', 'c', 'd', 'e'].map((letter) => letter.repeat(60)).join('.')
      const address = (length: number) => `${'a'.repeat(length - domain.length - 1)}@${domain}`
      const lengths: [Record<string, string>, string][] = [
        [{ name: 'é'.repeat(256) }, 'ok'],
        [{ name: 'é'.repeat(257) }, 'invalid_request'],
        [{ email: 'a@b' }, 'ok'],
        [{ email: 'a@' }, 'invalid_request'],
        [{ email: address(256) }, 'ok'],
        [{ email: address(257) }, 'invalid_request'],
        [{ message: '😀'.repeat(5000) }, 'ok'],
        [{ message: '😀'.repeat(5001) }, 'payload_too_large'],
      ]
      for (const [changed, code] of lengths)
        expect(await codeOf(await post({ ...ada, ...changed })), JSON.stringify(changed)).toBe(code)
    },
  )

  verifies('contact.missing-fields', 'without its fields is refused with each of them', async () => {
    const answer = await service().post({ name: ' ', email: null })
    expect(answer.status).toBe(400)
    expect(await problemOf(answer)).toMatchObject({
      code: 'missing_fields',
      errors: ['name', 'email', 'message'].map((field) => ({ field, message: 'is required' })),
    })
  })

  verifies('contact.cross-site-form', 'as a form of another site is refused in plain text', async () => {
    const { app } = service()
    for (const origin of [undefined, 'https://evil.example', 'null', `${BASE_URL}.evil.example`]) {
      const headers = origin === undefined ? {} : { origin }
      const answer = await app.request('/api/contact', { method: 'POST', body: new URLSearchParams(ada), headers })
      expect(answer.status).toBe(403)
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
      expect(await answer.text()).toBe(
        'Forbidden: a form needs an Origin of this site. Programs send Content-Type: application/json.',
      )
    }
  })

  verifies('contact.unsupported-media-type', 'in another media type answers 415', async () => {
    const answer = await service().post(ada, { 'content-type': 'application/xml' })
    expect([answer.status, await codeOf(answer)]).toEqual([415, 'unsupported_media_type'])
  })

  verifies('auth.challenge', 'without the token of a configured challenge answers 403', async () => {
    const { settings } = await challenge('a-token')
    const answer = await service({ inbox: { challenge: settings } }).post(ada)
    expect(answer.status).toBe(403)
    const { code, resolution } = await problemOf(answer)
    expect([code, resolution]).toEqual(['unauthorized', expect.stringContaining('CF-Turnstile-Response')])
  })
})
