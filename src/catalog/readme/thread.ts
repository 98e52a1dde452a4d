/** A worker thread for READMEs: one that hangs or fails costs its own result, and never blocks the event loop. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { workerUrl } from '../../system/threads.ts'
import type { Task, TaskResult } from './worker.ts'

const WORKER = workerUrl('./worker', import.meta.url)
/** Hostile READMEs of 512 KB take 1 to 7 s on an idle machine. */
const TASK_TIME_MS = 20_000
const IDLE_MS = 10_000
/** Enough for the worst README of 512 KB; a small young generation halves the memory. */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 }

export interface ThreadOptions {
  timeMs?: number | undefined
  /** The thread's code. */
  worker?: URL | undefined
}

/** Starts with the first task, and ends when it is idle for ten seconds. */
export function createReadmeThread({ timeMs = TASK_TIME_MS, worker = WORKER }: ThreadOptions = {}) {
  let thread: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  return { run, end }

  /**
   * Performs tasks one at a time, in order.
   * @throws Error if the thread cannot be started
   */
  function run(task: Task): Promise<TaskResult> {
    const result = last.then(() => perform(task))
    last = result.catch(() => undefined)
    return result
  }

  /** Frees the memory; the next task starts the thread again. */
  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = thread
    thread = undefined
    await ending?.terminate()
  }

  async function perform(task: Task): Promise<TaskResult> {
    clearTimeout(idle)
    thread ??= await startThread(worker)
    thread.ref()
    const done = new AbortController()
    const timeout = AbortSignal.timeout(timeMs)
    const signal = AbortSignal.any([done.signal, timeout])
    const onExit = () => done.abort()
    const current = thread.once('exit', onExit)
    try {
      thread.postMessage(task)
      const [result] = (await once(thread, 'message', { signal })) as [TaskResult]
      thread.unref()
      idle = setTimeout(end, IDLE_MS).unref()
      return result
    } catch (error) {
      const ended = signal.aborted ? 'the thread ended' : (error as Error).message
      const reason = timeout.aborted ? `took more than ${timeMs} ms` : ended
      await end()
      return { error: reason }
    } finally {
      current.off('exit', onExit)
    }
  }
}

/** Resolves when the thread has loaded its code and says "ready". */
async function startThread(code: URL): Promise<Worker> {
  const thread = new Worker(code, { resourceLimits: MEMORY })
  await once(thread, 'message')
  // An error after a timeout must not end the process.
  return thread.on('error', () => undefined)
}
