/** Who may call POST /mcp, and what callers of each revision rely on (SPEC 4.7, 5). */
import { describe, expect, it } from 'vitest'
import { defineTool } from '../../src/tools/define/define.ts'
import { mcpTools } from '../../src/tools/index.ts'
import { testApp } from '../app.ts'
import { envelope, initialize, LEGACY, legacy, type Members, MODERN, modern } from '../mcp/messages.ts'
import { bent, JSON_TYPE, ping, send } from '../mcp/wire.ts'
import { verifies } from './verifies.ts'

describe('who may call', () => {
  const HOSTS = {
    known: [undefined, 'localhost', 'localhost:8080', 'LOCALHOST:1', 'sdk.example.com', '[::1]:8080'],
    others: [
      ...['', 'evil.example', 'evil.example:80', 'localhost.evil.example', 'notlocalhost'],
      ...['localhost:8080, evil.example', 'localhost:port'],
    ],
  }
  const ORIGINS = {
    known: [
      ...[undefined, 'http://localhost', 'http://localhost:8080', 'http://localhost:9999'],
      ...['https://sdk.example.com', 'https://sdk.example.com:8443'],
    ],
    others: [
      ...['null', 'http://evil.example', 'https://sdk.example.com.evil.example', 'https://evil-sdk.example.com'],
      ...['http://[::1]', 'localhost', 'file://', 'http://localhost, http://evil.example'],
    ],
  }
  const pairs = [...HOSTS.known, ...HOSTS.others].flatMap((host) =>
    [...ORIGINS.known, ...ORIGINS.others].map((origin) => {
      const allowed = HOSTS.known.includes(host) && ORIGINS.known.includes(origin)
      return { host, origin, allowed }
    }),
  )

  verifies(
    ['mcp.foreign-origin', 'mcp.no-content-type'],
    'is decided by Host and Origin, in every combination, and refused with a problem',
    async () => {
      for (const { host, origin, allowed } of pairs) {
        const headers = { 'content-type': JSON_TYPE, host, origin }
        const { status, json, headers: answered } = await send({ headers, body: ping })
        const label = `Host ${host}, Origin ${origin}`
        expect(status, label).toBe(allowed ? 200 : 403)
        if (!allowed) expect(json.code, label).toBe('unauthorized')
        expect(answered.get('access-control-allow-origin'), label).toBe(allowed && origin ? origin : null)
      }
      const bare = await send({ headers: {}, body: new TextEncoder().encode(JSON.stringify(ping)) })
      expect([bare.status, bare.json.code]).toEqual([403, 'unauthorized'])
    },
  )

  it('is not decided by one Origin of several', async () => {
    const headers = new Headers({ 'content-type': JSON_TYPE })
    headers.append('origin', 'http://localhost')
    headers.append('origin', 'http://localhost')
    expect((await send({ headers, body: ping })).status).toBe(403)
  })

  it('is announced to a browser by the answer to its preflight', async () => {
    for (const { host, origin, allowed } of pairs.filter(({ origin }) => origin !== undefined)) {
      const headers = { host, origin, 'access-control-request-method': 'POST' }
      const { status, headers: answered } = await send({ method: 'OPTIONS', headers })
      expect(status, origin).toBe(allowed ? 204 : 403)
      if (!allowed) continue
      expect(answered.get('access-control-allow-origin')).toBe(origin)
      expect(answered.get('access-control-allow-methods')).toBe('POST')
      expect(answered.get('vary')).toContain('Origin')
      const permitted = answered.get('access-control-allow-headers')!.toLowerCase().split(', ')
      const needed = [
        ...['content-type', 'accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'],
        ...['authorization', 'last-event-id', 'traceparent'],
      ]
      expect(permitted).toEqual(expect.arrayContaining(needed))
    }
  })
})

