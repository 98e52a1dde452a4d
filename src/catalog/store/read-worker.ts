/** The thread that reads one built catalogue for live.ts, if it is not the one that is served, and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { pack, transfers } from './transfer.ts'
import { readNews } from './watch.ts'

const found = await readNews(workerData.place, workerData.served)
if ('data' in found) {
  const { data, ...more } = found
  const packed = pack(data)
  parentPort!.postMessage({ ...more, packed }, transfers(packed))
} else parentPort!.postMessage(found)
