/**
 * The history of builds: `catalog-history.jsonl` in DATA_DIR, one line for each build that published another catalogue.
 * Readers skip a line that a crash has cut short, and the next append ends it. Different catalogues may share a history,
 * because each line names the catalogue that it replaced; builds of one run one at a time (builder/publish/lock.ts).
 */
import { constants } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { makeDirectory } from '../system/make-directory.ts'
import { replaceUnsafeIn } from '../text/unsafe-characters.ts'
import { HISTORY_FILE } from './catalog-files.ts'

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

const LINE_END = 0x0a

/** Opened before a catalogue is published, so that a history that cannot be written stops the build in time. */
export async function openHistory(dataDir: string) {
  makeDirectory(dataDir)
  const file = await open(join(dataDir, HISTORY_FILE), constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o644)
  return {
    /** Appends one build, unless the last line records it already, as after a crash that followed the append. */
    async append(entry: HistoryEntry): Promise<void> {
      const last = (await readHistory(dataDir)).at(-1)
      if (last?.id === entry.id && last.previous === entry.previous) return
      const { size } = await file.stat()
      const before = Buffer.alloc(1)
      if (size > 0) await file.read(before, 0, 1, size - 1)
      const start = size > 0 && before[0] !== LINE_END ? '\n' : ''
      await file.write(`${start}${JSON.stringify(HistoryEntry.parse(entry))}\n`)
      await file.sync()
    },
    close: () => file.close(),
  }
}

export async function appendHistory(dataDir: string, entry: HistoryEntry): Promise<void> {
  const history = await openHistory(dataDir)
  await history.append(entry).finally(history.close)
}

/** Every recorded build, oldest first; none where there is no history yet. */
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
    .map(parseLine)
    .filter((entry) => entry !== undefined)
}

/** Builds in memory, and in what is published; older ones are in the history only. */
const MAX_BUILDS = 200

/**
 * The last builds that led to the catalogue with this id, oldest first: other catalogues built with the same DATA_DIR, and
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
  return chain.slice(-MAX_BUILDS)
}

function parseLine(line: string): HistoryEntry | undefined {
  try {
    return HistoryEntry.parse(replaceUnsafeIn(JSON.parse(line)))
  } catch {
    return undefined
  }
}
