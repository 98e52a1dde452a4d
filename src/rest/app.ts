/** The Hono routes, from the tables of operations, documents and pages, and the MCP endpoint. Each calls a tool or a page. */
import { type Context, Hono } from 'hono'
import { ardEntry } from '../ard/ard-manifest.ts'
import { ardEndpoints } from '../ard/ard-routes.ts'
import { ardFailure, ardOperations, isArdPath } from '../ard/ard-schemas.ts'
import { documentsFor } from '../documents/index.ts'
import { type McpAnswer, markCacheable } from '../http/cacheable-answer.ts'
import type { RestEnvironment } from '../http/environment.ts'
import { EVERY_ANSWER, OPEN_ANSWER } from '../http/headers.ts'
import { accepted } from '../http/negotiate.ts'
import { renderProblem } from '../http/problem.ts'
import { type Representation, respond } from '../http/representation.ts'
import { createSite } from '../site/site.ts'
import { CatalogError, closed, type ReportUnexpected } from '../tools/define/catalog-error.ts'
import { cacheabilityOf, callTool, type Services } from '../tools/define/define.ts'
import { recordOf } from '../tools/define/not-found.ts'
import { replayToolCall } from '../tools/define/tool-events.ts'
import { limitHeaders, type MessageOptions, messageEndpoint } from './messages.ts'
import { type MessageRoute, type ReadmeRoute, routes, type ToolRoute } from './routes.ts'
import { readToolInput } from './tool-input.ts'

type RestContext = Context<RestEnvironment>

/** What the routes need of mcp/http-transport.ts. */
interface RestMcpEndpoint {
  /** @throws CatalogError for what is no JSON-RPC message */
  answer(request: Request): Promise<McpAnswer>
  originHeaders(request: Request): Readonly<Record<string, string>>
}

export interface RestAppOptions {
  /** The app belongs to their catalogue: a new catalogue gets a new app, so that no answer mixes two. */
  services: Services
  mcp: RestMcpEndpoint
  messages: MessageOptions
  /** Public key of the bot challenge; shows it on the forms. */
  siteKey?: string | undefined
  report: ReportUnexpected
}

/** The service as a function from requests to responses. */
export type App = Pick<Hono<RestEnvironment>, 'fetch' | 'request'>

/**
 * A document up to this size is made once: the store of answers knows it by all of its address and header fields, so
 * whoever changes these could have it made again and again.
 */
const MAX_CACHED_BYTES = 4 * 1024 * 1024

const READ_METHODS = 'GET, HEAD, OPTIONS'

