/** What POST /mcp answers to what, as a table: status, media type and code (SPEC 4.7, 7). */
import { expect, it } from 'vitest'
import { envelope, initialize, legacy, type Members, MODERN, modern } from '../mcp/messages.ts'
import { base64, bent, JSON_TYPE, LIMIT, PROBLEM, pad, ping, send, type Wire } from '../mcp/wire.ts'

const callHealth = modern('tools/call', { name: 'get_service_health' })
const list = modern('tools/list')
const without = (...names: string[]) => ({ headers: Object.fromEntries(names.map((name) => [name, undefined])) })
const asBrowser = { 'content-type': JSON_TYPE, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const ofType = (type: string, body: unknown = ping): Wire => ({ headers: { 'content-type': type }, body })
const METHODS = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'OPTIONS'].map((method) => [method, { method }])

/** What the service reads of a client that leaves while it sends. */
const broken = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"jsonrpc":'))
      controller.error(new Error('aborted'))
    },
  })

type Answer = readonly [status: number, type: string | null, code?: string | number]

/** Status, media type, and the code of the problem or of the JSON-RPC error -> what is answered so. */
const TABLE: readonly [Answer, Record<string, Wire>][] = [
  // What is not one JSON-RPC message is a problem; jsonrpc.test.ts has the members of one.
  [
    [400, PROBLEM, 'invalid_request'],
    {
      'no body': {},
      'a batch from a browser': { headers: asBrowser, body: [ping] },
      'a response': { body: { jsonrpc: '2.0', id: 1, result: {} } },
      'a body that breaks off': { body: broken() },
    },
  ],
  // The media type, the size and the method. The first failure in the order of checks is the one that is reported.
  [
    [403, PROBLEM, 'unauthorized'],
    {
      'no Content-Type': { headers: {}, body: new TextEncoder().encode(pad(0)) },
      'a foreign Origin before a wrong media type': {
        headers: { origin: 'http://evil.example', 'content-type': 'text/plain' },
        body: pad(LIMIT + 1),
      },
    },
  ],
  [
    [415, PROBLEM, 'unsupported_media_type'],
    {
      'text/plain': ofType('text/plain'),
      'a form': ofType('multipart/form-data'),
      'two types': ofType('application/json, a/b'),
      'a wrong media type before a size': ofType('text/plain', pad(LIMIT + 1)),
    },
  ],
  [
    [413, PROBLEM, 'payload_too_large'],
    {
      'a byte over 64 KB': { body: pad(LIMIT + 1) },
      'a size before the text': { body: 'x'.repeat(LIMIT + 1) },
      'a Content-Length of more, whatever comes': {
        headers: { 'content-type': JSON_TYPE, 'content-length': String(LIMIT + 1) },
        body: ping,
      },
    },
  ],
  [
    [405, PROBLEM, 'method_not_allowed'],
    {
      ...Object.fromEntries(METHODS),
      'GET of an event stream': { method: 'GET', headers: { accept: 'text/event-stream' } },
    },
  ],
  [
    [200, JSON_TYPE],
    {
      'JSON with a charset': ofType('application/json; charset=utf-8'),
      'JSON in capitals': ofType('Application/JSON'),
      '64 KB': { body: pad(LIMIT) },
      'initialize under a header of the past': legacy('initialize', initialize('2025-11-25'), '1999-01-01'),
      'a session id, which is ignored': bent(legacy('ping'), { headers: { 'mcp-session-id': 'x' } }),
      'Last-Event-ID, which is ignored': bent(legacy('ping'), { headers: { 'last-event-id': '7' } }),
      'a name header in base64': bent(callHealth, { headers: { 'mcp-name': base64('get_service_health') } }),
    },
  ],
  [
    [202, null],
    {
      'notifications/initialized': { body: { jsonrpc: '2.0', method: 'notifications/initialized' } },
      'an unknown notification': { body: { jsonrpc: '2.0', method: 'notifications/nope' } },
      'a request without an id': { body: { jsonrpc: '2.0', method: 'tools/list' } },
      'a notification of 2026-07-28': bent(modern('notifications/cancelled', { requestId: 1 }), { id: false }),
    },
  ],
  // Requests without a revision, of the legacy ones, and of 2026-07-28 that fail only in the method itself.
  [
    [200, JSON_TYPE, -32602],
    {
      'an unknown tool': legacy('tools/call', { name: 'nope' }),
      'a tool by the name of a built-in': legacy('tools/call', { name: 'constructor' }),
      'a call without params': legacy('tools/call'),
      'a cursor that was never given out': legacy('tools/list', { cursor: 'abc' }),
      'initialize without params': legacy('initialize'),
      'an unknown tool of 2026-07-28': modern('tools/call', { name: '__proto__' }),
    },
  ],
  [
    [200, JSON_TYPE, -32601],
    {
      'an unknown method': legacy('nope'),
      'a method that is empty': legacy(''),
      'a method this server does not have': legacy('logging/setLevel', { level: 'info' }, '2025-11-25'),
      'server/discover in a legacy revision': legacy('server/discover', {}, '2025-11-25'),
    },
  ],
  [[400, JSON_TYPE, -32600], { '_meta that is no object': legacy('ping', { _meta: [] }) }],
  // Failures of 2026-07-28 stay JSON-RPC, as clients read the revision from them.
  [
    [404, JSON_TYPE, -32601],
    {
      'a cold subscriptions/listen': legacy('subscriptions/listen'),
      'an unknown method of 2026-07-28': modern('nope'),
      'ping, which 2026-07-28 has not': modern('ping'),
      'initialize, which 2026-07-28 has not': modern('initialize', initialize(MODERN)),
      'resources/subscribe, which 2026-07-28 has not': modern('resources/subscribe', { uri: 'a:b' }),
      'subscriptions/listen of 2026-07-28': modern('subscriptions/listen', { notifications: {} }),
    },
  ],
  [
    [400, JSON_TYPE, -32020],
    {
      'an envelope without its headers': bent(modern('server/discover'), without('mcp-protocol-version', 'mcp-method')),
      'no revision header': bent(list, without('mcp-protocol-version')),
      'another revision in the header': bent(list, { headers: { 'mcp-protocol-version': '2025-11-25' } }),
      'no method header': bent(list, without('mcp-method')),
      'another method header': bent(list, { headers: { 'mcp-method': 'ping' } }),
      'no name header': bent(callHealth, without('mcp-name')),
      'another name header': bent(callHealth, { headers: { 'mcp-name': 'find_sdk' } }),
    },
  ],
  [
    [400, JSON_TYPE, -32602],
    {
      'an empty envelope': bent(list, { meta: {} }),
      'an envelope without capabilities': bent(list, { meta: { 'io.modelcontextprotocol/protocolVersion': MODERN } }),
      'an envelope whose capabilities are a number': bent(list, {
        meta: { ...envelope(), 'io.modelcontextprotocol/clientCapabilities': 1 },
      }),
      'the header of 2026-07-28 without an envelope': legacy('tools/list', {}, MODERN),
      'an unknown revision header': legacy('ping', {}, 'bogus'),
    },
  ],
]

const rows = TABLE.flatMap(([answer, cases]) =>
  Object.entries(cases).map(([name, wire]) => [name, wire, answer] as const),
)

it.each(rows)('POST /mcp answers %s as the table says', async (_, wire, [status, type, code]) => {
  const answer = await send(wire)
  expect([answer.status, answer.type]).toEqual([status, type])
  if (status === 405) expect(answer.headers.get('allow')).toBe('POST')
  if (answer.text === '') return
  const reported = answer.json.code ?? (answer.json.error as Members | undefined)?.code
  expect(reported).toBe(code)
  const sent = wire.body as Members | undefined
  if (type === JSON_TYPE && typeof sent === 'object') expect(answer.json.id).toBe(sent.id)
})
