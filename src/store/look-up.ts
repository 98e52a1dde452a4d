/** Looks up one SDK by its slug: all that a command without a search needs. */

import { lowerBound } from '../catalog/packed/strings.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { indexInTurns, nearest } from '../search/suggest.ts'
import { once } from '../system/once.ts'
import type { LoadedCatalog } from './loading/load.ts'
import { operationsReader } from './operations.ts'

export type LookUp = ReturnType<typeof openLookUp>

export function openLookUp({ records, operations }: Pick<LoadedCatalog, 'records' | 'operations'>) {
  const slugs = Object.freeze(records.positions.map(records.slug))
  const sorted = once(() => slugs.toSorted())
  const titles = once(() => Object.freeze(records.positions.map(records.title)))
  return {
    record(slug: string): SdkRecord | undefined {
      const position = records.positionOf(slug)
      return position < 0 ? undefined : records.at(position)
    },
    /** Every endpoint with its parameters, read when asked for; undefined for an SDK without a file of operations. */
    operations: operationsReader(operations),
    /** In the order of the entries. */
    slugs,
    /** The slug that an SDK has now whose slug was another. */
    renamedTo: (slug: string): string | undefined => records.renamed().get(slug),
    /** Sorted. */
    slugsBeginning: (prefix: string): string[] =>
      sorted().slice(lowerBound(sorted(), prefix), lowerBound(sorted(), `${prefix}\uffff`)),
    /** Makes what the two others read. */
    async warmUp(): Promise<void> {
      sorted()
      for (const names of [slugs, titles()]) await indexInTurns(names)
    },
    /** Slugs that an old or mistyped slug, title or name may have meant, nearest first; none where nothing is near. */
    nearestSlugs(wanted: string): string[] {
      const renamed = records.renamed().get(wanted)
      if (renamed !== undefined) return [renamed]
      const near = nearest(wanted, slugs)
      return near.length > 0 ? near : nearest(wanted, titles()).map((title) => slugs[titles().indexOf(title)]!)
    },
  }
}
