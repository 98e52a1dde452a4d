/** What find_sdk answers, as data and as text. */
import * as z from 'zod'
import { MATCHES, type RankedHit } from '../../../catalog/rank/answer.ts'
import { FITS } from '../../../catalog/rank/fit/fit.ts'
import { joinParts } from '../../../text/join-parts.ts'
import { fenced } from '../../../text/markdown.ts'
import { FindHit, hitText } from './find-hit.ts'

/** How strictly the first hit matches. */
const MATCH_TEXT = {
  exact: 'the first has exactly this name',
  all: 'every word matches',
  typos: 'spelling corrected',
  any: 'some words match',
  related: 'only related ones',
} satisfies Record<Exclude<(typeof MATCHES)[number], 'none'>, string>

const counts = z.record(z.string(), z.int()).optional()

/** A program for the best hit of a need (find-program.ts). */
const PROGRAM = z.strictObject({
  slug: z.string(),
  operation: z.string().optional(),
  endpoint: z.string().optional().describe('Method and path.'),
  example: z.boolean().optional().describe('Not what was asked for.'),
  package: z.string().optional(),
  install: z.string().optional(),
  fence: z.string().optional(),
  code: z.string().optional(),
  warning: z.string().optional(),
  note: z.string().optional(),
  optional: z.array(z.string()).optional().describe('Parameters, with their values.'),
  optional_in: z.enum(['query', 'body']).optional(),
  endpoints: z.array(z.string()).optional().describe('Others of the operation, for get_sdk_readme.'),
  others: z.array(z.string()).optional().describe('More operations, the nearest first.'),
})
export type FoundProgram = z.output<typeof PROGRAM>

export const FindResult = z
  .strictObject({
    match: z.enum(MATCHES),
    fit: z.enum(FITS).describe('Of hit 1; none: no match.'),
    total: z.int().describe('Matches before `limit`.'),
    hits: z.array(FindHit).describe('Best first.'),
    needs: z
      .array(z.strictObject({ need: z.string(), hits: z.array(z.int()) }))
      .optional()
      .describe('Parts of the query, and the numbers of their hits.'),
    programs: z.array(PROGRAM).optional().describe('In `language`, of the best hit of each need.'),
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

/** The hits by the part of the query that they answer, where there are several. */
export function needsOf(hits: readonly Pick<RankedHit, 'need' | 'fit'>[]): { need: string; hits: number[] }[] {
  const numbers = hits.flatMap(({ need, fit }, at) => (need && fit !== 'none' ? [{ need, number: at + 1 }] : []))
  const groups = [...Map.groupBy(numbers, ({ need }) => need)]
  return groups.length < 2 ? [] : groups.map(([need, list]) => ({ need, hits: list.map(({ number }) => number) }))
}

export function findText({
  match,
  fit,
  total,
  hits,
  needs = [],
  programs = [],
  read_as = {},
  constraints = [],
  advice = [],
  nearest,
  topics,
  ...answer
}: z.output<typeof FindResult>): string {
  const advised = advice.map(({ text }) => text).join(' ')
  const readings = [...Object.entries(read_as).map((pair) => pair.join(' -> ')), ...constraints]
  const matched = programs[0]?.example
    ? 'the first is about it, but see its program'
    : match !== 'none' && MATCH_TEXT[match]
  const size = `about ${answer.approx_tokens} tokens`
  const languages = countsText(answer.languages)
  return joinParts(
    '\n',
    `Fit: ${fit}. ${match === 'none' ? `No match, ${size}.` : `${hits.length} of ${total} hits: ${matched}, ${size}.`}`,
    fit === 'none' && advised,
    needs.length > 0 && `By need: ${needs.map(({ need, hits }) => `“${need}” ${hits.join(', ')}`).join('; ')}.`,
    ...hits.map(hitText),
    ...programs.map(programText),
    readings.length > 0 && `Read as: ${readings.join(', ')}.`,
    nearest && `Nearest names: ${nearest.join(', ')}.`,
    topics && `Topics: ${countsText(topics)}.`,
    languages && `Languages: ${languages}.`,
    answer.no_auth !== undefined && `Without a key: ${answer.no_auth}.`,
    fit !== 'none' && advised,
  )
}

const countsText = (counts: Record<string, number> = {}): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')

export function programText({
  slug,
  operation,
  endpoint,
  example,
  package: name,
  install,
  fence,
  code,
  warning,
  note,
  optional,
  optional_in: place,
  endpoints,
  others,
}: FoundProgram): string {
  const about = `${example ? 'Example only' : 'Code'} of ${slug}${operation ? ` for ${operation}` : ': no operation can be called'}${endpoint ? `, ${endpoint}` : ''}`
  return joinParts(
    '\n',
    warning,
    `${about}${name ? `, package ${name}` : ''}:`,
    install && fenced('bash', install),
    code && fenced(fence ?? '', code),
    note,
    optional && `It also takes${place ? ` in ${place}:` : ''} ${optional.join('; ')}.`,
    endpoints && `Other endpoints of ${operation}, for get_sdk_readme with endpoint: ${endpoints.join('; ')}.`,
    others && `More operations: ${others.join(', ')}.`,
  )
}
