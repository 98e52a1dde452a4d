/** The thread that loads one built catalogue for watch.ts, and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { pack, transfers } from './transfer.ts'
import { loadCatalog, type ThreadResult, versionOf } from './watch.ts'

const post = (result: ThreadResult, transferred?: ArrayBuffer[]) => parentPort!.postMessage(result, transferred)

const result = await loadCatalog(workerData.location)
if ('invalid' in result) post(result)
else {
  const { data, ...rest } = result
  if (versionOf(data) === workerData.servedVersion) post(rest)
  else {
    const packed = pack(data)
    post({ ...rest, packed }, transfers(packed))
  }
}
