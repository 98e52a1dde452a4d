/** The registry of Agentic Resource Discovery (ARD v0.91 §5.3, Appendix B): what it is asked, and how it refuses. */
import * as z from 'zod'
import { type Failure, failureIn } from '../http/problem.ts'
import type { CatalogError } from '../tools/define/catalog-error.ts'
import type { Site } from '../tools/define/define.ts'
import { type ErrorCode, problems } from '../tools/define/problem-codes.ts'
import { integerBetween, text } from '../tools/define/shared-fields.ts'
import { findSdk } from '../tools/find-sdk.ts'

/** Terms of an entry that a filter or a facet may begin with; `publisher` is part of the identifier. */
const ARD_TERMS = [
  ...['identifier', 'publisher', 'displayName', 'type', 'url', 'description', 'tags', 'capabilities', 'version'],
  ...['updatedAt', 'metadata', 'trustManifest'],
]
const TERM_PATH = new RegExp(`^(?:${ARD_TERMS.join('|')})(?:\\.|$)`)
const NOT_A_TERM = { error: `must begin with one of ${ARD_TERMS.join(', ')}` }
const termPath = text(200).regex(TERM_PATH, NOT_A_TERM).describe('Path of a term, such as "metadata.key".')
const words = findSdk.input.shape.query.describe('The need, in words.')
const value = text(500)

const query = {
  '@context': z.unknown().optional().describe('Binds prefixes; entries here have only the terms of ARD.'),
  text: words.optional(),
  filter: z
    .record(z.string(), z.union([value, z.array(value).max(50)], { error: 'must be text or a list of texts' }))
    .refine((filter) => Object.keys(filter).every((path) => TERM_PATH.test(path)), NOT_A_TERM)
    .optional()
    .meta({
      description: 'Values by term: one of a list, and every term.',
      propertyNames: { type: 'string', pattern: TERM_PATH.source },
    }),
}

const pageToken = text(200).optional().describe('From the answer before.')
const ArdSearch = z
  .strictObject({
    query: z.strictObject({ ...query, text: words }).describe('What to search for.'),
    federation: z.enum(['auto', 'referrals', 'none']).default('auto').describe('This registry asks no other one.'),
    pageSize: integerBetween(1, 100).default(10).describe('Maximum number of results.'),
    pageToken,
  })
  .meta({ id: 'ArdSearch', description: 'A search of the registry.' })

const facet = z
  .strictObject({
    field: termPath,
    limit: integerBetween(1, 1000).default(20).describe('Maximum number of buckets.'),
    minCount: integerBetween(0).default(1).describe('Smallest bucket.'),
  })
  .describe('One facet.')
const facets = z.array(facet).min(1).max(20).describe('What to count by.')
const ArdExplore = z
  .strictObject({
    query: z.strictObject(query).optional().describe('What to count; everything, if absent.'),
    resultType: z.strictObject({ facets }).describe('The form of the answer.'),
  })
  .meta({ id: 'ArdExplore', description: 'Counts over what a search would find.' })

const ArdEntry = z
  .looseObject({
    identifier: z.string().describe('Name of the entry, for ever.'),
    displayName: z.string().describe('Name for people.'),
    type: z.string().describe('Media type of what is at `url` or in `data`.'),
  })
  .meta({ id: 'ArdEntry', description: 'What this domain offers to agents: an SDK, or something of its own.' })
/** With the terms of §4.2. */
export type ArdEntry = z.output<typeof ArdEntry>

const ArdResults = z
  .strictObject({
    results: z.array(ArdEntry).describe('Best first, each with `score`, from 0 to 100, and `source`, this registry.'),
    referrals: z.array(ArdEntry).optional().describe('Other registries: none.'),
    pageToken: z.string().optional().describe('For the next page; absent on the last.'),
  })
  .meta({ id: 'ArdResults', description: 'Entries that fit.' })

const ArdList = z
  .strictObject({
    items: z.array(ArdEntry).describe('In the order of the manifest.'),
    total: z.int().describe('Number of all entries.'),
    pageToken: z.string().optional().describe('For the next page; absent on the last.'),
  })
  .meta({ id: 'ArdList', description: 'Entries of the registry.' })

const ArdFacets = z
  .strictObject({
    resultType: z.literal('facets').describe('The form of the answer.'),
    facets: z.record(z.string(), z.looseObject({})).describe('By term: `buckets` of `value` and `count`.'),
  })
  .meta({ id: 'ArdFacets', description: 'Counts by term.' })

/** Appendix C; the publisher is a domain name. */
export const ardIdentifier = ({ baseUrl }: Site, name: string): string =>
  `urn:air:${new URL(baseUrl).hostname.replace(/[^a-z0-9.-]/g, '')}:${name}`
const Identifier = text(500)
  .regex(/^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$/, 'must be like urn:air:sdk.example.com:sdk:example-sdk')
  .describe('Identifier of an entry, percent-encoded as one segment.')

export const ardOperations = {
  search: {
    ...{ method: 'POST', path: '/search', operationId: 'search_ard_registry', title: 'Search the registry' },
    description: 'Searches the SDKs as entries of Agentic Resource Discovery (ARD v0.91 §5.3.2), best first.',
    input: ArdSearch,
    output: ArdResults,
    example: { query: { text: 'weather forecast', filter: { capabilities: ['sdk-py'] } }, pageSize: 2 },
  },
  explore: {
    ...{ method: 'POST', path: '/explore', operationId: 'explore_ard_registry', title: 'Count what the registry has' },
    description: 'Counts the SDKs that fit by the values of terms (ARD v0.91 §5.3.3).',
    input: ArdExplore,
    output: ArdFacets,
    example: { query: { text: 'weather' }, resultType: { facets: [{ field: 'tags', limit: 3 }] } },
  },
  list: {
    ...{ method: 'GET', path: '/agents', operationId: 'list_ard_entries', title: 'List the registry' },
    description: 'Lists all entries, page by page and without filters (ARD v0.91 §5.3.5).',
    // The list takes no filter and no order.
    query: ['pageSize', 'pageToken', 'filter', 'orderBy'],
    input: z.strictObject({
      pageSize: integerBetween(1, 100).default(20).describe('Maximum number of entries.'),
      pageToken,
    }),
    output: ArdList,
    example: { pageSize: 2 },
  },
  retrieve: {
    ...{ method: 'GET', path: '/agents/{identifier}', operationId: 'get_ard_entry', title: 'Get a registry entry' },
    description: 'Returns the whole entry with an identifier (ARD v0.91 §5.3.4).',
    input: z.object({ identifier: Identifier }),
    output: ArdEntry,
    example: { name: 'sdk:poetrydb-sdk' },
  },
} as const

const INVALID = 'INVALID_ARGUMENT'
const CODES = { not_found: 'NOT_FOUND', rate_limited: 'RATE_LIMIT_EXCEEDED', server_error: 'INTERNAL_ERROR' }

export const ArdError = z
  .strictObject({
    errorCode: z.enum([INVALID, ...Object.values(CODES)]).describe('What went wrong, for programs.'),
    message: z.string().describe('What went wrong, for people.'),
  })
  .meta({ id: 'ArdError', description: 'Why a request to the registry failed.' })

/** The answer to a failure, in the form of Appendix B. */
export function ardFailure(error: CatalogError): Failure {
  const { code, info } = error
  const message = info.errors ? info.detail : `${info.detail} ${info.resolution ?? problems[code].resolution}`
  const errorCode = (CODES as Partial<Record<ErrorCode, string>>)[code] ?? INVALID
  return failureIn('application/json', error, { errorCode, message })
}
