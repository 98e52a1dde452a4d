/** Reads long hostile texts with the reader that `workerData` names, and says so. */
import { parentPort, workerData } from 'node:worker_threads'
import { CHARACTERS, READERS } from './readers.ts'

/** Translating looks up each character many times. */
const LENGTH = workerData === 'translate' ? 300_000 : 1_000_000

for (const character of CHARACTERS) READERS[workerData]!(`${character.repeat(LENGTH)}\nx`)
parentPort!.postMessage('read')
