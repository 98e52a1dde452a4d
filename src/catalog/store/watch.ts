/**
 * Watches a built catalogue while it is served: when its directory or the history of builds changes, or on request, it
 * is loaded and checked in a thread and then swapped in whole. An invalid one is refused, and the served one stays.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { resultOfThread, workerUrl } from '../../system/threads.ts'
import { FILES, FOLDERS } from './files.ts'
import { HISTORY_FILE, type HistoryEntry, lineage, readHistory } from './history.ts'
import { EMBEDDED, type LoadedCatalog, type PackedCatalog, packDirectory, packEmbedded, unpackCatalog } from './load.ts'
import { locate } from './locate.ts'
import { InvalidCatalog } from './read.ts'

export interface CatalogLocation {
  /** A built directory; without it the embedded data set. */
  directory: string | undefined
  /** Where the history of builds is kept. */
  dataDir: string
  /** Key, in base64, whose signature a built directory must have. */
  publicKey?: string | undefined
}

/** Builds in memory; older ones are in the history only. */
const MAX_BUILDS = 200

interface Loaded {
  /** State of the files before they were read, so that any later change gives another stamp. */
  stamp: string
  /** Why the history of builds was left out. */
  historyError?: string
}

interface Refused {
  stamp: string
  /** Names the entry, the member and the rule. */
  invalid: string
}

/** A catalogue that can be served. */
export type LoadResult = Loaded & { data: LoadedCatalog }

export async function loadCatalog(location: CatalogLocation): Promise<LoadResult | Refused> {
  const result = await loadPacked(location)
  if ('invalid' in result) return result
  const { packed, ...info } = result
  return { ...info, data: unpackCatalog(packed) }
}

export async function loadPacked(location: CatalogLocation): Promise<(Loaded & { packed: PackedCatalog }) | Refused> {
  const stamp = stampOf(location)
  const result = await packOnce(location, stamp)
  // What was read while another catalogue was published may be of both, and is read again.
  return stampOf(location) === stamp ? result : loadPacked(location)
}

async function packOnce({ directory, dataDir, publicKey }: CatalogLocation, stamp: string) {
  try {
    const packed = directory === undefined ? packEmbedded() : packDirectory(directory, publicKey)
    const { builds, ...history } = await readBuilds(dataDir, packed.id)
    return { stamp, packed: { ...packed, ...(builds && { builds }) }, ...history }
  } catch (error) {
    if (error instanceof InvalidCatalog) return { stamp, invalid: error.message }
    throw error
  }
}

async function readBuilds(dataDir: string, id: string): Promise<{ builds?: HistoryEntry[]; historyError?: string }> {
  try {
    return { builds: lineage(await readHistory(dataDir), id).slice(-MAX_BUILDS) }
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    return { historyError: `${HISTORY_FILE}: cannot be read (${code})` }
  }
}

/** Files and folders whose metadata changes when the catalogue does. */
const STAMPED = ['.', ...FILES, ...FOLDERS]

/** Changes whenever a catalogue is published, files of it are replaced, or a build is recorded in the history. */
function stampOf({ directory, dataDir }: CatalogLocation): string {
  const root = locate(directory ?? EMBEDDED)
  return [...STAMPED.map((name) => join(root, name)), join(dataDir, HISTORY_FILE)].map(stamp).join(' ')
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

export interface WatchOptions {
  location: CatalogLocation
  /** What is served. */
  current: LoadResult
  /** Serves another catalogue from here on; if it throws, the old one is still served. */
  swap(next: LoadedCatalog): void
  onEvent(event: CatalogEvent): void
}

export function watchCatalog({ location, current, swap, onEvent }: WatchOptions) {
  const counts = { swapped: 0, refused: 0 }
  let served = current.data
  let stamp = current.stamp
  let running = Promise.resolve()
  let waiting: Promise<void> | undefined

  return {
    /** Loads the catalogue as it is from now on; resolves when it is served, refused, or found to be unchanged. */
    refresh,
    /** Refreshes if the files have changed since they were read. */
    poll: (): Promise<void> => (stampOf(location) === stamp ? running : refresh()),
  }

  /** One at a time. The running one may have begun before the change, so at most one more waits behind it. */
  function refresh(): Promise<void> {
    waiting ??= running.then(() => {
      waiting = undefined
      running = load().catch((error) => refuse(String(error)))
      return running
    })
    return waiting
  }

  async function load(): Promise<void> {
    stamp = stampOf(location)
    const result = await loadInThread(location, versionOf(served))
    stamp = result.stamp
    if ('invalid' in result) return refuse(result.invalid)
    const { historyError, packed } = result
    if (historyError) onEvent({ event: 'catalog_history_unread', reason: historyError, id: served.id, ...counts })
    if (!packed) return onEvent({ event: 'catalog_unchanged', id: served.id, ...counts })
    const data = unpackCatalog(packed)
    swap(data)
    const previous = served.id
    served = data
    counts.swapped += 1
    onEvent({ event: 'catalog_swapped', id: data.id, previous, count: data.records.length, ...counts })
  }

  function refuse(reason: string): void {
    counts.refused += 1
    onEvent({ event: 'catalog_refused', reason, id: served.id, ...counts })
  }
}

/** What identifies a served catalogue: contents, time, and the builds that led to it. */
export const versionOf = ({ id, builtAt, builds = [] }: Pick<PackedCatalog, 'id' | 'builtAt' | 'builds'>): string =>
  [id, builtAt, ...builds.map((build) => build.id)].join()

const WORKER = workerUrl('./load-worker', import.meta.url)

export type ThreadResult = (Loaded & { packed?: PackedCatalog | undefined }) | Refused

/**
 * Loading and checking thousands of files takes seconds, which no request should wait for.
 * @returns without `packed` where the catalogue is the served one
 */
const loadInThread = (location: CatalogLocation, servedVersion: string): Promise<ThreadResult> =>
  resultOfThread(WORKER, { location, servedVersion })
