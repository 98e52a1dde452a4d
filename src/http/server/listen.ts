/** The Node server under the application: limits on connections and requests, fair queueing, and a graceful stop. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { type AddressInfo, createServer as createPlainServer, Server, type Socket } from 'node:net'
import { setImmediate as loopTurn } from 'node:timers/promises'
import { addressKey, clientAddress, trustedProxies } from '../../inbox/client-ip.ts'
import { MAX_BODY_BYTES } from '../read-body.ts'
import { createConnections, type OpenConnection } from './connections.ts'
import { createFairQueue } from './fair-queue.ts'
import { readAtPace } from './paced-reading.ts'
import { parserRefusal, type Refusal, refusalAnswers, tooMany } from './refusals.ts'
import { type Application, createRequestListener } from './request-listener.ts'

const LIMITS = {
  /** Open connections; as many more may wait to be accepted. */
  connections: 2_000,
  /** Requests of one client that wait for their turn; Infinity where a proxy limits clients. */
  clientWaiting: 1_000,
  /**
   * Idle time of a connection in both directions; longer than any response takes to begin. A client that stops reading
   * is noticed after twice this time, as Node compares the bytes left to write from one check to the next.
   */
  stalledMs: 30_000,
  /** How long a stop waits for responses under way. */
  drainMs: 5_000,
  /** How long a stop accepts queued connections, and how long it waits for requests that have begun to arrive. */
  acceptMs: 1_000,
  arrivalMs: 1_500,
  /** Time between reports of dropped connections. */
  reportMs: 60_000,
}

/** Connections accepted over the limit, so that idle ones can be closed in their place. */
const EXTRA_CONNECTIONS = 100

const NO_PROXIES = trustedProxies([])

const clientAt = ({ remoteAddress }: Socket): string => addressKey(clientAddress(remoteAddress, undefined, NO_PROXIES))

export interface ListenOptions {
  /** Start of the links in problem documents for invalid requests; without it they are relative. */
  baseUrl?: string
  /** Header fields of every response. */
  always?: Readonly<Record<string, string>>
  /** Identifies the client of a request behind a proxy. */
  clientOf?: (incoming: IncomingMessage) => string
  /** Called with the number of connections dropped over the limit: at once for the first, then every `reportMs`. */
  onDropped?: (count: number) => void
  limits?: Partial<typeof LIMITS>
}

export type RunningServer = Awaited<ReturnType<typeof listen>>
export type HeldPort = Awaited<ReturnType<typeof holdPort>>

/** A free port that this process holds until `listen` takes it over. */
export async function holdPort(host: string) {
  const holder = createPlainServer((socket) => socket.destroy())
  await once(holder.listen({ port: 0, host, backlog: LIMITS.connections }), 'listening')
  return { port: (holder.address() as AddressInfo).port, holder }
}

