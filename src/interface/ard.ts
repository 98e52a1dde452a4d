/** The registry of Agentic Resource Discovery (ARD v0.91 §5.3, Appendix B): what it is asked, and how it refuses. */
import * as z from 'zod'
import type { CatalogError } from '../tools/errors.ts'
import { integerBetween, text } from '../tools/fields.ts'
import { problems } from './problems.ts'

/** Terms of an entry that a filter or a facet may begin with; `publisher` is part of the identifier. */
const ARD_TERMS = [
  ...['identifier', 'publisher', 'displayName', 'type', 'url', 'description', 'tags', 'capabilities', 'version'],
  ...['updatedAt', 'metadata', 'trustManifest'],
]
const isTermPath = (path: string): boolean => ARD_TERMS.includes(path.split('.')[0]!)
const NOT_A_TERM = { error: `must begin with one of ${ARD_TERMS.join(', ')}` }
const termPath = text(200).refine(isTermPath, NOT_A_TERM).describe('Path of a term, such as "metadata.key".')
const words = text(500).min(1).describe('The need, in words.')
const value = text(500)

const query = {
  '@context': z.unknown().optional().describe('Binds prefixes; entries here have only the terms of ARD.'),
  text: words.optional(),
  filter: z
    .record(z.string(), z.union([value, z.array(value).max(50)], { error: 'must be text or a list of texts' }))
    .refine((filter) => Object.keys(filter).every(isTermPath), NOT_A_TERM)
    .optional()
    .describe('Values by term: one of a list, and every term.'),
}

const ArdSearch = z
  .strictObject({
    query: z.strictObject({ ...query, text: words }).describe('What to search for.'),
    federation: z.enum(['auto', 'referrals', 'none']).default('auto').describe('This registry asks no other one.'),
    pageSize: integerBetween(1, 100).default(10).describe('Maximum number of results.'),
    pageToken: text(200).optional().describe('From the answer before.'),
  })
  .meta({ id: 'ArdSearch', description: 'A search of the registry.' })

const ArdExplore = z
  .strictObject({
    query: z.strictObject(query).optional().describe('What to count; everything, if absent.'),
    resultType: z
      .strictObject({
        facets: z
          .array(
            z
              .strictObject({
                field: termPath,
                limit: integerBetween(1, 1000).default(20).describe('Maximum number of buckets.'),
                minCount: integerBetween(0).default(1).describe('Smallest bucket.'),
              })
              .describe('One facet.'),
          )
          .min(1)
          .max(20)
          .describe('What to count by.'),
      })
      .describe('The form of the answer.'),
  })
  .meta({ id: 'ArdExplore', description: 'Counts over what a search would find.' })

const ArdResults = z
  .strictObject({
    results: z
      .array(
        z.looseObject({
          identifier: z.string().describe('Name of the entry, for ever.'),
          displayName: z.string().describe('Name for people.'),
          type: z.string().describe('Media type of what is at `url`.'),
          data: z.looseObject({}).describe('The SDK as JSON and its README, as entries.'),
          score: z.int().min(0).max(100).describe('How well it fits; says nothing about trust.'),
          source: z.string().describe('This registry.').meta({ format: 'uri' }),
        }),
      )
      .describe('Best first.'),
    referrals: z.array(z.never()).optional().describe('Other registries: none.'),
    pageToken: z.string().optional().describe('For the next page; absent on the last.'),
  })
  .meta({ id: 'ArdResults', description: 'Entries that fit.' })

const bucket = z.strictObject({
  value: z.string().describe('A value of the term.'),
  count: z.int().describe('Entries that have it.'),
})
const facet = z.strictObject({
  buckets: z.array(bucket).describe('Largest first.'),
  otherCount: z.int().optional().describe('Entries in further buckets.'),
})
const ArdFacets = z
  .strictObject({
    resultType: z.literal('facets').describe('The form of the answer.'),
    facets: z.record(z.string(), facet).describe('By term.'),
  })
  .meta({ id: 'ArdFacets', description: 'Counts by term.' })

/** The endpoints, each a POST. */
export const ardOperations = {
  search: {
    path: '/search',
    operationId: 'search_ard_registry',
    title: 'Search the registry',
    description: 'Searches the SDKs as entries of Agentic Resource Discovery (ARD v0.91 §5.3.2), best first.',
    input: ArdSearch,
    output: ArdResults,
    example: { query: { text: 'weather forecast', filter: { capabilities: ['sdk-py'] } }, pageSize: 2 },
  },
  explore: {
    path: '/explore',
    operationId: 'explore_ard_registry',
    title: 'Count what is in the registry',
    description: 'Counts the SDKs that fit by the values of terms (ARD v0.91 §5.3.3).',
    input: ArdExplore,
    output: ArdFacets,
    example: { query: { text: 'weather' }, resultType: { facets: [{ field: 'tags', limit: 3 }] } },
  },
}

const ERROR_CODES = [
  'INVALID_ARGUMENT',
  'UNAUTHENTICATED',
  'NOT_FOUND',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
] as const
export const ArdError = z
  .strictObject({
    errorCode: z.enum(ERROR_CODES).describe('What went wrong, for programs.'),
    message: z.string().describe('What went wrong, for people.'),
  })
  .meta({ id: 'ArdError', description: 'Why a request to the registry failed.' })

/** The status and the body for a failure. */
export function ardError({ code, info }: CatalogError): { status: number; body: z.output<typeof ArdError> } {
  const { status, resolution } = problems[code]
  const errorCode = status >= 500 ? 'INTERNAL_ERROR' : status === 429 ? 'RATE_LIMIT_EXCEEDED' : 'INVALID_ARGUMENT'
  return {
    status,
    body: { errorCode, message: info.errors ? info.detail : `${info.detail} ${info.resolution ?? resolution}` },
  }
}
