/** "compare A, B and C": one answer made of the answers for each. */
import type { Ranked, RankedHit } from './answer.ts'

/** @param parts the answers for each thing that is compared, in the order of the query */
export function mergeComparison(parts: readonly Ranked[], limit: number, offset: number): Ranked {
  const [first] = parts as [Ranked]
  const merged = new Map<number, RankedHit>()
  const depth = Math.max(...parts.map(({ hits }) => hits.length))
  for (let at = 0; at < depth; at++) {
    for (const { hits } of parts) {
      const hit = hits[at]
      if (hit && !merged.has(hit.position)) merged.set(hit.position, hit)
    }
  }
  const areAllExact = parts.every(({ match }) => match === 'exact')
  return {
    ...first,
    match: merged.size === 0 ? 'none' : areAllExact ? 'exact' : 'any',
    total: merged.size,
    positions: [...merged.keys()],
    hits: [...merged.values()].slice(offset, offset + limit),
    readAs: parts.flatMap(({ readAs }) => readAs),
    missing: parts.flatMap(({ missing }) => missing),
    unmatched: [],
    weak: false,
    anyComplete: true,
    empty: false,
  }
}
