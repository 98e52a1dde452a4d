/** The HTTP face, assembled from the tables: routes, documents, and the MCP endpoint it is handed. */
import { type Context, Hono } from 'hono'
import { documents } from '../documents/index.ts'
import { mediaQuality } from '../http/negotiate.ts'
import { type Asset, asset, respond } from '../http/representation.ts'
import { readBody } from '../interface/body.ts'
import { problem } from '../interface/problems.ts'
import { type MessageRoute, type ReadRoute, routes } from '../interface/routes.ts'
import { readmeAsset } from '../site/entry-page.ts'
import { createSite } from '../site/site.ts'
import { callTool, type Services } from '../tools/define.ts'
import { CatalogError, closed, type ReportUnexpected } from '../tools/errors.ts'
import { readInput } from './input.ts'
import { limitHeaders, type MessageGuard, type MessageVariables, messageEndpoint } from './messages.ts'
import type { Refused } from './refused.ts'

/** Answers whatever is sent to /mcp; `refused` renders what becomes a problem. */
export type McpEndpoint = (
  request: Request,
  face: { readBody: typeof readBody; refused(error: unknown): Response | Promise<Response> },
) => Promise<Response>

export interface AppOptions {
  /** Of one catalogue: another one gets an app of its own, so that no answer is of both. */
  services: Services
  mcp: McpEndpoint
  /** Who may send messages, and how many. */
  guard: MessageGuard
  /** Public key of the bot challenge; shows it on the forms. */
  siteKey?: string | undefined
  report: ReportUnexpected
}

/** The service as a function from requests to responses. */
export type App = Hono<{ Variables: MessageVariables }>

/** Comes with a request in the place of one that was refused before it got here. */
export interface Refusal {
  refused: Refused
}

const READ_METHODS = 'GET, HEAD, OPTIONS'

export function createApp({ services, mcp, guard, siteKey, report }: AppOptions): App {
  const { brand, baseUrl } = services.site
  const kept = keptAssets()
  const site = createSite({ services, kept, siteKey })
  const receive = messageEndpoint(services, guard)
  const app: App = new Hono()

  app.use(async function commonHeaders(c, next) {
    const refused = (c.env as Partial<Refusal> | undefined)?.refused
    if (refused) c.res = problem(refused.error, baseUrl, undefined, refused.status)
    else await next()
    c.res.headers.set('x-content-type-options', 'nosniff')
    c.res.headers.set('referrer-policy', 'strict-origin-when-cross-origin')
    if (messagePaths.has(c.req.path)) allowConfiguredOrigin(c)
    // The MCP endpoint allows origins by itself.
    else if (c.req.path !== '/mcp') allowAnyOrigin(c)
  })

  for (const route of routes) {
    if (route.method === 'GET') serve(route.path, (c) => answer(route, c))
    else serveMessages(route)
  }
  for (const document of documents) {
    const build = () =>
      asset(document.build(services), {
        type: document.type,
        ...(document.headers && { headers: document.headers(services.site) }),
        ...(document.cacheControl && { cacheControl: document.cacheControl }),
      })
    serve(document.path, (c) => (document.lasts === 'request' ? build() : kept(c.req.path, build)))
  }
  for (const { path, build } of site.routes) {
    serve(path, (c) => build({ url: c.req.url, accept: c.req.header('accept'), slug: c.req.param('slug') }))
  }

  app.all('/mcp', (c) => mcp(c.req.raw, { readBody, refused: (error) => refusedByMcp(c, closed(error, report)) }))

  app.notFound((c) => measured(site.nothingAt(c.req.raw)))
  app.onError((error, c) => failed(c, closed(error, report)))
  return app

  /** The form again for a browser whose message was refused; else in the form that the request asks for. */
  async function failed(c: Context<{ Variables: MessageVariables }>, error: CatalogError): Promise<Response> {
    const refused = c.get('form')
    const answer = refused
      ? site.formPage(refused.page, refused.values, error)
      : site.errorAnswer(error, pathOf(c), c.req.header('accept'))
    if (error.code === 'not_acceptable' && !answer.headers.has('vary')) answer.headers.set('vary', 'Accept')
    return measured(answer)
  }

  function refusedByMcp(c: Context, error: CatalogError): Response | Promise<Response> {
    return error.code === 'method_not_allowed' ? refuseMethod(c, 'POST') : failed(c, error)
  }

  /** GET and HEAD by `build`; OPTIONS and every other method by the table's word. */
  function serve(path: string, build: (c: Context) => Asset | Promise<Asset>): void {
    const pattern = honoPath(path.replace('{brand}', brand))
    app.get(pattern, async (c) => respond(await build(c), c.req.raw.headers))
    app.options(pattern, () => new Response(null, { status: 204, headers: preflight }))
    app.all(pattern, (c) => refuseMethod(c, READ_METHODS))
  }

  function serveMessages(route: MessageRoute): void {
    app.post(
      route.path,
      async function rateLimitHeaders(c, next) {
        await next()
        const limit = c.get('limit')
        for (const [name, value] of Object.entries(limit ? limitHeaders(limit) : {})) c.res.headers.set(name, value)
      },
      (c) => receive(route, c),
    )
    app.options(route.path, () => new Response(null, { status: 204, headers: messagePreflight }))
    app.all(route.path, (c) => refuseMethod(c, 'POST, OPTIONS'))
  }

  function allowConfiguredOrigin(c: Context): void {
    const origin = c.req.header('origin')
    c.res.headers.append('vary', 'Origin')
    if (!origin || !guard.origins.includes(origin)) return
    c.res.headers.set('access-control-allow-origin', origin)
    c.res.headers.set('access-control-expose-headers', 'RateLimit, RateLimit-Policy, Retry-After')
  }

  async function answer(route: ReadRoute, c: Context): Promise<Asset> {
    if (route.as === 'json') requireJson(c)
    const input = readInput(route, c.req.raw.url, c.req.param('slug'))
    if (route.lasts === 'request') return build()
    return kept(`${route.tool.name} ${JSON.stringify(input)}`, build)

    async function build(): Promise<Asset> {
      const output = await callTool(route.tool, input, services)
      const effort = route.lasts === 'request' ? 'fresh' : 'fixed'
      if (route.as === 'readme') {
        // The README as the catalogue holds it: the tool's answer to agents may be a part of it.
        return readmeAsset(output.slug, services)
      }
      return asset(JSON.stringify(output), {
        type: 'application/json',
        effort,
        ...(route.cacheControl && { cacheControl: route.cacheControl }),
      })
    }
  }

  function refuseMethod(c: Context, allow: string): Response {
    const error = new CatalogError('method_not_allowed', {
      detail: `${c.req.method} is not accepted here.`,
      resolution: `Use one of: ${allow}.`,
    })
    const answer = problem(error, baseUrl, pathOf(c))
    answer.headers.set('allow', allow)
    return answer
  }
}

