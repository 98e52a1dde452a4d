/** The answer of find_sdk, as data and as text; commands on this machine use it without the tool (find-schema.ts). */

import { isProgram, type Language, operationName, type Target } from '../catalog/record/languages.ts'
import { sheetText } from '../code/reference/sheet-text.ts'
import { NEAREST_HITS, type Ranked, type RankedHit } from '../search/ranked-answer.ts'
import type { Catalog } from '../store/open-catalog.ts'
import { nonEmpty, withoutUndefined } from '../system/optional-members.ts'
import { approxTokens } from '../text/approx-tokens.ts'
import { joinParts } from '../text/join-parts.ts'
import { fenced } from '../text/write-markdown.ts'
import { knownTopic } from '../tools/define/not-found.ts'
import { adviceFor, headline, nearestFor, othersText, readingsOf, readingText } from './find-advice.ts'
import { callFacts, concise, detailed, hitText, reasonText } from './find-hit.ts'
import type { FindHit, FindResult, FoundProgram } from './find-schema.ts'
import { workingFirst } from './working-first.ts'

const MAX_FACETS = 4
/** Where nothing fits well, so many hits beside the first are whole, for the reader to choose. */
const MAX_WHOLE = 2
/** Among so many hits, those that fail in the language come last. */
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
  const { match, fit, total, positions, constraints, missing } = ranked
  const listed = workingFirst(ranked.hits, input.language).slice(0, input.limit)
  const hits = listed.slice(0, total || NEAREST_HITS)
  const readAs = readingsOf(ranked)
  const isKeptOut = ranked.excludedHit?.by.includes(`language ${language}`)
  const wider = isKeptOut ? { ...filters, language: undefined } : undefined
  const inOther = wider && catalog.find(input.query, wider, most)
  // The modules that write programs are loaded for the first program.
  const { programsFor } = await import('./find-program.ts')
  const asked = { query: input.query, target: input.language, filters: wider ?? filters }
  const { programs, left, next } = await programsFor(inOther?.hits ?? hits, asked, catalog)
  const isAnswered = programs.length > 0 && fit === 'good'
  const others = total > 0 && !isAnswered ? listed.slice(total).map(({ record }) => record.slug) : []
  const shown = shownHits(
    hits,
    input,
    catalog,
    language,
    programs.map(({ slug }) => slug),
  )
  const [first] = shown
  const answer = withoutUndefined({
    ...{ match, fit, total, hits: shown },
    others: positions.length > total ? { total: positions.length - total, first: others } : undefined,
    needs: nonEmpty(needsOf(hits)),
    programs: nonEmpty(programs),
    steps_left: nonEmpty(left),
    next: next ?? (first && fit !== 'none' ? withoutUndefined({ slug: first.slug, operation: first.operation }) : next),
    read_as: readAs.length > 0 ? Object.fromEntries(readAs) : undefined,
    constraints: nonEmpty(constraints),
    not_here: nonEmpty(missing),
    advice: nonEmpty(adviceFor({ ...ranked, query: input.query, filters })),
    nearest: nonEmpty(nearestFor(ranked, input.query, catalog)),
    ...((programs.length === 0 || input.detail === 'detailed') &&
      (hits.length === 0 || total > hits.length) &&
      countsOf(ranked)),
  })
  return { ...answer, approx_tokens: approxTokens(JSON.stringify(answer)) + 6 }
}

/**
 * Beside code no operation need be named; without a language the facts that any request needs stand there.
 * @param shown slugs of SDKs with a sheet
 */
function shownHits(
  hits: readonly RankedHit[],
  { detail, language: target }: FindInput,
  catalog: Catalog,
  language: Language | undefined,
  shown: readonly string[],
): FindHit[] {
  return hits.map((hit) => {
    const { record, fit } = hit
    const operation = target && shown.length > 0 ? undefined : operationFor(hit)
    const match = { fit, reason: reasonText(hit, language), operation }
    if (detail === 'detailed') return detailed(record, match, catalog, language)
    return { ...concise(record, match), ...(!target && shown.includes(record.slug) && callFacts(record)) }
  })
}

/** How many of all matches have each topic and language, for who wants to narrow the search. */
function countsOf({ facets }: Ranked) {
  const { topics, languages, noAuth } = facets()
  return {
    topics: Object.fromEntries(topics.slice(0, MAX_FACETS)),
    languages: Object.fromEntries(languages.slice(0, MAX_FACETS)),
    no_auth: noAuth,
  }
}

/** The operation that answers the query. */
export function operationFor(hit: RankedHit): string | undefined {
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
  steps_left = [],
  advice = [],
  nearest,
  topics,
  next,
  ...answer
}: FindResult): string {
  const { fit, hits, total } = answer
  // What operations lack is said below them.
  const advised = advice
    .flatMap(({ kind, text }) => (programs.length > 0 && kind === 'missing_words' ? [] : text))
    .join(' ')
  const languages = countsText(answer.languages)
  return joinParts(
    '\n',
    `${headline({ ...answer, advice })}, about ${answer.approx_tokens} tokens.`,
    advised,
    needs.length > 0 && `By need: ${needs.map(({ need, hits }) => `“${need}” ${hits.join(', ')}`).join('; ')}.`,
    ...hits.map(lineOf),
    total > 0 && othersText(answer),
    ...programs.map(programText),
    ...steps_left.map(({ step, slug, operation }) =>
      slug
        ? joinParts(': ', `For “${step}”`, slug, operation)
        : `No operation was matched with “${step}” by its words; see those above and their answers.`,
    ),
    readingText(Object.entries(read_as), constraints),
    nearest && `Nearest names: ${nearest.join(', ')}.`,
    topics && `Topics: ${countsText(topics)}.`,
    languages && `Languages: ${languages}.`,
    answer.no_auth !== undefined && `No key: ${answer.no_auth}.`,
    next && `Next: get_sdk_readme ${JSON.stringify(next)}`,
  )

  /** Whoever has operations that fit well needs the names of the others. A detailed answer was asked for. */
  function lineOf(hit: FindHit, at: number): string {
    if (programs.length === 0) return hitText(hit, at)
    const { slug, title, url } = hit
    const isOther = at > 0 && !programs.some((program) => program.slug === slug)
    const isBrief = isOther && url === undefined && (fit === 'good' || at > MAX_WHOLE)
    return isBrief ? `${at + 1}. ${slug}: ${title}` : hitText({ ...hit, operation: undefined }, at)
  }
}

const countsText = (counts: Record<string, number> = {}): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')

export function programText({
  slug,
  operation,
  operations = [],
  others,
  uncertain,
  package: name,
  install,
  without,
  fence,
  code,
  note,
  lacks,
}: FoundProgram): string {
  const isSheet = operations.length > 1
  const title = uncertain ? `Not certain which operation of ${slug} is meant` : `Operations of ${slug}`
  const call = operations[0] ?? operation
  const which = isSheet ? ` for the first${uncertain ? ', if that is meant' : ''}` : ''
  return joinParts(
    '\n',
    isSheet
      ? sheetText(`${title}, likeliest first`, operations)
      : call
        ? `Operation of ${slug}: ${call}`
        : `No operation of ${slug} can be called.`,
    others && `Also: ${others.join('; ')}.`,
    lacks,
    code && `Code${which}${name ? `, package ${name}` : ''}:`,
    install && `Install: ${install}`,
    without && `Without the SDK: ${without}`,
    code && fenced(fence ?? '', code),
    note,
  )
}
