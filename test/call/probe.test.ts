/** Asking the APIs behind a catalogue: who is asked and who is not, how politely, and what is kept of an answer. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ProbeOptions, probe } from '../../src/call/probe-apis.ts'
import { MAX_ANSWER_BYTES } from '../../src/catalog/record/bounds.ts'
import { OperationsFile } from '../../src/catalog/record/facts.ts'
import { AnswerLine } from '../../src/catalog/record/observed.ts'
import { SdkRecord } from '../../src/catalog/record/record.ts'
import { variableFor } from '../../src/code/server-url.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
let handler: Handler
let port: number
const requests: IncomingMessage[] = []
const server = createServer((request, response) => {
  requests.push(request)
  handler(request, response)
})

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())
beforeEach(() => {
  requests.length = 0
  handler = (_, response) => response.writeHead(200, JSON_TYPE).end('{"height":4.2}')
})

/** Every name is this machine. */
const lookup: LookupFunction = (_, options, callback) =>
  options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4)

const POINT = { method: 'GET', path: '/tides', parameters: [] }

interface Sdk {
  record: SdkRecord
  file: OperationsFile
}

function sdk(slug: string, host: string, facts: object = {}, point: object = {}): Sdk {
  const record = SdkRecord.parse({
    ...{ slug, title: slug, github_url: `https://github.com/sea/${slug}`, license: 'MIT', auth: { scheme: 'none' } },
    servers: [{ url: `http://${host}:${port}` }],
    entities: [{ name: 'tide', ops: ['list'] }],
    ...facts,
  })
  const operations = [{ op: 'list', points: [{ ...POINT, ...point }] }]
  return { record, file: OperationsFile.parse({ format: 1, slug, entities: [{ name: 'tide', operations }] }) }
}

const probing = (sdks: readonly Sdk[], options: Partial<ProbeOptions> = {}) => {
  const files = new Map(sdks.map(({ record, file }) => [record.slug, file]))
  return probe(
    sdks.map(({ record }) => record),
    async (slug) => files.get(slug),
    {
      ...{ userAgent: 'sdk-catalog/1 (+https://sdk.example.org)', optOut: [], allowLocal: true, lookup },
      pause: async () => {},
      ...options,
    },
  )
}

async function probed(sdks: readonly Sdk[], options?: Partial<ProbeOptions>): Promise<AnswerLine[]> {
  const list: AnswerLine[] = []
  for await (const line of probing(sdks, options)) list.push(AnswerLine.parse(line))
  return list
}

describe('a probe is polite', () => {
  const hosts = ['a.sea.net', 'b.sea.net', 'c.sea.net', 'd.sea.net', 'e.sea.net']
  const sdks = () => hosts.flatMap((host) => [1, 2, 3].map((at) => sdk(`${host[0]}${at}-tides-sdk`, host)))

  it('as it never sends two requests at once', async () => {
    let [running, most] = [0, 0]
    handler = (_, response) => {
      most = Math.max(most, ++running)
      // Answered after every request that could have been sent by then.
      setImmediate(() =>
        setImmediate(() => {
          running--
          response.writeHead(200, JSON_TYPE).end('{}')
        }),
      )
    }
    expect(await probed(sdks())).toHaveLength(15)
    expect([requests.length, most]).toEqual([15, 1])
  })

  it('as it pauses between two requests to one host, and not before the first', async () => {
    const log: string[] = []
    const pause = async () => void log.push('pause')
    handler = (request, response) => {
      log.push(request.headers.host!.split(':')[0]!)
      response.writeHead(200, JSON_TYPE).end('{}')
    }
    await probed([...sdks().slice(0, 2), sdk('b1-tides-sdk', 'b.sea.net'), sdks()[2]!], { pause })
    expect(log).toEqual(['a.sea.net', 'pause', 'a.sea.net', 'b.sea.net', 'pause', 'a.sea.net'])
  })

  it('as it sends nothing to a host until the pause is over', async () => {
    const pauses: (() => void)[] = []
    let paused = () => {}
    const first = new Promise<void>((resolve) => {
      paused = resolve
    })
    const pause = () => {
      paused()
      return new Promise<void>((resolve) => void pauses.push(resolve))
    }
    const run = probed(sdks().slice(0, 2), { pause })
    await first
    expect(requests).toHaveLength(1)
    pauses[0]!()
    expect(await run).toHaveLength(2)
    expect(requests).toHaveLength(2)
  })

  it('as it says who asks and sends no key, even where the environment has one', async () => {
    const optional = { auth: { scheme: 'apiKey', needed: 'optional', in: 'header', name: 'X-Key' } }
    const asked = sdk('tides-sdk', 'sea.net', optional)
    const variable = variableFor(asked.record, 'apikey')
    process.env[variable] = 'a-secret-of-the-operator'
    try {
      expect(await probed([asked])).toMatchObject([{ status: 200 }])
    } finally {
      delete process.env[variable]
    }
    expect(requests[0]!.headers).toMatchObject({ 'user-agent': 'sdk-catalog/1 (+https://sdk.example.org)' })
    expect(JSON.stringify(requests[0]!.headers)).not.toMatch(/x-key|secret/i)
  })
})

