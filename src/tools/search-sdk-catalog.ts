/** Exact keyword search over the catalogue (SPEC 4.2). Ranked search is find-sdk.ts. */
import * as z from 'zod'
import { SdkEntry } from '../catalog/record/entry.ts'
import { readinessText } from '../catalog/record/readiness.ts'
import { joinParts } from '../text/join-parts.ts'
import { defineTool, READ_ONLY } from './define/define.ts'
import { knownTopic } from './define/not-found.ts'
import { integerBetween, language, text } from './define/shared-fields.ts'

const SdkSearchResult = z
  .strictObject({
    query: z.string().describe('Keywords searched for.'),
    total: z.int().min(0).describe('Matches before paging.'),
    limit: z.int().min(1).max(100).describe('Limit applied.'),
    offset: z.int().min(0).describe('Offset applied.'),
    results: z.array(SdkEntry).describe('This page of matches.'),
  })
  .meta({ id: 'SdkSearchResult', description: 'One page of exact search matches.' })

export const searchSdkCatalog = defineTool({
  name: 'search_sdk_catalog',
  title: 'Search the SDK catalogue by exact keywords',
  description:
    'Returns the SDKs whose slug, title, description or topics contain every word of `q`, sorted by title. Use this ' +
    'for words that must appear, or without `q` to browse.',
  annotations: READ_ONLY,
  cacheability: 'snapshot',
  input: z.strictObject({
    q: text(200).optional().describe('E.g. "exchange rates". Omit to list all.'),
    topic: text(60).optional().describe('E.g. "weather".'),
    language: language.optional().describe('Only SDKs in it.'),
    limit: integerBetween(1, 100).default(20).describe('Most results.'),
    offset: integerBetween(0).default(0).describe('Matches to skip.'),
    sort: z.enum(['title', 'readiness']).default('title').describe('"readiness": most facts first.'),
  }),
  output: SdkSearchResult,
  run({ q = '', topic, language, limit, offset, sort }, { catalog }) {
    const { total, results } = catalog.search(q, { topic: knownTopic(topic, catalog), language, limit, offset, sort })
    return { query: q, total, limit, offset, results }
  },
  text: ({ query, total, offset, limit, results }, services, input) => {
    if (total === 0) {
      const missed = query ? `contains every word of "${query}"` : 'passes the filters'
      return `No SDK ${missed}. Each word must occur literally: try fewer or other words, no filters, or find_sdk, which tolerates typos.`
    }
    const last = offset + results.length
    const range = results.length
      ? `${offset + 1} to ${last} of ${total}`
      : `No results from offset ${offset}; ${total} in total`
    // No order by a number without its reasons.
    const readiness = ({ slug }: SdkEntry): string =>
      input?.sort === 'readiness' && services ? `\n  readiness ${readinessText(services.catalog.record(slug)!)}` : ''
    const more = last < total && results.length ? `\nNext page: offset ${last}, limit ${limit}.` : ''
    return `${range}\n${results.map((entry) => line(entry) + readiness(entry)).join('\n')}${more}`
  },
  examples: [
    { q: 'weather', limit: 5 },
    { q: 'exchange rates' },
    { limit: 2, offset: 700 },
    { q: 'no such words' },
    { language: 'rust' },
    { q: 'weather', sort: 'readiness', limit: 2 },
  ],
})

/** Every member of an entry, as an agent acts on all of them. */
function line({ slug, title, description, topics, url, readme_url, github_url }: SdkEntry): string {
  const about = joinParts(' ', description, topics && `[${topics.join(', ')}]`)
  return `- ${title} (${slug}): ${about}\n  page ${url} | readme ${readme_url} | code ${github_url}`
}
