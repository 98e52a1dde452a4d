/** `serve` from outside: what it prints, what it answers on the wire, how it refuses and how it stops. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embedded } from '../embedded.ts'
import {
  hasSmallYoungGeneration,
  METRICS_TOKEN,
  raw,
  run,
  type Service,
  smallCatalog,
  startService,
  until,
} from './service.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ METRICS_TOKEN, NODE_OPTIONS: '', LOG_LEVEL: 'info' })
})
afterAll(async () => await service.stop())

const alive = async (): Promise<void> => expect((await fetch(`${service.url}/api/health`)).status).toBe(200)

describe('serve', () => {
  test('prints one line with the count, the data and the address', () =>
    expect(service.line).toBe(
      `Serving ${embedded.records.length} SDKs (embedded) at http://localhost:${service.port}\n`,
    ))

  test('keeps the young generation small', async () => expect(await hasSmallYoungGeneration(service)).toBe(true))

  test.runIf(process.platform === 'linux')('has two arenas of glibc, unless the operator wants more', async () => {
    const settings = { MALLOC_ARENA_MAX: '4', NODE_OPTIONS: '--max-semi-space-size=8' }
    const other = await startService({ CATALOG_DIR: smallCatalog(), ...settings })
    const [ours, theirs] = [service, other].map(({ child }) => readFileSync(`/proc/${child.pid}/environ`, 'latin1'))
    await other.stop()
    expect(ours).toContain('MALLOC_ARENA_MAX=2\0')
    expect(theirs).toContain('MALLOC_ARENA_MAX=4\0')
    expect(theirs).toContain('--max-semi-space-size=2 --max-semi-space-size=8\0')
  })

  test('links to its own address, on a port that the system chose too', async () => {
    const health = await fetch(`${service.url}/api/health`)
    expect(health.headers.get('strict-transport-security')).toBeNull()
    const { links } = (await health.json()) as { links: Record<string, string> }
    for (const link of Object.values(links)) expect(link.startsWith(`${service.url}/`)).toBe(true)
  })

  test('answers HEAD on the wire with Content-Length and no body', async () => {
    const paths = ['/api/sdk/catalog.json', '/api/health', '/example-sdk/poetrydb-sdk.md', '/sdk/example-sdk.csv']
    for (const path of paths) {
      const head = await raw(service.port, `HEAD ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
      const [headers, body] = head.split('\r\n\r\n')
      expect(headers).toMatch(/^HTTP\/1\.1 200 /)
      const length = /^content-length: (\d+)$/im.exec(headers!)?.[1]
      expect(Number(length)).toBe((await (await fetch(service.url + path)).arrayBuffer()).byteLength)
      expect(body).toBe('')
    }
  })
})

test('SIGHUP does no harm where the embedded catalogue is served', async () => {
  service.child.kill('SIGHUP')
  await service.logged('catalog_unchanged')
  await alive()
})

describe('hostile bytes', () => {
  const HOST = 'Host: localhost\r\n'
  const request = (line: string, headers = HOST, body = '') =>
    `${line} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n${body}`
  const post = (headers: string, body: string) =>
    request('POST /mcp', `Host: localhost\r\nContent-Type: application/json\r\n${headers}`, body)
  const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}'

  /** Bytes, and the statuses that may answer them; none where the connection may just be closed. */
  const CASES: readonly [string, string, readonly string[]][] = [
    ['bad percent-encoding in the path', request('GET /api/sdk/%zz.json'), ['404']],
    ['a NUL', request('GET /api/sdk/a\0b.json'), ['400', '404']],
    ['traversal', request('GET /../../../../etc/passwd'), ['404']],
    ['encoded traversal', request('GET /example-sdk/..%2f..%2f..%2fetc%2fpasswd.md'), ['404']],
    ['a URL of 10,000 characters', request(`GET /api/sdk/search?q=${'a'.repeat(10_000)}`), ['400']],
    ['a URL of 20,000 characters', request(`GET /${'a'.repeat(20_000)}`), ['431']],
    ['3,000 headers', request('GET /api/health', `${HOST}${'X-Many: 1\r\n'.repeat(3_000)}`), ['431', '200']],
    ['a Host that is no host', request('GET /api/health', 'Host: a b"<>\r\n'), ['400', '200']],
    ['absolute form', request('GET http://evil.example/api/health'), ['200', '400']],
    ['TRACE', request('TRACE /api/health'), ['400', '405', '501']],
    ['CONNECT', request('CONNECT evil.example:443'), []],
    ['an unknown method', request('SPY /api/health'), ['400', '405']],
    [
      'an upgrade',
      request('GET /api/health', `${HOST}Upgrade: websocket\r\n`).replace('close', 'Upgrade'),
      ['200', '400', '426'],
    ],
    ['HTTP/2 in clear', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', ['400', '505']],
    ['a length and chunks', post(`Content-Length: 4\r\nTransfer-Encoding: chunked\r\n`, '0\r\n\r\n'), ['400']],
    ['an unknown transfer coding', post('Transfer-Encoding: xchunked\r\n', PING), ['400']],
    ['a line feed in a chunk size', post('Transfer-Encoding: chunked\r\n', `28\n${PING}\r\n0\r\n\r\n`), ['400']],
    [
      'a huge chunk extension',
      post('Transfer-Encoding: chunked\r\n', `28;${'x'.repeat(40_000)}\r\n${PING}`),
      ['400', '413', '431'],
    ],
    ['a __proto__ header', request('GET /api/health', 'Host: localhost\r\n__proto__: x\r\n'), ['200']],
    [
      'a second request in a GET body',
      request('GET /api/health', `${HOST}Content-Length: 35\r\n`, 'GET /evil HTTP/1.1\r\nHost: evil\r\n\r\n'),
      // The body is a byte longer than its length, and what follows is no request.
      ['200', '400'],
    ],
  ]

  for (const [what, bytes, statuses] of CASES) {
    test(`${what}: no failure of the server, no page, and it goes on`, async () => {
      const answer = await raw(service.port, Buffer.from(bytes, 'latin1'))
      const codes = [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status!)
      expect(codes.length).toBeLessThanOrEqual(1)
      expect(codes.filter((status) => !statuses.includes(status) && statuses.length > 0)).toEqual([])
      if (statuses.length > 0) expect(answer).toMatch(/^HTTP\/1\.1 \d{3} /)
      expect(codes.filter((status) => status.startsWith('5') && status !== '501' && status !== '505')).toEqual([])
      expect(answer).not.toMatch(/<!doctype|<html|root:x:0|at .*\.(ts|js):\d+/i)
      await alive()
    })
  }

  test('200 connections that send half a request and go away leave it well', async () => {
    const sockets = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const socket = connect(service.port, '127.0.0.1')
        await once(socket, 'connect')
        socket.on('error', () => {})
        socket.write('GET /api/health HTTP/1.1\r\nHost: loc')
        return socket
      }),
    )
    await alive()
    for (const socket of sockets) socket.resetAndDestroy()
    await alive()
  })
})

