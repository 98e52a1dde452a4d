/** Ranked search in the caller's own words. Exact keyword search is search-sdk-catalog.ts. */
import * as z from 'zod'
import { MAX_HITS } from '../answers/find-advice.ts'
import { findAnswer, findText } from '../answers/find-result.ts'
import { FindResult } from '../answers/find-schema.ts'
import { defineTool, READ_ONLY } from './define/define.ts'
import { integerBetween, target, text } from './define/shared-fields.ts'

export const findSdk = defineTool({
  name: 'find_sdk',
  title: 'Find the SDK that fits a need, a name or a topic',
  description:
    'Returns the SDKs that fit `query`. Use this first: names, needs and typos work. The best ' +
    'hit has operations, with `language` mostly code; then get_sdk_readme. ' +
    'search_sdk_catalog finds literal words.',
  annotations: READ_ONLY,
  cacheability: 'snapshot',
  input: z.strictObject({
    query: text(1000).min(1).describe('Name or need, e.g. "open-meteo" or "send a text message".'),
    topic: text(60).optional().describe('E.g. "weather".'),
    language: target.optional().describe('Of the code.'),
    no_auth: z.boolean().optional().describe('Only APIs known to need no key.'),
    limit: integerBetween(1, MAX_HITS).default(5).describe('Most hits.'),
    detail: z.enum(['concise', 'detailed']).default('concise').describe('"detailed": facts, URLs, install lines.'),
  }),
  output: FindResult,
  run: (input, { catalog }) => findAnswer(input, catalog),
  text: findText,
  view: 'catalogue',
  examples: [
    { query: 'weather forecast', language: 'py', limit: 5 },
    { query: 'send a text message', detail: 'detailed', limit: 2 },
    { query: 'poetrdb' },
    { query: 'pictures of cats', no_auth: true },
  ],
})
