/** The service as an HTTP app, assembled from the tables of routes, documents and pages, and the MCP endpoint. */
import type { IncomingHttpHeaders } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { documentsFor } from '../documents/index.ts'
import { EVERY_ANSWER, OPEN_ANSWER } from '../http/headers.ts'
import { representContent } from '../http/long.ts'
import { mediaQuality } from '../http/negotiate.ts'
import { renderProblem } from '../http/problem.ts'
import { type Lifetime, type Representation, respond } from '../http/representation.ts'
import { type MessageRoute, type ReadmeRoute, routes, type ToolRoute } from '../interface/routes.ts'
import { createSite } from '../site/site.ts'
import { boundedMap } from '../system/bounded-map.ts'
import { callForJson, type Services } from '../tools/define.ts'
import { CatalogError, closed, type ReportUnexpected } from '../tools/errors.ts'
import { recordOf } from '../tools/not-found.ts'
import { createDirect, type Direct } from './direct.ts'
import { limitHeaders, type MessageOptions, type MessageVariables, messageEndpoint } from './messages.ts'
import { readInput, toolAnswer } from './tool-answers.ts'

export interface McpEndpoint {
  /** Answers every request to /mcp; `failed` makes the answer to what is no JSON-RPC message. */
  fetch(request: Request, failed: (error: unknown) => Response | Promise<Response>): Promise<Response>
  /** Of a POST with these header fields: what answers its body. Where either gives nothing, `fetch` has to answer. */
  direct(fields: IncomingHttpHeaders): ((body: Buffer) => McpAnswer | Promise<McpAnswer>) | undefined
}
export type McpAnswer = { status: number; message?: string | { head: string; bytes: Buffer; tail: string } } | undefined

export interface AppOptions {
  /** The app belongs to their catalogue: a new catalogue gets a new app, so that no answer mixes two. */
  services: Services
  mcp: McpEndpoint
  messages: MessageOptions
  /** Public key of the bot challenge; shows it on the forms. */
  siteKey?: string | undefined
  report: ReportUnexpected
}

type Router = Hono<{ Variables: MessageVariables }>

/** The service as a function from requests to responses, and the short way to some of its answers. */
export type App = Pick<Router, 'fetch' | 'request'> & { direct: Direct }

/** Of representations that there may be any number of, in bytes; what was sent of them is kept in direct.ts too. */
const MOST_KEPT = 2 * 1024 * 1024
/** Of a representation beside its bytes, about. */
const HEAD_BYTES = 2_000

const READ_METHODS = 'GET, HEAD, OPTIONS'

