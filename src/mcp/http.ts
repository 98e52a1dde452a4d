/**
 * POST /mcp: stateless Streamable HTTP for the revisions 2024-11-05 to 2026-07-28, always single JSON answers.
 * What is not one JSON-RPC message is a CatalogError (a problem document); everything after that stays JSON-RPC,
 * because clients of both eras read it to find the revision.
 */
import {
  classifyInboundRequest,
  createMcpHandler,
  isInitializeRequest,
  isJsonContentType,
  readRequestBody,
  validateHostHeader,
  validateOriginHeader,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import { CatalogError } from '../tools/errors.ts'
import { type McpOptions, mcpServerFactory } from './server.ts'

const MOST_BODY_BYTES = 64 * 1024
const MODERN = '2026-07-28'
const BOTH_TYPES = 'application/json, text/event-stream'
const PREFLIGHT = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name',
  'access-control-max-age': '86400',
}

/** SPEC 2.7, strict. */
const JsonRpcRequest = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.int()]).optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
})
type JsonRpcRequest = z.infer<typeof JsonRpcRequest>

export interface McpHttpOptions extends McpOptions {
  /** Host names under which the endpoint answers, without ports. */
  hostnames: readonly string[]
  /** Host names of the web sites whose pages may call it. */
  originHostnames: readonly string[]
}

export function createMcpEndpoint(options: McpHttpOptions): (request: Request) => Promise<Response> {
  const factory = mcpServerFactory(options)
  const modern = withoutWarning(() => createMcpHandler(factory, { legacy: 'reject', responseMode: 'json' }))

  return async function mcpEndpoint(request) {
    const origin = refuseForeign(request)
    if (request.method === 'OPTIONS') return preflight(request, origin)
    const message = await readMessage(request)
    const answer = await dispatch(request, message)
    if (origin) allowOrigin(answer, origin)
    return answer
  }

  /** @returns the allowed Origin, if there is one */
  function refuseForeign(request: Request): string | undefined {
    const host = request.headers.get('host') ?? new URL(request.url).host
    if (!validateHostHeader(host, [...options.hostnames]).ok) {
      throw new CatalogError('unauthorized', {
        detail: 'This Host is not one of the service.',
        resolution: "Use the service's public address, or add the host name to ALLOWED_HOSTS.",
      })
    }
    const origin = request.headers.get('origin') ?? undefined
    if (origin !== undefined && !validateOriginHeader(origin, [...options.originHostnames]).ok) {
      throw new CatalogError('unauthorized', { detail: 'Pages of this Origin may not call the MCP endpoint.' })
    }
    return origin
  }

  async function dispatch(request: Request, message: JsonRpcRequest): Promise<Response> {
    // Always a stream in the protocol, which this endpoint never opens; no list it serves ever changes while it runs.
    if (message.method === 'subscriptions/listen') return methodNotFound(message)
    const headers = new Headers(request.headers)
    // A client that has not looked at the protocol yet; one that names a revision is held to its envelope.
    const discovery =
      message.method === 'server/discover' &&
      message.params?._meta === undefined &&
      !headers.has('mcp-protocol-version')
    // Both legs insist on a client that also takes event streams, though neither sends one.
    headers.set('accept', BOTH_TYPES)
    const body = discovery ? withEnvelope(message) : message
    if (discovery) {
      headers.set('mcp-protocol-version', MODERN)
      headers.set('mcp-method', message.method)
    }
    const outcome = classifyInboundRequest({
      httpMethod: 'POST',
      body,
      ...present('protocolVersionHeader', headers.get('mcp-protocol-version')),
      ...present('mcpMethodHeader', headers.get('mcp-method')),
      ...present('mcpNameHeader', headers.get('mcp-name')),
    })
    const inner = new Request(request.url, { method: 'POST', headers, signal: request.signal })
    return outcome.kind === 'legacy' ? legacy(inner, body) : modern.fetch(inner, { parsedBody: body })
  }

  async function legacy(request: Request, body: JsonRpcRequest): Promise<Response> {
    if (body.method === 'initialize' && body.id !== undefined && !isInitializeRequest(body)) {
      return rpcError(200, body.id, -32602, 'initialize needs protocolVersion, capabilities and clientInfo')
    }
    const server = factory({ era: 'legacy' })
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    let abandon!: () => void
    // A transport that is closed in mid-call never settles, so a client that leaves has to end the wait.
    const gone = new Promise<Response>((resolve) => {
      abandon = () => resolve(new Response(null, { status: 499 }))
    })
    request.signal.addEventListener('abort', abandon, { once: true })
    try {
      return await Promise.race([transport.handleRequest(request, { parsedBody: body }), gone])
    } finally {
      request.signal.removeEventListener('abort', abandon)
      await server.close()
    }
  }
}

/** Content-Type, size, JSON and shape, in this order. */
async function readMessage(request: Request): Promise<JsonRpcRequest> {
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
  // Only the client breaks the stream of its body, by leaving; that is nothing to report.
  const body = await readRequestBody(request, MOST_BODY_BYTES).catch(() => {
    throw new CatalogError('invalid_request', { detail: 'The body broke off before its end.' })
  })
  if (body.tooLarge) {
    throw new CatalogError('payload_too_large', { detail: `The body has more than ${MOST_BODY_BYTES} bytes.` })
  }
  const parsed = JsonRpcRequest.safeParse(parse(body.text))
  if (parsed.success) return parsed.data
  throw notOneMessage()
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

const notOneMessage = () =>
  new CatalogError('invalid_request', {
    detail: 'The body is not one JSON-RPC 2.0 request or notification; batches and responses are not accepted.',
    resolution: 'Send an object with jsonrpc "2.0", method, params and, for a request, a string or integer id.',
  })

function preflight(request: Request, origin: string | undefined): Response {
  if (!origin || !request.headers.has('access-control-request-method')) {
    throw new CatalogError('method_not_allowed', {
      detail: 'OPTIONS is only answered for the preflight of a browser.',
      resolution: 'Use one of: POST.',
    })
  }
  return allowOrigin(new Response(null, { status: 204, headers: PREFLIGHT }), origin)
}

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

const rpcError = (status: number, id: string | number, code: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', id, error: { code, message } }, { status })

const present = <K extends string>(key: K, value: string | null) => (value === null ? {} : { [key]: value })

/** The SDK warns that JSON answers drop notifications in mid-call; our tools send none. */
function withoutWarning<T>(create: () => T): T {
  const { warn } = console
  console.warn = () => {}
  try {
    return create()
  } finally {
    console.warn = warn
  }
}