/** Why an SDK is not asked: its facts, its endpoint, the options. */
const NOT_ASKED: Readonly<Record<string, [facts: object, point: object, options: Partial<ProbeOptions>, why: RegExp]>> =
  {
    'no server': [{ servers: [] }, {}, {}, /^no server is on record$/],
    'a private server': [
      { servers: [{ url: 'http://192.168.1.7/v1' }] },
      {},
      { allowLocal: false },
      /^the server on record is a private address$/,
    ],
    'a server for examples': [
      { servers: [{ url: 'https://api.example.com' }] },
      {},
      { allowLocal: false },
      /is a name for examples$/,
    ],
    'a server that is off': [
      { servers: [{ url: 'https://tides.glitch.me' }] },
      {},
      { allowLocal: false },
      /switched off$/,
    ],
    'an open host in a server': [{ servers: [{ url: 'https://{tenant}.sea.net' }] }, {}, {}, /is not set/],
    'a key': [{ auth: { scheme: 'apiKey', needed: 'always' } }, {}, {}, /^that it needs no key is not on record$/],
    'an unknown key': [{ auth: { scheme: 'unknown' } }, {}, {}, /^that it needs no key is not on record$/],
    'a key that may be needed': [{ auth: { scheme: 'bearer' } }, {}, {}, /^that it needs no key is not on record$/],
    'a key for this operation': [
      { auth: { scheme: 'apiKey', needed: 'sometimes' } },
      { key: true },
      {},
      /^no operation reads/,
    ],
    'an operation that writes': [{}, { method: 'POST' }, {}, /^no operation reads/],
    'an operation that goes away': [{}, { deprecated: true }, {}, /^no operation reads/],
    'a value that would be guessed': [
      {},
      { path: '/tides/{id}', parameters: [{ name: 'id', in: 'path', required: true }] },
      {},
      /^no operation reads/,
    ],
    'an opt-out': [{}, {}, { optOut: ['sea.net'] }, /^sea\.net has opted out$/],
    'an opt-out of the domain': [
      { servers: [{ url: 'http://api.sea.net' }] },
      {},
      { optOut: ['sea.net'] },
      /^api\.sea\.net has opted out$/,
    ],
  }

describe('an SDK is not asked, and the line says why:', () => {
  it.each(Object.entries(NOT_ASKED))('%s', async (_, [facts, point, options, why]) => {
    const [line, ...more] = await probed([sdk('tides-sdk', 'sea.net', facts, point)], options)
    expect(more).toEqual([])
    expect(line).toEqual({ slug: 'tides-sdk', date: expect.any(String), why: expect.stringMatching(why) })
    expect(requests).toEqual([])
  })

  it('a host that only ends like one that opted out is asked', async () => {
    expect(await probed([sdk('tides-sdk', 'notsea.net')], { optOut: ['sea.net'] })).toMatchObject([{ status: 200 }])
  })

  it('a name that leads to this machine is refused where the connection is made', async () => {
    const [line] = await probed([sdk('tides-sdk', 'sea.net')], { allowLocal: false })
    expect(line).toMatchObject({ operation: 'tide.list', why: expect.stringMatching(/no public address/) })
    expect(line).not.toHaveProperty('status')
    expect(requests).toEqual([])
  })
})

