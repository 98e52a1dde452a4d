/** The Node server under the app: limits against slow and oversized requests, and a stop that loses no answer. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createHolder, Server, type Socket } from 'node:net'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import type { App, Refusal } from './app.ts'
import { NO_URL, type Refused, refusedByParser, refusedRequest, wire } from './refused.ts'

const LIMITS = {
  /** Connections at once; as many may wait to be accepted, as they would all come in one burst. */
  connections: 2_000,
  /** Requests on one connection that wait for the answer to an earlier one. */
  waiting: 100,
  /**
   * How long nothing may move on a connection, neither way; longer than any answer takes to begin. Node compares what is
   * left to write each time, and so sees only the second time that none of it went.
   */
  stalledMs: 30_000,
  /** How long a stop waits for answers under way. */
  drainMs: 5_000,
  /** How long a stop waits for requests that have begun to arrive. */
  arrivalMs: 1_500,
  /** From one report of dropped connections to the next. */
  reportMs: 60_000,
}

export interface ListenOptions {
  /** Told how many connections were dropped because there were too many: of the first at once, then of those since. */
  onDropped?: (count: number) => void
  limits?: Partial<typeof LIMITS>
}

interface Connection {
  /** Answers that are not wholly written, in the order of their requests; the first is under way, the others wait. */
  answers: Set<ServerResponse>
  /** Bytes received when none was left; more of them are the next request. */
  seen?: number
}

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
    holder.listen({ port: 0, host, backlog: LIMITS.connections }, resolve)
  })
  return { port: (holder.address() as AddressInfo).port, holder }
}

/** @throws the error of listen: EADDRINUSE, EACCES, … */
export async function listen(
  app: Pick<App, 'fetch'>,
  place: { host: string; port: number } | HeldPort,
  { onDropped = () => {}, limits }: ListenOptions = {},
): Promise<RunningServer> {
  const most = { ...LIMITS, ...limits }
  const connections = new Map<Socket, Connection>()
  let draining = false
  let arrivalOver = false
  const listener = getRequestListener(
    async (request, environment) => {
      const refused = refusedRequest((environment as HttpBindings).incoming, request.url)
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
  const timeouts = { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 2_000 }
  // Node would refuse a request without a Host itself, with no document.
  const server = createServer({ ...timeouts, requireHostHeader: false }, inTurn)
  // The other timeouts are of receiving; a visitor who does not read would hold the connection for ever.
  server.timeout = most.stalledMs
  server.on('checkExpectation', inTurn)
  server.on('clientError', (error, socket) => void refuseOn(socket as Socket, refusedByParser(error)))
  server.on('connection', (socket) => {
    connections.set(socket, { answers: new Set() })
    socket.once('close', () => connections.delete(socket))
  })
  server.maxConnections = most.connections
  const dropped = tally(onDropped, most.reportMs)
  server.on('drop', dropped.add)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    if ('holder' in place) server.listen(place.holder, most.connections, resolve)
    else server.listen({ ...place, backlog: most.connections }, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      draining = true
      const closed = once(server, 'close')
      // close() of the HTTP server would also cut answers that are complete but not yet written.
      Server.prototype.close.call(server)
      endThoseDone()
      const arrival = setTimeout(() => {
        arrivalOver = true
        endThoseDone()
      }, most.arrivalMs)
      const drain = setTimeout(() => {
        for (const socket of connections.keys()) socket.destroy()
      }, most.drainMs)
      await closed
      clearTimeout(arrival)
      clearTimeout(drain)
      // Ends Node's timer that looks at the timeouts.
      server.close()
      dropped.end()
    },
  }

  /**
   * One answer at a time on each connection. Node would begin all that it has read: a visitor who sends requests ahead
   * and does not read would fill the memory, and RFC 9112 §9.3.2 allows it for safe methods only.
   */
  function inTurn(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming
    const connection = connections.get(socket)
    // Node parses what it has read to the end, though the connection is gone.
    if (!connection || socket.destroyed) return
    const { answers } = connection
    if (answers.size > most.waiting) return void socket.destroy()
    answers.add(outgoing)
    outgoing.once('close', () => {
      answers.delete(outgoing)
      const [next] = answers
      if (!next) connection.seen = socket.bytesRead
      else if (socket.writable) void listener(next.req, next)
      if (draining) endIfDone(socket, connection)
    })
    if (answers.size === 1) void listener(incoming, outgoing)
  }

  function endThoseDone(): void {
    for (const [socket, connection] of connections) endIfDone(socket, connection)
  }

  /** In a stop: ends a connection that need not be waited for, or no longer. */
  function endIfDone(socket: Socket, { answers, seen }: Connection): void {
    const [first] = answers
    if (first && (first.req.complete || first.headersSent)) return
    const idle = !first && seen === socket.bytesRead
    if (idle || arrivalOver) socket.destroySoon()
  }

  /** The app writes it, as it knows the address that problems link to. */
  async function refuse(refused: Refused): Promise<Response> {
    const answer = await app.fetch(new Request('http://localhost/'), { refused } satisfies Refusal)
    answer.headers.set('connection', 'close')
    return answer
  }

  async function refuseOn(socket: Socket, refused: Refused): Promise<void> {
    const bytes = await wire(await refuse(refused))
    const [first] = connections.get(socket)?.answers ?? []
    // In the middle of another answer these bytes would be read as a part of it.
    if (first?.headersSent || !socket.writable) return void socket.destroy()
    socket.write(bytes)
    socket.destroySoon()
  }
}

/** Tells of the first at once, then of how many came since, at most every `everyMs`; of the rest at the end. */
function tally(tell: (count: number) => void, everyMs: number) {
  let count = 0
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (count === 0) return
    tell(count)
    count = 0
    timer = setTimeout(flush, everyMs).unref()
  }
  return {
    add: () => {
      count++
      if (!timer) flush()
    },
    end: () => {
      flush()
      clearTimeout(timer)
    },
  }
}
