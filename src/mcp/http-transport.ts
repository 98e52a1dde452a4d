/**
 * POST /mcp: stateless Streamable HTTP for the revisions 2024-11-05 to 2026-07-28; every answer is a single JSON object.
 * A body that is not one JSON-RPC message is answered with a problem document, everything else in JSON-RPC, because
 * clients of both eras read that to find the revision. The checks run in the order of `answerMessage` and `dispatch`.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  classifyInboundRequest,
  INVALID_REQUEST,
  isJsonContentType,
  METHOD_NOT_FOUND,
  PROTOCOL_VERSION_META_KEY,
  UnsupportedProtocolVersionError,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server'
import { EVERY_ANSWER } from '../http/headers.ts'
import { problemOf, responseOf } from '../http/problem.ts'
import { JsonRpcRequest, readBody, shapeProblem } from '../http/read-body.ts'
import { markCacheable } from '../http/representation.ts'
import { withoutUndefined } from '../system/optional-members.ts'
import { jsonOf } from '../text/typed-text.ts'
import { CatalogError, closed, echoed } from '../tools/define/catalog-error.ts'
import { type AnyTool, cacheabilityNow } from '../tools/define/define.ts'
import { replayToolCall } from '../tools/define/tool-events.ts'
import { toolsNamed } from '../tools/index.ts'
import { type McpOptions, mcpServerFactory } from './create-server.ts'
import { MODERN_REVISION, REVISIONS } from './identity.ts'
import { createMultiplexer } from './multiplexer.ts'
import { type Era, idOf, withoutNulls } from './params.ts'
import { headerMismatch } from './standard-headers.ts'
import { unknownTool } from './tools-call.ts'

const PREFLIGHT = {
  'access-control-allow-methods': 'POST',
  // The last ones are ignored, but clients in browsers send them.
  'access-control-allow-headers':
    'Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Authorization, Mcp-Session-Id, Last-Event-ID, ' +
    'traceparent, tracestate, baggage',
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

interface McpDeps extends McpHttpOptions {
  multiplexers: Record<Era, ReturnType<typeof createMultiplexer>>
}

/** A request, and the header fields that each of its answers has. */
interface Exchange {
  request: Request
  /** Those that the URL names, else all. */
  tools: readonly AnyTool[]
  fields: Readonly<Record<string, string>>
}

export function createMcpEndpoint(options: McpHttpOptions): (request: Request) => Promise<Response> {
  const create = mcpServerFactory(options)
  const onError = (error: Error) => {
    // Mistakes of clients are answered; failures of this process have a code or a class.
    if (error.constructor !== Error || 'code' in error) closed(error, options.report)
  }
  const deps: McpDeps = {
    ...options,
    multiplexers: {
      modern: createMultiplexer('modern', create, onError),
      legacy: createMultiplexer('legacy', create, onError),
    },
  }
  return (request) => answerMcp(deps, request)
}

async function answerMcp(deps: McpDeps, request: Request): Promise<Response> {
  // A page of an allowed Origin may read every answer, problems too.
  const fields = { ...EVERY_ANSWER, ...originHeaders(deps, request) }
  try {
    return await answerMessage(deps, { request, fields, tools: toolsOf(deps, request) })
  } catch (failure) {
    const error = closed(failure, deps.report)
    const { headers, ...answer } = problemOf(error, deps.services.site.baseUrl, new URL(request.url).pathname)
    const allow = error.code === 'method_not_allowed' && { allow: 'POST' }
    return responseOf({ ...answer, headers: { ...headers, ...allow, ...fields } })
  }
}

/** @throws CatalogError for names that no tool has */
function toolsOf({ tools }: McpDeps, { url }: Request): readonly AnyTool[] {
  const names = url.includes('?') ? new URL(url).searchParams.get('tools') : null
  return names === null ? tools : toolsNamed(names, tools)
}

function originHeaders(deps: McpDeps, request: Request): Record<string, string> {
  const origin = request.headers.get('origin')
  return origin !== null && isOwnHost(deps, request) && isAllowedOrigin(deps, origin)
    ? { 'access-control-allow-origin': origin, vary: 'Origin' }
    : {}
}

