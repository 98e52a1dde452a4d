/** The registry of ARD v0.91 (§5.3): search and facets by ranked search, and the list. It asks no other registry. */
import { setImmediate as loopTurn } from 'node:timers/promises'
import type * as z from 'zod'
import type { Document, Route, RouteDeps, RouteInfo } from '../documents/route.ts'
import { mediaType, parseBody } from '../http/json-body.ts'
import { readBody } from '../http/read-body.ts'
import { readQuery } from '../http/read-query.ts'
import { CatalogError } from '../tools/define/catalog-error.ts'
import { parseExact, parseInput, type Services } from '../tools/define/define.ts'
import { recordToolCall } from '../tools/define/tool-events.ts'
import { findSdk } from '../tools/find-sdk.ts'
import { AI_CATALOG_TYPE, ARD_PATH, ardEntry, ardManifest, ardPage, sdkEntry } from './ard-manifest.ts'
import { ardOperation } from './ard-openapi.ts'
import { type ArdEntry, ardFailure, ardOperations } from './ard-schemas.ts'

type Search = z.output<typeof ardOperations.search.input>
type Explore = z.output<typeof ardOperations.explore.input>

/** Score of the first result by how strictly it matches; results fall to half of it along their order. */
const SCORES = { exact: 100, all: 90, typos: 80, any: 60, related: 30, none: 0 }

const row = (operation: (typeof ardOperations)[keyof typeof ardOperations]): RouteInfo => ({
  method: operation.method as RouteInfo['method'],
  path: operation.path,
  failure: ardFailure,
  describe: (context) => ardOperation(operation, context),
})

const posted = async (services: Services, request: Request, schema: z.ZodType, run: typeof search | typeof explore) => {
  if (mediaType(request.headers.get('content-type') ?? undefined) !== 'application/json')
    throw new CatalogError('unsupported_media_type', { detail: 'A request to the registry is application/json.' })
  const input = parseExact(schema, parseBody(await readBody(request)))
  const answer = JSON.stringify(await run(services, input as never))
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  return new Response(answer, { headers: { ...headers, 'content-length': String(Buffer.byteLength(answer)) } })
}

const { search: SEARCH, explore: EXPLORE, list: LIST, retrieve: RETRIEVE } = ardOperations

/** The whole room: rest/table.ts adds these rows, and the documents below. */
export const ardRoutes: readonly Route<RouteDeps>[] = [
  { ...row(SEARCH), answer: ({ services }, { request }) => posted(services, request, SEARCH.input, search) },
  { ...row(EXPLORE), answer: ({ services }, { request }) => posted(services, request, EXPLORE.input, explore) },
  { ...row(LIST), answer: ({ services }, { url }) => json(list(services, url.searchParams)) },
  { ...row(RETRIEVE), answer: ({ services }, { params }) => json(ardEntry(params, services)) },
]

const json = (value: object) => ({ content: JSON.stringify(value), type: 'application/json' })

const manifest = {
  headers: () => ({ 'access-control-expose-headers': 'ETag' }),
  // As long as the catalogue, so without indentation.
  build: ardManifest,
}

export const ardDocuments: readonly Document[] = [
  {
    ...manifest,
    path: ARD_PATH,
    operationId: 'get_ard_manifest',
    title: 'ARD manifest',
    about: 'What this domain offers to agents (ARD v0.91): the MCP server, the registry, the skills and every SDK.',
    type: 'application/json',
  },
  {
    ...manifest,
    path: '/.well-known/ai-catalog.json',
    operationId: 'get_ai_catalog',
    title: 'AI catalogue',
    about: 'The same at the path of before ARD v0.91.',
    type: AI_CATALOG_TYPE,
  },
]

function list(services: Services, parameters: URLSearchParams) {
  const { pageSize, pageToken } = parseInput(LIST.input, readQuery(parameters, LIST.query, LIST.input))
  const start = offsetOf(services, pageToken)
  const page = ardPage(services, start, pageSize)
  return { ...page, ...nextPage(services, start + pageSize, page.total) }
}

async function search(services: Services, { query, federation, pageSize, pageToken }: Search) {
  const { match, entries } = await matched(services, query)
  const start = offsetOf(services, pageToken)
  const results = entries.slice(start, start + pageSize).map(({ representativeQueries: _, ...entry }, at) => ({
    ...entry,
    score: Math.round(SCORES[match] * (1 - (start + at) / entries.length / 2)),
    source: `${services.site.baseUrl}/`,
  }))
  const referrals = federation === 'referrals' && { referrals: [] }
  return { results, ...referrals, ...nextPage(services, start + pageSize, entries.length) }
}

function nextPage({ catalog }: Services, start: number, total: number) {
  return start < total && { pageToken: Buffer.from(`${start} ${catalog.id}`).toString('base64url') }
}

/** @throws CatalogError for what is no token of this catalogue */
function offsetOf({ catalog }: Services, pageToken: string | undefined): number {
  if (pageToken === undefined) return 0
  const [offset, id] = Buffer.from(pageToken, 'base64url').toString().split(' ')
  if (/^\d{1,9}$/.test(offset!) && id === catalog.id) return Number(offset)
  throw new CatalogError('invalid_request', {
    detail: 'pageToken is not from an answer of the present catalogue.',
    resolution: 'Ask again without it.',
  })
}

async function explore(services: Services, { query = {}, resultType }: Explore) {
  const { entries } = await matched(services, query)
  const facets = []
  for (const { field, limit, minCount } of resultType.facets) {
    // Other requests are answered in between: a facet takes milliseconds.
    await loopTurn()
    const values = entries.flatMap((entry) => [...new Set(valuesAt(entry, field))])
    const buckets = Array.from(Map.groupBy(values, String), ([value, { length: count }]) => ({ value, count }))
      .filter(({ count }) => count >= minCount)
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    const otherCount = buckets.slice(limit).reduce((sum, { count }) => sum + count, 0)
    facets.push([field, { buckets: buckets.slice(0, limit), ...(otherCount > 0 && { otherCount }) }])
  }
  return { resultType: 'facets', facets: Object.fromEntries(facets) }
}

/** Every entry that fits, best first. */
async function matched({ catalog, site }: Services, { text, filter = {} }: NonNullable<Explore['query']>) {
  const ranked =
    text === undefined
      ? undefined
      : await recordToolCall(findSdk.name, { query: text }, async () => catalog.find(text, {}, 1))
  const records = ranked
    ? ranked.positions.slice(0, ranked.total).map((position) => catalog.records.at(position))
    : [...catalog.records]
  const conditions = Object.entries(filter).map(([path, values]) => [path, [values].flat()] as const)
  const fits = (entry: ArdEntry) =>
    conditions.every(([path, values]) => valuesAt(entry, path).some((value) => values.includes(value)))
  return { match: ranked?.match ?? 'exact', entries: records.map((record) => sdkEntry(record, site)).filter(fits) }
}

/** §5.3.1: the values at a path, as text; each element of an array counts. */
function valuesAt(entry: ArdEntry, path: string): string[] {
  if (path === 'publisher') return [entry.identifier.split(':')[2]!]
  let at: unknown[] = [entry]
  for (const name of path.split('.')) {
    at = at.flatMap((value) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : []))
    if (at.length === 0) return []
  }
  return at.filter((value) => typeof value === 'string' || typeof value === 'number').map(String)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