describe('a stop', () => {
  /** A request whose answer has begun and is not read any further. */
  async function underWay(port: number, connection: string): Promise<Socket> {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET /api/sdk/catalog.json HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n\r\n`)
    await once(socket, 'readable')
    return socket
  }

  async function whole(socket: Socket): Promise<boolean> {
    const answer = Buffer.concat(await socket.toArray()).toString('latin1')
    const split = answer.indexOf('\r\n\r\n')
    const length = Number(/^content-length: (\d+)/im.exec(answer.slice(0, split))?.[1])
    return answer.length - split - 4 === length
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`by ${signal} under load finishes every answer and exits 0, with nothing more to say`, async () => {
      // Only SIGTERM drains.
      const busy = await startService({ DRAIN_SECONDS: signal === 'SIGINT' ? '300' : '0' })
      const sockets = await Promise.all(
        Array.from({ length: 40 }, (_, at) => underWay(busy.port, at % 2 ? 'close' : 'keep-alive')),
      )
      busy.child.kill(signal)
      const answers = await Promise.all(sockets.map(whole))
      expect(answers).toEqual(answers.map(() => true))
      const { code, stdout, stderr } = await busy.ended
      expect(code).toBe(0)
      expect(stdout).toBe(busy.line)
      expect(stderr).toBe('')
    })
  }

  test('with time to drain is not ready, answers each request on a connection of its own, and ends at a second signal', async () => {
    const service = await startService({ CATALOG_DIR: smallCatalog(), DRAIN_SECONDS: '300' })
    service.child.kill('SIGTERM')
    await until(async () => (await fetch(`${service.url}/readyz`)).status === 503)
    expect(await (await fetch(`${service.url}/readyz`)).json()).toMatchObject({ missing: ['the service stops'] })
    for (const path of ['/api/health', '/example-sdk/one-sdk.md', '/example-sdk/one-sdk.md']) {
      const answer = await fetch(service.url + path)
      expect([answer.status, answer.headers.get('connection')], path).toEqual([200, 'close'])
    }
    service.child.kill('SIGTERM')
    expect(await service.ended).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('a start', () => {
  test('on a port in use is refused in one line that names PORT', async () => {
    const { code, stdout, stderr } = await run({ PORT: String(service.port) }).ended
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toBe(`sdk-catalog: PORT ${service.port} on 127.0.0.1 is in use; set PORT to another one.\n`)
  })

  // wrong-setting.test.ts has those that are read at once.
  test('with a wrong setting that is only read when it is used is refused in one line', async () => {
    const { code, stdout, stderr } = await run({ TRUSTED_PROXIES: 'nonsense' }).ended
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^sdk-catalog: TRUSTED_PROXIES[^\n]+nonsense[^\n]+it must be[^\n]+\.\n$/)
  })

  const OLD = ['18.20.8', '22.17.1']
  test.concurrent.for(OLD)('on Node %s says in one line which one it needs', async (version) => {
    const stub = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`
    const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(stub)}`]
    const { code, stdout, stderr } = await run({}, { nodeArgs }).ended
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      `sdk-catalog: needs Node 22.22.3, 24.15.0, 25.8.2 or later, with SQLite 3.51.3; this is Node ${version} with SQLite `,
    )
  })
})
