/** A worker thread for READMEs: one that hangs or fails costs its own result, and never blocks the event loop. */
import { Worker } from 'node:worker_threads'
import { workerUrl } from '../../system/worker-url.ts'
import type { Task, TaskResult } from './worker.ts'

const WORKER = workerUrl('./worker', import.meta.url)
/** The worst README of 512 KB takes a quarter of it on an idle machine. */
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
    const result = await answerOf(thread, task, timeMs)
    if (typeof result === 'string') {
      await end()
      return { error: result }
    }
    thread.unref()
    idle = setTimeout(end, IDLE_MS).unref()
    return result
  }
}

/** Resolves when the thread has loaded its code and says "ready". */
function startThread(code: URL): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(code, { resourceLimits: MEMORY })
    thread.once('error', reject)
    thread.once('message', () => {
      // An error after a timeout must not end the process.
      thread.off('error', reject).on('error', () => undefined)
      resolve(thread)
    })
  })
}

/** @returns a text that says why the thread is lost, if it is */
async function answerOf(thread: Worker, task: Task, timeMs: number): Promise<TaskResult | string> {
  const { promise, resolve } = Promise.withResolvers<TaskResult | string>()
  const onError = ({ message }: Error) => resolve(message)
  const onExit = () => resolve('the thread ended')
  const timer = setTimeout(() => resolve(`took more than ${timeMs} ms`), timeMs)
  thread.on('message', resolve).on('error', onError).on('exit', onExit)
  thread.postMessage(task)
  const result = await promise
  clearTimeout(timer)
  thread.off('message', resolve).off('error', onError).off('exit', onExit)
  return result
}
