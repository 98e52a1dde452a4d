/** What is refused on the wire, before there is a request that a route could answer. */
import { once } from 'node:events'
import { afterAll, describe, expect, test } from 'vitest'
import { listen } from '../../../src/http/server/listen.ts'
import { BASE_URL, testApp } from '../../app.ts'
import { violations } from '../../contract/schemas.ts'
import { verifies } from '../../contract/verifies.ts'
import { raw } from '../../e2e/service.ts'
import { HOST, visitor } from './visitor.ts'

const { app, reports } = testApp()
const server = await listen(app, { host: HOST, port: 0 }, { baseUrl: BASE_URL })

afterAll(async () => {
  await server.stop()
  expect(reports).toEqual([])
})

const get = (target: string, fields = 'Host: localhost\r\n', method = 'GET') =>
  `${method} ${target} HTTP/1.1\r\n${fields}\r\n`
const post = (fields: string, body: string) =>
  get('/mcp', `Host: localhost\r\nContent-Type: application/json\r\n${fields}`, 'POST') + body

/** The answers to these bytes; `keep` leaves the connection open for more, so that only the server ends it. */
async function answersTo(bytes: string, keep = false) {
  const text = await raw(server.port, Buffer.from(bytes, 'latin1'), { halfClose: !keep })
  return text.split(/(?=^HTTP\/1\.1 )/m).map((answer) => {
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    const [line = '', ...fields] = head.split('\r\n')
    return { status: Number(line.split(' ')[1]), headers: new Headers(fields.map(pair)), body }
  })
}

function pair(field: string): [string, string] {
  const colon = field.indexOf(':')
  return [field.slice(0, colon), field.slice(colon + 1).trim()]
}

/** Names whose last label is a number, and that are no IPv4 address. */
const NO_HOSTS = ['1.2.3.4.5', 'a.1', 'a.0x', '08', 'localhost.1', 'example.123', '999999999999', '256.256.256.256']

const REFUSED: [string, number, string][] = [
  ...NO_HOSTS.flatMap((host): [string, number, string][] => [
    [`the Host ${host}`, 400, get('/api/health', `Host: ${host}\r\n`)],
    [`the Host ${host} of a message`, 400, get('/mcp', `Host: ${host}\r\nContent-Length: 2\r\n`, 'POST').concat('{}')],
  ]),
  ['a Host with an empty port', 400, get('/', 'Host: localhost:\r\n')],
  ['a Host with a query', 400, get('/', 'Host: a?b\r\n')],
  ['two Hosts', 400, get('/', 'Host: localhost\r\nHost: evil.example\r\n')],
  ['no Host', 400, get('/', '')],
  ['a backslash', 400, get('/api/sdk/a\\b.json')],
  ['another scheme', 400, get('ftp://localhost/x')],
  ['the target *', 400, get('*', undefined, 'OPTIONS')],
  ['an expectation', 417, get('/api/health', 'Host: localhost\r\nExpect: tea\r\n')],
  ['header fields of 20,000 bytes', 431, get('/', `Host: localhost\r\nX-Long: ${'a'.repeat(20_000)}\r\n`)],
  ['no HTTP', 400, 'nonsense\r\n\r\n'],
  ['HTTP/2', 400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown method', 400, get('/api/health', undefined, 'SPY')],
  ['a Host that is none', 400, get('/api/health', 'Host: a b"<>\r\n')],
  ['a target of 20,000 characters', 431, get(`/${'a'.repeat(20_000)}`)],
  ['3,000 fields', 431, get('/', `Host: localhost\r\n${'X-Many: 1\r\n'.repeat(3_000)}`)],
  ['a chunk size that is none', 400, post('Transfer-Encoding: chunked\r\n', 'zz\r\n')],
]

/** Header fields that a problem has when the app answers with it. */
const everyProblem = [...(await app.request('/api/nothing')).headers.keys()]

describe('a request', () => {
  for (const [what, status, bytes] of REFUSED) {
    verifies(
      ['errors.media-type', 'problem.status-equals-http', 'problem.code-closed', 'problem.resolution'],
      `with ${what} is refused with a whole problem, on a connection that is closed`,
      async () => {
        const answers = await answersTo(bytes, true)
        expect(answers.map((answer) => answer.status)).toEqual([status])
        const { headers, body } = answers[0]!
        expect([...headers.keys()]).toEqual(expect.arrayContaining(everyProblem))
        expect(Object.fromEntries(headers)).toMatchObject({
          'content-type': 'application/problem+json',
          'content-length': String(Buffer.byteLength(body)),
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          connection: 'close',
          date: expect.stringMatching(/ GMT$/),
        })
        const problem = JSON.parse(body)
        expect(violations('Problem', problem)).toEqual([])
        expect(problem).toMatchObject({ status, type: `${BASE_URL}/developers/errors#invalid_request` })
      },
    )
  }

  test('whose body ends early is refused with a problem', async () => {
    const [answer] = await answersTo(post('Content-Length: 4000\r\n', '{'))
    expect([answer!.status, JSON.parse(answer!.body).code]).toEqual([400, 'invalid_request'])
  })

  test('by HEAD that is refused has the length of the problem and no body', async () => {
    const fields = 'Host: 1.2.3.4.5\r\n'
    const [head, full] = [await answersTo(get('/', fields, 'HEAD')), await answersTo(get('/', fields))]
    expect(head[0]).toMatchObject({ status: 400, body: '' })
    expect(head[0]!.headers.get('content-length')).toBe(String(full[0]!.body.length))
  })

  test('of HTTP/1.0 may name no Host, and an IPv6 address is one', async () => {
    expect((await answersTo('GET /api/health HTTP/1.0\r\n\r\n'))[0]!.status).toBe(200)
    expect((await answersTo(get('/api/health', 'Host: [::1]:8080\r\n')))[0]!.status).toBe(200)
  })

  test('that waits for 100 Continue gets it, and its answer', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
    const answers = await answersTo(post(`Content-Length: ${body.length}\r\nExpect: 100-continue\r\n`, body))
    expect(answers.map(({ status }) => status)).toEqual([100, 200])
  })

  test('that is no HTTP gets no answer in the middle of another one', async () => {
    const endless = () =>
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('begun')),
        pull: () => new Promise(() => {}),
      })
    const fetch: typeof app.fetch = (request, environment) =>
      request.url.endsWith('/endless') ? new Response(endless()) : app.fetch(request, environment)
    const streaming = await listen({ fetch }, { host: HOST, port: 0 }, { limits: { stalledMs: 100 } })
    const socket = visitor(streaming.port, get('/endless')).resume()
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    while (!text.includes('begun')) await once(socket, 'data')
    socket.write('nonsense\r\n\r\n')
    await once(socket, 'close')
    expect(text.split('HTTP/1.1 ').length).toBe(2)
    await streaming.stop()
  })
})
