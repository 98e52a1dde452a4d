/** The output schema of find_sdk. Commands on this machine do not load it, as it would delay their start. */
import * as z from 'zod'
import { Proven, RecordedAnswer } from '../catalog/record/observed.ts'
import { FITS } from '../search/fit/fit.ts'
import { MATCHES } from '../search/ranked-answer.ts'

const text = z.string().optional()

/** Unknown facts are absent. */
export const SdkFacts = z.strictObject({
  languages: z.array(z.string()).optional(),
  auth: z.record(z.string(), z.string()).optional().describe('scheme, needed, in, name, env.'),
  server: text,
  api_version: text,
  license: text,
  updated: text,
  version: text,
  entities: z.int().optional(),
  operations: z.int().optional(),
  package: text,
  proven: Proven.optional(),
  answered: RecordedAnswer.omit({ text: true }).optional(),
})
export type SdkFacts = z.output<typeof SdkFacts>

export const FindHit = z.strictObject({
  slug: z.string(),
  title: z.string(),
  description: z.string().optional(),
  fit: z.enum(FITS),
  reason: z.string().describe('Words found, by field.'),
  operation: z.string().optional().describe('entity.op for get_sdk_readme.'),
  topics: z.array(z.string()).optional(),
  ...SdkFacts.shape,
  readiness: z.string().optional(),
  url: z.string().optional(),
  readme_url: z.string().optional(),
  github_url: z.string().optional(),
  install: z.array(z.string()).optional(),
})
export type FindHit = z.output<typeof FindHit>

const counts = z.record(z.string(), z.int()).optional()

/** A program for the best hit of a need (find-program.ts). */
const Program = z.strictObject({
  slug: z.string(),
  operation: z.string().optional().describe('For get_sdk_readme.'),
  uncertain: z.boolean().optional().describe('Another operation may be meant.'),
  package: z.string().optional(),
  install: z.string().optional(),
  without: z.string().optional().describe('Why the code needs no SDK.'),
  fence: z.string().optional(),
  code: z.string().optional(),
  marks: z.record(z.string(), z.string()).optional().describe('Of the values of an MCP call.'),
  lacks: z.string().optional().describe('What the query says and the operations do not.'),
  note: z.string().optional(),
  operations: z.array(z.string()).optional().describe('The likeliest first, with parameters and answer.'),
  others: z.array(z.string()).optional().describe('More operations, in short.'),
})
export type FoundProgram = z.output<typeof Program>

export const FindResult = z
  .strictObject({
    match: z.enum(MATCHES),
    fit: z.enum(FITS).describe('Of the best of the first four hits; none: no match.'),
    total: z.int().describe('Matches before `limit`.'),
    hits: z.array(FindHit).describe('Best first.'),
    others: z
      .strictObject({ total: z.int(), first: z.array(z.string()) })
      .optional()
      .describe('Only share a word.'),
    needs: z
      .array(z.strictObject({ need: z.string(), hits: z.array(z.int()) }))
      .optional()
      .describe('Parts of the query, numbers of their hits.'),
    programs: z.array(Program).optional().describe('Of the best hit of each need.'),
    steps_left: z.array(z.strictObject({ step: z.string(), slug: text, operation: text })).optional(),
    next: z
      .strictObject({ slug: z.string(), operation: text, language: text })
      .optional()
      .describe('Arguments of get_sdk_readme.'),
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
export type FindResult = z.output<typeof FindResult>
