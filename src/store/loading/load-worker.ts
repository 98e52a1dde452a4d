/** The thread that loads one built catalogue for watch.ts, and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { loadPacked } from '../pack.ts'
import { remember } from '../remembered.ts'
import { transfers } from '../search-index/packed.ts'
import { type ThreadInput, type ThreadResult, versionOf } from './watch.ts'

const post = (result: ThreadResult, buffers?: ArrayBuffer[]) => parentPort!.postMessage(result, buffers)

const { location, servedVersion } = workerData as ThreadInput
const result = await loadPacked(location)
if ('packed' in result) remember(location.remembered, result.stamp, result.packed.ends)
if ('invalid' in result) post(result)
else if (versionOf(result.packed) !== servedVersion) post(result, transfers(result.packed))
else post({ ...result, packed: undefined })
