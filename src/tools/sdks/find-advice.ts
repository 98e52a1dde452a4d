/** What find_sdk says beside its hits, as data and in words: how to narrow, widen or rephrase the search. */
import type { Catalog } from '../../catalog/catalog.ts'
import type { Ranked, RankFilters } from '../../catalog/rank/rank.ts'

/** As many as one answer can show. */
export const MAX_HITS = 50
/** Words of the caller that are quoted back: this many, and this much of each. */
const MAX_QUOTED = 4
const MAX_LETTERS = 24

type Advice =
  | { kind: 'empty_query' }
  | { kind: 'filtered_out'; filters: readonly string[]; matches: number }
  | { kind: 'not_listed'; names: readonly string[]; hits: boolean }
  | { kind: 'no_match'; foreign: boolean }
  | { kind: 'only_related'; words: readonly string[] }
  | { kind: 'missing_words'; words: readonly string[]; anyComplete: boolean }
  | { kind: 'use_english' }
  | { kind: 'narrow' }

interface AdviceText {
  kind: Advice['kind']
  text: string
}

/** What to do about an answer that is not what was wanted; empty where there is nothing to do. */
export const adviceFor = (found: Ranked, filters: RankFilters): AdviceText[] =>
  [...advise(found, filters)].map((advice) => ({ kind: advice.kind, text: inWords(advice) }))

function* advise(found: Ranked, filters: RankFilters): Generator<Advice> {
  const { match, total, unmatched, withoutFilters, anyComplete, missingBrands, foreign } = found
  if (found.empty) return yield { kind: 'empty_query' }
  if (withoutFilters !== undefined) {
    const used = Object.entries(filters).flatMap(([name, value]) => (value ? [`${name} ${value}`] : []))
    yield { kind: 'filtered_out', filters: used, matches: withoutFilters }
  } else if (missingBrands.length > 0) yield { kind: 'not_listed', names: missingBrands, hits: total > 0 }
  else if (total === 0) yield { kind: 'no_match', foreign }
  else if (match === 'related') yield { kind: 'only_related', words: unmatched }
  else if (match === 'any' && unmatched.length > 0) yield { kind: 'missing_words', words: unmatched, anyComplete }
  if (foreign) yield { kind: 'use_english' }
  if (total > MAX_HITS && match !== 'exact') yield { kind: 'narrow' }
}

function inWords(advice: Advice): string {
  switch (advice.kind) {
    case 'empty_query':
      return 'Type a name, or what the API should do, e.g. “send a text message”.'
    case 'filtered_out':
      return `No match with ${advice.filters.join(', ')}; without filters there ${advice.matches === 1 ? 'is' : 'are'} ${advice.matches}.`
    case 'not_listed':
      return `No SDK is called ${quoted(advice.names)}${advice.hits ? '; these are only related.' : ': describe what it does.'}`
    case 'no_match':
      return advice.foreign
        ? 'Nothing matches.'
        : 'Nothing matches. If that is a name, describe what it does; otherwise try other, more common English words.'
    case 'only_related':
      return `No SDK is about ${quoted(advice.words)}; these are only related.`
    case 'missing_words':
      return `${advice.anyComplete ? 'The' : 'No SDK has every word; the'} first hit lacks ${quoted(advice.words)}.`
    case 'use_english':
      return 'The catalogue is in English: describe the need in English words.'
    case 'narrow':
      return 'Narrow the search with topic, language or no_auth.'
  }
}

/** Slugs that look like the query, where the hits hardly meet it and it may have been mistyped. */
export function nearestFor(found: Ranked, query: string, { nearestSlugs }: Pick<Catalog, 'nearestSlugs'>): string[] {
  const mayBeTypo = found.weak && found.withoutFilters === undefined && found.missingBrands.length === 0
  return mayBeTypo ? nearestSlugs(query) : []
}

/** With quotation marks that JSON need not escape. */
const quoted = (words: readonly string[]): string =>
  words
    .slice(0, MAX_QUOTED)
    .map((word) => `“${word.slice(0, MAX_LETTERS)}”`)
    .join(', ')
