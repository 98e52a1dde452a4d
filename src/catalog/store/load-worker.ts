/** The thread that loads one built catalogue for watch.ts, unless it is the one that is served, and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { pack, transfers } from './transfer.ts'
import { loadIfChanged } from './watch.ts'

const result = await loadIfChanged(workerData.location, workerData.served)
if ('data' in result) {
  const { data, ...rest } = result
  const packed = pack(data)
  parentPort!.postMessage({ ...rest, packed }, transfers(packed))
} else parentPort!.postMessage(result)