const preflight = {
  allow: READ_METHODS,
  'access-control-allow-methods': READ_METHODS,
  'access-control-allow-headers': 'Accept, Content-Type, If-None-Match',
  'access-control-max-age': '86400',
}

const messagePreflight = {
  allow: 'POST, OPTIONS',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'Accept, Content-Type, CF-Turnstile-Response, Idempotency-Key',
  'access-control-max-age': '86400',
}

const messagePaths = new Set(routes.filter(({ method }) => method === 'POST').map(({ path }) => path))

/** Percent-encoded, as it came. */
const pathOf = (c: Context): string => URL.parse(c.req.url)?.pathname ?? c.req.path

function allowAnyOrigin(c: Context): void {
  c.res.headers.set('access-control-allow-origin', '*')
  const exposed = 'access-control-expose-headers'
  if (!c.res.headers.has(exposed)) c.res.headers.set(exposed, 'ETag, Link, RateLimit, RateLimit-Policy, Retry-After')
}

/** With its length, for HEAD to tell. */
async function measured(answer: Response): Promise<Response> {
  if (answer.body === null || answer.headers.has('content-length')) return answer
  const body = await answer.text()
  const known = new Response(body, answer)
  known.headers.set('content-length', String(Buffer.byteLength(body)))
  return known
}

/** `/a/{slug}.json` -> `/a/:slug{[^/]+\.json}`; the suffix is taken off by readInput. `/a/{slug}` -> `/a/:slug`. */
const honoPath = (path: string): string =>
  path.replace(/\{(\w+)\}(\.\w+)$/, (_, name, suffix) => `:${name}{[^/]+\\${suffix}}`).replace(/\/\{(\w+)\}$/, '/:$1')

function requireJson(c: Context): void {
  if (mediaQuality(c.req.header('accept'), 'application/json').q > 0) return
  throw new CatalogError('not_acceptable', { detail: 'This resource is application/json, which Accept rules out.' })
}

/** What is built once and served as long as the catalogue. */
function keptAssets() {
  const assets = new Map<string, Promise<Asset>>()
  return function kept(key: string, build: () => Asset | Promise<Asset>): Promise<Asset> {
    const known = assets.get(key)
    if (known) return known
    const made = Promise.resolve().then(build)
    assets.set(key, made)
    // A refused input is no asset: keeping it would let callers fill the memory.
    made.catch(() => assets.delete(key))
    return made
  }
}
