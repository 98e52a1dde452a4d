/** Topics of the catalogue with the number of SDKs that carry each. */
import type { Catalog } from '../catalog/catalog.ts'
import { type Facets, facetsOf } from '../catalog/rank/facets.ts'

const counted = new WeakMap<Catalog, Facets['topics']>()

/** Most frequent first, ties by name; counted once for each catalogue. */
export function topicCounts(catalog: Catalog): Facets['topics'] {
  const known = counted.get(catalog)
  if (known) return known
  const { topics } = facetsOf(catalog.entries.map(({ slug }) => catalog.record(slug)!))
  counted.set(catalog, topics)
  return topics
}

export const topicPath = (topic: string): string => `/sdk?topic=${encodeURIComponent(topic)}`