const long = `${'é'.repeat(MAX_ANSWER_BYTES / 2 - 1)}x😀 and more`

/** What an API sends, the licence on record, and what is kept of it. */
const KEPT: Readonly<
  Record<
    string,
    [status: number, headers: Record<string, string>, body: string | Buffer, license: string | undefined, line: object]
  >
> = {
  'the text': [200, JSON_TYPE, '{"height":4.2}', 'MIT', { content_type: 'application/json', text: '{"height":4.2}' }],
  'the first bytes, without half a character': [
    200,
    JSON_TYPE,
    long,
    'CC0-1.0',
    { text: `${'é'.repeat(MAX_ANSWER_BYTES / 2 - 1)}x` },
  ],
  'text without characters that hide or steer': [
    200,
    JSON_TYPE,
    '"a\u202e\u0007b"',
    'MIT',
    { text: '"a\ufffd\ufffdb"' },
  ],
  'no text without a licence': [200, JSON_TYPE, '{}', undefined, { why: 'no licence is on record' }],
  'no text under a licence of its own': [
    200,
    JSON_TYPE,
    '{}',
    'LicenseRef-Tides',
    { why: expect.stringContaining('LicenseRef-Tides') },
  ],
  'no picture': [
    200,
    { 'content-type': 'image/png' },
    Buffer.from([137, 80]),
    'MIT',
    { content_type: 'image/png', why: 'it is no text' },
  ],
  'text in Latin-1': [200, { 'content-type': 'text/plain' }, Buffer.from([0xff, 0x41]), 'MIT', { text: 'ÿA' }],
  'nothing of nothing': [204, {}, '', 'MIT', { why: 'it is empty' }],
  'no body of an error': [503, JSON_TYPE, '{"your_ip":"198.51.100.7"}', 'MIT', { status: 503 }],
  'no answer of another host': [
    302,
    { location: 'http://elsewhere.net/' },
    '',
    'MIT',
    { why: expect.stringMatching(/another server/) },
  ],
}

describe('of an answer a probe keeps', () => {
  it.each(Object.entries(KEPT))('%s', async (_, [status, headers, body, license, kept]) => {
    handler = (_, response) => response.writeHead(status, headers).end(body)
    const [line] = await probed([sdk('tides-sdk', 'sea.net', { license })])
    expect(line).toMatchObject({ slug: 'tides-sdk', operation: 'tide.list', date: expect.any(String), ...kept })
    for (const member of ['text', 'why', 'content_type'] as const)
      if (!(member in kept) && member !== 'content_type') expect(line).not.toHaveProperty(member)
    if (status !== 302) expect(line).toMatchObject({ status, milliseconds: expect.any(Number) })
  })

  it('no media type that is none', async () => {
    handler = (_, response) => response.writeHead(200, { 'content-type': '<b>json' }).end('{}')
    const [line] = await probed([sdk('tides-sdk', 'sea.net')])
    expect(line).toMatchObject({ status: 200, text: '{}' })
    expect(line).not.toHaveProperty('content_type')
  })

  it('what was asked before it failed: every line is out before the next request', async () => {
    handler = (_, response) => void response.destroy()
    let count = 0
    for await (const line of probing([1, 2, 3].map((at) => sdk(`tides${at}-sdk`, 'sea.net')))) {
      expect(requests).toHaveLength(++count)
      expect(line).toMatchObject({ operation: 'tide.list', why: expect.stringContaining('sea.net') })
    }
    expect(count).toBe(3)
  })
})
