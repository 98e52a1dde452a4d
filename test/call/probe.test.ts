/** Asking the APIs behind a catalogue: who is asked and who is not, how politely, and what is kept of an answer. */
import type { LookupFunction } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type ProbeOptions, probe } from '../../src/call/probe-apis.ts'
import { MAX_ANSWER_BYTES } from '../../src/catalog/record/bounds.ts'
import { OperationsFile } from '../../src/catalog/record/facts.ts'
import { AnswerLine } from '../../src/catalog/record/observed.ts'
import { SdkRecord } from '../../src/catalog/record/record.ts'
import { variableFor } from '../../src/code/server-url.ts'
import { startStandIn } from '../loopback.ts'

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
let handler: Parameters<typeof startStandIn>[0]
const { received: requests, host, close } = await startStandIn((request, response) => handler(request, response))
const { port } = new URL(`http://${host}`)

afterAll(close)
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

const at = (url: string) => ({ servers: [{ url }] })
const keyed = (auth: object) => ({ auth: { scheme: 'apiKey', ...auth } })
const PUBLIC = { allowLocal: false }
const OUT = { optOut: ['sea.net'] }
const GUESSED = { path: '/tides/{id}', parameters: [{ name: 'id', in: 'path', required: true }] }
const NO_KEY = /^that it needs no key is not on record$/
const NO_READ = /^no operation reads/

/** Why an SDK is not asked: its facts, its endpoint, the options. */
type Row = [why: RegExp, facts?: object, point?: object, options?: Partial<ProbeOptions>]
const NOT_ASKED: Readonly<Record<string, Row>> = {
  'no server': [/^no server is on record$/, { servers: [] }],
  'a private server': [/^the server on record is a private address$/, at('http://192.168.1.7/v1'), {}, PUBLIC],
  'a server for examples': [/is a name for examples$/, at('https://api.example.com'), {}, PUBLIC],
  'a server that is off': [/switched off$/, at('https://tides.glitch.me'), {}, PUBLIC],
  'an open host in a server': [/is not set/, at('https://{tenant}.sea.net')],
  'a key': [NO_KEY, keyed({ needed: 'always' })],
  'an unknown key': [NO_KEY, keyed({ scheme: 'unknown' })],
  'a key that may be needed': [NO_KEY, keyed({ scheme: 'bearer' })],
  'a key for this operation': [NO_READ, keyed({ needed: 'sometimes' }), { key: true }],
  'an operation that writes': [NO_READ, {}, { method: 'POST' }],
  'an operation that goes away': [NO_READ, {}, { deprecated: true }],
  'a value that would be guessed': [NO_READ, {}, GUESSED],
  'an opt-out': [/^sea\.net has opted out$/, {}, {}, OUT],
  'an opt-out of the domain': [/^api\.sea\.net has opted out$/, at('http://api.sea.net'), {}, OUT],
}

describe('an SDK is not asked, and the line says why:', () => {
  it.each(Object.entries(NOT_ASKED))('%s', async (_, [why, facts, point, options]) => {
    const [line, ...more] = await probed([sdk('tides-sdk', 'sea.net', facts, point)], options)
    expect(more).toEqual([])
    expect(line).toEqual({ slug: 'tides-sdk', date: expect.any(String), why: expect.stringMatching(why) })
    expect(requests).toEqual([])
  })

  it('a host that only ends like one that opted out is asked', async () =>
    expect(await probed([sdk('tides-sdk', 'notsea.net')], { optOut: ['sea.net'] })).toMatchObject([{ status: 200 }]))

  it('a name that leads to this machine is refused where the connection is made', async () => {
    const [line] = await probed([sdk('tides-sdk', 'sea.net')], { allowLocal: false })
    expect(line).toMatchObject({ operation: 'tide.list', why: expect.stringMatching(/no public address/) })
    expect(line).not.toHaveProperty('status')
    expect(requests).toEqual([])
  })
})

const long = `${'é'.repeat(MAX_ANSWER_BYTES / 2 - 1)}x😀 and more`

interface Sending {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
  /** None where it is empty. */
  license?: string
}

/** What an API sends, by default JSON under the MIT licence, and what is kept of it. */
const KEPT: Readonly<Record<string, [Sending, line: object]>> = {
  'the text': [{ body: '{"height":4.2}' }, { content_type: 'application/json', text: '{"height":4.2}' }],
  'the first bytes, without half a character': [
    { body: long, license: 'CC0-1.0' },
    { text: `${'é'.repeat(MAX_ANSWER_BYTES / 2 - 1)}x` },
  ],
  'text without characters that hide or steer': [{ body: '"a\u202e\u0007b"' }, { text: '"a\ufffd\ufffdb"' }],
  'no text without a licence': [{ license: '' }, { why: 'no licence is on record' }],
  'no text under a licence of its own': [
    { license: 'LicenseRef-Tides' },
    { why: expect.stringContaining('LicenseRef-Tides') },
  ],
  'no picture': [
    { headers: { 'content-type': 'image/png' }, body: Buffer.from([137, 80]) },
    { content_type: 'image/png', why: 'it is no text' },
  ],
  'text in Latin-1': [{ headers: { 'content-type': 'text/plain' }, body: Buffer.from([0xff, 0x41]) }, { text: 'ÿA' }],
  'nothing of nothing': [{ status: 204, headers: {}, body: '' }, { why: 'it is empty' }],
  'no body of an error': [{ status: 503, body: '{"your_ip":"198.51.100.7"}' }, { status: 503 }],
  'no answer of another host': [
    { status: 302, headers: { location: 'http://elsewhere.net/' }, body: '' },
    { why: expect.stringMatching(/another server/) },
  ],
}

describe('of an answer a probe keeps', () => {
  it.each(Object.entries(KEPT))('%s', async (_, [sending, kept]) => {
    const { status = 200, headers = JSON_TYPE, body = '{}', license = 'MIT' } = sending
    handler = (_, response) => response.writeHead(status, headers).end(body)
    const [line] = await probed([sdk('tides-sdk', 'sea.net', { license: license || undefined })])
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
