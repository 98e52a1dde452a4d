/** The thread that reads one built catalogue for live.ts and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { readCatalog } from './live.ts'

parentPort!.postMessage(await readCatalog(workerData))
