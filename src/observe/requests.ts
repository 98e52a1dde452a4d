/** Watches the requests to the service: what became of each, how long it took, and the id that its log line has. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

export interface Answered {
  /** The caller's trace id, else a new id. */
  id: string
  method: string
  /** A template: a path may hold what somebody wrote. */
  route: string
  status: number
  /** Until the answer began. */
  seconds: number
}

/** Watches a request, and calls `answer` for it. */
export type Watch = (incoming: IncomingMessage, outgoing: ServerResponse, answer: () => void) => void

interface Watching {
  routeOf: (path: string) => string
  answered: (answer: Answered) => void
  /** Answers carry the id as X-Request-Id. */
  withId: boolean
}

/** A caller can send any method; others share one name. */
export const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

export const watchRequests =
  ({ routeOf, answered, withId }: Watching): Watch =>
  (incoming, outgoing, answer) => {
    const started = performance.now()
    const { method = '', headers } = incoming
    const id = traceId(headers.traceparent) ?? randomUUID()
    if (withId) outgoing.setHeader('x-request-id', id)
    onHead(outgoing, (status) =>
      answered({
        id,
        method: METHODS.has(method) ? method : 'other',
        route: routeOf(pathOf(incoming)),
        status,
        seconds: (performance.now() - started) / 1000,
      }),
    )
    answer()
  }

export function onHead(outgoing: ServerResponse, begun: (status: number) => void): void {
  const writeHead = outgoing.writeHead.bind(outgoing) as (...args: unknown[]) => ServerResponse
  outgoing.writeHead = (status: number, ...rest: unknown[]) => {
    begun(status)
    return writeHead(status, ...rest)
  }
}

/** Without its query; the target of a request may be a whole URL. */
export const pathOf = ({ url = '' }: IncomingMessage): string =>
  (url.startsWith('/') ? url : (URL.parse(url)?.pathname ?? '')).split('?', 1)[0]!

/** https://www.w3.org/TR/trace-context/#traceparent-header */
function traceId(header: string | string[] | undefined): string | undefined {
  const id = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/.exec(String(header))?.[1]
  return id === undefined || /^0+$/.test(id) ? undefined : id
}
