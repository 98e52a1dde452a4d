/** Clients that send or read slowly, or not at all, and one that asks as fast as it can: what others feel of it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, quantile } from './support/attack.ts'
import { ask, goodClient, hold, toolCall } from './support/clients.ts'
import { peakMb, watchedProgram } from './support/program.ts'

/** As no request may cost more. */
const MAX_STRETCH_MS = 20

const HEAD = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n'
const LARGE = 'GET /api/sdk/catalog.json HTTP/1.1\r\nHost: localhost\r\n\r\n'
let searchCount = 0

/** Never the same twice, as repeated answers come from the store. */
const typos = (): string => `wether forcst curency excange rtes languge ${searchCount++}`
const search = (): string =>
  `GET /api/sdk/find?query=${typos().replaceAll(' ', '+')} HTTP/1.1\r\nHost: localhost\r\n\r\n`

const pipelined = ({ path, body, headers }: ReturnType<typeof toolCall>): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${headers?.['content-type']}\r\nContent-Length: ${Buffer.byteLength(String(body))}\r\n\r\n${body}`

const refused = (path: string, type: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:8080\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`m${at}`, {}])))
/** Each costs its sender as much as an answer would. */
const REFUSED = [
  refused('/api/contact', 'application/x-www-form-urlencoded', 'a=1&'.repeat(7_000)),
  refused('/api/contact', 'application/json', wide),
  refused('/mcp', 'application/json', `{"jsonrpc":"2.0","id":1,"method":"initialize","params":${wide}}`),
  refused('/mcp', 'application/json', '['.repeat(30_000)),
  'GET /api/sdk/poetrdb-sdk.json HTTP/1.1\r\nHost: localhost\r\n\r\n',
]

export const slow: Attack = async ({ short }, report) => {
  const service = await watchedProgram()
  const seconds = short ? 2 : 15
  const crowd = short ? 200 : 1_000
  const { port } = service
  // What the first searches build would count against the first attack.
  for (const query of ['weather', 'wether+forcst+curency+excange+rtes']) {
    await ask(port, { path: `/api/sdk/find?query=${query}` })
  }

  const before = goodClient(port)
  await sleep(seconds * 1000)
  const alone = await before.stop()
  // A shared machine may be slow by itself.
  const goal = `others' p99 under ${(100 + 4 * alone.p99).toFixed(0)} ms, a stretch under ${MAX_STRETCH_MS} ms`
  report({
    what: 'a client that behaves, alone',
    result: `p99 ${alone.p99.toFixed(0)} ms`,
    held: alone.failures.length === 0,
  })

  /** Good clients beside others, who repeat `drip` on each of their connections. */
  async function beside(what: string, count: number, bytes: string, drip?: (tick: number) => string): Promise<void> {
    await service.stretches()
    const good = goodClient(port)
    const sockets = await hold(port, count, bytes)
    const until = performance.now() + seconds * 1000
    for (let tick = 0; performance.now() < until; tick++) {
      if (drip) for (const socket of sockets) if (socket.writable) socket.write(drip(tick))
      await sleep(500)
    }
    const { asked, failures, p99, longest } = await good.stop()
    const stretches = await service.stretches()
    const stretch = quantile(stretches, 0.99)
    for (const socket of sockets) socket.destroy()
    await sleep(500)
    report({
      what,
      result: `others: ${asked} requests, p99 ${p99.toFixed(0)} ms, longest ${longest.toFixed(0)} ms, ${failures.length} failed; the event loop's CPU in one stretch: p99 ${stretch.toFixed(0)} ms, longest ${Math.max(0, ...stretches).toFixed(0)} ms${failures.length ? ` (${failures[0]})` : ''}`,
      goal,
      held: failures.length === 0,
    })
  }

  await beside(`${crowd} idle connections`, crowd, '')
  await beside(`${crowd} clients that send their header slowly`, crowd, HEAD, (tick) => `X-${tick}: y\r\n`)
  await beside(`${crowd} clients that send their body slowly`, crowd, `${HEAD}\r\n`, () => ' ')
  await beside('2,000 idle connections of one client, all there are', 2_000, '')
  await beside('2,000 clients that never read a large answer', 2_000, LARGE)
  await beside('1,000 clients that never read, 90 requests ahead each', 1_000, LARGE.repeat(90))
  await beside('a client with 300 searches with typos at a time', 300, '', search)
  const call = () => pipelined(toolCall('find_sdk', { query: typos() }))
  await beside('a client with 300 such tool calls at a time', 300, '', call)
  await beside('a client with 300 refused requests at a time', 300, '', (tick) => REFUSED[tick % REFUSED.length]!)
  report({
    what: 'memory after these',
    result: `peak ${peakMb(service).toFixed(0)} MB`,
    goal: 'under 600 MB',
  })
  await service.stop()
}
