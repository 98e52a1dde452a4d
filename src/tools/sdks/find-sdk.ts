/** Ranked search in the caller's own words. Exact keyword search is search-sdk-catalog.ts. */
import * as z from 'zod'
import { MATCHES } from '../../catalog/rank/answer.ts'
import { isProgram, TARGETS } from '../../catalog/usage/start.ts'
import { nonEmpty, withoutUndefined } from '../../system/optional-members.ts'
import { joinParts } from '../../text/join-parts.ts'
import { approxTokens } from '../../text/tokens.ts'
import { defineTool, READ_ONLY } from '../define.ts'
import { integerBetween, knownTopic, target, text } from '../fields.ts'
import { adviceFor, MAX_HITS, nearestFor } from './answers/find-advice.ts'
import { concise, detailed, FindHit, hitText, reasonText } from './answers/find-hit.ts'
import { PROGRAM, programFor, programText } from './answers/find-program.ts'

const MAX_FACETS = 8

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
    match: z.enum(MATCHES).describe('Of hit 1.'),
    total: z.int().describe('Matches before `limit`.'),
    hits: z.array(FindHit).describe('Best first.'),
    program: PROGRAM.optional().describe('Of hit 1, in `language`.'),
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
    'typos all work. With `language` the best hit comes with install line and program, else use get_sdk_readme with ' +
    'the slug. Use search_sdk_catalog when words must occur literally.',
  annotations: READ_ONLY,
  // Files of operations are read when a program is asked for, and may be unreadable for a while.
  cacheability: ({ language }) => (language === undefined ? 'snapshot' : 'none'),
  input: z.strictObject({
    query: text(500).min(1).describe('Name or need, e.g. "open-meteo" or "send a text message".'),
    topic: text(60).optional().describe('Only this topic, e.g. "weather".'),
    language: target(60)
      .optional()
      .meta({
        enum: Object.keys(TARGETS),
        description: 'Programming language of the SDK, e.g. "py"; or "cli", "mcp".',
      }),
    no_auth: z.boolean().optional().describe('true: only APIs known to need no key.'),
    limit: integerBetween(1, MAX_HITS).default(10).describe('Maximum number of hits, e.g. 5.'),
    detail: z
      .enum(['concise', 'detailed'])
      .default('concise')
      .describe('"detailed" adds facts, URLs and install lines.'),
  }),
  output: FindResult,
  async run(input, { catalog }) {
    const topic = knownTopic(input.topic, catalog)
    const language = input.language === undefined || isProgram(input.language) ? undefined : input.language
    const filters = { topic, language, no_auth: input.no_auth }
    const ranked = catalog.find(input.query, filters, input.limit)
    const { match, total, hits, facets, constraints, missing } = ranked
    const readAs = [...(ranked.translation?.read ?? []), ...ranked.readAs]
    const nearest = nearestFor(ranked, input.query, catalog)
    const advice = adviceFor(ranked, filters)
    const show = input.detail === 'detailed' ? detailed : concise
    const [first] = hits
    const hasMore = total === 0 || total > hits.length
    const answer = withoutUndefined({
      match,
      total,
      hits: hits.map(({ record, reason, operation }) => {
        const isUnsure = language !== undefined && record.languages.length === 0
        const call = operation && { operation: `${operation.entity}.${operation.op}` }
        return show(record, { reason: reasonText(reason, isUnsure), ...call }, catalog, language)
      }),
      program:
        first && !ranked.weak && input.language
          ? await programFor(first.record, input.language, first.operation, catalog)
          : undefined,

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
  text: ({ match, total, hits, program, read_as = {}, constraints = [], advice = [], nearest, topics, ...answer }) => {
    const advised = advice.map(({ text }) => text).join(' ')
    const readings = [...Object.entries(read_as).map((pair) => pair.join(' -> ')), ...constraints]
    const size = `about ${answer.approx_tokens} tokens`
    const languages = countsText(answer.languages)
    return joinParts(
      '\n',
      match === 'none' && advised,
      match === 'none' ? `No match, ${size}.` : `${hits.length} of ${total} hits: ${MATCH_TEXT[match]}, ${size}.`,
      ...hits.map(hitText),
      program && programText(program),
      readings.length > 0 && `Read as: ${readings.join(', ')}.`,
      nearest && `Nearest names: ${nearest.join(', ')}.`,
      topics && `Topics: ${countsText(topics)}.`,
      languages && `Languages: ${languages}.`,
      answer.no_auth !== undefined && `Without a key: ${answer.no_auth}.`,
      match !== 'none' && advised,
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