/** @throws the error of net.Server.listen: EADDRINUSE, EACCES, … */
export async function listen(
  application: Application,
  at: { host: string; port: number } | HeldPort,
  { baseUrl = '', clientOf, onDropped = () => {}, limits: overrides, always = {} }: ListenOptions = {},
) {
  const limits = { ...LIMITS, ...overrides }
  const { connections, add, closeIdle } = createConnections(clientAt)
  let accepted = 0
  let draining = false
  let stopping = false
  let arrivalOver = false
  const listener = createRequestListener(application, baseUrl, () => draining || stopping, always)
  const refusals = refusalAnswers(baseUrl)
  const { take, noteAccepted } = createFairQueue(limits.clientWaiting)
  const reads = createFairQueue(Number.POSITIVE_INFINITY)
  const timeouts = { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 2_000 }
  // Node itself would refuse a request without a Host, but without a problem document.
  const server = createServer({ ...timeouts, requireHostHeader: false }, answerInOrder)
  // A client may close its side once it has sent its request, and the request may still wait for its turn.
  Object.assign(server, { httpAllowHalfOpen: true })
  // The other timeouts limit receiving; only this one closes a connection whose client does not read.
  server.timeout = limits.stalledMs
  server.on('checkExpectation', answerInOrder)
  server.on('clientError', (error, socket) => void refuseConnection(socket as Socket, parserRefusal(error)))
  server.on('connection', (socket) => {
    accepted++
    noteAccepted()
    const connection = add(socket)
    connection.reader = readAtPace(socket, {
      isBusy: () => isFirstWhole(connection.responses),
      schedule: (read) => void reads.take(connection.client, read, { atOnce: false }),
    })
    if (connections.size > limits.connections && closeIdle()) noteDropped()
  })
  server.maxConnections = limits.connections + EXTRA_CONNECTIONS
  let dropped = 0
  let reported = false
  const reportDropped = () => {
    reported = dropped > 0
    if (reported) onDropped(dropped)
    dropped = 0
  }
  const reports = setInterval(reportDropped, limits.reportMs).unref()
  const noteDropped = () => {
    dropped++
    if (!reported) reportDropped()
  }
  server.on('drop', noteDropped)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    if ('holder' in at) server.listen(at.holder, limits.connections, resolve)
    else server.listen({ ...at, backlog: limits.connections }, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    /** From now on each response closes its connection; every request is still answered. */
    drain() {
      draining = true
    },
    /** Refuses new connections, finishes the responses under way, and resolves. */
    async stop() {
      stopping = true
      const began = performance.now()
      await acceptQueued()
      const closed = once(server, 'close')
      // close() of the HTTP server would also cut responses that are complete but not yet written.
      Server.prototype.close.call(server)
      closeFinished()
      const arrival = setTimeout(
        () => {
          arrivalOver = true
          closeFinished()
        },
        limits.arrivalMs - (performance.now() - began),
      )
      const drain = setTimeout(() => {
        for (const socket of connections.keys()) socket.destroy()
      }, limits.drainMs)
      await closed
      clearTimeout(arrival)
      clearTimeout(drain)
      // Ends the timer with which Node checks the timeouts.
      server.close()
      clearInterval(reports)
      reportDropped()
    },
  }

  /**
   * One response at a time on each connection. Node would begin all requests that it has read: a client that pipelines
   * and does not read would fill the memory, and RFC 9112 §9.3.2 allows concurrency for safe methods only.
   */
  function answerInOrder(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming
    const connection = connections.get(socket)
    // Node parses what it has read to the end even when the connection is gone.
    if (!connection || socket.destroyed) return
    const { responses, reader } = connection
    responses.add(outgoing)
    outgoing.once('close', () => {
      responses.delete(outgoing)
      const [next] = responses
      if (next && socket.writable) begin(next, connection)
      // The body of the next request may be unparsed.
      reader?.next()
      if (!next && !reader?.hasUnparsed()) connection.bytesAnswered = socket.bytesRead
      if (stopping) closeIfFinished(socket, connection)
    })
    if (responses.size === 1) begin(outgoing, connection)
  }

  /** In the client's turn, and not before the body has arrived, which is the slow part. */
  function begin(outgoing: ServerResponse, { client }: OpenConnection): void {
    const { req } = outgoing
    const hasBody = bodyOf(req)
    const answer = () => {
      if (!req.socket.destroyed) listener(req, outgoing)
    }
    const enter = (): void => {
      if (!take(clientOf?.(req) ?? client, answer, { atOnce: !hasBody })) refuseTurn(outgoing)
    }
    if (!hasBody || isReceived(req)) return void enter()
    // Most bodies come with the header fields, and are read next from the same bytes.
    process.nextTick(() => {
      if (isReceived(req)) return void enter()
      req.on('readable', function check() {
        if (!isReceived(req)) return
        req.off('readable', check)
        enter()
      })
    })
  }

  function refuseTurn(outgoing: ServerResponse): void {
    const { status, headers, body } = refusals(tooMany(outgoing.req.url))
    outgoing.writeHead(status, { ...headers, ...always }).end(body)
  }

  /** Closing would reset the queued connections. Node accepts one in each turn of the event loop. */
  async function acceptQueued(): Promise<void> {
    const deadline = performance.now() + limits.acceptMs
    let before: number
    // This turn may be past the point where it accepts.
    await loopTurn()
    do {
      before = accepted
      await loopTurn()
    } while (accepted > before && performance.now() < deadline)
  }

  function closeFinished(): void {
    for (const [socket, connection] of connections) closeIfFinished(socket, connection)
  }

  /** During a stop: closes a connection unless a response is under way or a request may still arrive in time. */
  function closeIfFinished(socket: Socket, { responses, bytesAnswered }: OpenConnection): void {
    const [first] = responses
    if (first && (first.req.complete || first.headersSent)) return
    const idle = !first && bytesAnswered === socket.bytesRead
    if (idle || arrivalOver) socket.destroySoon()
  }

  /** Answers a connection whose bytes never became a request. */
  function refuseConnection(socket: Socket, refusal: Refusal): void {
    const { status, headers, body } = refusals(refusal)
    const fields = Object.entries({ ...headers, ...always, date: new Date().toUTCString() })
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...fields.map((field) => field.join(': '))]
    const bytes = `${head.join('\r\n')}\r\n\r\n${body}`
    const [first] = connections.get(socket)?.responses ?? []
    // After the beginning of another response these bytes would be read as a part of it.
    if (first?.headersSent || !socket.writable) return void socket.destroy()
    socket.write(bytes)
    socket.destroySoon()
  }
}

/** Whether a body follows that the application may read; the body of a GET is ignored. */
const bodyOf = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['transfer-encoding'] !== undefined ||
    (Number(headers['content-length'] ?? 0) > 0 && Number(headers['content-length']) <= MAX_BODY_BYTES))

/** Complete, or as much as Node buffers. */
const isReceived = ({ complete, readableLength, readableHighWaterMark }: IncomingMessage): boolean =>
  complete || readableLength >= readableHighWaterMark

/** Whether a whole request is unanswered; a request that is still arriving is always the last. */
function isFirstWhole(responses: ReadonlySet<ServerResponse>): boolean {
  const [first] = responses
  return first?.req.complete === true
}
