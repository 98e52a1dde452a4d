/** The Node server under the app: limits against slow and oversized requests, and a stop that loses no answer. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { App } from './app.ts'

/** How long a stop waits for answers under way, in milliseconds. */
const LONGEST_DRAIN_MS = 10_000

export interface RunningServer {
  port: number
  /** Refuses new connections, finishes what is under way, and resolves. */
  stop(): Promise<void>
}

/** @throws the error of listen: EADDRINUSE, EACCES, … */
export async function listen(
  app: Pick<App, 'fetch'>,
  { host, port }: { host: string; port: number },
): Promise<RunningServer> {
  let draining = false
  const server = createAdaptorServer({
    async fetch(request, environment) {
      const answer = await app.fetch(request, environment)
      if (draining) answer.headers.set('connection', 'close')
      return answer
    },
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
