/**
 * Watches a built catalogue while it is served: when its directory changes, or on request, it
 * is loaded and checked in a thread and then swapped in whole. An invalid one is refused, and the served one stays.
 */
import { resultOfThread, workerUrl } from '../../system/threads.ts'
import { type CatalogLocation, type Loaded, loadPacked, type Refused, stampOf } from '../pack.ts'
import type { PackedCatalog } from '../search-index/packed.ts'
import { type LoadedCatalog, unpackCatalog } from './load.ts'

/** A catalogue that can be served. */
export type LoadResult = Loaded & { data: LoadedCatalog }

export async function loadCatalog(location: CatalogLocation): Promise<LoadResult | Refused> {
  const result = await loadPacked(location)
  if ('invalid' in result) return result
  const { packed, ...info } = result
  const data = unpackCatalog(packed)
  // A large file of records is opened here, and may be another one by now.
  return stampOf(location) === info.stamp ? { ...info, data } : loadCatalog(location)
}

/** For the log; the counts are since the start. */
export type CatalogEvent = { swapped: number; refused: number; id: string } & (
  | { event: 'catalog_swapped'; previous: string; count: number }
  | { event: 'catalog_refused'; reason: string }
  | { event: 'catalog_unchanged' }
)

export interface WatchOptions {
  location: CatalogLocation
  /** What is served. */
  current: LoadResult
  /** Serves another catalogue from here on; if it throws, the old one is still served. */
  swap(next: LoadedCatalog): void | Promise<void>
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
    const { packed } = result
    if (!packed) return onEvent({ event: 'catalog_unchanged', id: served.id, ...counts })
    const data = unpackCatalog(packed)
    if (stampOf(location) !== stamp) return load()
    await swap(data)
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

export interface ThreadInput {
  location: CatalogLocation
  servedVersion: string
}

export type ThreadResult = (Loaded & { packed?: PackedCatalog | undefined }) | Refused

/**
 * Loading and checking thousands of files takes seconds, which no request should wait for.
 * @returns without `packed` where the catalogue is the served one
 */
const loadInThread = (location: CatalogLocation, servedVersion: string): Promise<ThreadResult> =>
  resultOfThread(WORKER, { location, servedVersion } satisfies ThreadInput)
