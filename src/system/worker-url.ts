/** Files of worker threads, which are named by URL: TypeScript in a checkout, JavaScript in the package. */
import { extname } from 'node:path'

/**
 * @param name relative and without its extension, such as `./load-worker`
 * @param importer import.meta.url of the caller
 */
export const workerUrl = (name: string, importer: string): URL => new URL(name + extname(importer), importer)
