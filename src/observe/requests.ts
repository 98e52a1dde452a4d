/** Watches the requests to the service: what became of each, how long it took, and the id that its log line has. */
import { randomUUID } from 'node:crypto'

export interface Answered {
  /** Of the trace that the caller began, else a new one. */
  id: string
  method: string
  /** Without the query, which may hold what somebody searches for. */
  path: string
  route: string
  status: number
  /** Until the answer began. */
  seconds: number
}

type Handler<E> = (request: Request, environment: E) => Response | Promise<Response>

interface Watching {
  routeOf: (path: string) => string
  answered: (answer: Answered) => void
  /** Answers carry the id as X-Request-Id. */
  withId: boolean
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

export function watchRequests<E>(handler: Handler<E>, { routeOf, answered, withId }: Watching): Handler<E> {
  return async (request, environment) => {
    const started = performance.now()
    const path = pathOf(request.url)
    const id = traceId(request.headers.get('traceparent')) ?? randomUUID()
    const response = await handler(request, environment)
    if (withId) response.headers.set('x-request-id', id)
    answered({
      id,
      // A caller can send any method.
      method: METHODS.has(request.method) ? request.method : 'other',
      path,
      route: routeOf(path),
      status: response.status,
      seconds: (performance.now() - started) / 1000,
    })
    return response
  }
}

interface Sent {
  status: number
  headers: Readonly<Record<string, string>>
}
type Fields = Readonly<Record<string, string | string[] | undefined>>
/** An answer of the short way around the handler; undefined where the handler has to answer. */
type Short<Answer> = Answer | Promise<Answer | undefined> | undefined

/** The short way by which some requests are answered. */
interface ShortWay<Answer extends Sent> {
  get(target: string, fields: Fields): Short<Answer>
  post(target: string, fields: Fields): ((body: Buffer) => Short<Answer>) | undefined
}

/** The same way, watched. @param way the one that is taken now */
export function watchShortWay<Answer extends Sent>(
  way: () => ShortWay<Answer> | undefined,
  { routeOf, answered, withId }: Watching,
): ShortWay<Answer> {
  return {
    get: (target, fields) => noted('GET', target, fields, () => way()?.get(target, fields)),
    post(target, fields) {
      const answer = way()?.post(target, fields)
      return answer && ((body) => noted('POST', target, fields, () => answer(body)))
    },
  }

  function noted(method: string, target: string, fields: Fields, work: () => Short<Answer>): Short<Answer> {
    const started = performance.now()
    const made = work()
    const note = (answer: Answer | undefined): Answer | undefined => {
      if (!answer) return undefined
      const id = traceId(String(fields.traceparent ?? '')) ?? randomUUID()
      const path = target.split('?', 1)[0]!
      const seconds = (performance.now() - started) / 1000
      answered({ id, method, path, route: routeOf(path), status: answer.status, seconds })
      return withId ? { ...answer, headers: { ...answer.headers, 'x-request-id': id } } : answer
    }
    return made instanceof Promise ? made.then(note) : note(made)
  }
}

/** Of an absolute URL, without its query; quicker than URL, as every request passes here. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const end = url.indexOf('?', start)
  return url.slice(start, end === -1 ? undefined : end)
}

/** What follows the first question mark; empty without one. */
export const queryOf = (url: string): string => {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start + 1)
}

/** https://www.w3.org/TR/trace-context/#traceparent-header */
function traceId(header: string | null): string | undefined {
  const id = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/.exec(header ?? '')?.[1]
  return id === undefined || /^0+$/.test(id) ? undefined : id
}
