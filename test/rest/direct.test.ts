/** What is answered directly is what the app answers: the same requests over two ports, one of which has only the app. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { listen, type RunningServer } from '../../src/rest/serve.ts'
import { watchCalls } from '../../src/tools/calls.ts'
import { testApp } from '../app.ts'
import { initialize, legacy, modern, type Sent } from '../mcp/messages.ts'

const { app } = testApp()
const fetch = vi.fn(app.fetch)
let direct: RunningServer
let plain: RunningServer
beforeAll(async () => {
  direct = await listen({ fetch, direct: app.direct }, { host: '127.0.0.1', port: 0 })
  plain = await listen({ fetch: app.fetch }, { host: '127.0.0.1', port: 0 })
})
afterAll(() => Promise.all([direct.stop(), plain.stop()]))

interface Wanted {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}

async function ask({ port }: RunningServer, { method = 'GET', path, headers = {}, body }: Wanted) {
  const sent = request({ port, method, path, headers, agent: false, host: '127.0.0.1' })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const { date: _, ...fields } = answer.headers
  return { status: answer.statusCode, headers: fields, body: (await buffer(answer)).toString('latin1') }
}

/** How often the app was needed for the second of two such requests. */
async function asBefore(wanted: Wanted): Promise<number> {
  await ask(direct, wanted)
  fetch.mockClear()
  expect(await ask(direct, wanted)).toEqual(await ask(plain, wanted))
  return fetch.mock.calls.length
}

const PATHS = [
  '/',
  '/developers.md',
  '/sdk',
  '/example-sdk/poetrydb-sdk',
  '/example-sdk/poetrydb-sdk.md',
  '/api/sdk/catalog.json',
  '/api/sdk/poetrydb-sdk.json',
  '/api/sdk/search?q=weather',
  '/api/sdk/find?query=weather',
  '/api/health',
  '/sdk?q=weather',
  '/openapi.json',
  '/llms.txt',
]
const BROWSER = { accept: 'text/html,*/*;q=0.8', 'accept-encoding': 'gzip, deflate, br, zstd' }

describe.each(PATHS)('%s', (path) => {
  it.each([{}, BROWSER, { accept: 'text/markdown' }, { 'accept-encoding': 'gzip' }, { 'accept-encoding': 'br;q=0' }])(
    'with %j is answered from what was kept',
    async (headers) => {
      const { status } = await ask(plain, { path, headers: headers as Record<string, string> })
      expect(await asBefore({ path, headers: headers as Record<string, string> })).toBe(status === 200 ? 0 : 1)
    },
  )

  it('is not sent again to a client that has it', async () => {
    const { headers } = await ask(direct, { path, headers: BROWSER })
    for (const tag of [headers.etag!, `W/${headers.etag}`, `"other", ${headers.etag}`, '*']) {
      const wanted = { path, headers: { ...BROWSER, 'if-none-match': tag } }
      expect(await asBefore(wanted)).toBe(0)
      expect(await ask(direct, wanted)).toMatchObject({ status: 304, body: '' })
    }
    expect(await asBefore({ path, headers: { ...BROWSER, 'if-none-match': '"other"' } })).toBe(0)
  })

  it.each(['HEAD', 'OPTIONS', 'DELETE', 'POST'])('%s goes through the app', async (method) => {
    expect(await asBefore({ method, path })).toBe(1)
  })
})

describe('what nobody keeps', () => {
  it.each(['/api/sdk/no-such-sdk.json', '/nothing', '/.well-known/security.txt'])('%s', async (path) => {
    expect(await asBefore({ path })).toBe(1)
  })

  it('has no valid Host', async () => {
    for (const host of ['1.2.3.4.5', 'a b', '']) {
      await ask(direct, { path: '/', headers: { host } })
      expect(await ask(direct, { path: '/', headers: { host } })).toEqual(
        await ask(plain, { path: '/', headers: { host } }),
      )
    }
  })
})

