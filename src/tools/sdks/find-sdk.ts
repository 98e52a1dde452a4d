/** Ranked search in the caller's own words. Exact keyword search is search-sdk-catalog.ts. */
import * as z from 'zod'
import { NEAREST_HITS } from '../../catalog/rank/answer.ts'
import { answeredText, failedTwice } from '../../catalog/record/traits.ts'
import { isProgram, TARGETS } from '../../catalog/usage/start.ts'
import { nonEmpty, withoutUndefined } from '../../system/optional-members.ts'
import { approxTokens } from '../../text/tokens.ts'
import { defineTool, READ_ONLY } from '../define.ts'
import { integerBetween, knownTopic, target, text } from '../fields.ts'
import { adviceFor, MAX_HITS, nearestFor } from './answers/find-advice.ts'
import { concise, detailed, reasonText } from './answers/find-hit.ts'
import { FindResult, type FoundProgram, findText, needsOf } from './answers/find-result.ts'

const MAX_FACETS = 6

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
    const { match, fit, total, facets, constraints, missing } = ranked
    const hits = fit === 'none' ? ranked.hits.slice(0, NEAREST_HITS) : ranked.hits
    const readAs = [...(ranked.translation?.read ?? []), ...ranked.readAs]
    const nearest = nearestFor(ranked, input.query, catalog)
    const others = language && fit === 'none' && catalog.find(input.query, { ...filters, language: undefined }, 1)
    const elsewhere = others && others.fit !== 'none' ? others.hits[0]?.record : undefined
    const advice = adviceFor(ranked, filters, elsewhere)
    const show = input.detail === 'detailed' ? detailed : concise
    let programs: FoundProgram[] = []
    if (input.language !== undefined) {
      // What writes programs is loaded when the first is asked for.
      const { programsFor } = await import('./answers/find-program.ts')
      programs = await programsFor(input.query, hits, input.language, catalog)
    }
    const hasMore = programs.length === 0 && (total === 0 || total > hits.length)
    const answer = withoutUndefined({
      match,
      fit,
      total,
      hits: hits.map((hit) => {
        const { record, fit, reason, violates = [] } = hit
        const notes = violates.map((name) => `violates ${name}`)
        if (language !== undefined && record.languages.length === 0) notes.push('languages unknown')
        if (failedTwice(record)) notes.push(`its API ${answeredText(record.answered!)}`)
        const program = programs.find(({ slug }) => slug === record.slug)
        const [first] = program || fit === 'none' ? [] : hit.operations
        const operation = program?.example
          ? undefined
          : (program?.operation ?? (first?.fits && `${first.entity}.${first.op}`))
        const call = operation && { operation }
        const about = { fit, reason: reasonText(reason, record, notes), ...call }
        return show(record, about, catalog, language)
      }),
      needs: nonEmpty(needsOf(hits)),
      programs: nonEmpty(programs),
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
  text: findText,
  view: 'catalogue',
  examples: [
    { query: 'weather forecast', language: 'py', limit: 5 },
    { query: 'send a text message', detail: 'detailed', limit: 2 },
    { query: 'poetrdb' },
    { query: 'pictures of cats', no_auth: true },
  ],
})
