/** READMEs parsed and rendered beside everything else, each in a limited time: one that hangs costs its own result. */
import { Worker } from 'node:worker_threads'
import { workerUrl } from '../../system/worker-url.ts'
import type { Task, TaskResult } from './worker.ts'

const WORKER = workerUrl('./worker', import.meta.url)
/** Processor time of one task, which a busy machine does not shorten. */
const TASK_TIME_MS = 5_000
/** Where the thread cannot tell its processor time, or does nothing at all: so many times that on the clock. */
const CLOCK_FACTOR = 12
/** A thread that had nothing to do for so long is ended. */
const IDLE_MS = 10_000
/** Limits of a thread: enough for the worst README of 512 KB. A small young generation halves the memory. */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 }

export interface ThreadOptions {
  timeMs?: number | undefined
  /** The thread's code; tests give their own. */
  worker?: URL | undefined
}

/** Starts with the first task. */
export function createReadmeThread({ timeMs = TASK_TIME_MS, worker = WORKER }: ThreadOptions = {}) {
  let thread: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  return { run, end }

  /**
   * Performs one task at a time, in the order given.
   * @throws Error where no thread can be started
   */
  function run(task: Task): Promise<TaskResult> {
    const result = last.then(() => perform(task))
    last = result.catch(() => undefined)
    return result
  }

  /** Frees its memory; the next task starts it again. */
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
    const result = await performIn(thread, task, timeMs)
    if (typeof result === 'string') {
      await end()
      return { error: result }
    }
    thread.unref()
    idle = setTimeout(end, IDLE_MS).unref()
    return result
  }
}

/** Its code is loaded when it says "ready", so that no README pays for that. */
function startThread(code: URL): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(code, { resourceLimits: MEMORY })
    thread.once('error', reject)
    thread.once('message', () => {
      thread.off('error', reject)
      // One that fails while it is being given up must not end the process.
      thread.on('error', () => undefined)
      resolve(thread)
    })
  })
}

/** What became of it, or why the thread was lost over it. */
async function performIn(thread: Worker, task: Task, timeMs: number): Promise<TaskResult | string> {
  const start = await processorMs(thread)
  const { promise, resolve } = Promise.withResolvers<TaskResult | string>()
  const failed = (error: Error) => resolve(error.message)
  const ended = () => resolve('the thread ended')
  const late = `took more than ${timeMs} ms`
  const clock = setTimeout(() => resolve(late), timeMs * CLOCK_FACTOR)
  const watch = setInterval(async () => {
    const now = await processorMs(thread)
    if (start !== undefined && now !== undefined && now - start > timeMs) resolve(late)
  }, timeMs / 5)
  thread.on('message', resolve).on('error', failed).on('exit', ended)
  thread.postMessage(task)
  const result = await promise
  clearTimeout(clock)
  clearInterval(watch)
  thread.off('message', resolve).off('error', failed).off('exit', ended)
  return result
}

/** Processor time of the thread so far; nothing where this Node does not tell, or the thread is gone. */
async function processorMs(thread: Worker): Promise<number | undefined> {
  const usage = await thread.cpuUsage?.().catch(() => undefined)
  return usage && (usage.user + usage.system) / 1000
}
