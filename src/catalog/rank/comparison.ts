/** "compare A, B and C": one answer made of the answers for each. */
import type { Hit, Ranked } from './rank.ts'

/** @param parts the answers for each thing that is compared, in the order of the query */
export function compared(parts: readonly Ranked[], limit: number, offset: number): Ranked {
  const [first] = parts as [Ranked]
  const hits = new Map<string, Hit>()
  const most = Math.max(...parts.map(({ hits }) => hits.length))
  for (let at = 0; at < most; at++) {
    for (const { hits: own } of parts) {
      const hit = own[at]
      if (hit && !hits.has(hit.record.slug)) hits.set(hit.record.slug, hit)
    }
  }
  const isEach = (match: Ranked['match']): boolean => parts.every((part) => part.match === match)
  return {
    ...first,
    match: hits.size === 0 ? 'none' : isEach('exact') ? 'exact' : 'any',
    total: hits.size,
    positions: [...hits.values()].map(({ position }) => position),
    hits: [...hits.values()].slice(offset, offset + limit),
    readAs: parts.flatMap(({ readAs }) => readAs),
    missing: parts.flatMap(({ missing }) => missing),
    unmatched: [],
    weak: false,
    anyComplete: true,
    empty: false,
  }
}
