/** What is answered directly is what the SDK answers: the same requests to both, over every method, era and envelope. */
import { createMcpHandler, McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { mcpServerFactory } from '../../../src/mcp/server.ts'
import { createMcpEndpoint } from '../../../src/mcp/transport/http.ts'
import { mcpTools } from '../../../src/tools/index.ts'
import { testServices } from '../../app.ts'
import { runs } from '../../property.ts'
import { envelope, LEGACY, legacy, type Members, MODERN, modern, type Sent } from '../messages.ts'
import { bent } from '../wire.ts'

const served = vi.spyOn(McpServer.prototype, 'connect')
afterAll(() => served.mockRestore())

const report = (error: unknown) => expect.unreachable(String(error))
const options = { services: testServices(), tools: mcpTools, report }
const { create } = mcpServerFactory(options)
const endpoint = createMcpEndpoint({ ...options, hostnames: ['localhost'], origins: [], originHostnames: [] })
const handler = createMcpHandler(({ era }) => create({ era }), { legacy: 'reject' })

const request = ({ headers, body }: Sent) =>
  new Request('http://localhost/mcp', { method: 'POST', headers, body: JSON.stringify(body) })

const ours = async (sent: Sent) => told(await endpoint.fetch(request(sent), report))

async function theirs(sent: Sent) {
  if (sent.headers['mcp-protocol-version'] === MODERN) return told(await handler.fetch(request(sent)))
  const server = await create({ era: 'legacy' })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const answer = await told(await transport.handleRequest(request(sent)))
  await server.close()
  return answer
}

const told = async (answer: Response) => ({
  status: answer.status,
  type: answer.headers.get('content-type'),
  body: await answer.json(),
})

const TOOL_CALLS: Members[] = [
  ...mcpTools.flatMap(({ name, examples }) => examples.map((example: Members) => ({ name, arguments: example }))),
  { name: 'list_surfaces' },
  { name: 'get_sdk_entry', arguments: { slug: 'poetry-sdk' } },
  { name: 'get_sdk_entry', arguments: { slug: 7, other: true } },
  { name: 'find_sdk' },
  { name: 'find_sdks', arguments: {} },
  { name: 'constructor' },
  { name: '' },
]

const CALLS: [string, Members][] = [
  ['tools/list', {}],
  ['prompts/list', {}],
  ...TOOL_CALLS.map((call): [string, Members] => ['tools/call', call]),
  ['prompts/get', { name: 'choose_sdk', arguments: { task: 'show the weather' } }],
  ['prompts/get', { name: 'start_with_sdk', arguments: { slug: 'poetrydb-sdk', language: 'py' } }],
  ['prompts/get', { name: 'start_with_sdk', arguments: { slug: 'no-such-sdk' } }],
  ['prompts/get', { name: 'no_such_prompt' }],
  [
    'completion/complete',
    { ref: { type: 'ref/prompt', name: 'start_with_sdk' }, argument: { name: 'slug', value: 'poet' } },
  ],
  [
    'completion/complete',
    { ref: { type: 'ref/resource', uri: 'sdk://{slug}' }, argument: { name: 'slug', value: 'wether' } },
  ],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'none' }, argument: { name: 'slug', value: '' } }],
]

describe.each(CALLS)('%s %j', (method, params) => {
  it('of 2026-07-28', async () => {
    const sent = modern(method, params)
    expect(await ours(sent)).toEqual(await theirs(sent))
  })

  it('costs no server of the SDK', async () => {
    served.mockClear()
    await ours(modern(method, params))
    await ours(legacy(method, params))
    expect(served).not.toHaveBeenCalled()
    await theirs(legacy(method, params))
    expect(served).toHaveBeenCalledOnce()
  })

  it('of the earlier revisions', async () => {
    for (const revision of [undefined, ...LEGACY]) {
      const sent = legacy(method, params, revision)
      expect(await ours(sent)).toEqual(await theirs(sent))
    }
  })
})

describe('an envelope', () => {
  const call = modern('tools/call', { name: 'list_surfaces', arguments: {} })
  const client = 'io.modelcontextprotocol/clientInfo'

  it.each<[string, Sent]>([
    ['with who the client is', bent(call, { meta: { ...envelope(), [client]: { name: 'c', version: '1' } } })],
    ['with a client of no name', bent(call, { meta: { ...envelope(), [client]: {} } })],
    ['with a client that is a text', bent(call, { meta: { ...envelope(), [client]: 'c' } })],
    ['with a progress token', bent(call, { meta: { ...envelope(), progressToken: 7 } })],
    ['with a progress token that is none', bent(call, { meta: { ...envelope(), progressToken: {} } })],
    ['with a level of the log', bent(call, { meta: { ...envelope(), 'io.modelcontextprotocol/logLevel': 'debug' } })],
    ['with a level that is none', bent(call, { meta: { ...envelope(), 'io.modelcontextprotocol/logLevel': 'loud' } })],
    ['with a trace', bent(call, { meta: { ...envelope(), traceparent: '00-0-0-01' } })],
    ['of an unknown revision', bent(call, { meta: envelope('2027-01-01') })],
    ['without capabilities', bent(call, { meta: { 'io.modelcontextprotocol/protocolVersion': MODERN } })],
    [
      'with odd capabilities',
      bent(call, { meta: { ...envelope(), 'io.modelcontextprotocol/clientCapabilities': { elicitation: 5 } } }),
    ],
    ['and no method in the headers', bent(call, { headers: { 'mcp-method': undefined } })],
    ['and another method in the headers', bent(call, { headers: { 'mcp-method': 'tools/list' } })],
    ['and no name in the headers', bent(call, { headers: { 'mcp-name': undefined } })],
    ['and another name in the headers', bent(call, { headers: { 'mcp-name': 'find_sdk' } })],
    ['and its name as Base64', bent(call, { headers: { 'mcp-name': '=?base64?bGlzdF9zdXJmYWNlcw==?=' } })],
    ['and white space around the headers', bent(call, { headers: { 'mcp-name': ' list_surfaces ' } })],
    ['and a name in the headers that the body lacks', bent(modern('tools/list'), { headers: { 'mcp-name': 'x' } })],
  ] as [string, Sent][])('%s', async (_, { headers, body }) => {
    const sent = {
      headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
      body,
    }
    expect(await ours(sent)).toEqual(await theirs(sent))
  })
})

describe('any request', () => {
  const id = fc.oneof(fc.integer(), fc.string({ unit: 'grapheme' }))
  const params = fc.oneof(
    fc.record({
      name: fc.constantFrom(...mcpTools.map(({ name }) => name)),
      // The SDK loses a member of this name; what we say of it stands in its own test.
      arguments: fc.dictionary(
        fc.string().filter((name) => name !== '__proto__'),
        fc.jsonValue(),
      ),
    }),
    fc.record({ name: fc.string(), arguments: fc.object() }),
  )

  it('of a tool is answered alike, with its id', async () => {
    await fc.assert(
      fc.asyncProperty(id, params, fc.boolean(), async (id, params, isModern) => {
        const plain = /^[\x21-\x7e]*$/.test(params.name)
        const sent =
          isModern && plain ? modern('tools/call', params, id) : legacy('tools/call', params, '2025-11-25', id)
        const answer = await ours(sent)
        expect(answer).toEqual(await theirs(sent))
        expect(answer.body).toHaveProperty('id', id)
      }),
      runs(100),
    )
  })
})
