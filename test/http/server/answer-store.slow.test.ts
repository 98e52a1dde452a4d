/** The store of answers: a stored answer is the one that the application would give, byte for byte. */
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { randomFrom } from '../../../attacks/support/attack.ts'
import { hostileRequest } from '../../../attacks/support/hostile-requests.ts'
import { markCacheable } from '../../../src/http/representation.ts'
import type { Fetch } from '../../../src/http/server/request-listener.ts'
import { documents } from '../../../src/rest/route-table.ts'
import { routes } from '../../../src/rest/routes.ts'
import { onToolCall, type ToolCallEvent } from '../../../src/tools/define/tool-events.ts'
import { mcpTools } from '../../../src/tools/index.ts'
import { BASE_URL, testApp } from '../../app.ts'
import { catalog } from '../../embedded.ts'
import { initialize, LEGACY, legacy, type Members, modern, type Sent } from '../../mcp/messages.ts'
import { runs } from '../../property.ts'
import { withAnswerStore } from './stored.ts'

interface Ask {
  method: string
  path: string
  headers: Record<string, string>
  body?: unknown
}

const { app, services } = testApp({ trustsTools: true })
/** The application alone, or behind a store. */
type Answering = (request: Request, body?: Buffer) => Promise<Response>
const cold: Answering = async (request) => app.fetch(request, {})

async function send(fetch: Answering, { method, path, headers, body }: Ask) {
  const bytes = body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const request = new Request(BASE_URL + path, { method, headers, ...(bytes && { body: bytes }) })
  const answer = await fetch(request, bytes)
  const { 'content-length': _, ...fields } = Object.fromEntries(answer.headers)
  return { status: answer.status, headers: fields, body: Buffer.from(await answer.arrayBuffer()).toString('latin1') }
}

const slug = fc.constantFrom(...catalog.slugs().slice(0, 5), 'poetrydb-sdk', 'open-meteo-sdk', 'poetrdb-sdk')
const words = fc.constantFrom('weather', 'wether forcast', 'poems', 'ölpreise', '1e400', 'null', '')
const brand = services.site.brand

/** Addresses from the tables of the product: operations with their parameters, documents, pages. */
const path = fc.oneof(
  fc.constantFrom(...documents.map((document) => document.path.replace('{brand}', brand))),
  fc.constantFrom(...services.pages.all.flatMap((page) => [page.path, `${page.path}.md`])),
  fc
    .tuple(
      fc.constantFrom(...routes.filter(({ method }) => method === 'GET')),
      slug,
      words,
      fc.constantFrom('', '1', '-1', 'true', 'py'),
    )
    .map(([route, slug, text, value]) => {
      const names = (route.serves === 'tool' && route.query) || []
      const values: Record<string, string> = { q: text, query: text, slugs: `${slug},poetrydb-sdk` }
      const query = new URLSearchParams(names.map((name): [string, string] => [name, values[name] ?? value]))
      return `${route.path.replace('{brand}', brand).replace('{slug}', slug)}${query.size > 0 ? `?${query}` : ''}`
    }),
  fc
    .tuple(slug, fc.constantFrom('', '?lang=py', '?lang=go&entity=author'))
    .map(([slug, query]) => `/${brand}-sdk/${slug}${query}`),
  words.map((q) => `/sdk?${new URLSearchParams({ q })}`),
)

const headers = fc.record(
  {
    accept: fc.constantFrom('*/*', 'text/html', 'text/markdown', 'application/json', 'image/png'),
    'accept-encoding': fc.constantFrom('br', 'gzip', 'zstd;q=0.1, br', 'identity'),
    'if-none-match': fc.constantFrom('*', '"x"'),
    origin: fc.constantFrom(BASE_URL, 'https://evil.example'),
    'user-agent': fc.constantFrom('curl/8', 'Mozilla/5.0'),
    cookie: fc.constantFrom('a=1', 'a=2'),
    host: fc.constantFrom('localhost:8080', 'evil.example'),
  },
  { requiredKeys: [] },
)