/** @throws CatalogError to be answered with a problem document */
async function answerMessage(deps: McpDeps, exchange: Exchange): Promise<Response> {
  const { request } = exchange
  const { method, headers } = request
  if (method !== 'POST' && method !== 'OPTIONS') throw onlyPost(method)
  refuseForeign(deps, request)
  if (method === 'OPTIONS') {
    // Only for the preflight of a browser.
    if (!headers.has('origin') || !headers.has('access-control-request-method')) throw onlyPost(method)
    return reply(exchange, 204, PREFLIGHT)
  }
  requireJson(request)
  const json = parseJson(await readBody(request))
  const message = shapeProblem(json)
  if (message !== undefined) return rpcError(exchange, 400, idOf(json), { code: INVALID_REQUEST, message })
  return dispatch(deps, exchange, messageFrom(json))
}

const onlyPost = (method: string) =>
  new CatalogError('method_not_allowed', {
    detail: `${method} is not accepted here.`,
    resolution: 'Use one of: POST.',
  })

function isOwnHost({ hostnames }: McpDeps, request: Request): boolean {
  const host = request.headers.get('host') ?? new URL(request.url).host
  return validateHostHeader(host, [...hostnames]).ok
}

/** The SDK takes an empty Origin for none. */
const isAllowedOrigin = ({ origins, originHostnames }: McpDeps, origin: string): boolean =>
  origin !== '' && (origins.includes(origin) || validateOriginHeader(origin, [...originHostnames]).ok)

function refuseForeign(deps: McpDeps, request: Request): void {
  if (!isOwnHost(deps, request)) {
    throw new CatalogError('unauthorized', {
      detail: 'This Host is not one of the service.',
      resolution: "Use the service's public address, or add the host name to ALLOWED_HOSTS.",
    })
  }
  const origin = request.headers.get('origin')
  if (origin !== null && !isAllowedOrigin(deps, origin)) {
    throw new CatalogError('unauthorized', { detail: 'Pages of this Origin may not call the MCP endpoint.' })
  }
}

async function dispatch(deps: McpDeps, exchange: Exchange, message: JsonRpcRequest): Promise<Response> {
  const { headers } = exchange.request
  const { id, method } = message
  const accepted = () => reply(exchange, 202, { 'cache-control': 'no-store' })
  // Its answer is always a stream, which this endpoint never opens. Clients see changes when they ask again.
  if (method === 'subscriptions/listen') {
    const error = { code: METHOD_NOT_FOUND, message: `Method not found: ${method}` }
    return id === undefined ? accepted() : rpcError(exchange, 404, id, error)
  }
  const revision = headers.get('mcp-protocol-version') ?? undefined
  // Clients may discover before they know any revision; one that names a revision needs its envelope.
  const isColdDiscovery = method === 'server/discover' && message.params?._meta === undefined && revision === undefined
  if (isColdDiscovery && id !== undefined) return run(deps, exchange, 'modern', withEnvelope(message))

  const standard = {
    protocolVersionHeader: revision,
    mcpMethodHeader: headers.get('mcp-method') ?? undefined,
    mcpNameHeader: headers.get('mcp-name') ?? undefined,
  }
  const outcome = classifyInboundRequest({ httpMethod: 'POST', body: message, ...withoutUndefined(standard) })
  if (outcome.kind === 'reject') return rpcError(exchange, outcome.httpStatus, id, outcome)
  const requested = outcome.kind === 'modern' ? outcome.classification.revision : undefined
  const refusal =
    outcome.kind === 'legacy' ? legacyRefusal(message, revision) : modernRefusal(message, requested, standard)
  if (refusal) return rpcError(exchange, 400, id, refusal)
  return id === undefined ? accepted() : run(deps, exchange, outcome.kind, message)
}

/** initialize negotiates in its body, whatever the header says. */
const legacyRefusal = ({ method }: JsonRpcRequest, revision: string | undefined) =>
  revision !== undefined && method !== 'initialize' && !REVISIONS.includes(revision)
    ? unsupportedRevision(revision)
    : undefined

function modernRefusal(message: JsonRpcRequest, requested = 'unknown', standard: Parameters<typeof headerMismatch>[1]) {
  if (requested !== MODERN_REVISION)
    return new UnsupportedProtocolVersionError({ supported: [MODERN_REVISION], requested })
  const mismatch = message.id === undefined ? undefined : headerMismatch(message, standard)
  return mismatch === undefined ? undefined : { code: HEADER_MISMATCH, message: mismatch }
}

