/** READMEs to HTML in threads: one that takes too long costs its page, not the build. */
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { createReadmeThread, type ThreadOptions } from '../../catalog/readme/thread.ts'

/** With four a build of 10,000 repositories takes 549 MB; it is to stay under 500 MB on any machine. */
const MOST_THREADS = 2
/** A thread takes as long to start as so many READMEs to render. */
const WORTH_A_THREAD = 32

/** What to render, and the repository that relative links lead to. */
export interface ToRender {
  slug: string
  /** Path of its file. */
  readme: string
  repository: string
}

export type Rendered = { slug: string; html: string } | { slug: string; error: string }

export interface Rendering extends ThreadOptions {
  done(rendered: Rendered): Promise<void>
  /** More than MOST_THREADS are never taken. */
  threads?: number | undefined
}

/** Resolves when everything is rendered or given up. */
export async function renderAll(readmes: readonly ToRender[], rendering: Rendering): Promise<void> {
  const { done, threads: wanted = availableParallelism() } = rendering
  const threads = Math.min(MOST_THREADS, wanted, Math.ceil(readmes.length / WORTH_A_THREAD))
  let at = 0
  await Promise.all(Array.from({ length: threads }, () => keepRendering()))

  async function keepRendering(): Promise<void> {
    const thread = createReadmeThread(rendering)
    try {
      for (let item = readmes[at++]; item; item = readmes[at++]) {
        const { slug, readme, repository } = item
        const result = await thread.run({ render: await readFile(readme, 'utf8'), repository })
        await done(
          'html' in result ? { slug, html: result.html } : { slug, error: 'error' in result ? result.error : '' },
        )
      }
    } finally {
      await thread.end()
    }
  }
}
