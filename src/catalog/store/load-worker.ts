/** The thread that loads one built catalogue for watch.ts, and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { transfers } from './load.ts'
import { loadPacked, type ThreadResult, versionOf } from './watch.ts'

const post = (result: ThreadResult, transferred?: ArrayBuffer[]) => parentPort!.postMessage(result, transferred)

const result = await loadPacked(workerData.location)
if ('invalid' in result) post(result)
else {
  const { packed, ...rest } = result
  if (versionOf(packed) === workerData.servedVersion) post(rest)
  else post(result, transfers(packed))
}
