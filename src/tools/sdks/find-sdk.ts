/** Ranked search in the caller's own words. Exact keyword search is search-sdk-catalog.ts. */
import * as z from 'zod'
import { MATCHES, NEAREST_HITS } from '../../catalog/rank/answer.ts'
import { FITS } from '../../catalog/rank/fit/fit.ts'
import { LANGUAGES } from '../../catalog/record/languages.ts'
import { nonEmpty, withoutUndefined } from '../../system/optional-members.ts'
import { joinParts } from '../../text/join-parts.ts'
import { approxTokens } from '../../text/tokens.ts'
import { defineTool, READ_ONLY } from '../define.ts'
import { integerBetween, knownTopic, language, text } from '../fields.ts'
import { adviceFor, MAX_HITS, nearestFor } from './answers/find-advice.ts'
import { concise, detailed, FindHit, hitText, reasonText } from './answers/find-hit.ts'

const MAX_FACETS = 6

/** How strictly the first hit matches. */
const MATCH_TEXT = {
  exact: 'the first has exactly this name',
  all: 'every word matches',
  typos: 'spelling corrected',
  any: 'some words match',
  related: 'only related ones',
} satisfies Record<Exclude<(typeof MATCHES)[number], 'none'>, string>

const counts = z.record(z.string(), z.int()).optional()

const FindResult = z
  .strictObject({
    match: z.enum(MATCHES),
    fit: z.enum(FITS).describe('Of hit 1; none: no match.'),
    total: z.int().describe('Matches before `limit`.'),
    hits: z.array(FindHit).describe('Best first.'),
    read_as: z.record(z.string(), z.string()).optional().describe('Words read as others.'),
    constraints: z.array(z.string()).optional().describe('Read in the query, e.g. "no key".'),
    not_here: z.array(z.string()).optional().describe('Services not listed.'),
    advice: z
      .array(z.strictObject({ kind: z.string(), text: z.string() }))
      .optional()
      .describe('How to get a better answer.'),
    nearest: z.array(z.string()).optional(),
    topics: counts,
    languages: counts,
    no_auth: z.int().optional().describe('Matches without a key.'),
    approx_tokens: z.int(),
  })
  .meta({ id: 'SdkFindResult', description: 'Ranked matches, and how to narrow or widen them.' })

export const findSdk = defineTool({
  name: 'find_sdk',
  title: 'Find the SDK that fits a need, a name or a topic',
  description:
    'Returns the SDKs that fit `query` best, each with the reason. Use this first: names, needs in your own words and ' +
    'typos all work. Then use get_sdk_readme with the slug. Use search_sdk_catalog when words must occur literally.',
  annotations: READ_ONLY,
  cacheability: 'snapshot',
  input: z.strictObject({
    query: text(500).min(1).describe('Name or need, e.g. "open-meteo" or "send a text message".'),
    topic: text(60).optional().describe('Only this topic, e.g. "weather".'),
    language: language(60)
      .optional()
      .meta({ enum: Object.keys(LANGUAGES), description: 'Programming language of the SDK, e.g. "py".' }),
    no_auth: z.boolean().optional().describe('true: only APIs known to need no key.'),
    limit: integerBetween(1, MAX_HITS).default(10).describe('Maximum number of hits, e.g. 5.'),
    detail: z
      .enum(['concise', 'detailed'])
      .default('concise')
      .describe('"detailed" adds facts, URLs and install lines.'),
  }),
  output: FindResult,
  run(input, { catalog }) {
    const topic = knownTopic(input.topic, catalog)
    const filters = { topic, language: input.language, no_auth: input.no_auth }
    const ranked = catalog.find(input.query, filters, input.limit)
    const { match, fit, total, facets, constraints, missing } = ranked
    const hits = fit === 'none' ? ranked.hits.slice(0, NEAREST_HITS) : ranked.hits
    const readAs = [...(ranked.translation?.read ?? []), ...ranked.readAs]
    const nearest = nearestFor(ranked, input.query, catalog)
    const advice = adviceFor(ranked, filters)
    const show = input.detail === 'detailed' ? detailed : concise
    const hasMore = total === 0 || total > hits.length
    const answer = withoutUndefined({
      match,
      fit,
      total,
      hits: hits.map(({ record, fit, need, reason, violates = [], operation }) => {
        const isUnsure = input.language !== undefined && record.languages.length === 0
        const call = operation && { operation: `${operation.entity}.${operation.op}` }
        return show(
          record,
          {
            fit,
            ...(need && { need }),
            reason: reasonText(reason, record, [
              ...violates.map((name) => `violates ${name}`),
              ...(isUnsure ? ['languages unknown'] : []),
            ]),
            ...call,
          },
          catalog,
          input.language,
        )
      }),
      read_as: readAs.length > 0 ? Object.fromEntries(readAs) : undefined,
      constraints: nonEmpty(constraints),
      not_here: nonEmpty(missing),
      advice: nonEmpty(advice),
      nearest: nonEmpty(nearest),
      topics: hasMore ? Object.fromEntries(facets.topics.slice(0, MAX_FACETS)) : undefined,
      languages: hasMore ? Object.fromEntries(facets.languages.slice(0, MAX_FACETS)) : undefined,
      no_auth: hasMore ? facets.noAuth : undefined,
    })
    return { ...answer, approx_tokens: approxTokens(JSON.stringify(answer)) + 6 }
  },
  text: ({ match, fit, total, hits, read_as = {}, constraints = [], advice = [], nearest, topics, ...answer }) => {
    const advised = advice.map(({ text }) => text).join(' ')
    const readings = [...Object.entries(read_as).map((pair) => pair.join(' -> ')), ...constraints]
    const size = `about ${answer.approx_tokens} tokens`
    const languages = countsText(answer.languages)
    return joinParts(
      '\n',
      `Fit: ${fit}. ${match === 'none' ? `No match, ${size}.` : `${hits.length} of ${total} hits: ${MATCH_TEXT[match]}, ${size}.`}`,
      fit === 'none' && advised,
      ...hits.map(hitText),
      readings.length > 0 && `Read as: ${readings.join(', ')}.`,
      nearest && `Nearest names: ${nearest.join(', ')}.`,
      topics && `Topics: ${countsText(topics)}.`,
      languages && `Languages: ${languages}.`,
      answer.no_auth !== undefined && `Without a key: ${answer.no_auth}.`,
      fit !== 'none' && advised,
    )
  },
  view: 'catalogue',
  examples: [
    { query: 'weather forecast', language: 'py', limit: 5 },
    { query: 'send a text message', detail: 'detailed', limit: 2 },
    { query: 'poetrdb' },
    { query: 'pictures of cats', no_auth: true },
  ],
})

const countsText = (counts: Record<string, number> = {}): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
