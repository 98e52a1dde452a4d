/**
 * The SDK is the reference: thousands of generated requests of every era, good and bad, go to this endpoint and to the
 * SDK's own handler over the same methods. Status, type and body agree but for the differences named here.
 */
import { isDeepStrictEqual } from 'node:util'
import { createMcpHandler } from '@modelcontextprotocol/server'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageText } from '../../../src/mcp/message.ts'
import { mcpServerFactory } from '../../../src/mcp/server.ts'
import { createMcpEndpoint } from '../../../src/mcp/transport/http.ts'
import { mcpTools } from '../../../src/tools/index.ts'
import { testServices } from '../../app.ts'
import { runs } from '../../property.ts'
import { envelope, LEGACY, type Members, MODERN, modern, type Sent } from '../messages.ts'

const REQUESTS = 6_000

const report = (error: unknown) => expect.unreachable(String(error))
const options = { services: testServices(), tools: mcpTools, report }
const endpoint = createMcpEndpoint({ ...options, hostnames: ['localhost'], origins: [], originHostnames: [] })
const { create, ready } = mcpServerFactory(options)
const handler = createMcpHandler(({ era }) => create({ era }))

interface Told {
  status: number
  type: string | null
  /** undefined where there is none. */
  body: Members | undefined
}

const request = ({ headers, body }: Sent) =>
  new Request('http://localhost/mcp', { method: 'POST', headers, body: JSON.stringify(body) })

/** Answers without the SDK; the others show that the list of differences is about both. */
let direct = 0

async function ours(sent: Sent): Promise<Told> {
  const answer = await endpoint.direct({ ...sent.headers, host: 'localhost' })?.(Buffer.from(JSON.stringify(sent.body)))
  if (!answer) return told(await endpoint.fetch(request(sent), (error) => Response.json({ problem: String(error) })))
  direct++
  const { status, message } = answer
  return message === undefined
    ? { status, type: null, body: undefined }
    : { status, type: 'application/json', body: JSON.parse(messageText(message)) }
}

const theirs = async (sent: Sent) => told(await handler.fetch(request(sent)))

/** For the earlier revisions the SDK's handler answers with a stream of one event, here with its content. */
async function told(answer: Response): Promise<Told> {
  const text = await answer.text()
  const json = /^data: ([^\n]*)$/m.exec(text)?.[1] ?? text
  const type = answer.headers.get('content-type')?.replace('text/event-stream', 'application/json') ?? null
  return { status: answer.status, type, body: json === '' ? undefined : JSON.parse(json) }
}

const errorOf = ({ body }: Told) => body?.error as { code: number; message: string; data?: unknown } | undefined

/** What differs, and why it should. */
const DIFFERENCES: Readonly<Record<string, (sent: Sent, ours: Told, theirs: Told) => boolean>> = {
  'malformed params are named in our words, before anything else, because the SDK quotes its parser': (
    { body: { method } },
    ours,
    theirs,
  ) => errorOf(ours)?.code === -32602 && errorOf(ours)!.message.startsWith(`${method}: `) && Boolean(errorOf(theirs)),
  'a resource that is missing has the code of the revision, where the SDK has that of 2026-07-28': (_, ours, theirs) =>
    errorOf(ours)?.code === -32002 &&
    isDeepStrictEqual({ ...errorOf(ours), code: -32602 }, errorOf(theirs)) &&
    ours.status === theirs.status,
  'discovery needs no envelope, because a client discovers before it knows a revision': ({ headers, body }, ours) =>
    body.method === 'server/discover' && !('mcp-protocol-version' in headers) && ours.body?.result !== undefined,
}

const differenceOf = (sent: Sent, own: Told, other: Told): string | undefined =>
  Object.keys(DIFFERENCES).find((name) => DIFFERENCES[name]!(sent, own, other))

const arbitraryId = fc.oneof(
  { weight: 6, arbitrary: fc.integer() },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme' }) },
  { weight: 1, arbitrary: fc.constant(undefined) },
)
// The SDK loses a member of this name.
const members = fc.dictionary(
  fc.string().filter((name) => name !== '__proto__'),
  fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__')),
)
const slug = fc.constantFrom('poetrydb-sdk', 'open-meteo-sdk', 'poetrdb-sdk', 'no', '')

const toolCall = fc.oneof(
  ...mcpTools.map(({ name, examples }) =>
    fc.record({ name: fc.constant(name), arguments: fc.constantFrom(...(examples as Members[])) }),
  ),
  fc.record({ name: fc.constantFrom('get_sdk_entry', 'get_sdk_readme'), arguments: fc.record({ slug }) }),
  fc.record({ name: fc.constantFrom(...mcpTools.map(({ name }) => name)), arguments: members }),
  fc.record({ name: fc.string(), arguments: fc.oneof(members, fc.constant(undefined)) }),
)

