/** The embedded catalogue, shared by all test files of a worker: reading and indexing it takes half a second. */
import { createCatalog } from '../src/catalog/catalog.ts'
import { loadEmbedded } from '../src/catalog/store/load.ts'

export const embedded = loadEmbedded()

/** On the site of the tests. */
export const catalog = createCatalog(embedded, { baseUrl: 'http://localhost:8080', brand: 'example' })
