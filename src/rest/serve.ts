/** The Node server under the app: limits against slow, oversized and too many requests, and a stop that loses no answer. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { type AddressInfo, createServer as createPlainServer, Server, type Socket } from 'node:net'
import { setImmediate as loopTurn } from 'node:timers/promises'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import { ANY_ORIGIN, EVERY_ANSWER, EXPOSED, INERT } from '../http/headers.ts'
import { renderProblem } from '../http/problem.ts'
import { CatalogError, type ErrorCode } from '../tools/errors.ts'
import type { App } from './app.ts'
import { type Connection, createConnections } from './connections.ts'
import { createTurns } from './turns.ts'

const LIMITS = {
  /** Open connections; as many more may wait to be accepted. */
  connections: 2_000,
  /** Requests of one client that wait for their turn; Infinity where a proxy limits clients. */
  clientWaiting: 1_000,
  /** Requests on one connection that wait for the answer to an earlier one. */
  waiting: 100,
  /**
   * How long a connection may stand still in both directions; longer than any answer takes to begin. A client that
   * stops reading is noticed after twice this time, as Node compares what is left to write from one time to the next.
   */
  stalledMs: 30_000,
  /** How long a stop waits for answers under way. */
  drainMs: 5_000,
  /** How long a stop accepts connections that wait, and how long it waits for requests that have begun to arrive. */
  acceptMs: 1_000,
  arrivalMs: 1_500,
  /** Time between reports of dropped connections. */
  reportMs: 60_000,
}

export interface ListenOptions {
  /** Begins the links in problem documents for connections that carry no valid request; they are relative without it. */
  baseUrl?: string
  /** Called with the number of connections dropped over the limit: at once for the first, then every `reportMs`. */
  onDropped?: (count: number) => void
  /** Names the client that sent a request; by default, by the address of its connection. */
  clientOf?: (incoming: Pick<IncomingMessage, 'socket' | 'headers'>) => string
  limits?: Partial<typeof LIMITS>
}

/** Connections over the limit that are accepted so that others can end in their place. */
const ROOM = 100
/** A longer body is refused by its Content-Length, so nobody waits for it. */
const LONGEST_BODY = 64 * 1024

