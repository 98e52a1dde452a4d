/**
 * Any request that a client can send: every route, tool, method, argument, header field and form, with text of many
 * scripts, wide and deep JSON, and odd types. What is chosen is a list of numbers, so that a request has neighbours.
 */

import { ardOperations } from '../../src/ard/ard-schemas.ts'
import { documents } from '../../src/rest/route-table.ts'
import { routes } from '../../src/rest/routes.ts'
import { jsonSchema } from '../../src/tools/define/json-schema.ts'
import { mcpTools } from '../../src/tools/index.ts'
import { testServices } from '../../test/app.ts'
import { embedded } from '../../test/embedded.ts'
import { pick } from './attack.ts'
import { COUNTS, json, LENGTHS, type Next, repeated, text, written } from './hostile-values.ts'

export interface HostileRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

const some = <T>(next: Next, list: readonly T[], share: number): T[] => list.filter(() => next() < share)

const METHODS =
  'tools/list prompts/list resources/list resources/templates/list resources/read prompts/get completion/complete initialize ping server/discover skills/list skills/get resources/directory/read logging/setLevel notifications/initialized notifications/cancelled subscriptions/listen nope'.split(
    ' ',
  )
const PARAMS = [
  'name',
  'uri',
  'cursor',
  'arguments',
  'ref',
  'argument',
  'context',
  'capabilities',
  'clientInfo',
  '_meta',
  'task',
]
const VALID: Readonly<Record<string, object>> = {
  initialize: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
  'resources/read': { uri: 'sdk://poetrydb-sdk/readme' },
  'prompts/get': { name: 'choose_sdk', arguments: { task: 'poems' } },
  'completion/complete': { ref: { type: 'ref/resource', uri: 'sdk://{slug}' }, argument: { name: 'slug', value: 'a' } },
}

function rpc(next: Next): HostileRequest {
  const isTool = next() < 0.6
  const method = isTool ? 'tools/call' : pick(next, METHODS)
  const params: Record<string, unknown> = isTool ? toolParams(next) : { ...VALID[method] }
  if (!isTool || next() < 0.1) for (const name of some(next, PARAMS, 0.25)) params[name] = json(next)
  const modern = next() < 0.3
  if (modern) {
    const meta = params._meta instanceof Object ? params._meta : {}
    const capabilities = next() < 0.2 ? json(next) : {}
    params._meta = {
      ...{ ...meta, 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    }
  }
  const id = next() < 0.8 ? 1 : json(next)
  const body = next() < 0.95 ? { jsonrpc: '2.0', id, method, params } : json(next)
  const named = String(params.name ?? params.uri ?? '')
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, 2_000)
  const standard = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, 'mcp-name': named }
  const headers = { ...typed(next, 'application/json'), ...(modern && standard), ...fields(next) }
  return { method: 'POST', path: '/mcp', headers, body: written(next, body) }
}

/** SDKs with the most operations, and any others. */
const LARGEST = embedded.records.toSorted((a, b) => b.entities.length - a.entities.length).slice(0, 10)
const sdk = (next: Next) => pick(next, next() < 0.5 ? LARGEST : embedded.records)

/** An SDK, and an operation of it. */
function operation(next: Next) {
  const { slug, entities } = sdk(next)
  const { name, ops } = entities.length > 0 ? pick(next, entities) : { name: 'x', ops: [] }
  return { slug, entity: name, op: ops.length > 0 ? pick(next, ops) : 'list' }
}

function toolParams(next: Next): Record<string, unknown> {
  const tool = pick(next, mcpTools)
  const input: Record<string, unknown> = { ...(pick(next, tool.examples) as object) }
  if (tool.name === 'get_sdk_readme' && next() < 0.5) Object.assign(input, operation(next), { more: next() < 0.5 })
  const { properties = {} } = jsonSchema(tool.input, 'input')
  for (const name of some(next, Object.keys(tool.input.shape), 0.4)) {
    const value = json(next)
    const { maxLength = 200 } = properties[name] as { maxLength?: number }
    // What is too long is refused early.
    input[name] = typeof value === 'string' && next() < 0.7 ? value.slice(0, maxLength) : value
  }
  if (next() < 0.1) Object.assign(input, json(next))
  return { name: tool.name, arguments: input }
}

/** Node takes 16 KB of them. */
const MAX_FIELD = 12_000
const FIELDS =
  'accept accept-encoding accept-language if-none-match origin mcp-protocol-version mcp-method mcp-name cookie traceparent range x-forwarded-for cf-turnstile-response idempotency-key authorization user-agent'.split(
    ' ',
  )
const LISTED = [
  'text/html;q=0.5,',
  'a/b,',
  '"x",',
  'W/"x", ',
  'gzip;q=0,',
  'a,',
  ';q=1',
  '1.2.3.4,',
  ', ',
  '=?base64?',
  'bytes=0-1,',
]

function fields(next: Next): Record<string, string> {
  if (next() < 0.7) return {}
  const value = () =>
    next() < 0.7
      ? repeated(pick(next, LISTED), Math.min(MAX_FIELD, pick(next, LENGTHS)))
      : text(next).replace(/[^\x20-\x7e]/g, '')
  return Object.fromEntries(
    some(next, FIELDS, 0.1).map((name) => [
      name,
      value()
        .slice(0, MAX_FIELD / 4)
        .trim(),
    ]),
  )
}

