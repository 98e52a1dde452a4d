/** From a request of Node to the application: requests that are not HTTP/1.1 as we serve it are refused before it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import { MAX_BODY_BYTES } from '../read-body.ts'
import type { Fetch } from './answer-store.ts'
import { NO_URL, type Refusal, refusalAnswers, refusalOf } from './refusals.ts'

/** What answers requests. A new catalogue brings a new `fetch`; requests that have begun finish on the old one. */
export interface Application {
  readonly fetch: Fetch
}

/**
 * @param isLast whether an answer is the last one on its connection
 * @param always header fields of every answer
 */
export function createRequestListener(
  application: Application,
  baseUrl: string,
  isLast: () => boolean,
  always: Readonly<Record<string, string>>,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const alwaysFields = Object.entries(always)
  const answers = refusalAnswers(baseUrl)
  const refusalResponse = (refusal: Refusal): Response => {
    const { body, ...init } = answers(refusal)
    return new Response(body, init)
  }
  return getRequestListener(
    (request, environment) => {
      const { incoming } = environment as HttpBindings
      const refusal = refusalOf(incoming, request.url)
      if (refusal) return withConnectionFields(refusalResponse(refusal))
      const body = receivedBody(incoming)
      const answer = application.fetch(request, { ...(environment as HttpBindings), ...(body && { body }) })
      return answer instanceof Promise ? answer.then(withConnectionFields) : withConnectionFields(answer)
    },
    {
      // For requests of HTTP/1.0 without a Host, as simple probes send.
      hostname: 'localhost',
      errorHandler: (error) =>
        withConnectionFields(
          error instanceof RequestError ? refusalResponse(NO_URL) : new Response(null, { status: 500 }),
        ),
    },
  )

  function withConnectionFields(answer: Response): Response {
    for (const [name, value] of alwaysFields) answer.headers.set(name, value)
    if (isLast()) answer.headers.set('connection', 'close')
    return answer
  }
}

/**
 * The body of a POST that has arrived whole, which listen.ts waits for; undefined for any other. The adapter takes it from
 * `rawBody`.
 */
function receivedBody(incoming: IncomingMessage): Buffer | undefined {
  const { method, headers, complete } = incoming
  if (method !== 'POST' || !complete || !(Number(headers['content-length']) <= MAX_BODY_BYTES)) return undefined
  const body: Buffer | null = incoming.read()
  return body ? Object.assign(incoming, { rawBody: body }).rawBody : undefined
}
