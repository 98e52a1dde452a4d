/**
 * POST /mcp: stateless Streamable HTTP for the revisions 2024-11-05 to 2026-07-28; every answer is a single JSON object.
 * A body that is not one JSON-RPC message is answered with a problem document, everything else in JSON-RPC, because
 * clients of both eras read that to find the revision. The checks run in the order of `answer` and `dispatch`.
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
import type { McpAnswer } from '../http/cacheable-answer.ts'
import { JsonRpcRequest, readBody, shapeProblem } from '../http/read-body.ts'
import { withoutUndefined } from '../system/optional-members.ts'
import { CatalogError, closed, echoed } from '../tools/define/catalog-error.ts'
import { cacheabilityOf } from '../tools/define/define.ts'
import { replayToolCall } from '../tools/define/tool-events.ts'
import { type McpOptions, mcpServerFactory } from './create-server.ts'
import { MODERN_REVISION, REVISIONS } from './identity.ts'
import { createMultiplexer } from './multiplexer.ts'
import type { Era } from './params.ts'
import { headerMismatch } from './standard-headers.ts'

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

export function createMcpEndpoint(options: McpHttpOptions) {
  const { tools, report } = options
  const toolsByName = new Map(tools.map((tool) => [tool.name, tool]))
  const create = mcpServerFactory(options)
  const onError = (error: Error) => {
    // Mistakes of clients are answered; failures of this process have a code or a class.
    if (error.constructor !== Error || 'code' in error) closed(error, report)
  }
  const multiplexers = {
    modern: createMultiplexer('modern', create, onError),
    legacy: createMultiplexer('legacy', create, onError),
  }

  return { answer, originHeaders }

  /** For every answer to a page of an allowed Origin, problems too, so that the page may read it. */
  function originHeaders(request: Request): Record<string, string> {
    const origin = request.headers.get('origin')
    return origin !== null && isOwnHost(request) && isAllowedOrigin(origin)
      ? { 'access-control-allow-origin': origin, vary: 'Origin' }
      : {}
  }

  /** @throws CatalogError to be answered with a problem document */
  async function answer(request: Request): Promise<McpAnswer> {
    const { method } = request
    if (method !== 'POST' && method !== 'OPTIONS') throw onlyPost(`${method} is not accepted here.`)
    refuseForeign(request)
    if (method === 'OPTIONS') return preflight(request)
    requireJson(request)
    const json = parseJson(await readBody(request))
    const message = shapeProblem(json)
    if (message !== undefined) return rpcError(400, idOf(json), { code: INVALID_REQUEST, message })
    return dispatch(request, messageFrom(json))
  }

  function isOwnHost(request: Request): boolean {
    const host = request.headers.get('host') ?? new URL(request.url).host
    return validateHostHeader(host, [...options.hostnames]).ok
  }

  function isAllowedOrigin(origin: string): boolean {
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
    if (origin !== null && !isAllowedOrigin(origin)) {
      throw new CatalogError('unauthorized', { detail: 'Pages of this Origin may not call the MCP endpoint.' })
    }
  }

  async function dispatch(request: Request, message: JsonRpcRequest): Promise<McpAnswer> {
    const { headers, signal } = request
    const { id, method } = message
    // Its answer is always a stream, which this endpoint never opens. Clients see changes when they ask again.
    if (method === 'subscriptions/listen') {
      const error = { code: METHOD_NOT_FOUND, message: `Method not found: ${method}` }
      return id === undefined ? accepted() : rpcError(404, id, error)
    }
    const revision = headers.get('mcp-protocol-version') ?? undefined
    // Clients may discover before they know any revision; one that names a revision needs its envelope.
    const isColdDiscovery =
      method === 'server/discover' && message.params?._meta === undefined && revision === undefined
    if (isColdDiscovery && id !== undefined) return run('modern', withEnvelope(message), signal)

    const standard = {
      protocolVersionHeader: revision,
      mcpMethodHeader: headers.get('mcp-method') ?? undefined,
      mcpNameHeader: headers.get('mcp-name') ?? undefined,
    }
    const outcome = classifyInboundRequest({ httpMethod: 'POST', body: message, ...withoutUndefined(standard) })
    if (outcome.kind === 'reject') return rpcError(outcome.httpStatus, id, outcome)
    if (outcome.kind === 'legacy') {
      // initialize negotiates in its body, whatever the header says.
      if (revision !== undefined && method !== 'initialize' && !REVISIONS.includes(revision)) {
        return unsupportedRevision(id, revision)
      }
    } else {
      const { revision: requested = 'unknown' } = outcome.classification
      if (requested !== MODERN_REVISION) {
        return rpcError(400, id, new UnsupportedProtocolVersionError({ supported: [MODERN_REVISION], requested }))
      }
      const mismatch = id === undefined ? undefined : headerMismatch(message, standard)
      if (mismatch !== undefined) return rpcError(400, id, { code: HEADER_MISMATCH, message: mismatch })
    }
    return id === undefined ? accepted() : run(outcome.kind, message, signal)
  }

  /** Lets the SDK answer. A result that is valid as long as the catalogue is marked so. */
  async function run(era: Era, { id, method, params }: JsonRpcRequest, signal: AbortSignal): Promise<McpAnswer> {
    const outcome = await multiplexers[era].request({ method, ...(params && { params }) }, signal)
    if (!outcome) return { status: CLIENT_CLOSED_REQUEST, headers: {}, body: null }
    if ('error' in outcome) {
      // 2026-07-28, transports: 404 for an unknown method.
      return rpcError(era === 'modern' && outcome.error.code === METHOD_NOT_FOUND ? 404 : 200, id, outcome.error)
    }
    const result = JSON.stringify(outcome.result)
    const answer = {
      status: 200,
      headers: JSON_HEADERS,
      body: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`,
    }
    const tool = method === 'tools/call' ? toolsByName.get(String(params?.name)) : undefined
    if (!tool) return { ...answer, cacheable: { result } }
    const input = (params?.arguments ?? {}) as Record<string, unknown>
    const { isError, structuredContent } = outcome.result
    if (isError || cacheabilityOf(tool, input) !== 'snapshot') return answer
    const onHit = replayToolCall(tool.name, input, structuredContent as Record<string, unknown>)
    return { ...answer, cacheable: { result, onHit } }
  }
}

/** 2026-07-28, transports: a header field is missing, or differs from the body. */
const HEADER_MISMATCH = -32020
/** As nginx logs it; the client does not read this answer. */
const CLIENT_CLOSED_REQUEST = 499
const JSON_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' }

const accepted = (): McpAnswer => ({ status: 202, headers: { 'cache-control': 'no-store' }, body: null })

function rpcError(
  status: number,
  id: JsonRpcRequest['id'],
  { code, message, data }: { code: number; message: string; data?: unknown },
): McpAnswer {
  const error = { code, message, ...(data !== undefined && { data }) }
  return { status, headers: JSON_HEADERS, body: JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error }) }
}

/** The error code of the legacy revisions, with the data of 2026-07-28, which tells a program what to ask for. */
function unsupportedRevision(id: JsonRpcRequest['id'], requested: string): McpAnswer {
  const message = `MCP-Protocol-Version "${echoed(requested)}" is not served. Served are: ${REVISIONS.join(', ')}.`
  return rpcError(400, id, { code: -32000, message, data: { supported: REVISIONS, requested: echoed(requested) } })
}

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

/** The id of a request; undefined if the message has none. */
function idOf(json: unknown): JsonRpcRequest['id'] {
  const { id } = (json ?? {}) as { id?: unknown }
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : undefined
}

function messageFrom(json: unknown): JsonRpcRequest {
  const parsed = JsonRpcRequest.safeParse(json)
  if (parsed.success) return parsed.data
  throw new CatalogError('invalid_request', {
    detail: 'The body is not one JSON-RPC 2.0 request or notification; batches and responses are not accepted.',
    resolution: 'Send an object with jsonrpc "2.0", method, params and, for a request, a string or integer id.',
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CatalogError('invalid_request', {
      detail: 'The body is not JSON.',
      resolution: 'Send one JSON-RPC 2.0 request or notification as JSON in UTF-8.',
    })
  }
}

function preflight({ headers }: Request): McpAnswer {
  if (!headers.has('origin') || !headers.has('access-control-request-method')) {
    throw onlyPost('OPTIONS is only answered for the preflight of a browser.')
  }
  return { status: 204, headers: PREFLIGHT, body: null }
}

const onlyPost = (detail: string) => new CatalogError('method_not_allowed', { detail, resolution: 'Use one of: POST.' })

const withEnvelope = (message: JsonRpcRequest): JsonRpcRequest => ({
  ...message,
  params: {
    ...message.params,
    _meta: { [PROTOCOL_VERSION_META_KEY]: MODERN_REVISION, [CLIENT_CAPABILITIES_META_KEY]: {} },
  },
})
