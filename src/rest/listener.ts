/** From a request of Node to its answer: directly where that is possible, otherwise through the app. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import { boundedMap } from '../system/bounded-map.ts'
import type { App } from './app.ts'
import type { Direct, DirectAnswer } from './direct.ts'
import { NO_URL, refusalOf, refuse } from './refusals.ts'

export interface Answering extends Pick<App, 'fetch'> {
  direct?: Pick<Direct, 'get' | 'post'> | undefined
}

/** As in interface/body.ts; what is longer, or of unknown length, is for the app. */
const MOST_BYTES = 64 * 1024
/** Host fields that were found valid before. */
const MOST_HOSTS = 100

/**
 * @param isLast whether an answer is the last one on its connection
 * @param always header fields of every answer
 */
export function createListener(
  app: Answering,
  baseUrl: string,
  isLast: () => boolean,
  always: Readonly<Record<string, string>> = {},
) {
  const more = Object.entries(always)
  const hosts = boundedMap<true>(MOST_HOSTS)
  const throughApp = getRequestListener(
    (request, environment) => {
      const { incoming } = environment as HttpBindings
      const refusal = isUsual(incoming) ? undefined : refusalOf(incoming, request.url)
      const answer = refusal ? refuse(refusal, baseUrl) : app.fetch(request, environment)
      return answer instanceof Promise ? answer.then(closing) : closing(answer)
    },
    {
      // For requests of HTTP/1.0 without a Host, as simple probes send.
      hostname: 'localhost',
      errorHandler: (error) =>
        closing(error instanceof RequestError ? refuse(NO_URL, baseUrl) : new Response(null, { status: 500 })),
    },
  )

  return function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (!answerDirectly(incoming, outgoing)) void throughApp(incoming, outgoing)
  }

  function closing(answer: Response): Response {
    for (const [name, value] of more) answer.headers.set(name, value)
    if (isLast()) answer.headers.set('connection', 'close')
    return answer
  }

  /** @returns false if nothing was done */
  function answerDirectly(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const { direct } = app
    const { method, url = '', headers } = incoming
    if (!direct || (method !== 'GET' && method !== 'POST') || !isUsual(incoming)) return false
    let body: Buffer | undefined
    // The adapter takes a body that was read from `rawBody`.
    const otherwise = () => void throughApp(body ? Object.assign(incoming, { rawBody: body }) : incoming, outgoing)
    const sent = (answer: DirectAnswer | undefined) => (answer ? send(outgoing, answer) : otherwise())
    if (method === 'GET') {
      const answer = direct.get(url, headers)
      if (answer instanceof Promise) answer.then(sent, otherwise)
      else if (answer) send(outgoing, answer)
      return answer !== undefined
    }
    const length = headers['content-length']
    const reader = length !== undefined && Number(length) <= MOST_BYTES ? direct.post(url, headers) : undefined
    if (!reader) return false
    const readBody = (bytes: Buffer) => {
      body = bytes
      try {
        const answer = reader(bytes)
        if (answer instanceof Promise) answer.then(sent, otherwise)
        else sent(answer)
      } catch {
        otherwise()
      }
    }
    const whole: Buffer | null = incoming.complete ? incoming.read() : null
    if (whole) readBody(whole)
    else {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => readBody(Buffer.concat(chunks)))
    }
    return true
  }

  function send(outgoing: ServerResponse, { status, headers, body, encoding = 'utf8' }: DirectAnswer): void {
    const own = more.length > 0 ? { ...headers, ...always } : headers
    outgoing.writeHead(status, isLast() ? { ...own, connection: 'close' } : own)
    if (!Array.isArray(body)) return void outgoing.end(body, encoding)
    outgoing.cork()
    for (const part of body.slice(0, -1)) outgoing.write(part)
    outgoing.end(body.at(-1))
  }

  /** Whether it has one valid Host and a path as its target, and expects nothing: refusals.ts would find nothing. */
  function isUsual({ headers: { host, expect }, rawHeaders, url, httpVersion }: IncomingMessage): boolean {
    if (host === undefined || expect !== undefined || !httpVersion.startsWith('1.') || !url?.startsWith('/'))
      return false
    let count = 0
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = rawHeaders[at]!
      if (name.length === 4 && name.toLowerCase() === 'host') count++
    }
    if (count !== 1) return false
    if (hosts.get(host)) return true
    if (!/^[a-z0-9.-]+(:\d+)?$/i.test(host) || !URL.canParse(`http://${host}/`)) return false
    hosts.set(host, true)
    return true
  }
}
