/** What find_sdk says beside its hits: how to narrow or widen, and which topic was meant. */
import type { Catalog } from '../catalog/catalog.ts'
import type { Ranked, RankFilters } from '../catalog/rank/rank.ts'
import { nearest } from '../catalog/suggest.ts'
import { CatalogError } from './errors.ts'
import { didYouMean } from './fields.ts'

/** Words of the caller that are quoted back: this many, and this much of each. */
const MOST_WORDS = 4
const MOST_LETTERS = 24

/** One or two sentences; undefined where the answer speaks for itself. */
export function adviceFor(found: Ranked, filters: RankFilters): string | undefined {
  const { match, total, hits, unmatched, withoutFilters } = found
  if (withoutFilters !== undefined) {
    const used = Object.entries(filters).flatMap(([name, value]) => (value ? [`${name} ${value}`] : []))
    return `No match under ${used.join(', ')}; without that there are ${withoutFilters}.`
  }
  if (total === 0) return 'Nothing matches. Name the need in other, more common words.'
  const partly =
    match === 'any' && unmatched.length > 0 ? `No SDK has every word: the first hit lacks ${quoted(unmatched)}.` : ''
  const more = total > hits.length ? 'Narrow with topic, language or no_auth, or raise limit.' : ''
  return [partly, more].filter(Boolean).join(' ') || undefined
}

/**
 * The topic as the catalogue spells it.
 * @throws CatalogError invalid_request for one that no SDK has
 */
export function knownTopic(wanted: string | undefined, { topics }: Catalog): string | undefined {
  if (wanted === undefined) return undefined
  const topic = wanted
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
  if (topics.includes(topic)) return topic
  const near = nearest(wanted, topics)
  throw new CatalogError('invalid_request', {
    detail: `topic: no SDK has the topic "${wanted}".`,
    errors: [{ field: 'topic', message: 'is not a topic of the catalogue' }],
    resolution: near.length > 0 ? didYouMean(near) : 'Leave topic out; the answer counts the topics that there are.',
  })
}

const quoted = (words: readonly string[]): string =>
  words
    .slice(0, MOST_WORDS)
    .map((word) => `"${word.slice(0, MOST_LETTERS)}"`)
    .join(', ')
