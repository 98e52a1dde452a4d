/** READMEs rendered in threads that may hang or fall, and the progress of a build. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type Rendered, renderAll } from '../../../src/builder/html/render-readmes.ts'
import type { ThreadOptions } from '../../../src/catalog/readme/thread.ts'
import { scratch } from '../../scratch.ts'

async function rendered(readmes: Record<string, string>, options: ThreadOptions = {}) {
  const queue = Object.values(readmes).map((readme) => ({ readme, repository: 'https://github.com/harbour/x-sdk' }))
  const slugs = Object.keys(readmes).values()
  const results = new Map<string, Rendered>()
  for await (const result of renderAll(queue, queue.length, options)) results.set(slugs.next().value!, result)
  return results
}

/** A thread that hangs, falls or leaves when the README says so. */
function moody(): URL {
  const path = join(scratch(), 'worker.mjs')
  writeFileSync(
    path,
    `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ render }) => {
      if (render === 'hangs') for (;;);
      if (render === 'falls') throw new Error('fell')
      if (render === 'leaves') process.exit()
      parentPort.postMessage({ html: 'fine' })
    })
    parentPort.postMessage('ready')`,
  )
  return pathToFileURL(path)
}

describe('READMEs', () => {
  it('that hang, fail or end their thread cost their own page only', async () => {
    const names = ['one', 'hangs', 'two', 'falls', 'three', 'leaves', 'four']
    const results = await rendered(Object.fromEntries(names.map((name) => [name, name])), {
      timeMs: 2_000,
      worker: moody(),
    })
    expect(results.get('hangs')).toEqual({ error: 'took more than 2000 ms' })
    expect(results.get('falls')).toEqual({ error: 'fell' })
    expect(results.get('leaves')).toEqual({ error: 'the thread ended' })
    for (const name of ['one', 'two', 'three', 'four']) expect(results.get(name)).toEqual({ html: 'fine' })
  })

  it('are rendered in two threads at most, however many there are', async () => {
    const worker = join(scratch(), 'worker.mjs')
    writeFileSync(
      worker,
      `import { parentPort, threadId } from 'node:worker_threads'
      parentPort.on('message', () => parentPort.postMessage({ html: String(threadId) }))
      parentPort.postMessage('ready')`,
    )
    const readmes = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`a${at}`, '']))
    const results = await rendered(readmes, { worker: pathToFileURL(worker) })
    expect(results.size).toBe(100)
    expect(new Set([...results.values()].map((result) => 'html' in result && result.html)).size).toBe(2)
  })
})
