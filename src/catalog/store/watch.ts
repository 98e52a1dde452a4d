/**
 * Keeps up with a built catalogue while it is served: when its directory or the history of builds changes, or when told
 * to look, it is read and held against every rule beside the service, and handed over whole. One that breaks a rule is
 * refused, and what is served stays.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { HISTORY_FILE, type HistoryEntry, lineage, readHistory } from './history.ts'
import {
  type CatalogData,
  digestDirectory,
  EMBEDDED,
  InvalidCatalog,
  type LoadedCatalog,
  loadDirectory,
  loadEmbedded,
} from './load.ts'
import { locate } from './locate.ts'
import { type PackedCatalog, unpack } from './transfer.ts'

/** Where a catalogue is read from. */
export interface Place {
  /** A built directory; the embedded data set where there is none. */
  directory: string | undefined
  /** Where the history of builds is kept. */
  dataDir: string
}

/** Builds that are kept in memory and offered; older ones are in the history only. */
const MOST_BUILDS = 200

interface Seen {
  /** Taken before the read, so that any later change makes the next stamp differ. */
  stamp: string
}

export interface Reading extends Seen {
  data: LoadedCatalog
  /** Why the history of builds was left out. */
  noHistory?: string
}

export interface Refusal extends Seen {
  /** Names the entry, the member and the rule. */
  refused: string
}

/** What tells one catalogue from another: contents, time, and the builds that led to it. */
export interface Served {
  id: string
  builtAt: string
  /** Their ids. */
  builds: string
}

/** The catalogue that is served already. */
interface Same extends Seen {
  same: true
  noHistory?: string
}

type Found = Omit<Reading, 'stamp'> | Omit<Same, 'stamp'> | Omit<Refusal, 'stamp'>

export const readCatalog = (place: Place): Promise<Reading | Refusal> =>
  whole(place, () => readOnce(place)) as Promise<Reading | Refusal>

/** As readCatalog, but no more than digests are kept of a catalogue that says it is the one that is served. */
export const readNews = (place: Place, served: Served): Promise<Reading | Same | Refusal> =>
  whole(place, () => readOnce(place, served))

/** What is read while another catalogue is put into place may be of both, and is read again. */
async function whole(place: Place, once: () => Promise<Found>): Promise<Reading | Same | Refusal> {
  for (;;) {
    const stamp = stampOf(place)
    const found = await once()
    if (stampOf(place) === stamp) return { ...found, stamp }
  }
}

async function readOnce({ directory, dataDir }: Place, served?: Served): Promise<Found> {
  try {
    if (served && claimedId(directory) === served.id) {
      const { id, builtAt } = digestDirectory(directory ?? EMBEDDED)
      const { builds, ...history } = await buildsOf(dataDir, id)
      const same = builtAt === served.builtAt && names(builds) === served.builds
      if (id === served.id && same) return { same: true, ...history }
    }
    const data = directory === undefined ? loadEmbedded() : loadDirectory(directory)
    const { builds, ...history } = await buildsOf(dataDir, data.id)
    return { data: { ...data, ...(builds && { builds }) }, ...history }
  } catch (error) {
    if (error instanceof InvalidCatalog) return { refused: error.message }
    throw error
  }
}

/** What the manifest says; whether it is true is for others to find out. */
function claimedId(directory = EMBEDDED): unknown {
  try {
    return JSON.parse(readFileSync(join(locate(directory), 'manifest.json'), 'utf8')).id
  } catch {
    return undefined
  }
}

async function buildsOf(dataDir: string, id: string): Promise<{ builds?: HistoryEntry[]; noHistory?: string }> {
  try {
    return { builds: lineage(await readHistory(dataDir), id).slice(-MOST_BUILDS) }
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    return { noHistory: `${HISTORY_FILE}: cannot be read (${code})` }
  }
}

/** Files and folders whose stamp changes when the catalogue or its history does. */
const STAMPED = ['.', 'manifest.json', 'sdks.jsonl', 'readme', 'html']

/** Another one whenever a catalogue is put into place, files of it are replaced, or a build is entered in the history. */
function stampOf({ directory, dataDir }: Place): string {
  const place = locate(directory ?? EMBEDDED)
  return [...STAMPED.map((name) => join(place, name)), join(dataDir, HISTORY_FILE)].map(stamp).join(' ')
}

function stamp(path: string): string {
  try {
    const { dev, ino, size, mtimeNs } = statSync(path, { bigint: true })
    return `${dev}:${ino}:${size}:${mtimeNs}`
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}

/** For the log; the counts are since the start. */
export type CatalogEvent = { swapped: number; refused: number; id: string } & (
  | { event: 'catalog_swapped'; previous: string; count: number }
  | { event: 'catalog_refused'; reason: string }
  | { event: 'catalog_unchanged' }
  | { event: 'catalog_history_unread'; reason: string }
)

export interface Following {
  place: Place
  /** What is served. */
  current: Reading
  /** Serves another catalogue from here on; if it throws, the old one is still served. */
  take(next: LoadedCatalog): void
  tell(event: CatalogEvent): void
}

export interface Followed {
  /** Reads the catalogue as it is from now on; resolves when it is served, refused, or found to be the same. */
  look(): Promise<void>
  /** Looks if the stamp has changed since the last look. */
  glance(): Promise<void>
}

export function followCatalog({ place, current, take, tell }: Following): Followed {
  const counts = { swapped: 0, refused: 0 }
  let serving = current.data
  let seen = current.stamp
  let running = Promise.resolve()
  let waiting: Promise<void> | undefined

  return {
    look,
    glance: () => (stampOf(place) === seen ? running : look()),
  }

  /** One at a time. The one under way may have begun before the change, so at most one more waits behind it. */
  function look(): Promise<void> {
    waiting ??= running.then(() => {
      waiting = undefined
      running = read().catch((error) => refuse(String(error)))
      return running
    })
    return waiting
  }

  async function read(): Promise<void> {
    seen = stampOf(place)
    const answer = await readInThread(place, servedOf(serving))
    if (typeof answer === 'string') return refuse(answer)
    seen = answer.stamp
    if ('refused' in answer) return refuse(answer.refused)
    const { noHistory } = answer
    if (noHistory) tell({ event: 'catalog_history_unread', reason: noHistory, id: serving.id, ...counts })
    if ('same' in answer) return tell({ event: 'catalog_unchanged', id: serving.id, ...counts })
    const data = await unpack(answer.packed)
    try {
      take(data)
    } catch (error) {
      return refuse(String(error))
    }
    const previous = serving.id
    serving = data
    counts.swapped += 1
    tell({ event: 'catalog_swapped', id: data.id, previous, count: data.records.length, ...counts })
  }

  function refuse(reason: string): void {
    counts.refused += 1
    tell({ event: 'catalog_refused', reason, id: serving.id, ...counts })
  }
}

const names = (builds: readonly HistoryEntry[] = []): string => builds.map(({ id }) => id).join()

const servedOf = ({ id, builtAt, builds }: CatalogData): Served => ({ id, builtAt, builds: names(builds) })

const WORKER = new URL('./read-worker.ts', import.meta.url)

type Answer = Same | Refusal | (Omit<Reading, 'data'> & { packed: PackedCatalog })

/** Reading and checking thousands of files takes seconds, for which no answer should wait. Text is why it was lost. */
function readInThread(place: Place, served: Served): Promise<Answer | string> {
  return new Promise((resolve) => {
    const thread = new Worker(WORKER, { workerData: { place, served } })
    thread.once('message', resolve)
    thread.once('error', (error) => resolve(String(error)))
    thread.once('exit', () => resolve('the thread that reads it ended'))
  })
}
