/** The thread of a client that behaves: sends requests until a message says stop, then posts what it measured. */
import { parentPort, workerData } from 'node:worker_threads'
import { behave, type Pace } from './clients.ts'

let running = true
parentPort!.once('message', () => {
  running = false
})
const behaved = await behave(workerData as Pace, () => running)
parentPort!.postMessage(behaved)
