/** What work is counted in: a process of its own (counting.ts). */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** How many blocks of code run until what is begun has ended. */
export type WorkOf = (run: () => unknown) => Promise<number>

const COUNTING = fileURLToPath(new URL('./counting.ts', import.meta.url))

/** What the default export of the module returns, which is given `workOf`. Numbers do not depend on what V8 optimizes. */
export async function counted<Result>(module: URL): Promise<Result> {
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' }
  const child = fork(COUNTING, [module.href], { env, execArgv: ['--no-opt', '--no-maglev'] })
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${module.pathname} ended with ${code}`)))
  const [result] = await Promise.race([once(child, 'message'), ended])
  return result
}
