/** SDKs that somebody who reads about one may want instead of it, or beside it. */
import type { Catalog } from '../../catalog/catalog.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { topicCounts } from '../../pages/topics.ts'

const MOST = 6
/** What a place in the ranked search is worth beside shared topics. */
const BY_SEARCH = 4

/** By shared topics, rare ones first, and by what a search for its own words finds. */
export function relatedTo(record: SdkRecord, catalog: Catalog): SdkRecord[] {
  const counts = new Map(topicCounts(catalog))
  const weight = (topic: string): number => Math.log(catalog.count / (counts.get(topic) ?? 1))
  const { hits } = catalog.find(`${record.title} ${record.needs.slice(0, 2).join(' ')}`, {}, 20)
  const found = new Map(hits.map(({ record: { slug } }, at) => [slug, BY_SEARCH * (1 - at / hits.length)]))
  return catalog.slugs
    .filter((slug) => slug !== record.slug)
    .map((slug) => {
      const other = catalog.record(slug)!
      const shared = other.topics.filter((topic) => record.topics.includes(topic))
      return { other, score: shared.reduce((sum, topic) => sum + weight(topic), 0) + (found.get(slug) ?? 0) }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ other }) => other)
}
