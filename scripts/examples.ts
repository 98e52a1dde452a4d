/** Asks the service for the examples of its OpenAPI description: one answer for each operation and each problem. */
import { fileURLToPath } from 'node:url'
import { ardIdentifier, ardOperations } from '../src/ard/ard-schemas.ts'
import { MCP_OPERATION, MCP_PATH } from '../src/documents/openapi/operations.ts'
import { documentText } from '../src/documents/route.ts'
import { documents, routeTable } from '../src/rest/route-table.ts'
import { type MessageRoute, routes } from '../src/rest/routes.ts'
import type { Site } from '../src/tools/define/define.ts'
import { type ErrorCode, problems } from '../src/tools/define/problem-codes.ts'
import { failingApp, goldenApp, goldenServices } from '../test/golden/services.ts'

type Ask = (path: string, init?: RequestInit, status?: number) => Promise<unknown>

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/**
 * @returns examples in the order in which they are asked for, as src/documents/openapi/openapi-examples.ts names them
 * @throws Error for an answer with another status than the one the example is for
 */
export async function giveExamples(): Promise<Record<string, unknown>> {
  const { app, services, close } = goldenApp()
  const { baseUrl, brand } = services.site
  const ask: Ask = async (path, init, status = 200) => {
    const answer = await app.request(`${baseUrl}${path.replace('{brand}', brand)}`, init)
    if (answer.status !== status) throw new Error(`${path} answers ${answer.status}; its example is for ${status}`)
    return read(answer)
  }
  try {
    return {
      ...(await ofReads(ask)),
      ...(await ofMessages(ask)),
      ...ofDocuments(),
      ...(await ofRegistry(ask, services.site)),
      ...(await ofMcp(ask)),
      ...(await ofProblems(ask)),
      server_error: await ofFailure(),
      'message server_error': await ofLostStore(),
    }
  } finally {
    await close()
  }
}

const isJson = (type: string | null): boolean => /[/+]json\b/.test(type ?? '')

const read = async (answer: Response): Promise<unknown> =>
  isJson(answer.headers.get('content-type')) ? answer.json() : answer.text()

async function ofReads(ask: Ask) {
  const examples: Record<string, unknown> = {}
  const reads = routes.filter((route) => route.serves !== 'message')
  for (const route of reads) {
    const { path, tool } = route
    const query = route.serves === 'tool' ? (route.query ?? []) : []
    const input: Record<string, unknown> = tool.examples[0] ?? {}
    const search = new URLSearchParams()
    for (const name of query) if (input[name] !== undefined) search.set(name, String(input[name]))
    const address = path.replace(/\{(?!brand)(\w+)\}/g, (_, name) => String(input[name]))
    examples[`${tool.name} 200`] = await ask(search.size > 0 ? `${address}?${search}` : address)
  }
  return examples
}

async function ofMessages(ask: Ask) {
  const examples: Record<string, unknown> = {}
  const messages = routes.filter((route): route is MessageRoute => route.method === 'POST')
  for (const { path, operation } of messages) {
    const [message] = operation.examples as [Record<string, string>]
    examples[`${operation.name} 200`] = await ask(path, post(message))
    const form = { method: 'POST', body: new URLSearchParams(message) }
    examples.forbidden = await ask(path, form, 403)
  }
  return examples
}

/** Of the fixed pages, as the golden files; without the descriptions, which would hold themselves. */
function ofDocuments() {
  const examples: Record<string, unknown> = {}
  for (const document of documents) {
    const { path, operationId, type } = document
    if (!operationId || path.startsWith('/openapi.')) continue
    const text = documentText(document, goldenServices(), routeTable)
    examples[`${operationId} 200`] = isJson(type) ? JSON.parse(text) : text
  }
  return examples
}

async function ofRegistry(ask: Ask, site: Site) {
  const examples: Record<string, unknown> = {}
  const { list, retrieve, ...posted } = ardOperations
  for (const { path, operationId, example } of Object.values(posted)) {
    examples[`${operationId} 200`] = await ask(path, post(example))
  }
  examples[`${list.operationId} 200`] = await ask(`${list.path}?pageSize=${list.example.pageSize}`)
  const identifier = ardIdentifier(site, retrieve.example.name)
  examples[`${retrieve.operationId} 200`] = await ask(`/agents/${encodeURIComponent(identifier)}`)
  return examples
}

