/**
 * Any request that a client can send: every route, tool, method, argument, header field and form, with text of many
 * scripts, wide and deep JSON, and odd types. What is chosen is a list of numbers, so that a request has neighbours.
 */
import { documents } from '../../../src/documents/index.ts'
import { routes } from '../../../src/interface/routes.ts'
import { mcpTools } from '../../../src/tools/index.ts'
import { jsonSchema } from '../../../src/tools/json-schema.ts'
import { testServices } from '../../app.ts'
import { pick } from './attack.ts'

export interface HostileRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

type Next = () => number

/** Letters of scripts that tokenizers and normal forms treat in ways of their own. */
const SCRIPTS = [
  { from: 0x61, count: 26 },
  { from: 0xc0, count: 200 },
  { from: 0x300, count: 80 },
  { from: 0x3b1, count: 25 },
  { from: 0x430, count: 32 },
  { from: 0x5d0, count: 27 },
  { from: 0x621, count: 40 },
  { from: 0x905, count: 50 },
  { from: 0xe01, count: 58 },
  { from: 0x1100, count: 200 },
  { from: 0x1200, count: 300 },
  { from: 0x1780, count: 80 },
  { from: 0x3041, count: 170 },
  { from: 0x4e00, count: 8_000 },
  { from: 0xac00, count: 8_000 },
  // Letters that normal forms make longer.
  { from: 0xfb50, count: 600 },
  { from: 0xfdf0, count: 12 },
  { from: 0xff21, count: 90 },
  { from: 0x1d400, count: 900 },
  { from: 0x1f600, count: 80 },
  { from: 0x20000, count: 4_000 },
]
const UNITS = [
  ...['wether ', 'curency excange rtes ', 'ab ', 'zzzzzz ', ' ', '\n', '\0', '\u202e', '\u0301', '\u200d', '❤\ufe0f'],
  ...String.raw`a e # / ? . - , @ % ( * [ ' " \ İ ß https://a.b/ a.b.c. poetrydb-sdk, x- a.日 %zz %F0%9F {{7*7}} not without`.split(
    ' ',
  ),
]
const WORDS =
  'weather currency poem without no key in python under free forecast email send map of the sms or but not'.split(' ')
const ODD = [
  '',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%00',
  '-0',
  '1e999',
  'null',
  'a'.repeat(300),
  '(a+)+$',
]
const LENGTHS = [1, 8, 20, 60, 119, 199, 490, 1_000, 5_000, 60_000]
const COUNTS = [0, 1, 3, 20, 21, 100, 490, 990, 1_001, 6_000]
const DEPTHS = [1, 10, 31, 32, 33, 1_000, 5_000]

const index = (next: Next, count: number): number => Math.floor(next() * count)

function text(next: Next): string {
  const length = pick(next, LENGTHS)
  const kind = next()
  if (kind < 0.15) return pick(next, ODD)
  if (kind < 0.4) return repeated(pick(next, UNITS) + (next() < 0.3 ? pick(next, UNITS) : ''), length)
  if (kind < 0.6) {
    const words = Array.from({ length: Math.ceil(length / 6) }, () => misspelt(next, pick(next, WORDS)))
    return words.join(pick(next, [' ', ', ', '-', '.', ' or ', ' not '])).slice(0, length)
  }
  const { from, count } = pick(next, SCRIPTS)
  const start = index(next, count)
  const letters = Array.from({ length }, (_, at) => String.fromCodePoint(from + ((start + at * 7) % count)))
  const gap = pick(next, [0, 0, 2, 3, 5])
  return gap === 0 ? letters.join('') : letters.map((letter, at) => (at % gap ? letter : ` ${letter}`)).join('')
}

const repeated = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

function misspelt(next: Next, word: string): string {
  if (next() < 0.5) return word
  const at = index(next, word.length)
  return word.slice(0, at) + pick(next, ['x', 'q', '', 'ü', word[at]! + word[at]!]) + word.slice(at + 1)
}

function json(next: Next): unknown {
  const kind = next()
  if (kind < 0.6) return text(next)
  if (kind < 0.7) return pick(next, [null, true, 0, -1, 1.5, 1e21, 2 ** 53, [], {}])
  if (kind < 0.8) return Array.from({ length: Math.min(20, pick(next, COUNTS)) }, () => text(next).slice(0, 200))
  const [count, name] = [pick(next, COUNTS), pick(next, ['m', '', '😀', 'query'])]
  if (kind < 0.9) return Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, {}]))
  return `@deep ${pick(next, DEPTHS)}@`
}

/** Written as text, because JSON.stringify fails at such depths. */
const deep = (depth: number): string => `${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`

/** As other programs write JSON. */
function written(next: Next, value: unknown): string {
  const plain = JSON.stringify(value).replace(/"@deep (\d+)@"/g, (_, depth) => deep(Number(depth)))
  const kind = next()
  if (kind < 0.8) return plain
  if (kind < 0.85) return `\ufeff${plain}${' '.repeat(pick(next, LENGTHS))}`
  if (kind < 0.9) return plain.replace(/[a-z]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`)
  if (kind < 0.95) return plain.replace('{', '{"id":1e2,"id":0.1e1,')
  return plain.slice(0, -1 - index(next, 20))
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

function toolParams(next: Next): Record<string, unknown> {
  const tool = pick(next, mcpTools)
  const input: Record<string, unknown> = { ...(pick(next, tool.examples) as object) }
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
const READS = [...routes.filter(({ method }) => method === 'GET'), ...documents].map(({ path }) => path)
const QUERY =
  'q query limit offset topic language slugs since page detail no_auth lang entity section from op sort'.split(' ')

function read(next: Next): HostileRequest {
  const segment = () => (next() < 0.5 ? 'poetrydb-sdk' : encodeURIComponent(text(next).toWellFormed()).slice(0, 8_000))
  const pattern = pick(next, next() < 0.6 ? READS : [...PAGES, '/{brand}-sdk/{slug}', '/{slug}', '/api/{slug}'])
  const path = pattern.replace('{brand}', 'example').replace('{slug}', segment)
  const pairs = some(next, QUERY, 0.2).map((name) => `${name}=${encodeURIComponent(text(next).toWellFormed())}`)
  const many = next() < 0.1 ? `&${pick(next, ['a', 'q', 'slugs', '%C3%A9'])}=`.repeat(pick(next, COUNTS)) : ''
  const query = (pairs.join('&') + many).slice(0, MAX_FIELD)
  const method = pick(next, ['GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'DELETE', 'PROPFIND'])
  return { method, path: query ? `${path}?${query}` : path, headers: fields(next) }
}

/** @param next numbers from 0 to 1 */
export function hostileRequest(next: Next): HostileRequest {
  const kind = next()
  return kind < 0.5 ? rpc(next) : kind < 0.8 ? read(next) : message(next)
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