describe('a question', () => {
  it('that is refused needs no app', async () => {
    expect(await asBefore({ path: '/api/sdk/search?limit=0' })).toBe(0)
    expect(await ask(direct, { path: '/api/sdk/find' })).toMatchObject({ status: 400 })
  })

  it('counts each time it is asked, though its answer is kept', async () => {
    const told: unknown[] = []
    onTestFinished(watchCalls(({ tool, output }) => told.push([tool, output])))
    const body = JSON.stringify(modern('tools/call', { name: 'find_sdk', arguments: { query: 'no such needs' } }).body)
    const fields = modern('tools/call', { name: 'find_sdk' }).headers
    const headers = { host: 'localhost', ...fields, 'content-length': String(body.length) }
    for (let time = 0; time < 3; time++) {
      await ask(direct, { path: '/api/sdk/search?q=no+such+words' })
      await ask(direct, { method: 'POST', path: '/mcp', headers, body })
    }
    const search = ['search_sdk_catalog', expect.objectContaining({ total: 0 })]
    const find = ['find_sdk', expect.objectContaining({ match: expect.any(String) })]
    expect(told).toEqual([search, find, search, find, search, find])
  })

  it('keeps no text of its answer for those who count', async () => {
    const told: unknown[] = []
    onTestFinished(watchCalls(({ output }) => told.push(output)))
    const { headers, body } = modern('tools/call', { name: 'get_sdk_readme', arguments: { slug: 'poetrydb-sdk' } })
    const sent = JSON.stringify(body)
    const fields = { host: 'localhost', ...headers, 'content-length': String(sent.length) }
    for (let time = 0; time < 2; time++)
      await ask(direct, { method: 'POST', path: '/mcp', headers: fields, body: sent })
    expect(told).toEqual([expect.objectContaining({ markdown: expect.any(String) }), {}])
  })

  it.each(['/api/sdk/changes', '/api/sdk/search', '/api/sdk/find?query=weather&limit=3'])(
    'such as %s takes no time when it is asked for the third time',
    async (path) => {
      const times: number[] = []
      onTestFinished(watchCalls(({ seconds }) => times.push(seconds)))
      for (let time = 0; time < 3; time++) await ask(direct, { path })
      expect(times).toHaveLength(3)
      expect(times[2]).toBe(0)
    },
  )

  it('nobody asked before does not drive out what is kept', async () => {
    await ask(direct, { path: '/api/sdk/poetrydb-sdk.json' })
    for (let number = 0; number < 600; number++) await ask(direct, { path: `/api/sdk/search?offset=${number}` })
    expect(await asBefore({ path: '/api/sdk/poetrydb-sdk.json' })).toBe(0)
  })
})

describe('POST /mcp', () => {
  const post = ({ headers, body }: Sent): Wanted => ({
    method: 'POST',
    path: '/mcp',
    headers: withLength(headers, JSON.stringify(body)),
    body: JSON.stringify(body),
  })
  const withLength = (headers: Record<string, string>, body: string) => ({
    host: 'localhost',
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
  })

  it.each<[string, Sent]>([
    ['a call', modern('tools/call', { name: 'get_sdk_entry', arguments: { slug: 'poetrydb-sdk' } })],
    ['a call that fails', modern('tools/call', { name: 'get_sdk_entry', arguments: { slug: 'no-such-sdk' } })],
    ['a search', modern('tools/call', { name: 'search_sdk_catalog', arguments: { q: 'weather' } })],
    ['a README', modern('tools/call', { name: 'get_sdk_readme', arguments: { slug: 'poetrydb-sdk' } })],
    ['a list', legacy('tools/list', undefined, '2025-06-18')],
    ['discovery', modern('server/discover')],
    ['initialize', legacy('initialize', initialize('2025-11-25'))],
    ['ping', legacy('ping', undefined, '2025-11-25')],
    ['a resource', modern('resources/read', { uri: 'sdk://poetrydb-sdk' })],
    ['a list of resources', legacy('resources/list')],
  ])('%s needs no app', async (_, sent) => {
    expect(await asBefore(post(sent))).toBe(0)
  })

  it('a notification needs no app', async () => {
    const { headers, body } = legacy('notifications/initialized', undefined, '2025-11-25')
    const { id: _, ...unnamed } = body
    expect(await asBefore(post({ headers, body: unnamed }))).toBe(0)
  })

  const call = modern('tools/list')
  const DEEP = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"deep":${'['.repeat(9_000)}${']'.repeat(9_000)}}}`
  const body = JSON.stringify(call.body)

  it.each<[string, Wanted]>(
    [
      ['of no JSON', { headers: withLength(call.headers, '{'), body: '{' }],
      ['of nothing', { headers: withLength(call.headers, '') }],
      ['of a batch', { headers: withLength(call.headers, `[${body}]`), body: `[${body}]` }],
      ['with a byte order mark', { headers: withLength(call.headers, `\ufeff${body}`), body: `\ufeff${body}` }],
      ['in chunks', { headers: { host: 'localhost', ...call.headers, 'transfer-encoding': 'chunked' }, body }],
      ['of another Host', { headers: { ...withLength(call.headers, body), host: 'elsewhere.example' }, body }],
      ['of a page', { headers: { ...withLength(call.headers, body), origin: 'http://localhost' }, body }],
      ['of a foreign page', { headers: { ...withLength(call.headers, body), origin: 'http://evil.example' }, body }],
      ['without a type', { headers: { host: 'localhost', 'content-length': String(body.length) }, body }],
      ['of malformed params', post(legacy('tools/call', { name: 7 }))],
      ['of an unknown method', post(modern('no/such'))],
      ['of an unknown resource', post(modern('resources/read', { uri: 'sdk://no-such-sdk' }))],
      ['as deep as its size allows', { headers: withLength(call.headers, DEEP), body: DEEP }],
    ].map(([name, wanted]) => [name, { method: 'POST', path: '/mcp', ...(wanted as object) }] as [string, Wanted]),
  )('%s goes through the app', async (_, wanted) => {
    expect(await asBefore(wanted)).toBe(1)
  })
})
