/**
 * POST /mcp: stateless Streamable HTTP for the revisions 2024-11-05 to 2026-07-28; every answer is a single JSON object.
 * A body that is not one JSON-RPC message is answered with a problem document, everything else in JSON-RPC, because
 * clients of both eras read that to find the revision.
 */
import {
  classifyInboundRequest,
  createMcpHandler,
  isJsonContentType,
  validateHostHeader,
  validateOriginHeader,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { JsonRpcRequest, readBody } from '../../interface/body.ts'
import { boundedMap } from '../../system/bounded-map.ts'
import { CatalogError, echoed } from '../../tools/errors.ts'
import { type Announced, createDirect, type DirectAnswer, isAnnounced, isOdd } from '../direct.ts'
import { messageText } from '../message.ts'
import type { Era, McpOptions } from '../methods.ts'
import { MODERN, REVISIONS } from '../revisions.ts'
import { mcpServerFactory } from '../server.ts'
import { asLegacy } from './legacy.ts'

const BOTH_TYPES = 'application/json, text/event-stream'
const PREFLIGHT = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name',
  'access-control-max-age': '86400',
}

export interface McpHttpOptions extends McpOptions {
  /** Host names under which the endpoint answers, without ports. */
  hostnames: readonly string[]
  /** Web sites whose pages may call it. */
  origins: readonly string[]
  /** Host names whose pages may call it from any port: tools of a developer on the same machine. */
  originHostnames: readonly string[]
}

/** Header fields by their names in lower case, as Node gives them. */
type Fields = Readonly<Record<string, string | readonly string[] | undefined>>

/** Host names that were allowed before; a client may append any port. */
const MOST_HOSTS = 100

/** Renders the problem document for an error, so that the endpoint can allow an Origin to read it. */
type RenderFailure = (error: unknown) => Response | Promise<Response>

export function createMcpEndpoint(options: McpHttpOptions) {
  const { create, methods } = mcpServerFactory(options)
  const direct = createDirect(methods)
  const allowedHosts = boundedMap<true>(MOST_HOSTS)
  const modern = createMcpHandler(
    // The SDK has compared this header field with the body.
    ({ era, requestInfo }) => create({ era, method: requestInfo?.headers.get('mcp-method') ?? undefined }),
    { legacy: 'reject' },
  )

  return { fetch, direct: answerDirectly }

  /** Answers every request to the endpoint. */
  async function fetch(request: Request, failed: RenderFailure): Promise<Response> {
    const answer = await respond(request).catch(failed)
    if (request.method === 'POST') answer.headers.set('cache-control', 'no-store')
    const origin = request.headers.get('origin')
    return origin !== null && isOwnHost(request) && isAllowed(origin) ? allowOrigin(answer, origin) : answer
  }

  /**
   * Of a POST with these header fields: what answers its body, or undefined. It may also return undefined, or reject. In
   * each of these cases `fetch` has to answer.
   */
  function answerDirectly(
    fields: Fields,
  ): ((body: Buffer) => DirectAnswer | Promise<DirectAnswer> | undefined) | undefined {
    const { host, origin, 'content-type': type } = fields
    if (origin !== undefined || typeof host !== 'string' || typeof type !== 'string' || !isJsonContentType(type)) return
    if (!allowedHosts.get(host)) {
      if (!isOwn(host)) return
      allowedHosts.set(host, true)
    }
    const announced = announcedIn((name) => fields[name] as string | undefined)
    return (body) => direct.answer(announced, body.toString())
  }

  /** @throws CatalogError to be answered with a problem document */
  async function respond(request: Request): Promise<Response> {
    const { method } = request
    if (method !== 'POST' && method !== 'OPTIONS') throw onlyPost(`${method} is not accepted here.`)
    refuseForeign(request)
    if (method === 'OPTIONS') return preflight(request)
    requireJson(request)
    return dispatch(request, messageIn(await readBody(request)))
  }

  function isOwnHost(request: Request): boolean {
    return isOwn(request.headers.get('host') ?? new URL(request.url).host)
  }

  function isOwn(host: string): boolean {
    return validateHostHeader(host, [...options.hostnames]).ok
  }

  function isAllowed(origin: string): boolean {
    // The SDK takes an empty Origin for none.
    if (origin === '') return false
    return options.origins.includes(origin) || validateOriginHeader(origin, [...options.originHostnames]).ok
  }

  function refuseForeign(request: Request): void {
    if (!isOwnHost(request)) {
      throw new CatalogError('unauthorized', {
        detail: 'This Host is not one of the service.',
        resolution: "Use the service's public address, or add the host name to ALLOWED_HOSTS.",
      })
    }
    const origin = request.headers.get('origin')
    if (origin !== null && !isAllowed(origin)) {
      throw new CatalogError('unauthorized', { detail: 'Pages of this Origin may not call the MCP endpoint.' })
    }
  }

  async function dispatch(request: Request, message: JsonRpcRequest): Promise<Response> {
    // Its answer is always a stream, which this endpoint never opens. Clients see changes when they ask again.
    if (message.method === 'subscriptions/listen') return methodNotFound(message)
    // Clients may discover before they know any revision; one that names a revision needs its envelope.
    const discovery =
      message.method === 'server/discover' &&
      message.params?._meta === undefined &&
      !request.headers.has('mcp-protocol-version')
    const body = discovery ? withEnvelope(message) : message
    const announced = discovery
      ? { revision: MODERN, method: message.method }
      : announcedIn((name) => request.headers.get(name) ?? undefined)
    const outcome = classifyInboundRequest({
      httpMethod: 'POST',
      body,
      ...present('protocolVersionHeader', announced.revision),
      ...present('mcpMethodHeader', announced.method),
      ...present('mcpNameHeader', announced.name),
    })
    // initialize negotiates in its body, whatever the header says.
    if (
      outcome.kind === 'legacy' &&
      announced.revision !== undefined &&
      message.method !== 'initialize' &&
      !REVISIONS.includes(announced.revision)
    ) {
      return unsupportedRevision(message, announced.revision)
    }
    const { id } = message
    if (id !== undefined && outcome.kind !== 'reject') {
      const { malformed, run } = methods.check(message.method, message.params, outcome.kind)
      if (malformed !== undefined) return rpcError(200, id, -32602, malformed)
      // Building a server of the SDK would cost several times what the answer does.
      if (run && !needsSdk(message, outcome.kind, announced)) {
        const answer = async () => jsonText(messageText(await methods.respond(id, message.method, run, outcome.kind)))
        return untilGone(request.signal, answer())
      }
    }
    const headers = new Headers(request.headers)
    // The SDK demands a client that also accepts event streams, though none is sent.
    headers.set('accept', BOTH_TYPES)
    if (discovery) {
      headers.set('mcp-protocol-version', MODERN)
      headers.set('mcp-method', message.method)
    }
    const inner = new Request(request.url, { method: 'POST', headers, signal: request.signal })
    const answer = await (outcome.kind === 'legacy' ? legacy(inner, body) : modern.fetch(inner, { parsedBody: body }))
    if (answer.status !== 200 || outcome.kind === 'reject' || !methods.isSdkMethod(message.method)) return answer
    return new Response(direct.learn(message, outcome.kind, await answer.text()), answer)
  }

  async function legacy(request: Request, body: JsonRpcRequest): Promise<Response> {
    const server = await create({ era: 'legacy', method: body.method })
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    const send = transport.send.bind(transport)
    transport.send = (message, options) => send(asLegacy(message), options)
    await server.connect(transport)
    const answer = transport.handleRequest(request, { parsedBody: body })
    return untilGone(request.signal, answer).finally(() => server.close())
  }
}