export function createRestApp({ services, mcp, messages, siteKey, report }: RestAppOptions): App {
  const { brand, baseUrl } = services.site
  const site = createSite(services, siteKey)
  const receive = messageEndpoint(messages, baseUrl)
  const app = new Hono<RestEnvironment>()

  for (const route of routes) {
    if (route.serves === 'tool') serve(route.path, (c) => toolAnswer(route, c))
    else if (route.serves === 'readme') serve(route.path, (c) => readme(route, c))
    else serveMessages(route)
  }
  for (const { path, type, cacheControl, cacheability = 'snapshot', headers, build } of documentsFor(services)) {
    const fields = headers?.(services.site)
    let cached: Buffer | undefined
    serve(path, () => {
      const content = cached ?? Buffer.from(build(services))
      if (cacheability === 'snapshot' && content.length <= MAX_CACHED_BYTES) cached = content
      return { content, type, cacheControl, cacheability, headers: fields }
    })
  }
  for (const { path, build } of site.routes) {
    serve(path, (c) => build({ url: c.req.url, accept: c.req.header('accept'), params: c.req.param() }))
  }

  const ard = ardEndpoints(services)
  const entry = (c: RestContext) => ardEntry({ identifier: c.req.param('identifier') }, services)
  serve(ardOperations.retrieve.path, (c) => ({ content: JSON.stringify(entry(c)), type: 'application/json' }))
  serve(ardOperations.list.path, (c) => ({
    content: JSON.stringify(ard.list(new URL(c.req.raw.url).searchParams)),
    type: 'application/json',
  }))
  for (const [path, answer] of Object.entries(ard.posted)) {
    app.post(path, async (c) => finished(c, await withLength(await answer(c.req.raw))))
    app.options(path, () => new Response(null, { status: 204, headers: { ...preflight, ...POSTED } }))
    app.all(path, (c) => finished(c, refuseMethod(c, POSTED.allow)))
  }

  app.all('/mcp', async (c) => {
    const origin = mcp.originHeaders(c.req.raw)
    try {
      const { status, headers: own, body, cacheable } = await mcp.answer(c.req.raw)
      const headers = { ...EVERY_ANSWER, ...origin, ...own }
      const response = new Response(body, { status, headers })
      return cacheable ? markCacheable(response, { headers, body: cacheable.result, onHit: cacheable.onHit }) : response
    } catch (error) {
      const failed = closed(error, report)
      const answer = failed.code === 'method_not_allowed' ? refuseMethod(c, 'POST') : await failure(c, failed)
      const { vary, ...fields } = origin
      setHeaders(answer, { ...EVERY_ANSWER, ...fields })
      if (vary !== undefined) answer.headers.append('vary', vary)
      return answer
    }
  })

  app.notFound(async (c) => finished(c, await withLength(site.notFound(c.req.raw))))
  app.onError(async (error, c) => finished(c, await failure(c, closed(error, report))))
  return app

  /** Shows a browser its form again; answers all others in the format that they accept. */
  async function failure(c: RestContext, error: CatalogError): Promise<Response> {
    if (isArdPath(pathOf(c))) {
      const { body, ...init } = ardFailure(error)
      return new Response(body, init)
    }
    const form = c.get('form')
    const answer = form
      ? site.formPage(form.page, form.values, error)
      : site.errorAnswer(error, pathOf(c), c.req.header('accept'))
    if (error.code === 'not_acceptable' && !answer.headers.has('vary')) answer.headers.set('vary', 'Accept')
    return withLength(answer)
  }

  /** Answers GET and HEAD with what `build` returns, OPTIONS with the methods, and all other methods with 405. */
  function serve(path: string, build: (c: RestContext) => Representation | Promise<Representation>): void {
    const pattern = honoPath(path.replace('{brand}', brand))
    app.get(pattern, async (c) => respond(await build(c), c.req.raw.headers))
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
    app.all(route.path, (c) => finished(c, refuseMethod(c, POSTED.allow)))
  }

  /** Adds the header fields that answers have in common, where they were not made with them. */
  function finished(c: RestContext, answer: Response): Response {
    const { path } = c.req
    const pagePolicy = answer.headers.get('content-security-policy')
    if (messagePaths.has(path)) allowConfiguredOrigin(c, answer)
    setHeaders(answer, messagePaths.has(path) ? EVERY_ANSWER : OPEN_ANSWER)
    if (pagePolicy !== null) answer.headers.set('content-security-policy', pagePolicy)
    return answer
  }

  function allowConfiguredOrigin(c: RestContext, { headers }: Response): void {
    const origin = c.req.header('origin')
    headers.append('vary', 'Origin')
    if (!origin || !messages.origins.includes(origin)) return
    headers.set('access-control-allow-origin', origin)
    headers.set('access-control-expose-headers', 'RateLimit, RateLimit-Policy, Retry-After')
  }

  async function toolAnswer(route: ToolRoute, c: RestContext): Promise<Representation> {
    const { tool, cacheControl } = route
    const type = 'application/json'
    const headers = accepted(c.req.header('accept'), type)
    const input = readToolInput(route, new URL(c.req.raw.url).searchParams, slugOf(c))
    const output: Record<string, unknown> = await callTool(tool, input, services)
    return {
      content: JSON.stringify(output),
      type,
      cacheControl,
      headers,
      cacheability: cacheabilityOf(tool, input),
      onHit: replayToolCall(tool.name, input, output),
    }
  }

  function readme({ tool }: ReadmeRoute, c: RestContext): Representation {
    const slug = tool.input.shape.slug.parse(slugOf(c))
    return site.readme(recordOf(slug, services).slug)
  }

  function refuseMethod(c: RestContext, allow: string): Response {
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

const POSTED = { allow: 'POST, OPTIONS', 'access-control-allow-methods': 'POST' }

const messagePreflight = {
  ...POSTED,
  'access-control-allow-headers': 'Accept, Content-Type, CF-Turnstile-Response, Idempotency-Key',
  'access-control-max-age': '86400',
}

const messagePaths = new Set(routes.filter(({ serves }) => serves === 'message').map(({ path }) => path))

/** Percent-encoded, as the client sent it. */
const pathOf = (c: RestContext): string => URL.parse(c.req.url)?.pathname ?? c.req.path

/** Path parameter without the suffix of the path, such as ".json". */
function slugOf(c: RestContext): string | undefined {
  const segment = c.req.param('slug')
  return segment?.slice(0, segment.lastIndexOf('.'))
}

function setHeaders({ headers }: Response, fields: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(fields)) headers.set(name, value)
}

/** Adds Content-Length, which HEAD needs too. */
async function withLength(answer: Response): Promise<Response> {
  if (answer.body === null || answer.headers.has('content-length')) return answer
  const body = await answer.text()
  const copy = new Response(body, answer)
  copy.headers.set('content-length', String(Buffer.byteLength(body)))
  return copy
}

/** `/a/{slug}.json` -> `/a/:slug{[^/]+\.json}`, whose suffix slugOf takes off. `/a/{slug}/b` -> `/a/:slug/b`. */
const honoPath = (path: string): string =>
  path
    .replace(/\{(\w+)\}(\.\w+)$/, (_, name, suffix) => `:${name}{[^/]+\\${suffix}}`)
    .replaceAll(/\/\{(\w+)\}/g, '/:$1')
