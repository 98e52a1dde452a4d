/** From a request of Node to its answer: a stored one, a refusal of what is not HTTP/1.1 as we serve it, or the application's. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import type { CatalogError } from '../../tools/define/catalog-error.ts'
import type { Failure } from '../problem.ts'
import { MAX_BODY_BYTES } from '../read-body.ts'
import { type AnswerStore, type StoreKey, sendStored, storeKeyOf } from './answer-store.ts'
import { NO_URL, refusalOf } from './refusals.ts'

export type Fetch = (request: Request, bindings: object) => Response | Promise<Response>

/** What answers requests. A new catalogue replaces its members; requests that have begun finish on the old ones. */
export interface Application {
  readonly fetch: Fetch
  /** Answers of `fetch`; it must be replaced with it. */
  readonly answers?: AnswerStore
  /** Watches each request that is not refused, and calls `answer`. */
  readonly watch?: ((incoming: IncomingMessage, outgoing: ServerResponse, answer: () => void) => void) | undefined
}

interface Received extends IncomingMessage {
  /** The whole body, if it has arrived; the adapter reads it. */
  rawBody?: Buffer
  storeKey?: StoreKey
}

/**
 * @param refusals the answer to each refusal
 * @param isLast whether an answer is the last one on its connection
 * @param always header fields of every answer
 */
export function createRequestListener(
  application: Application,
  refusals: (error: CatalogError) => Failure,
  isLast: () => boolean,
  always: Readonly<Record<string, string>>,
): (incoming: Received, outgoing: ServerResponse) => void {
  const adapter = getRequestListener(
    async (request, environment) => {
      const { fetch, answers } = application
      const response = await fetch(request, environment)
      const { incoming, outgoing } = environment as HttpBindings
      const { storeKey } = incoming as Received
      if (storeKey) answers?.remember(storeKey, response)
      closeIfLast(outgoing)
      return response
    },
    {
      // For requests of HTTP/1.0 without a Host, as simple probes send.
      hostname: 'localhost',
      errorHandler(error) {
        const { body, ...init } = error instanceof RequestError ? refusals(NO_URL) : { status: 500, body: null }
        return new Response(body, init)
      },
    },
  )

  return (incoming, outgoing) => {
    for (const name in always) outgoing.setHeader(name, always[name]!)
    const body = receivedBody(incoming)
    const storeKey = application.answers && storeKeyOf(incoming, body)
    const stored = storeKey && application.answers?.get(storeKey)
    const refusal = stored ? undefined : refusalOf(incoming)
    if (refusal) {
      const { status, headers, body } = refusals(refusal)
      return void outgoing.writeHead(status, headers).end(body)
    }
    if (body) incoming.rawBody = body
    if (storeKey) incoming.storeKey = storeKey
    if (stored) closeIfLast(outgoing)
    const answer = () => (stored ? sendStored(stored, storeKey, outgoing) : void adapter(incoming, outgoing))
    if (application.watch) application.watch(incoming, outgoing, answer)
    else answer()
  }

  function closeIfLast(outgoing: ServerResponse | HttpBindings['outgoing']): void {
    if (isLast()) outgoing.setHeader('connection', 'close')
  }
}

/** The body of a POST that has arrived whole, which listen.ts waits for; undefined for any other. */
function receivedBody(incoming: IncomingMessage): Buffer | undefined {
  const { method, headers, complete } = incoming
  if (method !== 'POST' || !complete || !(Number(headers['content-length']) <= MAX_BODY_BYTES)) return undefined
  return incoming.read() ?? undefined
}