/** The answer, unless the client goes first: a call may still be running then, and a closed transport never settles. */
function untilGone(signal: AbortSignal, answer: Promise<Response>): Promise<Response> {
  const { promise: gone, resolve } = Promise.withResolvers<Response>()
  const abandon = () => resolve(new Response(null, { status: 499 }))
  signal.addEventListener('abort', abandon, { once: true })
  return Promise.race([answer, gone]).finally(() => signal.removeEventListener('abort', abandon))
}

function requireJson(request: Request): void {
  const type = request.headers.get('content-type')
  if (!type) {
    throw new CatalogError('unauthorized', {
      detail: 'A POST without Content-Type is refused, as a page of another site could send it.',
      resolution: 'Send the header Content-Type: application/json.',
    })
  }
  if (!isJsonContentType(type)) {
    throw new CatalogError('unsupported_media_type', { detail: 'The MCP endpoint reads application/json.' })
  }
}

function messageIn(text: string): JsonRpcRequest {
  const parsed = JsonRpcRequest.safeParse(parse(text))
  if (parsed.success) return parsed.data
  throw new CatalogError('invalid_request', {
    detail: 'The body is not one JSON-RPC 2.0 request or notification; batches and responses are not accepted.',
    resolution: 'Send an object with jsonrpc "2.0", method, params and, for a request, a string or integer id.',
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CatalogError('invalid_request', {
      detail: 'The body is not JSON.',
      resolution: 'Send one JSON-RPC 2.0 request or notification as JSON in UTF-8.',
    })
  }
}

function preflight(request: Request): Response {
  if (!request.headers.has('origin') || !request.headers.has('access-control-request-method')) {
    throw onlyPost('OPTIONS is only answered for the preflight of a browser.')
  }
  return new Response(null, { status: 204, headers: PREFLIGHT })
}

const onlyPost = (detail: string) => new CatalogError('method_not_allowed', { detail, resolution: 'Use one of: POST.' })

function allowOrigin(answer: Response, origin: string): Response {
  answer.headers.set('access-control-allow-origin', origin)
  answer.headers.append('vary', 'Origin')
  return answer
}

const withEnvelope = (message: JsonRpcRequest): JsonRpcRequest => ({
  ...message,
  params: {
    ...message.params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': MODERN,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
})

const methodNotFound = ({ id, method }: JsonRpcRequest): Response =>
  id === undefined ? new Response(null, { status: 202 }) : rpcError(404, id, -32601, `Method not found: ${method}`)

/** The error code of the legacy revisions, with the data of 2026-07-28, which tells a program what to ask for. */
function unsupportedRevision({ id }: JsonRpcRequest, requested: string): Response {
  const message = `MCP-Protocol-Version "${echoed(requested)}" is not served. Served are: ${REVISIONS.join(', ')}.`
  return rpcError(400, id ?? null, -32000, message, { supported: REVISIONS, requested: echoed(requested) })
}

const jsonText = (text: string): Response => new Response(text, { headers: { 'content-type': 'application/json' } })

const rpcError = (
  status: number,
  id: string | number | null,
  code: number,
  message: string,
  data?: unknown,
): Response =>
  Response.json({ jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } }, { status })

/** The SDK answers if header fields and body may disagree, or if it has params of its own. */
const needsSdk = ({ method, params }: JsonRpcRequest, era: Era, announced: Announced): boolean =>
  isOdd(params) || (era === 'modern' && !(announced.revision === MODERN && isAnnounced(method, params, announced)))

const announcedIn = (field: (name: string) => string | undefined): Announced => ({
  revision: field('mcp-protocol-version'),
  method: field('mcp-method'),
  name: field('mcp-name'),
})

const present = <K extends string>(key: K, value: string | undefined) => (value === undefined ? {} : { [key]: value })
