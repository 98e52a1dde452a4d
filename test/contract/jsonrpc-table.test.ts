/** What POST /mcp answers to what, as a table: status, media type and code (SPEC 4.7, 7). */
import { describe, expect, it } from 'vitest'
import { envelope, initialize, legacy, type Members, MODERN, modern } from '../mcp/messages.ts'
import { bent, JSON_TYPE, LIMIT, PROBLEM, pad, ping, reports, send, type Wire } from '../mcp/wire.ts'

const callSurfaces = modern('tools/call', { name: 'list_surfaces' })
const without = (...names: string[]) => Object.fromEntries(names.map((name) => [name, undefined]))
const asBrowser = { 'content-type': JSON_TYPE, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`

/** What the service reads of a client that leaves while it sends. */
const broken = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"jsonrpc":'))
      controller.error(new Error('aborted'))
    },
  })

/** Case -> status, media type, and the code of the problem or of the JSON-RPC error. */
type Row = readonly [sentence: string, wire: Wire, answer: readonly [number, string | null, (string | number)?]]
const TABLE: readonly Row[] = [
  // What is not one JSON-RPC message is a problem.
  ['no body', {}, [400, PROBLEM, 'invalid_request']],
  ['text that is not JSON', { body: 'hello' }, [400, PROBLEM, 'invalid_request']],
  ['half a message', { body: '{"jsonrpc":"2.0",' }, [400, PROBLEM, 'invalid_request']],
  ['null', { body: 'null' }, [400, PROBLEM, 'invalid_request']],
  ['an empty batch', { body: [] }, [400, PROBLEM, 'invalid_request']],
  ['a batch of one', { body: [ping] }, [400, PROBLEM, 'invalid_request']],
  ['a response', { body: { jsonrpc: '2.0', id: 1, result: {} } }, [400, PROBLEM, 'invalid_request']],
  ['an error response', { body: { jsonrpc: '2.0', id: 1, error: {} } }, [400, PROBLEM, 'invalid_request']],
  ['another member', { body: { ...ping, extra: 1 } }, [400, PROBLEM, 'invalid_request']],
  ['JSON-RPC 1.0', { body: { ...ping, jsonrpc: '1.0' } }, [400, PROBLEM, 'invalid_request']],
  ['no version of JSON-RPC', { body: { id: 1, method: 'ping' } }, [400, PROBLEM, 'invalid_request']],
  ['no method', { body: { jsonrpc: '2.0', id: 1 } }, [400, PROBLEM, 'invalid_request']],
  ['a method that is a number', { body: { ...ping, method: 1 } }, [400, PROBLEM, 'invalid_request']],
  ['params in an array', { body: { ...ping, params: [] } }, [400, PROBLEM, 'invalid_request']],
  ['params that are null', { body: { ...ping, params: null } }, [400, PROBLEM, 'invalid_request']],
  ['an id that is null', { body: { ...ping, id: null } }, [400, PROBLEM, 'invalid_request']],
  ['an id with a fraction', { body: { ...ping, id: 1.5 } }, [400, PROBLEM, 'invalid_request']],
  ['an id that is an object', { body: { ...ping, id: {} } }, [400, PROBLEM, 'invalid_request']],
  ['a batch from a browser', { headers: asBrowser, body: [ping] }, [400, PROBLEM, 'invalid_request']],
  ['a body that breaks off', { body: broken() }, [400, PROBLEM, 'invalid_request']],

  // The media type, and the size.
  ['no Content-Type', { headers: {}, body: new TextEncoder().encode(pad(0)) }, [403, PROBLEM, 'unauthorized']],
  ['text/plain', { headers: { 'content-type': 'text/plain' }, body: ping }, [415, PROBLEM, 'unsupported_media_type']],
  ['a form', { headers: { 'content-type': 'multipart/form-data' } }, [415, PROBLEM, 'unsupported_media_type']],
  ['JSON of another type', { headers: { 'content-type': 'text/json' } }, [415, PROBLEM, 'unsupported_media_type']],
  [
    'a JSON sequence',
    { headers: { 'content-type': 'application/json-seq' } },
    [415, PROBLEM, 'unsupported_media_type'],
  ],
  ['two types', { headers: { 'content-type': 'application/json, a/b' } }, [415, PROBLEM, 'unsupported_media_type']],
  [
    'JSON with a charset',
    { headers: { 'content-type': 'application/json; charset=utf-8' }, body: ping },
    [200, JSON_TYPE],
  ],
  ['JSON in capitals', { headers: { 'content-type': 'Application/JSON' }, body: ping }, [200, JSON_TYPE]],
  ['64 KB', { body: pad(LIMIT) }, [200, JSON_TYPE]],
  ['a byte more', { body: pad(LIMIT + 1) }, [413, PROBLEM, 'payload_too_large']],
  [
    'a Content-Length of more, whatever comes',
    { headers: { 'content-type': JSON_TYPE, 'content-length': String(LIMIT + 1) }, body: ping },
    [413, PROBLEM, 'payload_too_large'],
  ],

  // Methods.
  ...['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].map(
    (method): Row => [method, { method }, [405, PROBLEM, 'method_not_allowed']],
  ),
  [
    'GET of an event stream',
    { method: 'GET', headers: { accept: 'text/event-stream' } },
    [405, PROBLEM, 'method_not_allowed'],
  ],
  ['GET by a browser', { method: 'GET', headers: asBrowser }, [405, PROBLEM, 'method_not_allowed']],
  [
    'DELETE of a session',
    { method: 'DELETE', headers: { 'mcp-session-id': 'x' } },
    [405, PROBLEM, 'method_not_allowed'],
  ],
  ['OPTIONS that is no preflight', { method: 'OPTIONS' }, [405, PROBLEM, 'method_not_allowed']],

  // The first failure in the order of checks is the one that is reported.
  [
    'a foreign Origin before a wrong media type',
    { headers: { origin: 'http://evil.example', 'content-type': 'text/plain' }, body: pad(LIMIT + 1) },
    [403, PROBLEM, 'unauthorized'],
  ],
  [
    'a wrong media type before a size',
    { headers: { 'content-type': 'text/plain' }, body: pad(LIMIT + 1) },
    [415, PROBLEM, 'unsupported_media_type'],
  ],
  ['a size before the text', { body: 'x'.repeat(LIMIT + 1) }, [413, PROBLEM, 'payload_too_large']],

  // Requests without a revision, and of the legacy ones.
  ['a cold tools/list', legacy('tools/list'), [200, JSON_TYPE]],
  ['a cold ping', legacy('ping'), [200, JSON_TYPE]],
  ['a cold server/discover', legacy('server/discover'), [200, JSON_TYPE]],
  ['a cold tools/call', legacy('tools/call', { name: 'list_surfaces' }), [200, JSON_TYPE]],
  ['an unknown tool', legacy('tools/call', { name: 'nope' }), [200, JSON_TYPE, -32602]],
  ['a tool by the name of a built-in', legacy('tools/call', { name: 'constructor' }), [200, JSON_TYPE, -32602]],
  ['a call without a name', legacy('tools/call', {}), [200, JSON_TYPE, -32602]],
  ['a call without params', legacy('tools/call'), [200, JSON_TYPE, -32602]],
  ['arguments in an array', legacy('tools/call', { name: 'list_surfaces', arguments: [] }), [200, JSON_TYPE, -32602]],
  ['a cursor that was never given out', legacy('tools/list', { cursor: 'abc' }), [200, JSON_TYPE, -32602]],
  ['a cursor that is a number', legacy('tools/list', { cursor: 1 }), [200, JSON_TYPE, -32602]],
  ['an unknown method', legacy('nope'), [200, JSON_TYPE, -32601]],
  ['a method that is empty', legacy(''), [200, JSON_TYPE, -32601]],
  [
    'a method this server does not have',
    legacy('logging/setLevel', { level: 'info' }, '2025-11-25'),
    [200, JSON_TYPE, -32601],
  ],
  ['server/discover in a legacy revision', legacy('server/discover', {}, '2025-11-25'), [200, JSON_TYPE, -32601]],
  ['initialize without params', legacy('initialize'), [200, JSON_TYPE, -32602]],
  ['initialize with wrong params', legacy('initialize', { protocolVersion: 1 }), [200, JSON_TYPE, -32602]],
  ['initialize of an unknown revision', legacy('initialize', initialize('1999-01-01')), [200, JSON_TYPE]],
  ['subscriptions/listen', legacy('subscriptions/listen'), [404, JSON_TYPE, -32601]],
  ['_meta that is no object', legacy('ping', { _meta: [] }), [400, JSON_TYPE, -32600]],
  [
    'a session id, which is ignored',
    { ...legacy('ping'), headers: { ...legacy('ping').headers, 'mcp-session-id': 'x' } },
    [200, JSON_TYPE],
  ],
  [
    'Last-Event-ID, which is ignored',
    { ...legacy('ping'), headers: { ...legacy('ping').headers, 'last-event-id': '7' } },
    [200, JSON_TYPE],
  ],

  // Notifications.
  ['notifications/initialized', { body: { jsonrpc: '2.0', method: 'notifications/initialized' } }, [202, null]],
  ['an unknown notification', { body: { jsonrpc: '2.0', method: 'notifications/nope' } }, [202, null]],
  ['a request without an id', { body: { jsonrpc: '2.0', method: 'tools/list' } }, [202, null]],
  ['subscriptions/listen without an id', { body: { jsonrpc: '2.0', method: 'subscriptions/listen' } }, [202, null]],
  [
    'a notification of 2026-07-28',
    bent(modern('notifications/cancelled', { requestId: 1 }), { id: false }),
    [202, null],
  ],

  // Requests of 2026-07-28: their failures stay JSON-RPC, as clients read the revision from them.
  ['tools/list of 2026-07-28', modern('tools/list'), [200, JSON_TYPE]],
  ['tools/call of 2026-07-28', callSurfaces, [200, JSON_TYPE]],
  ['server/discover of 2026-07-28', modern('server/discover'), [200, JSON_TYPE]],
  ['an unknown tool of 2026-07-28', modern('tools/call', { name: '__proto__' }), [200, JSON_TYPE, -32602]],
  ['a cursor that is a number in 2026-07-28', modern('tools/list', { cursor: 1 }), [200, JSON_TYPE, -32602]],
  ['an unknown method of 2026-07-28', modern('nope'), [404, JSON_TYPE, -32601]],
  ['ping, which 2026-07-28 has not', modern('ping'), [404, JSON_TYPE, -32601]],
  ['initialize, which 2026-07-28 has not', modern('initialize', initialize(MODERN)), [404, JSON_TYPE, -32601]],
  [
    'logging/setLevel, which 2026-07-28 has not',
    modern('logging/setLevel', { level: 'info' }),
    [404, JSON_TYPE, -32601],
  ],
  [
    'resources/subscribe, which 2026-07-28 has not',
    modern('resources/subscribe', { uri: 'a:b' }),
    [404, JSON_TYPE, -32601],
  ],
  [
    'subscriptions/listen of 2026-07-28',
    modern('subscriptions/listen', { notifications: {} }),
    [404, JSON_TYPE, -32601],
  ],
  [
    'an envelope without its headers',
    bent(modern('server/discover'), { headers: without('mcp-protocol-version', 'mcp-method') }),
    [400, JSON_TYPE, -32020],
  ],
  [
    'no revision header',
    bent(modern('tools/list'), { headers: without('mcp-protocol-version') }),
    [400, JSON_TYPE, -32020],
  ],
  [
    'another revision in the header',
    bent(modern('tools/list'), { headers: { 'mcp-protocol-version': '2025-11-25' } }),
    [400, JSON_TYPE, -32020],
  ],
  ['no method header', bent(modern('tools/list'), { headers: without('mcp-method') }), [400, JSON_TYPE, -32020]],
  [
    'another method header',
    bent(modern('tools/list'), { headers: { 'mcp-method': 'ping' } }),
    [400, JSON_TYPE, -32020],
  ],
  ['no name header', bent(callSurfaces, { headers: without('mcp-name') }), [400, JSON_TYPE, -32020]],
  ['another name header', bent(callSurfaces, { headers: { 'mcp-name': 'find_sdk' } }), [400, JSON_TYPE, -32020]],
  [
    'a name header in base64',
    bent(callSurfaces, { headers: { 'mcp-name': base64('list_surfaces') } }),
    [200, JSON_TYPE],
  ],
  [
    'a revision of the future',
    bent(modern('tools/list'), {
      headers: { 'mcp-protocol-version': '2099-01-01' },
      meta: envelope('2099-01-01'),
    }),
    [400, JSON_TYPE, -32022],
  ],
  ['an empty envelope', bent(modern('tools/list'), { meta: {} }), [400, JSON_TYPE, -32602]],
  [
    'an envelope without capabilities',
    bent(modern('tools/list'), { meta: { 'io.modelcontextprotocol/protocolVersion': MODERN } }),
    [400, JSON_TYPE, -32602],
  ],
  [
    'an envelope whose capabilities are a number',
    bent(modern('tools/list'), { meta: { ...envelope(), 'io.modelcontextprotocol/clientCapabilities': 1 } }),
    [400, JSON_TYPE, -32602],
  ],
  ['the header of 2026-07-28 without an envelope', legacy('tools/list', {}, MODERN), [400, JSON_TYPE, -32602]],
  ['that header on server/discover', legacy('server/discover', {}, MODERN), [400, JSON_TYPE, -32602]],
  ['an unknown revision header', legacy('ping', {}, 'bogus'), [400, JSON_TYPE, -32602]],
  ['a revision header of the past', legacy('ping', {}, '1999-01-01'), [400, JSON_TYPE, -32000]],
  ['a revision header that the card does not list', legacy('ping', {}, '2024-10-07'), [400, JSON_TYPE, -32000]],
  ['initialize under such a header', legacy('initialize', initialize('2025-11-25'), '1999-01-01'), [200, JSON_TYPE]],
]

describe('POST /mcp answers', () => {
  it.each(TABLE)('%s as the table says', async (_, wire, [status, type, code]) => {
    const answer = await send(wire)
    expect([answer.status, answer.type]).toEqual([status, type])
    if (answer.text === '') return
    const reported = answer.json.code ?? (answer.json.error as Members | undefined)?.code
    expect(reported).toBe(code)
    const sent = wire.body as Members | undefined
    if (type === JSON_TYPE && typeof sent === 'object') expect(answer.json.id).toBe(sent.id)
  })

  it('the table names each case once', () => {
    const names = TABLE.map(([name]) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it.each(TABLE.filter(([, , [status]]) => status === 405))('%s with the one method that works', async (_, wire) => {
    expect((await send(wire)).headers.get('allow')).toBe('POST')
  })
})

it('nothing of all this was unexpected to the service', () => {
  expect(reports).toEqual([])
})
