/** The thread that loads one built catalogue for watch.ts, and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import type { LoadedCatalog } from './load.ts'
import { openSearchIndex } from './search-index.ts'
import { pack, transfers } from './transfer.ts'
import { loadCatalog, type ThreadResult, versionOf } from './watch.ts'

const post = (result: ThreadResult, transferred?: ArrayBuffer[]) => parentPort!.postMessage(result, transferred)

const result = await loadCatalog(workerData.location)
if ('invalid' in result) post(result)
else {
  const { data, ...rest } = result
  if (versionOf(data) === workerData.servedVersion) post(rest)
  else {
    const packed = pack(openSearchIndex(data) ? data : { ...data, searchIndex: await indexOf(data) })
    post({ ...rest, packed }, transfers(packed))
  }
}

/** For a catalogue that another version built: a second of work that no request waits for. */
async function indexOf({ records }: LoadedCatalog): Promise<Uint8Array<ArrayBuffer>> {
  const { buildSearchIndex } = await import('./build-search-index.ts')
  return buildSearchIndex(records)
}
