/** Pages of an allowed Origin can read every answer of the endpoint, problems too; pages of others none. */
import { describe, expect, it } from 'vitest'
import { testApp } from '../app.ts'
import { legacy, type Members } from './messages.ts'

const ORIGIN = 'https://app.example.com'
const { app } = testApp({ origins: [ORIGIN] })
const json = { 'content-type': 'application/json' }

const REFUSED: [string, number, RequestInit][] = [
  ['no JSON', 400, { method: 'POST', headers: json, body: '{' }],
  ['a batch', 400, { method: 'POST', headers: json, body: '[]' }],
  ['no Content-Type', 403, { method: 'POST', body: new Uint8Array([123, 125]) }],
  ['too much', 413, { method: 'POST', headers: json, body: ' '.repeat(65 * 1024) }],
  ['another media type', 415, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' }],
  ['the GET of an event stream', 405, { headers: { accept: 'text/event-stream' } }],
]

const send = (origin: string, { headers, body } = legacy('ping')) =>
  app.request('/mcp', { method: 'POST', headers: { ...headers, origin }, body: JSON.stringify(body) })

describe('a page', () => {
  it.each(REFUSED)(
    'of an allowed Origin reads why %s was refused, one of another Origin does not',
    async (_, status, init) => {
      const answer = await app.request('/mcp', { ...init, headers: { ...init.headers, origin: ORIGIN } })
      expect(answer.status).toBe(status)
      expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN)
      expect(answer.headers.get('vary')).toContain('Origin')
      expect(((await answer.json()) as Members).status).toBe(status)
      if (status === 405) expect(answer.headers.get('allow')).toBe('POST')
      const headers = { ...init.headers, origin: 'https://evil.example' }
      const elsewhere = await app.request('/mcp', { ...init, headers })
      expect(elsewhere.headers.get('access-control-allow-origin')).toBeNull()
    },
  )

  it.each([
    ['an allowed Origin', ORIGIN, 200],
    ['any port of this machine', 'http://localhost:6274', 200],
    ['another port of an allowed Origin', `${ORIGIN}:8443`, 403],
    ['another scheme of an allowed Origin', 'http://app.example.com', 403],
    // It is none of the allowed ones.
    ['an empty Origin', '', 403],
  ])('of %s is held to its whole Origin', async (_, origin, status) => {
    const answer = await send(origin)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('access-control-allow-origin')).toBe(status === 200 ? origin : null)
  })

  it.each([
    ['a result', 200, legacy('ping')],
    ['a failure', 200, legacy('no/such/method')],
    ['a notification', 202, { ...legacy('ping'), body: { jsonrpc: '2.0', method: 'notifications/initialized' } }],
    ['a message that is none', 400, { ...legacy('ping'), body: {} }],
  ])('keeps no answer to %s', async (_, status, { headers, body }) => {
    const answer = await app.request('/mcp', { method: 'POST', headers, body: JSON.stringify(body) })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store'])
  })
})
