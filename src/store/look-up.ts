/** Looks up one SDK by its slug: all that a command without a search needs. */

import type { Arrays } from '../catalog/packed/array-file.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import type { Records } from '../catalog/record/records.ts'
import { nearestIn, openLetters, packLetters } from '../search/suggest.ts'
import { once } from '../system/once.ts'
import { operationsReader, type StoredOperations } from './operations.ts'

export type LookUp = ReturnType<typeof openLookUp>

const NAMES = ['slug', 'title'] as const

/** What suggestions of slugs and titles are found by. */
export const packLookUp = (records: Records): Arrays =>
  Object.assign({}, ...NAMES.map((name) => packLetters(`near.${name}`, records.positions.map(records[name]))))

interface Opened {
  records: Records
  index: Arrays
  operations?: StoredOperations
}

export function openLookUp({ records, index, operations }: Opened) {
  const [bySlug, byTitle] = NAMES.map((name) =>
    once(() => openLetters(`near.${name}`, index, { length: records.length, at: records[name] })),
  )
  return {
    record(slug: string): SdkRecord | undefined {
      const position = records.positionOf(slug)
      return position < 0 ? undefined : records.at(position)
    },
    /** Every endpoint with its parameters, read when asked for; undefined for an SDK without a file of operations. */
    ...operationsReader(operations),
    /** In the order of the entries. */
    slugs: once((): readonly string[] => Object.freeze(records.positions.map(records.slug))),
    /** The slug that an SDK has now whose slug was another. */
    renamedTo: (slug: string): string | undefined => records.renamed().get(slug),
    /** Slugs that an old or mistyped slug, title or name may have meant, nearest first; none where nothing is near. */
    nearestSlugs(wanted: string): string[] {
      const renamed = records.renamed().get(wanted)
      if (renamed !== undefined) return [renamed]
      const near = nearestIn(bySlug!(), wanted)
      return (near.length > 0 ? near : nearestIn(byTitle!(), wanted)).map(({ at }) => records.slug(at))
    },
  }
}