/** Method -> params that it may get. */
const PARAMS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'tools/call': toolCall,
  'tools/list': fc.constant({}),
  'prompts/list': fc.constant({}),
  'prompts/get': fc.record({
    name: fc.constantFrom('choose_sdk', 'start_with_sdk', 'none'),
    arguments: fc.oneof(fc.record({ task: fc.string() }), fc.record({ slug }), fc.constant(undefined)),
  }),
  'completion/complete': fc.record({
    ref: fc.constantFrom(
      { type: 'ref/prompt', name: 'start_with_sdk' },
      { type: 'ref/resource', uri: 'sdk://{slug}' },
      { type: 'ref/prompt', name: 'none' },
    ),
    argument: fc.record({ name: fc.constantFrom('slug', 'language', 'none'), value: fc.string({ maxLength: 8 }) }),
  }),
  'resources/list': fc.constant({}),
  'resources/templates/list': fc.constant({}),
  'resources/read': fc.record({
    uri: fc.oneof(
      slug.map((slug) => `sdk://${slug}`),
      slug.map((slug) => `sdk://${slug}/readme`),
      fc.constantFrom('catalog://topics', 'page://home', 'page://none', 'ui://catalog/find.html', 'x'),
    ),
  }),
  initialize: fc.record({
    protocolVersion: fc.constantFrom(...LEGACY, MODERN, '1999-01-01'),
    capabilities: fc.constant({}),
    clientInfo: fc.record({ name: fc.string(), version: fc.string() }),
  }),
  'server/discover': fc.constant({}),
  ping: fc.constant({}),
  'notifications/initialized': fc.constant({}),
  'no/such': members,
}

const METHODS = Object.keys(PARAMS)
const arbitraryCall = fc
  .oneof(fc.constantFrom(...METHODS), fc.constant('tools/call'))
  .chain((method) =>
    fc.tuple(
      fc.constant(method),
      fc.oneof({ weight: 8, arbitrary: PARAMS[method]! }, { weight: 1, arbitrary: members }),
    ),
  )

/** What may be different about an ordinary request of 2026-07-28. */
const BENDS: readonly ((sent: Sent) => Sent)[] = [
  ...Array<(sent: Sent) => Sent>(12).fill((sent) => sent),
  withHeaders({ 'mcp-method': undefined }),
  withHeaders({ 'mcp-method': 'tools/list' }),
  withHeaders({ 'mcp-name': undefined }),
  withHeaders({ 'mcp-name': 'find_sdk' }),
  withHeaders({ 'mcp-protocol-version': undefined }),
  withHeaders({ 'mcp-protocol-version': '2025-11-25' }),
  withMeta(undefined),
  withMeta({}),
  withMeta({ ...envelope(), progressToken: 7 }),
  withMeta({ ...envelope(), progressToken: {} }),
  withMeta({ ...envelope(), 'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' } }),
  withMeta({ ...envelope(), 'io.modelcontextprotocol/clientInfo': {} }),
  withMeta(envelope('2027-01-01')),
  withMeta(envelope('2025-06-18')),
]

/** And about one of an earlier revision. */
const LEGACY_BENDS: readonly ((sent: Sent) => Sent)[] = [
  ...Array<(sent: Sent) => Sent>(6).fill((sent) => sent),
  withHeaders({ 'mcp-protocol-version': undefined }),
  withHeaders({ 'mcp-name': 'x', 'mcp-method': 'y' }),
  withMeta({ progressToken: 7 }),
  withMeta({ progressToken: 7, other: [1] }),
  withMeta({ progressToken: {} }),
  withMeta({}),
]

function withHeaders(changed: Record<string, string | undefined>) {
  return ({ headers, body }: Sent): Sent => ({
    headers: Object.fromEntries(
      Object.entries({ ...headers, ...changed }).filter((field): field is [string, string] => field[1] !== undefined),
    ),
    body,
  })
}

function withMeta(_meta: unknown) {
  return ({ headers, body }: Sent): Sent => ({
    headers,
    body: { ...body, params: { ...(body.params as Members), _meta } },
  })
}

const arbitraryRequest = fc
  .tuple(arbitraryId, arbitraryCall, fc.boolean(), fc.nat(), fc.constantFrom(...LEGACY))
  .map(([id, [method, params], isModern, bend, revision]): Sent => {
    const sent = modern(method, params as Members, id as number)
    if (!/^[\x21-\x7e]*$/.test(sent.headers['mcp-name'] ?? '')) delete sent.headers['mcp-name']
    const bends = isModern ? BENDS : LEGACY_BENDS
    const { 'mcp-method': _method, 'mcp-name': _name, ...headers } = sent.headers
    const ordinary = isModern
      ? sent
      : { headers: { ...headers, 'mcp-protocol-version': revision }, body: { ...sent.body, params: params as Members } }
    return bends[bend % bends.length]!(ordinary)
  })

describe('a request', () => {
  it('is answered as the SDK answers it', async () => {
    await ready
    const seen = new Map<string, number>()
    let count = 0
    await fc.assert(
      fc.asyncProperty(arbitraryRequest, async (sent) => {
        count++
        const [own, other] = [await ours(sent), await theirs(sent)]
        // What is kept is what was made.
        expect([await ours(sent), await ours(sent)]).toEqual([own, own])
        const difference = differenceOf(sent, own, other)
        if (isDeepStrictEqual(own, other)) return
        if (difference) seen.set(difference, (seen.get(difference) ?? 0) + 1)
        else expect(own).toEqual(other)
      }),
      runs(REQUESTS),
    )
    // Each named difference still exists, and most requests never reach the SDK.
    expect([...seen.keys()].sort()).toEqual(Object.keys(DIFFERENCES).sort())
    expect(direct).toBeGreaterThan(count)
  })
})
