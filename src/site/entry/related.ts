/** SDKs that somebody who reads about one may want instead of it, or beside it. */
import type { Catalog } from '../../catalog/catalog.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'

const MAX_RELATED = 6
/** Weight of the first search hit beside shared topics. */
const SEARCH_WEIGHT = 4

/** By shared topics, rare ones first, and by what a search for its own words finds. */
export function relatedTo({ slug, title, needs }: SdkRecord, { records, facets, find }: Catalog): SdkRecord[] {
  const self = records.positionOf(slug)
  const counts = new Map(facets.topics)
  const weights = new Map(
    Array.from(records.topics(self), (topic) => {
      const count = counts.get(records.topicNames[topic]!) ?? 1
      return [topic, Math.log(records.length / count)]
    }),
  )
  const { hits } = find(`${title} ${needs.slice(0, 2).join(' ')}`, {}, 20)
  const scores = new Map(hits.map(({ position }, at) => [position, SEARCH_WEIGHT * (1 - at / hits.length)]))
  for (const position of records.positions) {
    for (const topic of records.topics(position)) {
      const weight = weights.get(topic)
      if (weight) scores.set(position, (scores.get(position) ?? 0) + weight)
    }
  }
  return [...scores]
    .filter(([position, score]) => position !== self && score > 0)
    .sort(([a, score], [b, other]) => other - score || a - b)
    .slice(0, MAX_RELATED)
    .map(([position]) => records.at(position))
}