/** Lets the SDK answer. A result that is valid as long as the catalogue is marked so. */
async function run(deps: McpDeps, exchange: Exchange, era: Era, message: JsonRpcRequest): Promise<Response> {
  const { id, method, params } = message
  const { tools } = exchange
  const isNamed = ({ name }: AnyTool) => method === 'tools/call' && name === params?.name
  const tool = tools.find(isNamed)
  const hidden = tool ? undefined : deps.tools.find(isNamed)
  if (hidden) return rpcError(exchange, 200, id, unknownTool(hidden.name, namesOf(tools)))
  const sent = { method, ...(params && { params }) }
  const outcome = await deps.multiplexers[era].request(sent, exchange.request.signal)
  if (!outcome) return reply(exchange, CLIENT_CLOSED_REQUEST, {})
  if ('error' in outcome) {
    // 2026-07-28, transports: 404 for an unknown method.
    const isUnknown = era === 'modern' && outcome.error.code === METHOD_NOT_FOUND
    return rpcError(exchange, isUnknown ? 404 : 200, id, outcome.error)
  }
  const result = method === 'tools/list' ? listOf(tools, outcome.result) : outcome.result
  const body = JSON.stringify(result)
  const answer = reply(exchange, 200, JSON_HEADERS, `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${body}}`)
  const stored = { headers: { ...exchange.fields, ...JSON_HEADERS }, body }
  if (method !== 'tools/call') return markCacheable(answer, stored)
  const input = (params?.arguments ?? {}) as Record<string, unknown>
  const { isError, structuredContent } = outcome.result
  if (isError || !tool || cacheabilityNow(tool.cacheability, deps.services) !== 'snapshot') return answer
  const onHit = replayToolCall(tool.name, input, structuredContent as Record<string, unknown>)
  return markCacheable(answer, { ...stored, onHit })
}

const namesOf = (tools: readonly AnyTool[]): string[] => tools.map(({ name }) => name)

const listOf = (offered: readonly AnyTool[], result: Record<string, unknown>) => ({
  ...result,
  tools: (result.tools as AnyTool[]).filter(({ name }) => namesOf(offered).includes(name)),
})

/** 2026-07-28, transports: a header field is missing, or differs from the body. */
const HEADER_MISMATCH = -32020
/** As nginx logs it; the client does not read this answer. */
const CLIENT_CLOSED_REQUEST = 499
const JSON_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' }

const reply = ({ fields }: Exchange, status: number, headers: Record<string, string>, body: string | null = null) =>
  new Response(body, { status, headers: { ...fields, ...headers } })

function rpcError(
  exchange: Exchange,
  status: number,
  id: JsonRpcRequest['id'],
  { code, message, data }: { code: number; message: string; data?: unknown },
): Response {
  const error = { code, message, ...(data !== undefined && { data }) }
  return reply(exchange, status, JSON_HEADERS, JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error }))
}

/** The error code of the legacy revisions, with the data of 2026-07-28, which tells a program what to ask for. */
const unsupportedRevision = (requested: string) => ({
  code: -32000,
  message: `MCP-Protocol-Version "${echoed(requested)}" is not served. Served are: ${REVISIONS.join(', ')}.`,
  data: { supported: REVISIONS, requested: echoed(requested) },
})

function requireJson({ headers }: Request): void {
  const type = headers.get('content-type')
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

function messageFrom(json: unknown): JsonRpcRequest {
  const parsed = JsonRpcRequest.safeParse(withoutNulls(json))
  if (parsed.success) return parsed.data
  throw new CatalogError('invalid_request', {
    detail: 'The body is not one JSON-RPC 2.0 request or notification; batches and responses are not accepted.',
    resolution: 'Send an object with jsonrpc "2.0", method, params and, for a request, a string or integer id.',
  })
}

function parseJson(text: string): unknown {
  const json = jsonOf(text)
  if (json !== undefined) return json
  throw new CatalogError('invalid_request', {
    detail: 'The body is not JSON.',
    resolution: 'Send one JSON-RPC 2.0 request or notification as JSON in UTF-8.',
  })
}

const withEnvelope = (message: JsonRpcRequest): JsonRpcRequest => ({
  ...message,
  params: {
    ...message.params,
    _meta: { [PROTOCOL_VERSION_META_KEY]: MODERN_REVISION, [CLIENT_CAPABILITIES_META_KEY]: {} },
  },
})
