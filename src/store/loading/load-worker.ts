/** The thread that loads one built catalogue for watch.ts, and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { loadPacked } from '../pack.ts'
import { transfers } from '../search-index/packed.ts'
import { type ThreadResult, versionOf } from './watch.ts'

const post = (result: ThreadResult, buffers?: ArrayBuffer[]) => parentPort!.postMessage(result, buffers)

const result = await loadPacked(workerData.location)
if ('invalid' in result) post(result)
else if (versionOf(result.packed) !== workerData.servedVersion) post(result, transfers(result.packed))
else post({ ...result, packed: undefined })