const peerOf = ({ socket }: Pick<IncomingMessage, 'socket'>): string => socket.remoteAddress ?? ''

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
  app: Pick<App, 'fetch'>,
  at: { host: string; port: number } | HeldPort,
  { baseUrl = '', onDropped = () => {}, clientOf = peerOf, limits: changed }: ListenOptions = {},
) {
  const limits = { ...LIMITS, ...changed }
  const { all: connections, add, endOne } = createConnections((socket) => clientOf({ socket, headers: {} }))
  const { take, noteAccepted } = createTurns(limits.clientWaiting)
  const tooMany = new WeakSet<IncomingMessage>()
  let accepted = 0
  let stopping = false
  let arrivalOver = false
  const listener = getRequestListener(
    async (request, environment) => {
      const { incoming } = environment as HttpBindings
      const refusal = tooMany.has(incoming) ? TOO_MANY : refusalOf(incoming, request.url)
      const answer = await (refusal ? refuse(refusal) : app.fetch(request, environment))
      if (stopping) answer.headers.set('connection', 'close')
      return answer
    },
    {
      // For requests of HTTP/1.0 without a Host, as simple probes send.
      hostname: 'localhost',
      errorHandler: (error) => (error instanceof RequestError ? refuse(NO_URL) : new Response(null, { status: 500 })),
    },
  )
  const timeouts = { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 2_000 }
  // Node itself would refuse a request without a Host, but without a problem document.
  const server = createServer({ ...timeouts, requireHostHeader: false }, answerInOrder)
  // A client may close its side once it has sent its request, and the request may still wait for its turn.
  Object.assign(server, { httpAllowHalfOpen: true })
  // The other timeouts watch receiving; only this one ends a connection whose client does not read.
  server.timeout = limits.stalledMs
  server.on('checkExpectation', answerInOrder)
  server.on('clientError', (error, socket) => void refuseConnection(socket as Socket, parserRefusal(error)))
  server.on('connection', (socket) => {
    accepted++
    noteAccepted()
    add(socket)
    if (connections.size > limits.connections && endOne()) noteDropped()
  })
  server.maxConnections = limits.connections + ROOM
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
    /** Refuses new connections, finishes what is under way, and resolves. */
    async stop() {
      stopping = true
      const began = performance.now()
      await acceptWaiting()
      const closed = once(server, 'close')
      // close() of the HTTP server would also cut answers that are complete but not yet written.
      Server.prototype.close.call(server)
      endFinished()
      const arrival = setTimeout(
        () => {
          arrivalOver = true
          endFinished()
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
   * One answer at a time on each connection. Node would begin all requests that it has read: a client that pipelines
   * and does not read would fill the memory, and RFC 9112 §9.3.2 allows concurrency for safe methods only.
   */
  function answerInOrder(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming
    const connection = connections.get(socket)
    // Node parses what it has read to the end even when the connection is gone.
    if (!connection || socket.destroyed) return
    const { answers } = connection
    if (answers.size > limits.waiting) return void socket.destroy()
    answers.add(outgoing)
    outgoing.once('close', () => {
      answers.delete(outgoing)
      const [next] = answers
      if (!next) connection.bytesAnswered = socket.bytesRead
      else if (socket.writable) begin(next.req, next)
      if (stopping) endIfFinished(socket, connection)
    })
    if (answers.size === 1) begin(incoming, outgoing)
  }

  /** In the client's turn, and not before the body has arrived: reading it is what costs. */
  function begin(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const answer = () => void (incoming.socket.destroyed || listener(incoming, outgoing))
    const hasBody = bodyOf(incoming)
    const enter = (): void => {
      if (take(clientOf(incoming), answer, { atOnce: !hasBody })) return
      tooMany.add(incoming)
      answer()
    }
    if (!hasBody || isReceived(incoming)) return void enter()
    incoming.on('readable', function check() {
      if (!isReceived(incoming)) return
      incoming.off('readable', check)
      enter()
    })
  }

  /** Closing would reset the connections that wait to be accepted. Node accepts one in each turn of the event loop. */
  async function acceptWaiting(): Promise<void> {
    const deadline = performance.now() + limits.acceptMs
    let before: number
    // This turn may be past the point where it accepts.
    await loopTurn()
    do {
      before = accepted
      await loopTurn()
    } while (accepted > before && performance.now() < deadline)
  }

  function endFinished(): void {
    for (const [socket, connection] of connections) endIfFinished(socket, connection)
  }

  /** During a stop: ends a connection unless an answer is under way or a request may still arrive in time. */
  function endIfFinished(socket: Socket, { answers, bytesAnswered }: Connection): void {
    const [first] = answers
    if (first && (first.req.complete || first.headersSent)) return
    const idle = !first && bytesAnswered === socket.bytesRead
    if (idle || arrivalOver) socket.destroySoon()
  }

  function refuse({ error, status }: Refusal): Response {
    const answer = renderProblem(error, baseUrl, undefined, status)
    const common = {
      ...EVERY_ANSWER,
      ...INERT,
      ...ANY_ORIGIN,
      'access-control-expose-headers': EXPOSED,
      connection: 'close',
    }
    for (const [name, value] of Object.entries(common)) answer.headers.set(name, value)
    return answer
  }

  /** Answers a connection whose bytes never became a request. */
  async function refuseConnection(socket: Socket, refusal: Refusal): Promise<void> {
    const answer = refuse(refusal)
    const fields = [...answer.headers, ['date', new Date().toUTCString()]].map((field) => field.join(': '))
    const head = [`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`, ...fields]
    const bytes = `${head.join('\r\n')}\r\n\r\n${await answer.text()}`
    const [first] = connections.get(socket)?.answers ?? []
    // After the beginning of another answer these bytes would be read as a part of it.
    if (first?.headersSent || !socket.writable) return void socket.destroy()
    socket.write(bytes)
    socket.destroySoon()
  }
}

/** Why a request never reaches the app. */
interface Refusal {
  error: CatalogError
  /** Some of these statuses belong to no code. */
  status: number
}

const refusal = (status: number, detail: string, resolution: string, code: ErrorCode = 'invalid_request'): Refusal => ({
  error: new CatalogError(code, { detail, resolution }),
  status,
})

const TOO_MANY: Refusal = {
  error: new CatalogError('rate_limited', {
    detail: 'Too many requests of this client wait for their answers.',
    resolution: 'Send fewer requests at a time.',
    retryAfter: 1,
  }),
  status: 429,
}
const NO_URL = refusal(
  400,
  'The target or the Host of the request is malformed.',
  'Send a path that begins with a slash, and the host name of the service.',
)
const NOT_ONE_HOST = refusal(400, 'The request has no Host, or more than one.', 'Send one Host header.')
const EXPECTATION = refusal(417, 'The service meets no expectation but 100-continue.', 'Leave out the Expect header.')
const NOT_HTTP = refusal(400, 'The request is not HTTP/1.1.', 'Send it as RFC 9112 says.')

/** By the code of the error that Node's parser raises. */
const PARSER_REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: refusal(431, 'The header fields have more than 16 KB.', 'Send fewer or shorter header fields.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: refusal(
    413,
    'The chunk extensions of the body have more than 16 KB.',
    'Send the body without chunk extensions.',
    'payload_too_large',
  ),
  ERR_HTTP_REQUEST_TIMEOUT: refusal(408, 'The request did not arrive in time.', 'Send the whole request at once.'),
}

const parserRefusal = ({ code = '' }: NodeJS.ErrnoException): Refusal => PARSER_REFUSALS[code] ?? NOT_HTTP

/** What is wrong with a request that Node has accepted. */
function refusalOf({ rawHeaders, headers, httpVersion }: IncomingMessage, url: string): Refusal | undefined {
  // Node reads a request line without a version as HTTP/0.9, and header fields after it all the same.
  if (!httpVersion.startsWith('1.')) return NOT_HTTP
  // RFC 9112 §3.2: exactly one. Node takes the first of several; another server on the way may take the last.
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0')) return NOT_ONE_HOST
  // A Host such as 1.2.3.4.5 looks like a name but is invalid.
  if (!URL.canParse(url)) return NO_URL
  return /\b100-continue\b/i.test(headers.expect ?? '100-continue') ? undefined : EXPECTATION
}

/** Whether a body follows that somebody may read. */
const bodyOf = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined ||
  (Number(headers['content-length'] ?? 0) > 0 && Number(headers['content-length']) <= LONGEST_BODY)

/** Complete, or as much of it as is kept before somebody reads it. */
const isReceived = ({ complete, readableLength, readableHighWaterMark }: IncomingMessage): boolean =>
  complete || readableLength >= readableHighWaterMark
