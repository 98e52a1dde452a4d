/** The Node server under the app: limits against slow and oversized requests, and a stop that loses no answer. */
import type { Server } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { createAdaptorServer, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import type { App } from './app.ts'

/** How long a stop waits for answers under way, in milliseconds. */
const LONGEST_DRAIN_MS = 10_000

export interface RunningServer {
  port: number
  /** Refuses new connections, finishes what is under way, and resolves. */
  stop(): Promise<void>
}

/** RFC 9112 §3.2: more than one Host is refused; Node takes the first, another server on the way may take the last. */
const hosts = ({ incoming }: HttpBindings | Http2Bindings): number =>
  incoming.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length

/** A port that nobody listens on just now. */
export async function freePort(host: string): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject)
    probe.listen(0, host, resolve)
  })
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** @throws the error of listen: EADDRINUSE, EACCES, … */
export async function listen(
  app: Pick<App, 'fetch'>,
  { host, port }: { host: string; port: number },
): Promise<RunningServer> {
  let draining = false
  const server = createAdaptorServer({
    async fetch(request, environment) {
      if (hosts(environment) > 1) return new Response(null, { status: 400, headers: { connection: 'close' } })
      const answer = await app.fetch(request, environment)
      if (draining) answer.headers.set('connection', 'close')
      return answer
    },
    // Of a request of HTTP/1.0 that names none, as simple probes send.
    hostname: 'localhost',
    serverOptions: { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 2_000 },
  }) as Server
  server.maxConnections = 2_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      draining = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      const force = setTimeout(() => server.closeAllConnections(), LONGEST_DRAIN_MS)
      await closed
      clearTimeout(force)
    },
  }
}
