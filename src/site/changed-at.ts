/** When an SDK last changed, as far as builds are on record. */
import type { HistoryEntry } from '../catalog/store/history.ts'

/** @param builds oldest first @returns instant of the last build that added or changed it; unknown before the first build on record */
export function changedAt(slug: string, builds: readonly HistoryEntry[]): string | undefined {
  const isIn = (list: readonly { slug: string }[]): boolean => list.some((entry) => entry.slug === slug)
  return builds.findLast(({ added, changed }) => isIn(added) || isIn(changed))?.built_at
}
