/** The answer of find_sdk, as data and as text; commands on this machine use it without the tool (find-schema.ts). */

import { isProgram, operationName, type Target } from '../catalog/record/languages.ts'
import { sheetText } from '../code/reference/sheet-text.ts'
import { NEAREST_HITS, type RankedHit } from '../search/ranked-answer.ts'
import type { Catalog } from '../store/open-catalog.ts'
import { nonEmpty, withoutUndefined } from '../system/optional-members.ts'
import { joinParts } from '../text/join-parts.ts'
import { approxTokens } from '../text/tokens.ts'
import { fenced } from '../text/write-markdown.ts'
import { knownTopic } from '../tools/define/not-found.ts'
import { adviceFor, headline, nearestFor, readingsOf, readingText } from './find-advice.ts'
import { concise, detailed, hitText, reasonText } from './find-hit.ts'
import type { FindHit, FindResult, FoundProgram } from './find-schema.ts'
import { workingFirst } from './working-first.ts'

const MAX_FACETS = 4
/** Hits of which those that fail in the language come last. */
const MAX_COMPARED = 10

export interface FindInput {
  query: string
  limit: number
  topic?: string | undefined
  language?: Target | undefined
  no_auth?: boolean | undefined
  detail?: 'concise' | 'detailed'
}

/** @throws CatalogError for a topic that no SDK has */
export async function findAnswer(input: FindInput, catalog: Catalog): Promise<FindResult> {
  const topic = knownTopic(input.topic, catalog)
  const language = input.language === undefined || isProgram(input.language) ? undefined : input.language
  const filters = { topic, language, no_auth: input.no_auth }
  const most = input.language ? Math.max(input.limit, MAX_COMPARED) : input.limit
  const ranked = catalog.find(input.query, filters, most)
  const { match, fit, total, constraints, missing } = ranked
  const hits = workingFirst(ranked.hits, input.language).slice(0, fit === 'none' ? NEAREST_HITS : input.limit)
  const readAs = readingsOf(ranked)
  const nearest = nearestFor(ranked, input.query, catalog)
  const others = language && fit === 'none' && catalog.find(input.query, { ...filters, language: undefined }, 1)
  const inOtherLanguage = others && others.fit !== 'none' ? others.hits[0]?.record : undefined
  const advice = adviceFor({ ...ranked, query: input.query, filters, inOtherLanguage })
  const show = input.detail === 'detailed' ? detailed : concise
  // The modules that write programs are loaded for the first program.
  const written =
    input.language && (await (await import('./find-program.ts')).programsFor(hits, input.language, catalog))
  const programs = written?.programs ?? []
  const hasMore = programs.length === 0 && (total === 0 || total > hits.length)
  const facets = hasMore ? ranked.facets() : undefined
  const shown = hits.map((hit) => {
    const reason = reasonText(hit, language)
    // Beside a program its sheet says what can be called.
    const operation = programs.length > 0 ? undefined : operationFor(hit)
    return show(hit.record, { fit: hit.fit, reason, operation }, catalog, language)
  })
  const [first] = shown
  const answer = withoutUndefined({
    match,
    fit,
    total,
    hits: shown,
    needs: nonEmpty(needsOf(hits)),
    programs: nonEmpty(programs),
    next:
      written?.next ??
      (first && fit !== 'none' ? withoutUndefined({ slug: first.slug, operation: first.operation }) : undefined),
    read_as: readAs.length > 0 ? Object.fromEntries(readAs) : undefined,
    constraints: nonEmpty(constraints),
    not_here: nonEmpty(missing),
    advice: nonEmpty(advice),
    nearest: nonEmpty(nearest),
    topics: facets && Object.fromEntries(facets.topics.slice(0, MAX_FACETS)),
    languages: facets && Object.fromEntries(facets.languages.slice(0, MAX_FACETS)),
    no_auth: facets?.noAuth,
  })
  return { ...answer, approx_tokens: approxTokens(JSON.stringify(answer)) + 6 }
}

/** The operation that answers the query. */
function operationFor(hit: RankedHit): string | undefined {
  const [first] = hit.fit === 'none' ? [] : hit.operations()
  return first?.fits ? operationName(first) : undefined
}

/** The hits by the part of the query that they answer; empty if the query has one part. */
export function needsOf(hits: readonly Pick<RankedHit, 'need' | 'fit'>[]): { need: string; hits: number[] }[] {
  const numbers = hits.flatMap(({ need, fit }, at) => (need && fit !== 'none' ? [{ need, number: at + 1 }] : []))
  const groups = [...Map.groupBy(numbers, ({ need }) => need)]
  return groups.length < 2 ? [] : groups.map(([need, list]) => ({ need, hits: list.map(({ number }) => number) }))
}

/** The part of the query that a hit answers. @param number of the hit, from 1 */
export const needOf = (needs: FindResult['needs'], number: number): string | undefined =>
  needs?.find(({ hits }) => hits.includes(number))?.need

export function findText({
  needs = [],
  programs = [],
  read_as = {},
  constraints = [],
  advice = [],
  nearest,
  topics,
  next,
  ...answer
}: FindResult): string {
  const { fit, hits } = answer
  const advised = advice.map(({ text }) => text).join(' ')
  const languages = countsText(answer.languages)
  return joinParts(
    '\n',
    `${headline(answer)}, about ${answer.approx_tokens} tokens.`,
    fit === 'none' && advised,
    needs.length > 0 && `By need: ${needs.map(({ need, hits }) => `“${need}” ${hits.join(', ')}`).join('; ')}.`,
    ...hits.map((hit, at) => (isBrief(hit, at) ? `${at + 1}. ${hit.slug}: ${hit.title}` : hitText(hit, at))),
    ...programs.map(programText),
    readingText(Object.entries(read_as), constraints),
    nearest && `Nearest names: ${nearest.join(', ')}.`,
    topics && `Topics: ${countsText(topics)}.`,
    languages && `Languages: ${languages}.`,
    answer.no_auth !== undefined && `Without a key: ${answer.no_auth}.`,
    fit !== 'none' && advised,
    next && `Next: get_sdk_readme ${JSON.stringify(next)}`,
  )

  /** Whoever has a program needs the names of the others. A detailed answer was asked for. */
  function isBrief({ slug, url }: FindHit, at: number): boolean {
    return programs.length > 0 && at > 0 && url === undefined && !programs.some((program) => program.slug === slug)
  }
}

const countsText = (counts: Record<string, number> = {}): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')

export function programText({
  slug,
  operation,
  operations: [first, ...more] = [],
  others,
  uncertain,
  package: name,
  install,
  fence,
  code,
  note,
}: FoundProgram): string {
  const call = uncertain && first ? operation : (first ?? operation)
  return joinParts(
    '\n',
    uncertain && first && sheetText('Not certain which is meant', [first, ...more]),
    `Code of ${slug}${call ? ` for ${call}` : ': no operation can be called'}${name ? `, package ${name}` : ''}:`,
    install && `Install: ${install}`,
    code && fenced(fence ?? '', code),
    note,
    !uncertain && more.length > 0 && sheetText('More operations', more),
    others && `Also: ${others.join(', ')}.`,
  )
}
