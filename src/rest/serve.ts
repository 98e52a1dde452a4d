/** The Node server under the app: limits against slow and oversized requests, and a stop that loses no answer. */
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createHolder, type Server, type Socket } from 'node:net'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import type { App, Refusal } from './app.ts'
import { NO_URL, type Refused, refusedByParser, refusedRequest, wire } from './refused.ts'

/** How long a stop waits for answers under way, in milliseconds. */
const LONGEST_DRAIN_MS = 10_000
/** At once; as many may wait to be accepted, as they would all come in one burst. */
const MOST_CONNECTIONS = 2_000

export interface RunningServer {
  port: number
  /** Refuses new connections, finishes what is under way, and resolves. */
  stop(): Promise<void>
}

/** A free port, held until `listen` takes it over, so that nobody else gets it meanwhile. */
export interface HeldPort {
  port: number
  holder: Server
}

export async function holdPort(host: string): Promise<HeldPort> {
  const holder = createHolder((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    holder.once('error', reject)
    holder.listen({ port: 0, host, backlog: MOST_CONNECTIONS }, resolve)
  })
  return { port: (holder.address() as AddressInfo).port, holder }
}

/** @throws the error of listen: EADDRINUSE, EACCES, … */
export async function listen(
  app: Pick<App, 'fetch'>,
  place: { host: string; port: number } | HeldPort,
): Promise<RunningServer> {
  let draining = false
  /** Answers that are not at their end. */
  const open = new Set<ServerResponse>()
  const listener = getRequestListener(
    async (request, environment) => {
      const { incoming, outgoing } = environment as HttpBindings
      open.add(outgoing)
      outgoing.once('close', () => open.delete(outgoing))
      const refused = refusedRequest(incoming, request.url)
      const answer = await (refused ? refuse(refused) : app.fetch(request, environment))
      if (draining) answer.headers.set('connection', 'close')
      return answer
    },
    {
      // Of a request of HTTP/1.0 that names none, as simple probes send.
      hostname: 'localhost',
      errorHandler: (error) => (error instanceof RequestError ? refuse(NO_URL) : new Response(null, { status: 500 })),
    },
  )
  const limits = { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 2_000 }
  // Node would refuse a request without a Host itself, with no document.
  const server = createServer({ ...limits, requireHostHeader: false }, listener)
  server.on('checkExpectation', listener)
  server.on('clientError', (error, socket) => void refuseOn(socket as Socket, refusedByParser(error)))
  server.maxConnections = MOST_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    if ('holder' in place) server.listen(place.holder, MOST_CONNECTIONS, resolve)
    else server.listen({ ...place, backlog: MOST_CONNECTIONS }, resolve)
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

  /** The app writes it, as it knows the address that problems link to. */
  async function refuse(refused: Refused): Promise<Response> {
    const answer = await app.fetch(new Request('http://localhost/'), { refused } satisfies Refusal)
    answer.headers.set('connection', 'close')
    return answer
  }

  async function refuseOn(socket: Socket, refused: Refused): Promise<void> {
    const bytes = await wire(await refuse(refused))
    // In the middle of another answer these bytes would be read as a part of it.
    const begun = [...open].some((answer) => answer.socket === socket && answer.headersSent)
    if (begun || !socket.writable) return void socket.destroy()
    socket.write(bytes)
    socket.destroySoon()
  }
}
