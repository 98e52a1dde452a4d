/** The server under the app: a port, and a stop that loses no answer. */
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate as loopTurn } from 'node:timers/promises'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { holdPort, listen } from '../../../src/http/server/listen.ts'
import { get as getBytes, HOST, HOUR_MS, LARGE, visitor } from './visitor.ts'

/** A stop that waits as long as the test does, whatever the machine is busy with. */
const PATIENT = { drainMs: HOUR_MS, arrivalMs: HOUR_MS }

/** `/slow` answers when it is let; `arrived` resolves when the request is there. */
function slowApp() {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>()
  const app = new Hono()
    .get('/', (c) => c.text('ok'))
    .get('/slow', async (c) => {
      arrive()
      await allowed
      return c.text('finished')
    })
  return { app, arrived, allow }
}

/** Resolves once the server has taken the connection: they are taken in turn. */
async function accepted(port: number, bytes: string): Promise<Socket> {
  const socket = visitor(port, bytes)
  await (await fetch(`http://${HOST}:${port}/`)).text()
  return socket
}

/** Resolves once new connections are refused. */
async function refused(port: number): Promise<void> {
  let code: string | undefined
  while (code !== 'ECONNREFUSED') {
    const socket = connect(port, HOST)
    code = await new Promise((resolve) => {
      socket.once('connect', () => resolve(undefined))
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    })
    socket.destroy()
    // The server closes in a turn of the event loop that brings no connection.
    for (let turn = 0; turn < 5; turn++) await loopTurn()
  }
}

const textOf = async (answer: IncomingMessage): Promise<string> => (await answer.toArray()).join('')

describe('a stop', () => {
  test('finishes the answer under way, closes its connection and takes no new one', async () => {
    const { app, arrived, allow } = slowApp()
    const server = await listen(app, { host: HOST, port: 0 })
    const agent = new Agent({ keepAlive: true })
    const request = get({ host: HOST, port: server.port, path: '/slow', agent })
    await arrived
    const stopped = server.stop()
    await refused(server.port)
    allow()
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    expect(answer.headers.connection).toBe('close')
    expect(await textOf(answer)).toBe('finished')
    await stopped
  })

  test('writes answers to their ends that a visitor has not read yet, and closes their connections', async () => {
    const large = { fetch: async () => new Response(LARGE) }
    const server = await listen(large, { host: HOST, port: 0 }, { limits: PATIENT })
    const socket = visitor(server.port, getBytes('/'))
    await once(socket, 'readable')
    const stopped = server.stop()
    const bytes = Buffer.concat(await socket.toArray())
    expect(bytes.length - bytes.indexOf('\r\n\r\n') - 4).toBe(LARGE.length)
    await stopped
  })

  test('cuts an unread answer when the time to drain is over', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    const { promise: cut, resolve: end } = Promise.withResolvers<void>()
    const fetch = async ({ signal }: Request) => {
      signal.addEventListener('abort', () => end())
      arrive()
      return new Response(LARGE)
    }
    const server = await listen({ fetch }, { host: HOST, port: 0 }, { limits: { ...PATIENT, drainMs: 50 } })
    const socket = visitor(server.port, getBytes('/'))
    await arrived
    await Promise.all([server.stop(), cut])
    socket.destroy()
  })

  test('answers a request that was arriving', async () => {
    const server = await listen(slowApp().app, { host: HOST, port: 0 }, { limits: PATIENT })
    const socket = await accepted(server.port, 'GET / HTTP/1.1\r\nHo')
    const stopped = server.stop()
    await refused(server.port)
    socket.write('st: localhost\r\n\r\n')
    expect((await socket.toArray()).join('')).toMatch(/^HTTP\/1\.1 200 OK\r\n.*connection: close\r\n.*ok$/is)
    await stopped
  })

  test('answers requests on connections that it had not accepted yet', async () => {
    const server = await listen(slowApp().app, { host: HOST, port: 0 }, { limits: PATIENT })
    const sockets = Array.from({ length: 20 }, () => visitor(server.port, getBytes('/')))
    // In the same turn of the event loop, so that the server has not seen any of them.
    const stopped = server.stop()
    const answers = await Promise.all(sockets.map(async (socket) => (await socket.toArray()).join('')))
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*connection: close\r\n.*ok$/is)
    await stopped
  })

  test('does not wait long for what stops arriving, and finishes the answer under way', async () => {
    const { app, arrived, allow } = slowApp()
    app.post('/', async (c) => c.text(await c.req.text().catch(() => 'cut')))
    const server = await listen(app, { host: HOST, port: 0 }, { limits: { ...PATIENT, arrivalMs: 50 } })
    const stalled = await Promise.all([
      accepted(server.port, ''),
      accepted(server.port, 'GET / HTTP/1.1\r\nHo'),
      accepted(server.port, 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{'),
    ])
    const request = get({ host: HOST, port: server.port, path: '/slow' })
    await arrived
    const stopped = server.stop()
    await Promise.all(stalled.map((socket) => once(socket.resume(), 'close')))
    allow()
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    expect(await textOf(answer)).toBe('finished')
    await stopped
  })

  test('does not wait for a connection that is kept alive and idle', async () => {
    const { app } = slowApp()
    const server = await listen(app, { host: HOST, port: 0 }, { limits: PATIENT })
    const agent = new Agent({ keepAlive: true })
    const [answer] = (await once(get({ host: HOST, port: server.port, path: '/', agent }), 'response')) as [
      IncomingMessage,
    ]
    expect(await textOf(answer)).toBe('ok')
    await server.stop()
  })
})

test('a port that is held is taken from nobody else meanwhile, and answers once it is listened on', async () => {
  const held = await holdPort(HOST)
  await expect(listen(slowApp().app, { host: HOST, port: held.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  const server = await listen({ fetch: async () => new Response('here') }, held)
  expect(server.port).toBe(held.port)
  expect(await (await fetch(`http://${HOST}:${held.port}/`)).text()).toBe('here')
  await server.stop()
  await expect(fetch(`http://${HOST}:${held.port}/`)).rejects.toThrow()
})
