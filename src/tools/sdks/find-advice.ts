/** What find_sdk says beside its hits: how to narrow or widen. */
import type { Catalog } from '../../catalog/catalog.ts'
import type { Ranked, RankFilters } from '../../catalog/rank/rank.ts'

/** As many as one answer can show. */
export const MOST_HITS = 50
/** Words of the caller that are quoted back: this many, and this much of each. */
const MOST_WORDS = 4
const MOST_LETTERS = 24

/** What to do about an answer that is not what was wanted; undefined where there is nothing to do. */
export function adviceFor(found: Ranked, filters: RankFilters): string | undefined {
  return [...sentences(found, filters)].join(' ') || undefined
}

function* sentences(found: Ranked, filters: RankFilters): Generator<string> {
  const { match, total, unmatched, withoutFilters, related, anyWhole, unnamed, foreign, worded } = found
  if (!worded) return yield 'Type a name, or what the API should do, e.g. "send a text message".'
  if (withoutFilters !== undefined) {
    const used = Object.entries(filters).flatMap(([name, value]) => (value ? [`${name} ${value}`] : []))
    yield `No match under ${used.join(', ')}; without that there ${withoutFilters === 1 ? 'is' : 'are'} ${withoutFilters}.`
  } else if (total === 0 && unnamed.length > 0) yield `No SDK is called ${quoted(unnamed)}: describe what it does.`
  else if (total === 0 && !foreign)
    yield 'Nothing matches. If that is a name, describe what it does; otherwise try other, more common English words.'
  else if (total === 0) yield 'Nothing matches.'
  else if (unnamed.length > 0) yield `No SDK is called ${quoted(unnamed)}; these only have to do with it.`
  else if (related) yield `No SDK is about ${quoted(unmatched)}; these only have to do with it.`
  else if (match === 'any' && unmatched.length > 0) {
    yield `${anyWhole ? 'The' : 'No SDK has every word: the'} first hit lacks ${quoted(unmatched)}.`
  }
  if (foreign) yield 'The catalogue is in English: name the need in English words.'
  if (total > MOST_HITS && match !== 'exact') yield 'Narrow with topic, language or no_auth.'
}

/** Slugs that look like what was asked for, where it is hardly met and may have been mistyped. */
export function nearFor(found: Ranked, query: string, { nearestSlugs }: Pick<Catalog, 'nearestSlugs'>): string[] {
  const mayBeTypo = found.weak && found.withoutFilters === undefined && found.unnamed.length === 0
  return mayBeTypo ? nearestSlugs(query) : []
}

const quoted = (words: readonly string[]): string =>
  words
    .slice(0, MOST_WORDS)
    .map((word) => `"${word.slice(0, MOST_LETTERS)}"`)
    .join(', ')
