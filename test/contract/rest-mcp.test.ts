/** Sections 2.7, 2.8 and 4.7 by plain examples over POST /mcp; clients, revisions and framing have suites of their own. */
import { describe, expect } from 'vitest'
import { testApp } from '../app.ts'
import { violations } from './schemas.ts'
import { verifies } from './verifies.ts'

const { app } = testApp()

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const post = (body: unknown, headers: Record<string, string> = HEADERS) =>
  app.request('/mcp', { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) })
const request = (method: string, params?: object, id: string | number = 1) =>
  post({ jsonrpc: '2.0', id, method, ...(params && { params }) })

interface Answer {
  id: string | number
  result?: Record<string, unknown>
  error?: { code: number; message: string }
}

async function answerOf(answer: Response): Promise<Answer> {
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  const body = await answer.json()
  expect(violations('JsonRpcResponse', body)).toEqual([])
  return body as Answer
}

async function refused(answer: Response, status: number, code: string): Promise<void> {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(await answer.json()).toMatchObject({ status, code, instance: '/mcp' })
}

const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'contract-test', version: '1.0.0' },
}

describe('a JSON-RPC request', () => {
  verifies(
    ['mcp.json-response', 'mcp.stateless', 'mcp.tools-list', 'mcp.no-handshake', 'jsonrpc-response.no-other-members'],
    'answers with one JSON object and no session, cold',
    async () => {
      const answer = await request('tools/list')
      expect(answer.status).toBe(200)
      expect(answer.headers.has('mcp-session-id')).toBe(false)
      const { result } = await answerOf(answer)
      expect((result as { tools: { name: string }[] }).tools.map(({ name }) => name)).toContain('search_sdk_catalog')
    },
  )

  verifies('mcp.stateless', 'answers whatever session id it carries', async () => {
    const answer = await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { ...HEADERS, 'mcp-session-id': 'any' })
    expect(answer.status).toBe(200)
  })

  verifies(['mcp.initialize', 'mcp.ping', 'mcp.server-discover'], 'of each supported method succeeds', async () => {
    const calls = [['initialize', INITIALIZE], ['ping'], ['server/discover']] as const
    for (const [method, params] of calls) {
      const answer = await request(method, params)
      expect(answer.status, method).toBe(200)
      expect((await answerOf(answer)).result, method).toBeDefined()
    }
  })

  verifies('mcp.tools-call', 'calls a tool', async () => {
    const call = { name: 'get_sdk_entry', arguments: { slug: 'poetrydb-sdk' } }
    const { result } = await answerOf(await request('tools/call', call))
    const rest = await (await app.request('/api/sdk/poetrydb-sdk.json')).json()
    expect(result!.structuredContent).toEqual(rest)
  })

  verifies(
    ['jsonrpc-response.id-echoed', 'jsonrpc-request.id-types'],
    'gets its own id back, in its type',
    async () => {
      for (const id of [0, -1, 7, '7', '', 'a b', 2 ** 53 - 1]) {
        expect((await answerOf(await request('ping', undefined, id))).id).toBe(id)
      }
    },
  )

  verifies(
    ['errors.mcp-failures-in-jsonrpc', 'jsonrpc-response.one-outcome', 'jsonrpc-response.error-members'],
    'that a method refuses fails in the error member',
    async () => {
      const { error } = await answerOf(await request('tools/call', { name: 'no_such_tool', arguments: {} }))
      expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('no_such_tool') })
      expect((await answerOf(await request('no/such/method'))).error).toMatchObject({ code: -32601 })
    },
  )

  verifies('mcp.initialized-accepted', 'without an id is accepted with 202 and an empty body', async () => {
    const answer = await post({ jsonrpc: '2.0', method: 'notifications/initialized' })
    expect(answer.status).toBe(202)
    expect(await answer.text()).toBe('')
  })
})

describe('what is not one JSON-RPC message', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const BROKEN = [
    ['no JSON', '{"jsonrpc":'],
    ['an empty body', ''],
    ['a batch', [ping]],
    ['null', 'null'],
    ['a string', '"ping"'],
    ['another member', { ...ping, extra: 1 }],
    ['another version', { ...ping, jsonrpc: '1.0' }],
    ['no version', { id: 1, method: 'ping' }],
    ['no method', { jsonrpc: '2.0', id: 1 }],
    ['a method that is no string', { ...ping, method: 1 }],
    ['an id that is null', { ...ping, id: null }],
    ['an id that is a fraction', { ...ping, id: 1.5 }],
    ['an id that is an object', { ...ping, id: {} }],
    ['params that are a list', { ...ping, params: [] }],
    ['params that are a string', { ...ping, params: 'x' }],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }],
  ] as const
  for (const [what, body] of BROKEN) {
    verifies(
      [
        'mcp.invalid-request',
        'jsonrpc-request.no-other-members',
        'jsonrpc-request.version',
        'jsonrpc-request.id-types',
        'jsonrpc-request.method-required',
        'jsonrpc-request.params-object',
      ],
      `answers 400 to ${what}`,
      async () => refused(await post(body), 400, 'invalid_request'),
    )
  }
})

describe('a caller that is refused', () => {
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })

  verifies('mcp.foreign-origin', 'is a page of another site', async () => {
    for (const origin of ['https://evil.example', 'null', 'nonsense', 'http://localhost.evil.example']) {
      await refused(await post(ping, { ...HEADERS, origin }), 403, 'unauthorized')
    }
    expect((await post(ping, { ...HEADERS, origin: 'http://localhost:3000' })).status).toBe(200)
  })

  verifies('mcp.no-content-type', 'posts without a Content-Type', async () => {
    const bytes = new TextEncoder().encode(ping)
    await refused(await app.request('/mcp', { method: 'POST', body: bytes }), 403, 'unauthorized')
  })

  verifies(['mcp.only-post', 'errors.method-not-allowed'], 'uses another method than POST', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      const answer = await app.request('/mcp', { method })
      expect(answer.status).toBe(405)
      expect(answer.headers.get('allow')).toBe('POST')
      if (method !== 'HEAD') await refused(answer, 405, 'method_not_allowed')
    }
  })
})