const get = fc.record({ method: fc.constantFrom('GET', 'HEAD'), path, headers }) as fc.Arbitrary<Ask>

const id = fc.oneof(fc.integer(), fc.string())
const toolInput = fc.oneof(
  ...mcpTools.map(({ name, examples }) =>
    fc.record({ name: fc.constant(name), arguments: fc.constantFrom(...(examples as Members[])) }),
  ),
  fc.record({ name: fc.constantFrom('get_sdk_entry', 'get_sdk_readme'), arguments: fc.record({ slug }) }),
  fc.record({
    name: fc.constant('find_sdk'),
    arguments: fc.record({ query: words, limit: fc.constantFrom(1, '1', null, 5) }),
  }),
)
const params: Readonly<Record<string, fc.Arbitrary<Members>>> = {
  'tools/list': fc.constant({}),
  'tools/call': toolInput,
  'prompts/get': fc.record({ name: fc.constantFrom('choose_sdk', 'none'), arguments: fc.record({ task: words }) }),
  'completion/complete': fc.record({
    ref: fc.constant({ type: 'ref/resource', uri: 'sdk://{slug}' }),
    argument: fc.record({ name: fc.constant('slug'), value: words }),
  }),
  'resources/read': slug.map((slug) => ({ uri: `sdk://${slug}` })),
  'resources/list': fc.constant({}),
  'skills/list': fc.constant({}),
  'server/discover': fc.constant({}),
  ping: fc.constant({}),
  nope: fc.constant({}),
}
const mcp = fc
  .constantFrom(...Object.keys(params))
  .chain((method) =>
    fc.tuple(fc.constant(method), params[method]!, id, fc.constantFrom('modern', 'cold', ...LEGACY), headers),
  )
  .map(([method, params, id, revision, more]): Ask => {
    const sent: Sent =
      revision === 'modern'
        ? modern(method, params, id)
        : legacy(method, params, revision === 'cold' ? undefined : revision, id)
    const { accept: _, ...fields } = more
    return { method: 'POST', path: '/mcp', headers: { ...sent.headers, ...fields }, body: sent.body }
  })

/** The same request with something else in its place: what an incomplete key would take for the same. */
type Change = (ask: Ask) => Ask
const change = fc.oneof(
  headers.map(
    (fields): Change =>
      (ask) => ({ ...ask, headers: { ...ask.headers, ...fields } }),
  ),
  id.map(
    (id): Change =>
      (ask) =>
        ask.body ? { ...ask, body: { ...(ask.body as Members), id } } : ask,
  ),
  fc.constantFrom('2025-06-18', '2025-11-25', '1999-01-01').map(
    (revision): Change =>
      (ask) => ({ ...ask, headers: { ...ask.headers, 'mcp-protocol-version': revision } }),
  ),
  fc.constant<Change>((ask) => ({ ...ask, path: `${ask.path}${ask.path.includes('?') ? '&' : '?'}limit=2` })),
  fc.constant<Change>((ask) => ask),
)

function isSendable({ path, method, headers }: Ask): boolean {
  try {
    new Request(BASE_URL + path, { method, headers })
    return true
  } catch {
    return false
  }
}

