/** The thread that checks an unpacked catalogue before it takes the place of the last good one. */
import { parentPort, workerData } from 'node:worker_threads'
import { digestDirectory } from '../catalog/store/digests.ts'
import { InvalidCatalog } from '../catalog/store/read.ts'

export type Checked = { id: string } | { invalid: string }

function checked(): Checked {
  try {
    return { id: digestDirectory(workerData.directory).id }
  } catch (error) {
    if (error instanceof InvalidCatalog) return { invalid: error.message }
    throw error
  }
}

parentPort!.postMessage(checked())
