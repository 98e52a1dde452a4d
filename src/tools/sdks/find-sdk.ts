/** Ranked search in the caller's own words. Exact keywords are search-sdk-catalog.ts. */
import * as z from 'zod'
import { MATCHES } from '../../catalog/rank/answer.ts'
import { LANGUAGES } from '../../catalog/record/languages.ts'
import { approxTokens } from '../../text/tokens.ts'
import { defineTool, READ_ONLY } from '../define.ts'
import { knownTopic, language, text, wholeNumber } from '../fields.ts'
import { adviceFor, MAX_HITS, nearestFor } from './answers/find-advice.ts'
import { concise, detailed, Hit, line, reasonText } from './answers/find-hit.ts'

const MAX_FACETS = 8

/** How strictly the first hit matches, for a reader. */
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
    match: z.enum(MATCHES).describe('Of hit 1.'),
    total: z.int().describe('Matches before `limit`.'),
    hits: z.array(Hit).describe('Best first.'),
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
  input: z.strictObject({
    query: text(500).min(1).describe('Name or need, e.g. "open-meteo" or "send a text message".'),
    topic: text(60).optional().describe('Only this topic, e.g. "weather".'),
    language: language
      .optional()
      .meta({ enum: Object.keys(LANGUAGES), description: 'Programming language of the SDK, e.g. "py".' }),
    no_auth: z.boolean().optional().describe('true: only APIs known to need no key.'),
    limit: wholeNumber(1, MAX_HITS).default(10).describe('Maximum number of hits, e.g. 5.'),
    detail: z
      .enum(['concise', 'detailed'])
      .default('concise')
      .describe('"detailed" adds facts, URLs and install lines.'),
  }),
  output: FindResult,
  run(input, { catalog }) {
    const topic = knownTopic(input.topic, catalog)
    const filters = { topic, language: input.language, no_auth: input.no_auth }
    const found = catalog.find(input.query, filters, input.limit)
    const { match, total, hits, facets, constraints, missing } = found
    const readAs = [...(found.translation?.read ?? []), ...found.readAs]
    const near = nearestFor(found, input.query, catalog)
    const advice = adviceFor(found, filters)
    const split = total === 0 || total > hits.length
    const show = input.detail === 'detailed' ? detailed : concise
    const answer = {
      match,
      total,
      hits: hits.map(({ record, reason, operation }) => {
        const found = {
          reason: reasonText(reason, input.language !== undefined && record.languages.length === 0),
          ...(operation && { operation: `${operation.entity}.${operation.op}` }),
        }
        return show(record, found, catalog, input.language)
      }),
      ...(readAs.length > 0 && { read_as: Object.fromEntries(readAs) }),
      ...(constraints.length > 0 && { constraints }),
      ...(missing.length > 0 && { not_here: missing }),
      ...(advice.length > 0 && { advice }),
      ...(near.length > 0 && { nearest: near }),
      ...(split && {
        topics: Object.fromEntries(facets.topics.slice(0, MAX_FACETS)),
        languages: Object.fromEntries(facets.languages.slice(0, MAX_FACETS)),
        no_auth: facets.noAuth,
      }),
    }
    return { ...answer, approx_tokens: approxTokens(JSON.stringify(answer)) + 6 }
  },
  text: (answer) => {
    const {
      match,
      total,
      hits,
      read_as = {},
      constraints = [],
      advice = [],
      nearest,
      topics,
      languages,
      no_auth,
    } = answer
    const toDo = advice.map(({ text }) => text).join(' ')
    const readings = [...Object.entries(read_as).map((pair) => pair.join(' -> ')), ...constraints]
    const size = `about ${answer.approx_tokens} tokens`
    return [
      ...(match === 'none'
        ? [toDo, `No match, ${size}.`]
        : [`${hits.length} of ${total} hits: ${MATCH_TEXT[match]}, ${size}.`]),
      ...hits.map(line),
      readings.length > 0 && `Read as: ${readings.join(', ')}.`,
      nearest && `Nearest names: ${nearest.join(', ')}.`,
      topics && `Topics: ${listed(topics)}.`,
      languages && Object.keys(languages).length > 0 && `Languages: ${listed(languages)}.`,
      no_auth !== undefined && `Without a key: ${no_auth}.`,
      match !== 'none' && toDo,
    ]
      .filter(Boolean)
      .join('\n')
  },
  view: 'catalogue',
  examples: [
    { query: 'weather forecast', language: 'py', limit: 5 },
    { query: 'send a text message', detail: 'detailed', limit: 2 },
    { query: 'poetrdb' },
    { query: 'pictures of cats', no_auth: true },
  ],
})

const listed = (numbers: Record<string, number>): string =>
  Object.entries(numbers)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