describe('the answer to a repeated request', () => {
  test('is that of a server without a store, whatever came in between', async () => {
    const warm = withAnswerStore(app.fetch)
    await fc.assert(
      fc.asyncProperty(fc.oneof(get, mcp), change, async (first, change) => {
        const second = change(first)
        const made = [await send(cold, first), await send(cold, second)]
        for (const _ of ['stores', 'replays']) expect([await send(warm, first), await send(warm, second)]).toEqual(made)
      }),
      runs(300),
    )
  })

  test('is that of a server without a store for hostile requests too', async () => {
    const warm = withAnswerStore(app.fetch)
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const ask = hostileRequest(randomFrom(seed))
        // Messages count, so the second answer is another one; Node sends no other header fields.
        if (/contact|jobs/.test(ask.path) || !isSendable(ask)) return
        const made = await send(cold, ask)
        for (const _ of ['stores', 'replays']) expect(await send(warm, ask)).toEqual(made)
      }),
      runs(100),
    )
  })

  test.each([
    ['a number too large for JSON', '1e400', 'null'],
    ['a name that objects have', '{"__proto__":1}', '{}'],
    ['a member in another place', '{"a":{"b":1}}', '{"a":1,"b":1}'],
  ])('is another where the message has %s', async (_, first, second) => {
    const echo: Fetch = async (request) => {
      const result = JSON.stringify({ text: await request.text() })
      return markCacheable(new Response(`{"jsonrpc":"2.0","id":1,"result":${result}}`), { headers: {}, body: result })
    }
    const stored = withAnswerStore(echo)
    const ask = (value: string): Ask => ({
      ...{ method: 'POST', path: '/mcp', headers: {} },
      body: `{"jsonrpc":"2.0","id":1,"method":"m","params":{"value":${value}}}`,
    })
    const answers = [await send(stored, ask(first)), await send(stored, ask(second))]
    expect(answers[0]!.body).not.toBe(answers[1]!.body)
  })
})

/** Counts how often the application was asked. */
function counted(answer: (request: Request) => Response) {
  let count = 0
  const fetch = withAnswerStore((request) => {
    count++
    return answer(request)
  }, 40_000)
  return { count: () => count, ask: (path: string) => send(fetch, { method: 'GET', path, headers: {} }) }
}

describe('an answer is stored', () => {
  test('if it is marked as valid for the snapshot, and as long as there is room, in bytes', async () => {
    const unmarked = counted(() => new Response('x'))
    for (const _ of [1, 2]) await unmarked.ask('/')
    expect(unmarked.count()).toBe(2)
    const small = counted(() => markCacheable(new Response('x'), { headers: {}, body: Buffer.from('x') }))
    expect((await small.ask('/')).body).toBe((await small.ask('/')).body)
    expect(small.count()).toBe(1)
    const text = 'x'.repeat(10_000)
    const { ask, count } = counted(() => markCacheable(new Response(text), { headers: {}, body: Buffer.from(text) }))
    for (let turn = 0; turn < 2; turn++) for (let page = 0; page < 10; page++) await ask(`/${page}`)
    expect(count()).toBe(20)
  })
})

describe('a call of a tool', () => {
  const calls: [string, Ask][] = [
    [
      'over MCP',
      { method: 'POST', path: '/mcp', ...modern('tools/call', { name: 'find_sdk', arguments: { query: 'poems' } }) },
    ],
    ['over REST', { method: 'GET', path: '/api/sdk/find?query=poems', headers: {} }],
  ]
  test.each(calls)('%s is published once, whether its answer is stored or not', async (_, ask) => {
    const events: ToolCallEvent[] = []
    onTestFinished(onToolCall((event) => events.push(event)))
    const fetch = withAnswerStore(app.fetch)
    for (let count = 1; count <= 3; count++) {
      await send(fetch, ask)
      expect(events).toHaveLength(count)
    }
    const [first, ...replays] = events.map(({ tool, input, output }) => [tool, input, (output as Members).match])
    expect(replays).toEqual([first, first])
  })

  test.each(calls)('%s that fails is published each time', async (_, ask) => {
    const events: ToolCallEvent[] = []
    onTestFinished(onToolCall((event) => events.push(event)))
    const fetch = withAnswerStore(app.fetch)
    const refused = JSON.parse(JSON.stringify(ask).replaceAll('poems', '')) as Ask
    await send(fetch, refused)
    await send(fetch, refused)
    expect(events.map(({ error }) => error !== undefined)).toEqual([true, true])
  })
})

test('initialize answers each client in its own revision, stored or not', async () => {
  const fetch = withAnswerStore(app.fetch)
  for (const revision of [...LEGACY, ...LEGACY]) {
    const { body } = await send(fetch, { method: 'POST', path: '/mcp', ...legacy('initialize', initialize(revision)) })
    expect(JSON.parse(body).result.protocolVersion).toBe(revision)
  }
})
