/** The server under the app: a port, and a stop that loses no answer. */
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { holdPort, listen } from '../../src/rest/serve.ts'

const HOST = '127.0.0.1'

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

const textOf = async (answer: IncomingMessage): Promise<string> => (await answer.toArray()).join('')

describe('a stop', () => {
  test('finishes the answer under way, closes its connection and takes no new one', async () => {
    const { app, arrived, allow } = slowApp()
    const server = await listen(app, { host: HOST, port: 0 })
    const agent = new Agent({ keepAlive: true })
    const request = get({ host: HOST, port: server.port, path: '/slow', agent })
    await arrived
    const stopped = server.stop()
    const refused = connect(server.port, HOST)
    const [error] = await once(refused, 'error')
    expect(error.code).toBe('ECONNREFUSED')
    allow()
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    expect(answer.headers.connection).toBe('close')
    expect(await textOf(answer)).toBe('finished')
    await stopped
  })

  test('does not wait for a connection that is kept alive and idle', async () => {
    const { app } = slowApp()
    const server = await listen(app, { host: HOST, port: 0 })
    const agent = new Agent({ keepAlive: true })
    const [answer] = (await once(get({ host: HOST, port: server.port, path: '/', agent }), 'response')) as [
      IncomingMessage,
    ]
    expect(await textOf(answer)).toBe('ok')
    await server.stop()
  })
})

describe('a port', () => {
  test('in use is told of by the code of the error', async () => {
    const { app } = slowApp()
    const server = await listen(app, { host: HOST, port: 0 })
    await expect(listen(app, { host: HOST, port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await server.stop()
  })

  test('that is held is taken from nobody else meanwhile, and answers once it is listened on', async () => {
    const held = await holdPort(HOST)
    await expect(listen(slowApp().app, { host: HOST, port: held.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    const server = await listen({ fetch: async () => new Response('here') }, held)
    expect(server.port).toBe(held.port)
    expect(await (await fetch(`http://${HOST}:${held.port}/`)).text()).toBe('here')
    await server.stop()
    await expect(fetch(`http://${HOST}:${held.port}/`)).rejects.toThrow()
  })
})
