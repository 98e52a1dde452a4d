/**
 * The changes that led to a catalogue as one list, oldest first, and positions in it. A position is the first twelve
 * digits of a build's id: every change up to and including that build has been read. With ".3" after it, only the first
 * three changes of that build have. New builds only append, so positions stay valid.
 */
import * as z from 'zod'
import type { HistoryEntry } from './history.ts'

export const CHANGES = ['added', 'changed', 'removed'] as const

export interface Change {
  change: (typeof CHANGES)[number]
  slug: string
  title: string
  /** Members that differ in a changed entry, "readme" among them. */
  members?: string[]
  /** Instant of its build. */
  at: string
  build: string
}

export interface ChangePage {
  /** Changes from the position to the end, before the limit. */
  total: number
  changes: Change[]
  /** Position after these changes; after the newest build where none are left. */
  next: string
}

/** The id as people and programs see it. */
export const shortId = (id: string): string => id.slice(0, 12)

/** None for the first build, in which everything was new. */
export function changesOf(build: HistoryEntry): Change[] {
  if (build.previous === null) return []
  const about = { at: build.built_at, build: shortId(build.id) }
  return CHANGES.flatMap((change) => build[change].map((entry) => ({ change, ...entry, ...about })))
}

export const changeCount = (build: HistoryEntry): number =>
  build.previous === null ? 0 : CHANGES.reduce((sum, change) => sum + build[change].length, 0)

/**
 * @param builds oldest first, at least one
 * @param since position, instant or day; the changes of the newest build where it is absent
 * @returns undefined for a `since` that is none of these, or that names an unknown build or change
 */
export function changesSince(
  builds: readonly HistoryEntry[],
  since: string | undefined,
  limit: number,
): ChangePage | undefined {
  const start = since === undefined ? { build: builds.length - 1, read: 0 } : readUpTo(since, builds)
  if (!start) return undefined
  const total = builds.slice(start.build).reduce((sum, build) => sum + changeCount(build), 0) - start.read
  const changes: Change[] = []
  let next = shortId(builds.at(-1)!.id)
  for (const [index, build] of builds.entries()) {
    if (index < start.build || changes.length === limit) continue
    const skipped = index === start.build ? start.read : 0
    const page = changesOf(build).slice(skipped, skipped + limit - changes.length)
    changes.push(...page)
    const read = skipped + page.length
    if (changes.length === limit && changes.length < total)
      next = read < changeCount(build) ? `${shortId(build.id)}.${read}` : shortId(build.id)
  }
  return { total, changes, next }
}

const Instant = z.union([z.iso.datetime({ offset: true }), z.iso.date()])
const POSITION = /^([0-9a-f]{12,64})(?:\.(\d{1,9}))?$/

/** Index of the first build that is not read completely, and how many of its changes are. */
function readUpTo(since: string, builds: readonly HistoryEntry[]): { build: number; read: number } | undefined {
  if (Instant.safeParse(since).success) {
    const instant = Date.parse(since)
    return { build: builds.findLastIndex(({ built_at }) => Date.parse(built_at) <= instant) + 1, read: 0 }
  }
  const [, id, read] = POSITION.exec(since) ?? []
  if (id === undefined) return undefined
  // After a rollback a build may occur twice: what follows the later one is new.
  const build = builds.findLastIndex((each) => each.id.startsWith(id))
  if (build < 0) return read === undefined && builds[0]!.previous?.startsWith(id) ? { build: 0, read: 0 } : undefined
  if (read === undefined) return { build: build + 1, read: 0 }
  return Number(read) < changeCount(builds[build]!) ? { build, read: Number(read) } : undefined
}
