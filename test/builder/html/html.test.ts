/** READMEs rendered in threads that may hang or fall, and how far a build is. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type Rendered, renderAll } from '../../../src/builder/html/html.ts'
import { barLine, progressOn } from '../../../src/builder/report/progress.ts'
import { scratch } from '../fixtures.ts'

async function rendered(
  readmes: Record<string, string>,
  options: { timeMs?: number; worker?: URL; threads?: number } = {},
) {
  const directory = scratch()
  const queue = Object.entries(readmes).map(([slug, text]) => {
    const readme = join(directory, `${slug}.md`)
    writeFileSync(readme, text)
    return { slug, readme, repository: 'https://github.com/harbour/x-sdk' }
  })
  const results = new Map<string, Rendered>()
  await renderAll(queue, {
    done: async (result) => void results.set(result.slug, result),
    ...options,
  })
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
  it('become safe HTML', async () => {
    const results = await rendered({
      a: '# A\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) **b**',
      b: '# B',
    })
    const { html } = results.get('a') as { html: string }
    expect(html).toContain('<strong>b</strong>')
    expect(html).not.toMatch(/<script|href="javascript:/)
    expect(results.size).toBe(2)
  })

  it('that hang, fail or end their thread cost their own page only', async () => {
    const names = ['one', 'hangs', 'two', 'falls', 'three', 'leaves', 'four']
    const results = await rendered(Object.fromEntries(names.map((name) => [name, name])), {
      timeMs: 200,
      worker: moody(),
    })
    expect(results.get('hangs')).toEqual({ slug: 'hangs', error: 'took more than 200 ms' })
    expect(results.get('falls')).toEqual({ slug: 'falls', error: 'fell' })
    expect(results.get('leaves')).toEqual({ slug: 'leaves', error: 'the thread ended' })
    for (const name of ['one', 'two', 'three', 'four']) expect(results.get(name)).toEqual({ slug: name, html: 'fine' })
  })

  it('are rendered in two threads at most, however many there are and whatever is asked for', async () => {
    const worker = join(scratch(), 'worker.mjs')
    writeFileSync(
      worker,
      `import { parentPort, threadId } from 'node:worker_threads'
      parentPort.on('message', () => parentPort.postMessage({ html: String(threadId) }))
      parentPort.postMessage('ready')`,
    )
    const readmes = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`a${at}`, '']))
    const results = await rendered(readmes, { worker: pathToFileURL(worker), threads: 16 })
    expect(results.size).toBe(400)
    expect(new Set([...results.values()].map((result) => 'html' in result && result.html)).size).toBe(2)
  })
})

describe('progress', () => {
  function screen(isTTY: boolean) {
    const written: string[] = []
    let time = 0
    const progress = progressOn({ isTTY, columns: 100, write: (text) => written.push(text) }, () => time)
    return { written, progress, pass: (ms: number) => (time += ms) }
  }

  it('on a terminal is a bar with rate and remaining time, drawn ten times a second at most', () => {
    const { written, progress, pass } = screen(true)
    progress('read', 0, 100)
    pass(50)
    progress('read', 10, 100)
    pass(950)
    progress('read', 25, 100)
    expect(written).toHaveLength(2)
    expect(written[1]).toBe('\rReading repositories [######                  ] 25/100  25/s  3 s left\u001b[K')
    progress.note('GitHub: going on in 5 s.')
    expect(written.slice(2).join('')).toBe('\r\u001b[KGitHub: going on in 5 s.\n')
  })

  it('elsewhere is a line for each tenth', () => {
    const { written, progress, pass } = screen(false)
    for (let done = 0; done <= 100; done++) {
      progress('render', done, 100)
      pass(10)
    }
    progress.end()
    expect(written).toHaveLength(11)
    expect(written[0]).toBe('Rendering READMEs: 0 of 100\n')
    expect(written[10]).toBe('Rendering READMEs: 100 of 100 (1.0 s)\n')
  })

  it('fits a narrow terminal and an empty source', () => {
    expect(barLine({ phase: 'read', done: 1, total: 9000, elapsedMs: 1000 }, 40)).toHaveLength(39)
    expect(barLine({ phase: 'read', done: 1, total: 9000, elapsedMs: 1000 }, 120)).toContain('1.0/s  2.5 h left')
    expect(barLine({ phase: 'read', done: 0, total: 0, elapsedMs: 0 }, 80)).toContain('0/0')
  })
})