function typed(next: Next, type: string): Record<string, string> {
  const odd = [
    'application/json; charset=utf-16',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/xml',
    `a/${'b;'.repeat(2_000)}`,
  ]
  return { 'content-type': next() < 0.9 ? type : pick(next, odd) }
}

const MESSAGE = [
  'name',
  'email',
  'message',
  'role',
  'portfolio_url',
  'resume_url',
  'reason_again',
  'cf-turnstile-response',
]
const ORIGIN = 'http://localhost:8080'

function message(next: Next): HostileRequest {
  const path = pick(next, ['/api/contact', '/api/jobs/apply', '/contact', '/jobs'])
  const good = { name: 'Ada', email: 'ada@client.example', message: text(next).slice(0, 5_000), role: 'Engineer' }
  const isForm = next() < 0.5
  const values: Record<string, unknown> = { ...good }
  for (const name of some(next, MESSAGE, 0.3)) values[name] = isForm ? text(next) : json(next)
  if (next() < 0.3) Object.assign(values, json(next))
  const pairs = Object.entries(values).map(([name, value]): [string, string] => [
    name.toWellFormed(),
    String(value).toWellFormed(),
  ])
  const repeats = next() < 0.1 ? 'a=1&'.repeat(pick(next, COUNTS)) : ''
  const body = isForm ? repeats + new URLSearchParams(pairs) : written(next, values)
  const type = typed(next, isForm ? 'application/x-www-form-urlencoded' : 'application/json')
  return { method: 'POST', path, headers: { ...type, origin: ORIGIN, accept: 'text/html', ...fields(next) }, body }
}

const PAGES = [
  ...testServices().pages.all.flatMap(({ path }) => [path, `${path}.md`]),
  ...['/sdk', '/sdk/compare', '/og/{slug}.png', '/assets/x.css', '/nowhere'],
]
const SDK_PAGES = [
  ...['/{brand}-sdk/{slug}', '/{brand}-sdk/{slug}.md', '/{brand}-sdk/{slug}/feed.xml', '/{slug}', '/api/{slug}'],
  ...['', '.md', '/try'].map((end) => `/{brand}-sdk/{slug}/{entity}/{op}${end}`),
  '/sdk/topics/{topic}',
]
const READS = [...routes.filter(({ method }) => method === 'GET'), ...documents].map(({ path }) => path)
const QUERY =
  'q query limit offset topic language slugs since page detail no_auth lang entity section from op sort'.split(' ')

function read(next: Next): HostileRequest {
  const known: Record<string, string> = { brand: 'example', ...operation(next), topic: 'weather.xml' }
  const isKnown = next() < 0.6
  const segment = () => encodeURIComponent(text(next).toWellFormed()).slice(0, 8_000)
  const pattern = pick(next, next() < 0.4 ? READS : next() < 0.5 ? PAGES : SDK_PAGES)
  const path = pattern.replace(/\{(\w+)\}/g, (_, name) =>
    isKnown ? encodeURIComponent(known[name] ?? name) : segment(),
  )
  const pairs = some(next, QUERY, 0.2).map((name) => `${name}=${encodeURIComponent(text(next).toWellFormed())}`)
  const many = next() < 0.1 ? `&${pick(next, ['a', 'q', 'slugs', '%C3%A9'])}=`.repeat(pick(next, COUNTS)) : ''
  const query = (pairs.join('&') + many).slice(0, MAX_FIELD)
  const method = pick(next, ['GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'DELETE', 'PROPFIND'])
  return { method, path: query ? `${path}?${query}` : path, headers: fields(next) }
}

const TERMS = 'tags capabilities description displayName type url metadata.code metadata.key data.entries.url'.split(
  ' ',
)

/** To the registry of ARD. */
function registry(next: Next): HostileRequest {
  const { path, example } = pick(next, Object.values(ardOperations))
  const body: Record<string, unknown> = structuredClone(example)
  const term = () => (next() < 0.7 ? pick(next, TERMS) : `tags.${text(next)}`.slice(0, 200))
  const query: Record<string, unknown> = next() < 0.7 ? { text: text(next).slice(0, 1_000) } : { text: 'api' }
  if (next() < 0.4) query.filter = Object.fromEntries(some(next, TERMS, 0.5).map((name) => [name, json(next)]))
  if (next() < 0.3) delete query.text
  const facets = Array.from({ length: Math.min(20, pick(next, COUNTS)) }, () => ({ field: term(), limit: 1_000 }))
  Object.assign(body, { query }, path === '/explore' ? { resultType: { facets } } : { pageSize: 100 })
  if (next() < 0.1) Object.assign(body, json(next))
  return {
    method: 'POST',
    path,
    headers: { ...typed(next, 'application/json'), ...fields(next) },
    body: written(next, body),
  }
}

/** @param next numbers from 0 to 1 */
export function hostileRequest(next: Next): HostileRequest {
  const kind = next()
  return kind < 0.45 ? rpc(next) : kind < 0.75 ? read(next) : kind < 0.9 ? message(next) : registry(next)
}

/** A source of numbers that repeats the given ones, and then takes those of `random`; `taken` has all of them. */
export function choices(given: readonly number[], random: Next): { next: Next; taken: number[] } {
  const taken: number[] = []
  const next = () => {
    const number = given[taken.length] ?? random()
    taken.push(number)
    return number
  }
  return { next, taken }
}
