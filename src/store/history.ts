/**
 * The history of builds, which a catalogue has in its manifest: each build that gave another catalogue adds itself to those
 * of the one that it replaces. Version 0.1 kept it as lines of `catalog-history.jsonl` in DATA_DIR.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { jsonOf } from '../text/typed-text.ts'
import { replaceUnsafeIn } from '../text/unsafe-characters.ts'

const EntryName = z.object({ slug: z.string(), title: z.string() })

/** Readers ignore members that later versions add. */
export const HistoryEntry = z.object({
  version: z.literal(1),
  id: z.string(),
  /** Id of the catalogue it replaced; null for the first. */
  previous: z.string().nullable(),
  built_at: z.iso.datetime(),
  count: z.int().min(0),
  added: z.array(EntryName),
  removed: z.array(EntryName),
  changed: z.array(EntryName.extend({ members: z.array(z.string()) })),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** Builds that a catalogue tells of, and bytes of them: forty that change a thousand SDKs each. */
const MAX = { builds: 200, bytes: 4 * 1024 * 1024 }

/** The last builds that fit; oldest first, as they are given. */
export function lastBuilds(builds: readonly HistoryEntry[]): HistoryEntry[] {
  // In the first build everything is new, which nobody asks for.
  const last = builds.slice(-MAX.builds).map((build) => (build.previous === null ? { ...build, added: [] } : build))
  for (let left = MAX.bytes, at = last.length - 1; at >= 0; at--) {
    left -= Buffer.byteLength(JSON.stringify(last[at]))
    if (left < 0) return last.slice(at + 1)
  }
  return last
}

const HISTORY_FILE = 'catalog-history.jsonl'

/** Every build that version 0.1 recorded, oldest first. */
export async function readHistory(dataDir: string): Promise<HistoryEntry[]> {
  const path = join(dataDir, HISTORY_FILE)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw Object.assign(error as Error, { path })
  }
  return text
    .split('\n')
    .map((line) => HistoryEntry.safeParse(replaceUnsafeIn(jsonOf(line))).data)
    .filter((entry) => entry !== undefined)
}

/**
 * The builds that led to the catalogue with this id, oldest first: other catalogues built with the same DATA_DIR, and
 * builds that were rolled back, are not among them.
 */
export function lineage(history: readonly HistoryEntry[], id: string): HistoryEntry[] {
  const chain: HistoryEntry[] = []
  let nextId: string | null = id
  for (const entry of history.toReversed()) {
    if (entry.id !== nextId) continue
    chain.unshift(entry)
    nextId = entry.previous
  }
  return chain
}
