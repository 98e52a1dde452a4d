/** A thread that renders READMEs: it says "ready", then answers each message with one. */
import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { renderReadmeHtml } from '../../catalog/readme/html.ts'

/** What to render, and the repository that relative links lead to. */
export interface ToRender {
  slug: string
  /** Path of its file. */
  readme: string
  repository: string
}

export type Rendered = { slug: string; html: string } | { slug: string; error: string }

parentPort?.on('message', ({ slug, readme, repository }: ToRender) => {
  parentPort?.postMessage(render(slug, readme, repository))
})

parentPort?.postMessage('ready')

function render(slug: string, readme: string, repository: string): Rendered {
  try {
    return { slug, html: renderReadmeHtml(readFileSync(readme, 'utf8'), repository) }
  } catch (error) {
    return { slug, error: (error as Error).message }
  }
}