export function createApp({ services, mcp, messages, siteKey, report }: AppOptions): App {
  const { brand, baseUrl } = services.site
  const keep = keepOnce()
  const site = createSite({ services, keep, siteKey })
  const receive = messageEndpoint(messages, baseUrl)
  const direct = createDirect({ mcp, services, report })
  const app: Router = new Hono()

  for (const route of routes) {
    if (route.serves === 'tool') serve(route.path, (c) => answer(route, c))
    else if (route.serves === 'readme') serve(route.path, (c) => readme(route, c))
    else serveMessages(route)
  }
  for (const document of documentsFor(services)) {
    const { type, cacheControl } = document
    const headers = document.headers?.(services.site)
    const build = (lifetime: Lifetime) =>
      representContent(document.build(services), { type, cacheControl, headers, lifetime })
    serve(document.path, () =>
      document.lasts === 'request' ? build('once') : keep(`document:${document.path}`, () => build('always')),
    )
  }
  for (const { path, build } of site.routes) {
    serve(path, (c) => build({ url: c.req.url, accept: c.req.header('accept'), slug: c.req.param('slug') }))
  }

  app.all('/mcp', async (c) => finished(c, await mcp.fetch(c.req.raw, (error) => mcpFailed(c, closed(error, report)))))

  app.notFound(async (c) => finished(c, await withLength(site.notFound(c.req.raw))))
  app.onError(async (error, c) => finished(c, await failed(c, closed(error, report))))
  return { fetch: app.fetch, request: app.request, direct }

  /** Shows a browser its form again; answers all others in the format that they accept. */
  async function failed(c: Context<{ Variables: MessageVariables }>, error: CatalogError): Promise<Response> {
    const form = c.get('form')
    const answer = form
      ? site.formPage(form.page, form.values, error)
      : site.errorAnswer(error, pathOf(c), c.req.header('accept'))
    if (error.code === 'not_acceptable' && !answer.headers.has('vary')) answer.headers.set('vary', 'Accept')
    return withLength(answer)
  }

  function mcpFailed(c: Context, error: CatalogError): Response | Promise<Response> {
    return error.code === 'method_not_allowed' ? refuseMethod(c, 'POST') : failed(c, error)
  }

  /** Answers GET and HEAD with what `build` returns, OPTIONS with the methods, and all other methods with 405. */
  function serve(path: string, build: (c: Context) => Representation | Promise<Representation>): void {
    const pattern = honoPath(path.replace('{brand}', brand))
    app.get(pattern, async (c) => {
      const { headers } = c.req.raw
      const representation = await build(c)
      // Only a request that came over a connection has a target.
      const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
      if (incoming) await direct.keep(incoming.url!, headers, representation)
      return respond(representation, headers)
    })
    app.options(pattern, () => new Response(null, { status: 204, headers: preflight }))
    app.all(pattern, (c) => finished(c, refuseMethod(c, READ_METHODS)))
  }

  function serveMessages(route: MessageRoute): void {
    // The form is sent to its own page, whose address a browser may open again; programs use the path of the API.
    app.on(
      'POST',
      [route.path, route.page],
      async function rateLimitHeaders(c, next) {
        await next()
        const limit = c.get('limit')
        if (limit) setHeaders(c.res, limitHeaders(limit))
      },
      async (c) => finished(c, await receive(route, c)),
    )
    app.options(route.path, (c) => finished(c, new Response(null, { status: 204, headers: messagePreflight })))
    app.all(route.path, (c) => finished(c, refuseMethod(c, 'POST, OPTIONS')))
  }

  /** Adds the header fields that answers have in common, where they were not made with them. */
  function finished(c: Context, answer: Response): Response {
    const { path } = c.req
    const policy = answer.headers.get('content-security-policy')
    if (messagePaths.has(path)) allowConfiguredOrigin(c, answer)
    // The MCP endpoint allows origins by itself.
    setHeaders(answer, path === '/mcp' || messagePaths.has(path) ? EVERY_ANSWER : OPEN_ANSWER)
    // That of a page.
    if (policy !== null) answer.headers.set('content-security-policy', policy)
    return answer
  }

  function allowConfiguredOrigin(c: Context, { headers }: Response): void {
    const origin = c.req.header('origin')
    headers.append('vary', 'Origin')
    if (!origin || !messages.origins.includes(origin)) return
    headers.set('access-control-allow-origin', origin)
    headers.set('access-control-expose-headers', 'RateLimit, RateLimit-Policy, Retry-After')
  }

  async function answer(route: ToolRoute, c: Context): Promise<Representation> {
    if (mediaQuality(c.req.header('accept'), 'application/json').q === 0) {
      throw new CatalogError('not_acceptable', { detail: 'This resource is application/json, which Accept rules out.' })
    }
    const input = readInput(route, new URL(c.req.raw.url).searchParams, slugOf(c))
    // Answers to what callers ask are kept where calls of tools are told of again, in direct.ts.
    if (route.lasts === 'asked') return (await toolAnswer(route, input, services, 'once')).representation
    const { tool, cacheControl } = route
    // The whole catalogue is one answer; others are one for each SDK.
    const lifetime = slugOf(c) === undefined ? 'always' : 'kept'
    return keep(`tool:${tool.name} ${JSON.stringify(input)}`, async () => {
      const content = await callForJson(tool, input, services)
      return representContent(content, { type: 'application/json', lifetime, cacheControl })
    })
  }

  function readme({ tool }: ReadmeRoute, c: Context): Promise<Representation> {
    const wanted = tool.input.shape.slug.parse(slugOf(c))
    return site.readme(recordOf(wanted, services).slug)
  }

  function refuseMethod(c: Context, allow: string): Response {
    const error = new CatalogError('method_not_allowed', {
      detail: `${c.req.method} is not accepted here.`,
      resolution: `Use one of: ${allow}.`,
    })
    const answer = renderProblem(error, baseUrl, pathOf(c))
    answer.headers.set('allow', allow)
    return answer
  }
}

const preflight = {
  ...OPEN_ANSWER,
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

const messagePaths = new Set(routes.filter(({ serves }) => serves === 'message').map(({ path }) => path))

/** Percent-encoded, as the client sent it. */
const pathOf = (c: Context): string => URL.parse(c.req.url)?.pathname ?? c.req.path

/** Path parameter without the suffix of the path, such as ".json". */
function slugOf(c: Context): string | undefined {
  const segment = c.req.param('slug')
  return segment?.slice(0, segment.lastIndexOf('.'))
}

function setHeaders({ headers }: Response, fields: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(fields)) headers.set(name, value)
}

/** Adds Content-Length, which HEAD has to tell too. */
async function withLength(answer: Response): Promise<Response> {
  if (answer.body === null || answer.headers.has('content-length')) return answer
  const body = await answer.text()
  const copy = new Response(body, answer)
  copy.headers.set('content-length', String(Buffer.byteLength(body)))
  return copy
}

/** `/a/{slug}.json` -> `/a/:slug{[^/]+\.json}`, whose suffix slugOf takes off. `/a/{slug}` -> `/a/:slug`. */
const honoPath = (path: string): string =>
  path.replace(/\{(\w+)\}(\.\w+)$/, (_, name, suffix) => `:${name}{[^/]+\\${suffix}}`).replace(/\/\{(\w+)\}$/, '/:$1')

/** Builds each representation once, and keeps it as long as the catalogue, or as there is room, if it may be kept. */
function keepOnce() {
  const kept = boundedMap<Kept>(MOST_KEPT, ({ size }, key) => HEAD_BYTES + size + 2 * key.length)
  return function keep(key: string, build: () => Representation | Promise<Representation>): Promise<Representation> {
    const known = kept.get(key)
    if (known) return known.built
    const one: Kept = { built: Promise.resolve().then(build), size: 0 }
    kept.set(key, one)
    const measure = (representation: Representation) => {
      one.size = representation.lifetime === 'always' ? 0 : representation.size()
      kept.measure(key, one)
    }
    one.built.then(
      (representation) => {
        if (representation.lifetime === 'once') return kept.remove(key)
        representation.onGrown(() => measure(representation))
        measure(representation)
      },
      // Keeping failures would let callers fill the memory.
      () => kept.remove(key),
    )
    return one.built
  }
}

interface Kept {
  built: Promise<Representation>
  /** Bytes that count towards the most. */
  size: number
}
