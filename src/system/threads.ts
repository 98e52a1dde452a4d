/** Worker threads: the files of their code, and a thread for one piece of work. */
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'

/**
 * TypeScript in a checkout, JavaScript in the package.
 * @param name relative and without its extension, such as `./load-worker`
 * @param importer import.meta.url of the caller
 */
export const workerUrl = (name: string, importer: string): URL => new URL(name + extname(importer), importer)

/** The one message that the thread posts. @throws the error that ends it */
export const resultOfThread = <Result>(code: URL, workerData: object): Promise<Result> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(code, { workerData })
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('the thread ended without a result')))
  })
