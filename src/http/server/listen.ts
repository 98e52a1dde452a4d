/** The Node server under the application: limits on connections and requests, fair queueing, and a graceful stop. */
import { once } from 'node:events'
import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import { type AddressInfo, createServer as createPlainServer, Server, type Socket } from 'node:net'
import { setImmediate as loopTurn } from 'node:timers/promises'
import { addressKey, clientAddress, trustedProxies } from '../../inbox/client-ip.ts'
import { memoized } from '../../system/once.ts'
import type { CatalogError } from '../../tools/define/catalog-error.ts'
import { type Failure, problemOf } from '../problem.ts'
import { MAX_BODY_BYTES } from '../read-body.ts'
import { countDrops, createConnections, type OpenConnection } from './connections.ts'
import { createFairQueue } from './fair-queue.ts'
import { readAtPace } from './paced-reading.ts'
import { parserRefusal, refusalAnswers, TOO_MANY } from './refusals.ts'
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
  /** What answers a failure at a path, where it is no problem document. */
  failureAt?: (path: string) => ((error: CatalogError) => Failure) | undefined
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

/** A server at work. */
interface Running {
  server: HttpServer
  limits: typeof LIMITS
  open: ReturnType<typeof createConnections>
  /** Requests that wait for their turn. */
  queue: ReturnType<typeof createFairQueue>
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void
  refusals: (path?: string) => (error: CatalogError) => Failure
  clientOf: ((incoming: IncomingMessage) => string) | undefined
  always: Readonly<Record<string, string>>
  /** Connections since the start. */
  accepted: number
  /** Each response closes its connection. */
  isClosing: boolean
  isStopping: boolean
  /** A request that has not arrived by now is not waited for. */
  isArrivalOver: boolean
}

/** @throws the error of net.Server.listen: EADDRINUSE, EACCES, … */
export async function listen(
  application: Application,
  at: { host: string; port: number } | HeldPort,
  { baseUrl = '', clientOf, onDropped = () => {}, limits: overrides, always = {}, failureAt }: ListenOptions = {},
) {
  const limits = { ...LIMITS, ...overrides }
  const timeouts = { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 2_000 }
  const answersOf = memoized(refusalAnswers)
  const problem = (error: CatalogError) => problemOf(error, baseUrl)
  const running: Running = {
    // Node itself would refuse a request without a Host, but without a problem document.
    server: createServer({ ...timeouts, requireHostHeader: false }, (...given) => answerInOrder(running, ...given)),
    limits,
    open: createConnections(clientAt),
    queue: createFairQueue(limits.clientWaiting),
    answer: createRequestListener(application, answersOf(problem), () => running.isClosing, always),
    refusals: (path) => answersOf((path !== undefined && failureAt?.(path)) || problem),
    ...{ clientOf, always, accepted: 0, isClosing: false, isStopping: false, isArrivalOver: false },
  }
  const { server } = running
  // A client may close its side once it has sent its request, and the request may still wait for its turn.
  Object.assign(server, { httpAllowHalfOpen: true })
  // The other timeouts limit receiving; only this one closes a connection whose client does not read.
  server.timeout = limits.stalledMs
  server.maxConnections = limits.connections + EXTRA_CONNECTIONS
  const drops = countDrops(onDropped, limits.reportMs)
  const reads = createFairQueue(Number.POSITIVE_INFINITY)
  server.on('checkExpectation', (...given) => answerInOrder(running, ...given))
  server.on('clientError', (error, socket) => refuseConnection(running, socket as Socket, parserRefusal(error)))
  server.on('connection', (socket) => accept(running, reads, drops, socket))
  server.on('drop', drops.note)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    if ('holder' in at) server.listen(at.holder, limits.connections, resolve)
    else server.listen({ ...at, backlog: limits.connections }, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    /** From now on each response closes its connection; every request is still answered. */
    drain() {
      running.isClosing = true
    },
    /** Refuses new connections, finishes the responses under way, and resolves. */
    async stop() {
      await stop(running)
      drops.end()
    },
  }
}

