/** The Hono routes: one walk over the table of routes and the pages. */
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { furtherSitemaps } from '../documents/index.ts'
import type { Route, RouteRequest } from '../documents/route.ts'
import { EVERY_ANSWER, OPEN_ANSWER } from '../http/headers.ts'
import { problemOf, responseOf } from '../http/problem.ts'
import { respond } from '../http/representation.ts'
import { errorAnswer, siteDeps, siteRoutes, unknownPath } from '../site/site.ts'
import { CatalogError, closed } from '../tools/define/catalog-error.ts'
import { type AppDeps, documentRoute, routeTable } from './route-table.ts'

type Environment = { Bindings: Partial<HttpBindings> }
type RestContext = Context<Environment>
type AnyRoute = Route<AppDeps>

/** The app belongs to the catalogue of its services: a new catalogue gets a new app, so that no answer mixes two. */
export type AppOptions = Pick<AppDeps, 'services' | 'mcp' | 'inbox' | 'origins' | 'siteKey' | 'report'>

/** The service as a function from requests to responses. */
export type App = Pick<Hono<Environment>, 'fetch' | 'request'>

export function createRestApp(options: AppOptions): App {
  const { services, report } = options
  const deps: AppDeps = { ...options, ...siteDeps(services, routeTable) }
  const app = new Hono<Environment>()
  const further = furtherSitemaps(services).map(documentRoute)
  for (const route of [...routeTable, ...further, ...siteRoutes(services)]) addRoute(app, deps, route)
  app.notFound((c) => finished(unknownPath(deps, requestOf(c))))
  app.onError((error, c) => finished(errorAnswer(deps, closed(error, report), requestOf(c))))
  return app
}

/** Answers the method of the row, OPTIONS with what is accepted, and all other methods with 405. */
function addRoute(app: Hono<Environment>, deps: AppDeps, route: AnyRoute): void {
  const { method, formPage, readers } = route
  const path = honoPath(route.path.replace('{brand}', deps.services.site.brand))
  const answer = (c: RestContext, finish: Finish) => answerRow(deps, route, requestOf(c, route.path), finish)
  if (readers === 'own') return void app.all(path, (c) => answer(c, (response) => response))
  const finish: Finish = readers === 'configured' ? (...given) => forOrigins(deps.origins, ...given) : finished
  const allow = method === 'GET' ? READ_METHODS : 'POST, OPTIONS'
  // The form is sent to its own page, whose address a browser may open again; programs use the path of the API.
  if (formPage !== undefined) app.post(formPage, (c) => answer(c, finished))
  app.on(method, path, (c) => answer(c, finish))
  app.options(path, (c) => finish(new Response(null, { status: 204, headers: preflight(route, allow) }), c.req.raw))
  app.all(path, (c) => finish(refuseMethod(deps, requestOf(c, path), allow), c.req.raw))
}

/** Adds the header fields that answers have in common. */
type Finish = (answer: Response, request: Request) => Response

async function answerRow(deps: AppDeps, route: AnyRoute, request: RouteRequest, finish: Finish): Promise<Response> {
  try {
    const answer = await route.answer(deps, request)
    return 'content' in answer ? await respond(answer, request.request.headers) : finish(answer, request.request)
  } catch (failure) {
    const error = closed(failure, deps.report)
    const answer = route.failure ? responseOf(route.failure(error)) : errorAnswer(deps, error, request)
    return finish(answer, request.request)
  }
}

/** @param template of the path; a suffix after its last parameter, such as ".json", is no part of the parameter */
function requestOf(c: RestContext, template = ''): RouteRequest {
  const params: Record<string, string> = c.req.param()
  const [, name, suffix] = SUFFIX.exec(template) ?? []
  if (name !== undefined) params[name] = params[name]!.slice(0, -suffix!.length)
  const accept = c.req.header('accept')
  const peer = c.env?.incoming?.socket?.remoteAddress
  return { request: c.req.raw, url: new URL(c.req.url), accept, params, peer }
}

function finished(answer: Response, _?: Request, fields: Record<string, string> = OPEN_ANSWER): Response {
  const { headers } = answer
  const pagePolicy = headers.get('content-security-policy')
  for (const [name, value] of Object.entries(fields)) headers.set(name, value)
  if (pagePolicy !== null) headers.set('content-security-policy', pagePolicy)
  return answer
}

function forOrigins(origins: readonly string[], answer: Response, request: Request): Response {
  const origin = request.headers.get('origin')
  answer.headers.append('vary', 'Origin')
  const isAllowed = origin !== null && origins.includes(origin)
  const exposed = 'RateLimit, RateLimit-Policy, Retry-After'
  const allowed = { 'access-control-allow-origin': origin!, 'access-control-expose-headers': exposed }
  return finished(answer, request, { ...EVERY_ANSWER, ...(isAllowed && allowed) })
}

function refuseMethod({ services }: AppDeps, { request, url }: RouteRequest, allow: string): Response {
  const detail = `${request.method} is not accepted here.`
  const error = new CatalogError('method_not_allowed', { detail, resolution: `Use one of: ${allow}.` })
  const answer = responseOf(problemOf(error, services.site.baseUrl, url.pathname))
  answer.headers.set('allow', allow)
  return answer
}

const READ_METHODS = 'GET, HEAD, OPTIONS'

const preflight = ({ method, readers }: AnyRoute, allow: string) => ({
  allow,
  'access-control-allow-methods': method === 'GET' ? READ_METHODS : method,
  'access-control-allow-headers':
    readers === 'configured'
      ? 'Accept, Content-Type, CF-Turnstile-Response, Idempotency-Key'
      : 'Accept, Content-Type, If-None-Match',
  'access-control-max-age': '86400',
})

const SUFFIX = /\{(\w+)\}(\.\w+)$/

/** `/a/{slug}.json` -> `/a/:slug{[^/]+\.json}`, whose suffix requestOf takes off. `/a/{slug}/b` -> `/a/:slug/b`. */
const honoPath = (path: string): string =>
  path.replace(SUFFIX, (_, name, suffix) => `:${name}{[^/]+\\${suffix}}`).replaceAll(/\/\{(\w+)\}/g, '/:$1')
