/** The thread that checks an unpacked catalogue before it takes the place of the last good one. */
import { parentPort, workerData } from 'node:worker_threads'
import { openCatalog } from '../catalog/catalog.ts'
import { digestDirectory } from '../catalog/store/digests.ts'
import { loadDirectory } from '../catalog/store/load.ts'
import { InvalidCatalog } from '../catalog/store/read.ts'

export type Checked = { id: string } | { invalid: string }

async function checked(directory: string): Promise<Checked> {
  try {
    const { id } = digestDirectory(directory)
    const failure = await failureOfUse(directory)
    return failure === undefined ? { id } : { invalid: failure }
  } catch (error) {
    if (error instanceof InvalidCatalog) return { invalid: error.message }
    throw error
  }
}

/** A server takes the index on trust, so it is used here as it would be there. */
async function failureOfUse(directory: string): Promise<string | undefined> {
  try {
    const catalog = openCatalog(await loadDirectory(directory), { baseUrl: 'http://localhost', brand: 'example' })
    for (const query of ['weather forecast for my town', ...catalog.slugs.slice(0, 3)]) {
      catalog.search(query, { limit: 10, offset: 0 })
      catalog.find(query, {}, 10)
      catalog.nearestSlugs(query)
    }
    return undefined
  } catch (error) {
    return `it cannot be searched: ${(error as Error).message}`
  }
}

parentPort!.postMessage(await checked(workerData.directory))
