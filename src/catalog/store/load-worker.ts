/** The thread that loads one built catalogue for watch.ts, and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { buildSearchIndex, openSearchIndex } from './search-index.ts'
import { pack, transfers } from './transfer.ts'
import { loadCatalog, type ThreadResult, versionOf } from './watch.ts'

const post = (result: ThreadResult, transferred?: ArrayBuffer[]) => parentPort!.postMessage(result, transferred)

const result = await loadCatalog(workerData.location)
if ('invalid' in result) post(result)
else {
  const { data, ...rest } = result
  if (versionOf(data) === workerData.servedVersion) post(rest)
  else {
    // Of a catalogue that another version built; a second that no request waits for.
    const packed = pack(openSearchIndex(data) ? data : { ...data, searchIndex: buildSearchIndex(data.records) })
    post({ ...rest, packed }, transfers(packed))
  }
}
