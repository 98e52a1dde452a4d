/** The kinds of requests that are measured, each as several requests that take turns, so that no answer is the only one. */
import { catalog } from '../../test/embedded.ts'
import { initialize, legacy, modern, type Sent } from '../../test/mcp/messages.ts'
import type { BenchRequest } from '../load.ts'

/** Requests of each kind, which take turns. */
const TURNS = 64

const slugs = catalog
  .slugs()
  .filter((_, at) => at % Math.floor(catalog.count / TURNS) === 0)
  .slice(0, TURNS)
const topics = catalog.topics.slice(0, TURNS)
const NEEDS = [
  'weather forecast',
  'send a text message',
  'exchange rates',
  'poems by author',
  'pictures of cats',
  'open data of a city',
  'football results',
  'translate a text',
]

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const mcp = ({ headers, body }: Sent): BenchRequest => ({ path: '/mcp', headers, body: JSON.stringify(body) })
const call = (name: string, all: readonly object[]) =>
  all.map((given) => mcp(modern('tools/call', { name, arguments: given })))
const get = (paths: readonly string[], headers: Record<string, string> = {}) =>
  paths.map((path): BenchRequest => ({ method: 'GET', path, headers }))
const page = (paths: readonly string[]) => get(paths, { accept: BROWSER, 'accept-encoding': 'gzip, deflate, br, zstd' })
/** Replaced by another number in each request (requests.ts), so that no answer comes from the store. */
export const NUMBER = '00000000'
const numbered = (paths: readonly string[]) =>
  paths.map((path) => `${path}${path.includes('?') ? '&' : '?'}number=${NUMBER}`)
/** Clients may put members of their own into `_meta` (2026-07-28, general fields). */
const numberedCall = ({ headers, body }: Sent): BenchRequest => {
  const { params } = body as { params: { _meta: object } }
  return mcp({
    headers,
    body: { ...body, params: { ...params, _meta: { ...params._meta, 'com.example/number': NUMBER } } },
  })
}
const query = (words: readonly string[]) => words.map((word) => encodeURIComponent(word))

export const KINDS: Readonly<Record<string, readonly BenchRequest[]>> = {
  'MCP get_sdk_entry': call(
    'get_sdk_entry',
    slugs.map((slug) => ({ slug })),
  ),
  'MCP search_sdk_catalog, up to 20 hits': call(
    'search_sdk_catalog',
    topics.map((q) => ({ q })),
  ),
  'MCP find_sdk': call(
    'find_sdk',
    NEEDS.map((need) => ({ query: need })),
  ),
  'MCP get_sdk_readme': call(
    'get_sdk_readme',
    slugs.map((slug) => ({ slug })),
  ),
  'MCP get_sdk_readme with a language': call(
    'get_sdk_readme',
    slugs.map((slug) => ({ slug, language: 'py' })),
  ),
  'MCP tools/list': [mcp(modern('tools/list'))],
  'MCP server/discover': [mcp(modern('server/discover'))],
  'MCP initialize': [mcp(legacy('initialize', initialize('2025-11-25')))],
  'MCP ping': [mcp(legacy('ping', undefined, '2025-11-25'))],
  'MCP resources/read': slugs.map((slug) => mcp(modern('resources/read', { uri: `sdk://${slug}` }))),
  'REST search, up to 20 hits': get(query(topics).map((q) => `/api/sdk/search?q=${q}`)),
  'REST find': get(query(NEEDS).map((need) => `/api/sdk/find?query=${need}`)),
  'REST entry': get(slugs.map((slug) => `/api/sdk/${slug}.json`)),
  'REST health': get(['/api/health']),
  'REST catalog.json': get(['/api/sdk/catalog.json']),
  'REST catalog.json, unchanged': get(['/api/sdk/catalog.json'], { 'if-none-match': '*' }),
  'REST catalog.json, compressed': get(['/api/sdk/catalog.json'], { 'accept-encoding': 'gzip' }),
  'home page': page(['/']),
  'page of an SDK': page(slugs.map((slug) => `/example-sdk/${slug}`)),
  README: get(slugs.map((slug) => `/example-sdk/${slug}.md`)),
  '/sdk?q=': page(query(topics).map((q) => `/sdk?q=${q}`)),
  'MCP get_sdk_entry, not stored': slugs.map((slug) =>
    numberedCall(modern('tools/call', { name: 'get_sdk_entry', arguments: { slug } })),
  ),
  'MCP find_sdk, not stored': NEEDS.map((query) =>
    numberedCall(modern('tools/call', { name: 'find_sdk', arguments: { query } })),
  ),
  'REST entry, not stored': get(numbered(slugs.map((slug) => `/api/sdk/${slug}.json`))),
  'page of an SDK, not stored': page(numbered(slugs.map((slug) => `/example-sdk/${slug}`))),
  'REST search, not stored': get(numbered(query(topics).map((q) => `/api/sdk/search?q=${q}`))),
  'REST find, not stored': get(numbered(query(NEEDS).map((need) => `/api/sdk/find?query=${need}`))),
  '/sdk?q=, not stored': page(numbered(query(topics).map((q) => `/sdk?q=${q}`))),
}
