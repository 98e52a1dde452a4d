/** What visitors can make the server hold: connections that do not move, requests sent ahead, connections at once. */
import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { routeFinder } from '../../../src/documents/route.ts'
import { listen } from '../../../src/http/server/listen.ts'
import { routeTable } from '../../../src/rest/route-table.ts'
import { answered, get, HOST, HOUR_MS, LARGE, visitor } from './visitor.ts'

/** Answers each path once it is allowed; `begun` are the paths of requests that the app was given. */
function heldApp() {
  const begun: string[] = []
  const gates = new Map<string, { arrived: PromiseWithResolvers<void>; allowed: PromiseWithResolvers<void> }>()
  const gate = (path: string) => {
    const entry = gates.get(path) ?? { arrived: Promise.withResolvers(), allowed: Promise.withResolvers() }
    gates.set(path, entry)
    return entry
  }
  return {
    begun,
    arrived: (path: string) => gate(path).arrived.promise,
    allow: (path: string) => gate(path).allowed.resolve(),
    async fetch({ url }: Request) {
      const { pathname } = new URL(url)
      begun.push(pathname)
      gate(pathname).arrived.resolve()
      await gate(pathname).allowed.promise
      return new Response(`answer to ${pathname}`)
    },
  }
}

test('a connection whose visitor reads nothing is ended', async () => {
  let begun = false
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const fetch = async ({ signal }: Request) => {
    begun = true
    signal.addEventListener('abort', () => end())
    return new Response(LARGE)
  }
  const server = await listen({ fetch }, { host: HOST, port: 0 }, { limits: { stalledMs: 100 } })
  // On a busy machine a connection may be ended before its request is read; then the next visitor comes.
  while (!begun) await once(visitor(server.port, get('/')), 'readable').catch(() => {})
  await ended
  await server.stop()
})

test('pipelined requests begin one at a time, and are answered in order', async () => {
  const app = heldApp()
  const server = await listen(app, { host: HOST, port: 0 })
  const ahead = visitor(server.port, get('/1') + get('/2') + get('/3'))
  await app.arrived('/1')
  app.allow('/3')
  app.allow('/2')
  app.allow('/other')
  await answered(visitor(server.port, get('/other')), 'answer to /other')
  expect(app.begun.filter((path) => path !== '/other')).toEqual(['/1'])
  app.allow('/1')
  const answers = await answered(ahead, 'answer to /3')
  expect(answers.match(/answer to \S\d/g)).toEqual(['answer to /1', 'answer to /2', 'answer to /3'])
  await server.stop()
})

test('a visitor who sends ahead and reads nothing is served one answer', async () => {
  let begun = 0
  const { promise: first, resolve: arrive } = Promise.withResolvers<void>()
  const fetch = async ({ url }: Request) => {
    if (!url.endsWith('/large')) return new Response('small')
    begun++
    arrive()
    return new Response(LARGE)
  }
  const server = await listen({ fetch }, { host: HOST, port: 0 }, { limits: { drainMs: 1 } })
  visitor(server.port, get('/large').repeat(60))
  await first
  for (let turn = 0; turn < 3; turn++) await answered(visitor(server.port, get('/')), 'small')
  expect(begun).toBe(1)
  await server.stop()
})

test('a visitor who holds all connections loses the oldest idle one to another visitor', async () => {
  const reports: number[] = []
  const app = heldApp()
  const server = await listen(
    app,
    { host: HOST, port: 0 },
    { onDropped: (count) => reports.push(count), limits: { connections: 3, reportMs: HOUR_MS } },
  )
  const busy = visitor(server.port, get('/busy'), '127.0.0.2')
  await app.arrived('/busy')
  const idle = [1, 2].map(() => visitor(server.port, '', '127.0.0.2').resume())
  await Promise.all(idle.map((socket) => once(socket, 'connect')))
  app.allow('/good')
  await answered(visitor(server.port, get('/good'), '127.0.0.3'), 'answer to /good')
  if (!idle[0]!.closed) await once(idle[0]!, 'close')
  app.allow('/busy')
  await answered(busy, 'answer to /busy')
  expect(idle[1]!.closed).toBe(false)
  expect(reports).toEqual([1])
  await server.stop()
})

test.each([
  ['/expensive', 'application/problem+json', '"code":"rate_limited"'],
  // ARD v0.91, Appendix B.
  ['/agents?pageSize=1', 'application/json', '"errorCode":"RATE_LIMIT_EXCEEDED","message":'],
])(
  'a visitor with too many requests for %s waiting gets 429 as %s, and another is served',
  async (path, type, text) => {
    let clock = 0
    vi.spyOn(performance, 'now').mockImplementation(() => clock)
    onTestFinished(() => void vi.restoreAllMocks())
    const fetch = async ({ url }: Request) => {
      // As long as the service begins requests before it reads what arrives.
      if (url.endsWith(path)) clock += 5
      return new Response(`answer to ${new URL(url).pathname}`)
    }
    const routeAt = routeFinder(routeTable, 'example')
    const failureAt = (path: string) => routeAt(path)?.failure
    const server = await listen({ fetch }, { host: HOST, port: 0 }, { failureAt, limits: { clientWaiting: 5 } })
    const busy = Array.from({ length: 40 }, () => visitor(server.port, '', '127.0.0.2'))
    const good = visitor(server.port, '', '127.0.0.3')
    for (const socket of [...busy, good]) {
      socket.write(get('/'))
      await answered(socket, 'answer to /')
    }
    for (const socket of busy) socket.write(get(path))
    good.write(get('/good'))
    const statuses = busy.map(async (socket) => (await answered(socket, '\r\n\r\n')).split('\r\n'))
    await answered(good, 'answer to /good')
    const heads = await Promise.all(statuses)
    const refused = heads.filter(([status]) => status!.includes('429'))
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(40)
    for (const head of refused) {
      expect(head).toContain('retry-after: 1')
      expect(head).toContain(`content-type: ${type}`)
      expect(head.at(-1)).toContain(text)
    }
    await server.stop()
  },
)

test.each(['content-length: 9', 'transfer-encoding: chunked'])(
  'a body with %s that arrives slowly is read whole',
  async (field) => {
    const fetch = async (request: Request) => new Response(`it says ${await request.text()}`)
    const server = await listen({ fetch }, { host: HOST, port: 0 })
    const slow = visitor(server.port, `POST / HTTP/1.1\r\nHost: localhost\r\n${field}\r\n\r\n`)
    const chunked = field.startsWith('transfer')
    for (const part of ['one', 'two', 'six']) {
      slow.write(chunked ? `3\r\n${part}\r\n` : part)
      await answered(visitor(server.port, get('/')), 'it says')
    }
    if (chunked) slow.write('0\r\n\r\n')
    await answered(slow, 'it says onetwosix')
    await server.stop()
  },
)

test('dropped connections are reported at once for the first, and then as a sum', async () => {
  const reports: number[] = []
  const app = heldApp()
  const server = await listen(
    app,
    { host: HOST, port: 0 },
    { onDropped: (count) => reports.push(count), limits: { connections: 1, reportMs: HOUR_MS } },
  )
  visitor(server.port, get('/'))
  await app.arrived('/')
  for (let more = 0; more < 4; more++) await once(visitor(server.port, '').resume(), 'close')
  expect(reports).toEqual([1])
  app.allow('/')
  await server.stop()
  expect(reports).toEqual([1, 3])
})