function accept(running: Running, reads: Running['queue'], drops: ReturnType<typeof countDrops>, socket: Socket): void {
  const { limits, open, queue } = running
  running.accepted++
  queue.noteAccepted()
  const connection = open.add(socket)
  connection.reader = readAtPace(socket, {
    isBusy: () => isFirstWhole(connection.responses),
    schedule: (read) => void reads.take(connection.client, read, { atOnce: false }),
  })
  if (open.connections.size > limits.connections && open.closeIdle()) drops.note()
}

/**
 * One response at a time on each connection. Node would begin all requests that it has read: a client that pipelines
 * and does not read would fill the memory, and RFC 9112 §9.3.2 allows concurrency for safe methods only.
 */
function answerInOrder(running: Running, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { socket } = incoming
  const connection = running.open.connections.get(socket)
  // Node parses what it has read to the end even when the connection is gone.
  if (!connection || socket.destroyed) return
  const { responses, reader } = connection
  responses.add(outgoing)
  outgoing.once('close', () => {
    responses.delete(outgoing)
    const [next] = responses
    if (next && socket.writable) begin(running, next, connection)
    // The body of the next request may be unparsed.
    reader?.next()
    if (!next && !reader?.hasUnparsed()) connection.bytesAnswered = socket.bytesRead
    if (running.isStopping) closeIfFinished(running, socket, connection)
  })
  if (responses.size === 1) begin(running, outgoing, connection)
}

/** In the client's turn, and not before the body has arrived, which is the slow part. */
function begin(running: Running, outgoing: ServerResponse, { client }: OpenConnection): void {
  const { queue, answer, clientOf, refusals, always } = running
  const { req } = outgoing
  const hasBody = bodyOf(req)
  const start = () => {
    if (!req.socket.destroyed) answer(req, outgoing)
  }
  const enter = (): void => {
    if (queue.take(clientOf?.(req) ?? client, start, { atOnce: !hasBody })) return
    const { status, headers, body } = refusals(req.url?.split('?', 1)[0])(TOO_MANY)
    outgoing.writeHead(status, { ...headers, ...always }).end(body)
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

/** Answers a connection whose bytes never became a request. */
function refuseConnection({ open, refusals, always }: Running, socket: Socket, refusal: CatalogError): void {
  const { status, headers, body } = refusals()(refusal)
  const fields = Object.entries({ ...headers, ...always, date: new Date().toUTCString() })
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...fields.map((field) => field.join(': '))]
  const [first] = open.connections.get(socket)?.responses ?? []
  // After the beginning of another response these bytes would be read as a part of it.
  if (first?.headersSent || !socket.writable) return void socket.destroy()
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}

async function stop(running: Running): Promise<void> {
  const { server, limits, open } = running
  const closeFinished = () => {
    for (const [socket, connection] of open.connections) closeIfFinished(running, socket, connection)
  }
  running.isClosing = true
  running.isStopping = true
  const began = performance.now()
  await acceptQueued(running)
  const closed = once(server, 'close')
  // close() of the HTTP server would also cut responses that are complete but not yet written.
  Server.prototype.close.call(server)
  closeFinished()
  const endArrival = () => {
    running.isArrivalOver = true
    closeFinished()
  }
  const arrival = setTimeout(endArrival, limits.arrivalMs - (performance.now() - began))
  const drain = setTimeout(() => {
    for (const socket of open.connections.keys()) socket.destroy()
  }, limits.drainMs)
  await closed
  clearTimeout(arrival)
  clearTimeout(drain)
  // Ends the timer with which Node checks the timeouts.
  server.close()
}

/** Closing would reset the queued connections. Node accepts one in each turn of the event loop. */
async function acceptQueued(running: Running): Promise<void> {
  const deadline = performance.now() + running.limits.acceptMs
  let before: number
  // This turn may be past the point where it accepts.
  await loopTurn()
  do {
    before = running.accepted
    await loopTurn()
  } while (running.accepted > before && performance.now() < deadline)
}

/** During a stop: closes a connection unless a response is under way or a request may still arrive in time. */
function closeIfFinished(
  { isArrivalOver }: Running,
  socket: Socket,
  { responses, bytesAnswered }: OpenConnection,
): void {
  const [first] = responses
  if (first && (first.req.complete || first.headersSent)) return
  const idle = !first && bytesAnswered === socket.bytesRead
  if (idle || isArrivalOver) socket.destroySoon()
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