describe('a client', () => {
  verifies(
    ['mcp.initialize', 'mcp.initialized-accepted', 'mcp.json-response'],
    'of each legacy revision shakes hands in it and goes on in it',
    async () => {
      for (const version of LEGACY) {
        const { status, json } = await send(legacy('initialize', initialize(version)))
        expect(status).toBe(200)
        expect(json.result).toMatchObject({ protocolVersion: version, capabilities: { tools: { listChanged: false } } })
        const { headers } = legacy('', {}, version)
        const note = await send({ headers, body: { jsonrpc: '2.0', method: 'notifications/initialized' } })
        expect([note.status, note.text]).toEqual([202, ''])
        const { json: listed } = await send(legacy('tools/list', {}, version))
        expect((listed.result as { tools: unknown[] }).tools).toHaveLength(mcpTools.length)
      }
    },
  )

  it.each(['1999-01-01', '2024-10-07'])(
    'that begins with %s, which is not served, is offered the latest legacy one',
    async (version) => {
      const { json } = await send(legacy('initialize', initialize(version)))
      expect(json.result).toMatchObject({ protocolVersion: LEGACY.at(-1) })
    },
  )

  verifies(
    ['mcp.tools-list', 'mcp.no-handshake', 'mcp.stateless'],
    'lists the tools without a handshake, whatever it accepts',
    async () => {
      const accepts = [undefined, '', '*/*', JSON_TYPE, 'text/event-stream', 'text/html', 'image/*;q=0', ';;,']
      const answers = await Promise.all(
        accepts.map((accept) =>
          send({ headers: { 'content-type': JSON_TYPE, accept }, body: legacy('tools/list').body }),
        ),
      )
      for (const { status, type, text } of answers) {
        expect([status, type]).toEqual([200, JSON_TYPE])
        expect(text).toBe(answers[0]!.text)
      }
    },
  )

  verifies(['mcp.tools-call', 'errors.mcp-failures-in-jsonrpc'], 'calls a tool without a handshake', async () => {
    const { json } = await send(legacy('tools/call', { name: 'get_sdk_entry', arguments: { slug: 'poetrydb-sdk' } }))
    expect(json.result).toMatchObject({ structuredContent: { slug: 'poetrydb-sdk' } })
    const { type, json: unknown } = await send(legacy('tools/call', { name: 'nope' }))
    expect([type, (unknown.error as Members).code]).toEqual([JSON_TYPE, -32602])
  })

  verifies('mcp.ping', 'of a revision that has ping is answered with nothing but that', async () => {
    for (const version of [undefined, ...LEGACY])
      expect((await send(legacy('ping', {}, version))).json).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  })

  verifies('mcp.server-discover', 'discovers the server, with an envelope or cold', async () => {
    const [cold, enveloped] = await Promise.all([send(legacy('server/discover')), send(modern('server/discover'))])
    expect(cold.text).toBe(enveloped.text)
    expect(cold.json.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: [MODERN],
      capabilities: { tools: { listChanged: false } },
      cacheScope: 'public',
      ttlMs: 3_600_000,
      instructions: expect.any(String),
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'sdk-catalog', version: expect.any(String) } },
    })
  })

  it('of 2026-07-28 may keep the list of tools for an hour and shares it with others, but no result of a call', async () => {
    const { json: list } = await send(modern('tools/list'))
    expect(list.result).toMatchObject({ resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'public' })
    const { json: called } = await send(modern('tools/call', { name: 'get_service_health' }))
    expect(called.result).toMatchObject({ resultType: 'complete' })
    expect(called.result).not.toHaveProperty('ttlMs')
  })

  it('of a revision header that is not served learns which ones are, under the id of its request', async () => {
    for (const requested of ['1999-01-01', '2024-10-07']) {
      const { status, json } = await send(legacy('tools/list', {}, requested, 7))
      expect([status, json.id]).toEqual([400, 7])
      const supported = [MODERN, ...[...LEGACY].reverse()]
      expect(json.error).toMatchObject({ code: -32000, data: { supported, requested } })
      expect((json.error as Members).message).toContain(supported.join(', '))
    }
  })

  it('of a revision of the future learns which ones are served', async () => {
    const meta = envelope('2099-01-01')
    const headers = { 'mcp-protocol-version': '2099-01-01' }
    const { status, json } = await send(bent(modern('tools/list'), { headers, meta }))
    expect([status, json.id]).toEqual([400, 1])
    expect(json.error).toMatchObject({ code: -32022, data: { supported: [MODERN], requested: '2099-01-01' } })
  })

  verifies('mcp.only-post', 'that uses another method learns which one to use', async () => {
    const { json } = await send({ method: 'GET' })
    expect(json.code).toBe('method_not_allowed')
    expect(json.resolution).toContain('POST')
  })

  it.each([
    ['a legacy revision', legacy('tools/call', { name: 'wait_forever' }, '2025-11-25')],
    ['2026-07-28', modern('tools/call', { name: 'wait_forever' })],
  ])('of %s that leaves in mid-call does not keep the server waiting', async (_, { headers, body }) => {
    const { promise: running, resolve: started } = Promise.withResolvers<void>()
    const run = () => {
      started()
      return new Promise<never>(() => {})
    }
    const { input } = mcpTools.find(({ name }) => name === 'get_service_health')!
    const stuck = defineTool({ ...mcpTools[0]!, name: 'wait_forever', input, run })
    const leaving = new AbortController()
    const { app: slow } = testApp({ tools: [stuck] })
    const answer = slow.request('/mcp', { method: 'POST', headers, body: JSON.stringify(body), signal: leaving.signal })
    await running
    leaving.abort()
    expect((await answer).status).toBe(499)
  })
})
