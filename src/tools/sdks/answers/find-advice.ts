/** What find_sdk says beside its hits, as data and in words: how to narrow, widen or rephrase the search. */
import type { Catalog } from '../../../catalog/catalog.ts'
import type { Ranked, RankFilters } from '../../../catalog/rank/rank.ts'

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
  if (keptOut) advise('kept_out', `${keptOut.record.slug} exists, but is kept out by: ${keptOut.by.join(', ')}.`)
  if (found.readings) {
    const [one, other] = found.readings.map(({ title, slug }) => `${title} (${slug})`)
    advise('unsure', `Two readings: ${one} or ${other}. Say the need in a few words to be sure.`)
  }
  if (dropped !== undefined) advise('constraint_dropped', `No SDK satisfies all of it; these do without: ${dropped}.`)
  if (withoutFilters !== undefined) {
    const asked = [...usedFilters(filters), ...found.constraints]
    const left = `${withoutFilters === 1 ? 'is' : 'are'} ${withoutFilters}`
    advise('filtered_out', `No match with ${asked.join(', ')}; without filters there ${left}.`)
  } else if (missing.length > 0) {
    const instead = total > 0 ? '; these are others of its kind.' : ': describe what it does.'
    advise('not_listed', `No SDK is called ${quoted(missing)}${instead}`)
  } else if (total === 0) {
    const other = ' If that is a name, describe what it does; otherwise try other, more common English words.'
    advise('no_match', `Nothing matches.${translation ? '' : other}`)
  } else if (match === 'related') {
    advise('only_related', `No SDK is about ${quoted(unmatched)}; these are only related.`)
  } else if (match === 'any' && unmatched.length > 0) {
    const which = anyComplete ? 'The' : 'No SDK has every word; the'
    advise('missing_words', `${which} first hit lacks ${quoted(unmatched)}.`)
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
