/** What find_sdk says beside its hits, as data and in words: how to narrow, widen or rephrase the search. */
import type { Catalog } from '../../../catalog/catalog.ts'
import type { Ranked } from '../../../catalog/rank/answer.ts'
import type { RankFilters } from '../../../catalog/rank/filters.ts'

/** As many as one answer can show. */
export const MAX_HITS = 50
/** Words of the caller that are quoted back: this many, and this much of each. */
const MAX_QUOTED = 4
const MAX_LETTERS = 24

/** What to do about an answer that is not what was wanted; empty where there is nothing to do. */
export function adviceFor(found: Ranked, filters: RankFilters): { kind: string; text: string }[] {
  const { match, total, unmatched, withoutFilters, anyComplete, missing, keptOut, dropped, translation } = found
  const advice: { kind: string; text: string }[] = []
  const advise = (kind: string, text: string) => advice.push({ kind, text })
  if (found.empty) {
    advise('empty_query', 'Type a name, or what the API should do, e.g. “send a text message”.')
    return advice
  }
  if (keptOut) advise('kept_out', `${keptOut.record.slug} exists, but does not fit: ${keptOut.by.join(', ')}.`)
  if (found.readings) {
    const [one, other] = found.readings.map(({ title, slug }) => `${title} (${slug})`)
    advise('unsure', `This could mean ${one} or ${other}. Add a few words about what you need.`)
  }
  if (dropped !== undefined) advise('constraint_dropped', `No SDK meets every condition. These ignore: ${dropped}.`)
  if (withoutFilters !== undefined) {
    const asked = [...usedFilters(filters), ...found.constraints]
    const left = `${withoutFilters === 1 ? 'is' : 'are'} ${withoutFilters}`
    advise('filtered_out', `No match with ${asked.join(', ')}; without filters there ${left}.`)
  } else if (missing.length > 0) {
    const instead = total > 0 ? 'These are related.' : 'Describe what it does instead.'
    advise('not_listed', `No SDK named ${quoted(missing)}. ${instead}`)
  } else if (total === 0) {
    const other = ' Try describing what the API does, e.g. “send a text message”.'
    advise('no_match', `No matches.${translation ? '' : other}`)
  } else if (match === 'related') {
    advise('only_related', `No SDK is about ${quoted(unmatched)}. These are related.`)
  } else if (match === 'any' && unmatched.length > 0) {
    const which = anyComplete ? 'The first result lacks' : 'No SDK matches every word. The first one lacks'
    advise('missing_words', `${which} ${quoted(unmatched)}.`)
  }
  for (const what of found.unknown) advise('not_on_record', NOT_ON_RECORD[what])
  if (found.constraints.includes('free'))
    advise('not_on_record', 'Prices are not on record; SDKs without a key come first.')
  if (translation && total === 0)
    advise('use_english', 'The catalogue is in English: describe the need in English words.')
  if (total > MAX_HITS && match !== 'exact') advise('narrow', 'Narrow the search with topic, language or no_auth.')
  return advice
}

const NOT_ON_RECORD: Readonly<Record<Ranked['unknown'][number], string>> = {
  cors: 'Whether an API allows CORS is not on record.',
  'open source': 'Every SDK is open source; whether its API is, is not on record.',
}

const usedFilters = (filters: RankFilters): string[] =>
  Object.entries(filters).flatMap(([name, value]) => (value ? [`${name} ${value}`] : []))

/** Slugs that look like the query, where the hits hardly meet it and it may have been mistyped. */
export function nearestFor(found: Ranked, query: string, { nearestSlugs }: Pick<Catalog, 'nearestSlugs'>): string[] {
  const mayBeTypo = found.weak && found.withoutFilters === undefined && found.missing.length === 0
  return mayBeTypo ? nearestSlugs(query) : []
}

/** With quotation marks that JSON need not escape. */
const quoted = (words: readonly string[]): string =>
  words
    .slice(0, MAX_QUOTED)
    .map((word) => `“${word.slice(0, MAX_LETTERS)}”`)
    .join(', ')
