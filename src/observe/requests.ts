/** Watches the requests to the service: what became of each, how long it took, and the id that its log line has. */
import { randomUUID } from 'node:crypto'

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

export type Handler<E> = (request: Request, environment: E) => Response | Promise<Response>

interface Watching {
  routeOf: (path: string) => string
  answered: (answer: Answered) => void
  /** Answers carry the id as X-Request-Id. */
  withId: boolean
}

/** A caller can send any method; others share one name. */
export const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

export function watchRequests<E>(handler: Handler<E>, { routeOf, answered, withId }: Watching): Handler<E> {
  return async (request, environment) => {
    const started = performance.now()
    const path = pathOf(request.url)
    const id = traceId(request.headers.get('traceparent')) ?? randomUUID()
    const response = await handler(request, environment)
    if (withId) response.headers.set('x-request-id', id)
    answered({
      id,
      method: METHODS.has(request.method) ? request.method : 'other',
      route: routeOf(path),
      status: response.status,
      seconds: (performance.now() - started) / 1000,
    })
    return response
  }
}

/** The path of an absolute URL; faster than `new URL`, as every request passes here. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const end = url.indexOf('?', start)
  return url.slice(start, end === -1 ? undefined : end)
}

/** The query of a URL; empty without one. */
export const queryOf = (url: string): string => {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start + 1)
}

/** https://www.w3.org/TR/trace-context/#traceparent-header */
function traceId(header: string | null): string | undefined {
  const id = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/.exec(header ?? '')?.[1]
  return id === undefined || /^0+$/.test(id) ? undefined : id
}