async function ofMcp(ask: Ask) {
  const request = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_sdk_entry', arguments: { slug: 'poetrydb-sdk' } },
  }
  const revision = '2026-07-28'
  const unknown = {
    jsonrpc: '2.0',
    id: 2,
    method: 'tools/unknown',
    params: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': revision,
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  }
  const modern = (method: string) => post(unknown, { 'mcp-protocol-version': revision, 'mcp-method': method })
  return {
    [`${MCP_OPERATION} request`]: request,
    [`${MCP_OPERATION} 200`]: await ask(MCP_PATH, post(request)),
    [`${MCP_OPERATION} 400`]: await ask(MCP_PATH, modern('tools/list'), 400),
    [`${MCP_OPERATION} 404`]: await ask(MCP_PATH, modern('tools/unknown'), 404),
  }
}

/** The cause of each problem but server_error, which needs a service that fails. */
type Cause = [path: string, init?: RequestInit]
const causes: Record<Exclude<ErrorCode, 'server_error'>, Cause> & Record<`message ${string}`, Cause> = {
  not_found: ['/api/sdk/no-such-sdk.json'],
  not_acceptable: ['/api/sdk/search', { headers: { accept: 'image/png' } }],
  method_not_allowed: ['/api/health', { method: 'DELETE' }],
  invalid_request: ['/api/sdk/search?limit=0'],
  unsupported_media_type: ['/api/contact', { ...post(''), headers: { 'content-type': 'application/xml' } }],
  invalid_json: ['/api/contact', { ...post(''), body: '{"name":' }],
  missing_fields: ['/api/contact', post({ name: 'Ada Example' })],
  payload_too_large: [
    '/api/contact',
    post({ name: 'Ada Example', email: 'ada@example.org', message: 'x'.repeat(5001) }),
  ],
  'message invalid_request': ['/api/contact', post({ name: 'Ada Example', email: 'ada', message: 'Hello.' })],
  'message unauthorized': ['/api/contact', post({}, { origin: 'https://elsewhere.example' })],
  unauthorized: [MCP_PATH, post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { origin: 'https://elsewhere.example' })],
  rate_limited: ['/api/contact', post({ name: 'Ada Example', email: 'ada@example.org', message: 'Once more.' })],
}

async function ofProblems(ask: Ask) {
  const examples: Record<string, unknown> = {}
  for (const [name, [path, init]] of Object.entries(causes)) {
    const code = name.replace('message ', '') as ErrorCode
    if (code === 'rate_limited') await exhaust(ask, path, init)
    examples[name] = await ask(path, init, problems[code].status)
  }
  return examples
}

const MAX_ATTEMPTS = 100

/** Sends until it is refused. */
async function exhaust(ask: Ask, path: string, init: RequestInit | undefined): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const accepted = await ask(path, init).then(
      () => true,
      () => false,
    )
    if (!accepted) return
  }
}

async function ofFailure(): Promise<unknown> {
  const { app, services, close } = failingApp()
  const answer = await app.request(`${services.site.baseUrl}/example-sdk/poetrydb-sdk.md`)
  await close()
  const problem = (await answer.json()) as { detail: string }
  // The reference is another one each time.
  return { ...problem, detail: problem.detail.replace(/[0-9a-f-]{36}/, '8e03978e-40d5-43e8-bc93-6894a57f9324') }
}

/** A file where the directory of the messages should be. */
async function ofLostStore(): Promise<unknown> {
  const { app, services, close } = goldenApp({ inbox: { dataDir: fileURLToPath(import.meta.url) } })
  const message = post({ name: 'Ada Example', email: 'ada@example.org', message: 'Hello.' })
  const answer = await app.request(`${services.site.baseUrl}/api/contact`, message)
  await close()
  return answer.json()
}

function post(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return { method: 'POST', headers: { ...JSON_HEADERS, ...headers }, body: JSON.stringify(body) }
}
