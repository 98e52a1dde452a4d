/** READMEs to HTML in threads, each README with a time of its own: one that hangs costs its page, not the build. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Rendered, ToRender } from './html-worker.ts'

const WORKER = new URL('./html-worker.ts', import.meta.url)
/** Processor time, which a busy machine does not shorten. */
const RENDER_TIME_MS = 5_000
/** Where the thread cannot tell its processor time, or does nothing at all: so many times that on the clock. */
const CLOCK_FACTOR = 12
/** With four a build of 10,000 repositories takes 549 MB; it is to stay under 500 MB on any machine. */
const MOST_THREADS = 2
/** A thread takes as long to start as so many READMEs to render. */
const WORTH_A_THREAD = 32
/** Limits of a thread: enough for the worst README of 512 KB. A small young generation halves the memory. */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 }

export interface Rendering {
  done(rendered: Rendered): Promise<void>
  timeMs?: number
  /** More than MOST_THREADS are never taken. */
  threads?: number
  /** The thread's code; tests give their own. */
  worker?: URL
}

/** Resolves when everything is rendered or given up. */
export async function renderAll(readmes: readonly ToRender[], rendering: Rendering): Promise<void> {
  const { done, timeMs = RENDER_TIME_MS, worker = WORKER, threads: wanted = availableParallelism() } = rendering
  const threads = Math.min(MOST_THREADS, wanted, Math.ceil(readmes.length / WORTH_A_THREAD))
  let at = 0
  await Promise.all(Array.from({ length: threads }, () => keepRendering()))

  async function keepRendering(): Promise<void> {
    let thread: Worker | undefined
    try {
      for (let item = readmes[at++]; item; item = readmes[at++]) {
        thread ??= await startThread(worker)
        const rendered = await renderOne(thread, item, timeMs)
        if (typeof rendered === 'string') {
          await thread.terminate()
          thread = undefined
        }
        await done(typeof rendered === 'string' ? { slug: item.slug, error: rendered } : rendered)
      }
    } finally {
      await thread?.terminate()
    }
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
async function renderOne(thread: Worker, item: ToRender, timeMs: number): Promise<Rendered | string> {
  const start = await processorMs(thread)
  const { promise, resolve } = Promise.withResolvers<Rendered | string>()
  const failed = (error: Error) => resolve(error.message)
  const ended = () => resolve('the rendering thread ended')
  const late = `was not rendered within ${timeMs} ms`
  const clock = setTimeout(() => resolve(late), timeMs * CLOCK_FACTOR)
  const watch = setInterval(async () => {
    const now = await processorMs(thread)
    if (start !== undefined && now !== undefined && now - start > timeMs) resolve(late)
  }, timeMs / 5)
  thread.on('message', resolve).on('error', failed).on('exit', ended)
  thread.postMessage(item)
  const rendered = await promise
  clearTimeout(clock)
  clearInterval(watch)
  thread.off('message', resolve).off('error', failed).off('exit', ended)
  return rendered
}

/** Processor time of the thread so far; nothing where this Node does not tell, or the thread is gone. */
async function processorMs(thread: Worker): Promise<number | undefined> {
  const usage = await thread.cpuUsage?.().catch(() => undefined)
  return usage && (usage.user + usage.system) / 1000
}
