/** The thread of a client that behaves: asks until it is told to stop, and then tells what it measured. */
import { parentPort, workerData } from 'node:worker_threads'
import { behave, type Pace } from './clients.ts'

let running = true
parentPort!.once('message', () => {
  running = false
})
const behaved = await behave(workerData as Pace, () => running)
parentPort!.postMessage(behaved)
