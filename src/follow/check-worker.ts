/** The thread that checks an unpacked catalogue before it takes the place of the last good one. */
import { parentPort, workerData } from 'node:worker_threads'
import { InvalidCatalog } from '../store/catalog-files.ts'
import { digestDirectory } from '../store/loading/check.ts'
import { loadDirectory } from '../store/loading/load.ts'
import { openCatalog } from '../store/open-catalog.ts'

export type Checked = { invalid?: string }

async function check(directory: string): Promise<Checked> {
  try {
    digestDirectory(directory)
    return await searchAll(directory)
  } catch (error) {
    if (error instanceof InvalidCatalog) return { invalid: error.message }
    throw error
  }
}

/** A server trusts the index, so it is used here as it would be there. */
async function searchAll(directory: string): Promise<Checked> {
  try {
    const catalog = openCatalog(await loadDirectory(directory), { baseUrl: 'http://localhost', brand: 'example' })
    for (const query of ['weather forecast for my town', ...catalog.slugs().slice(0, 3)]) {
      catalog.search(query, { limit: 10, offset: 0 })
      catalog.find(query, {}, 10)
      catalog.nearestSlugs(query)
    }
    return {}
  } catch (error) {
    return { invalid: `it cannot be searched: ${(error as Error).message}` }
  }
}

parentPort!.postMessage(await check(workerData.directory))
