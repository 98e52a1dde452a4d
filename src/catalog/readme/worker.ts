/** Code of thread.ts: posts "ready", then one message per task. */
import { parentPort } from 'node:worker_threads'
import { type MarkdownDocument, parseMarkdown } from './readme.ts'
import { renderReadmeHtml } from './render-html.ts'

export type Task = { parse: string } | { render: string; repository: string }

export type TaskResult = { document: MarkdownDocument } | { html: string } | { error: string }

parentPort?.on('message', (task: Task) => parentPort?.postMessage(perform(task)))

parentPort?.postMessage('ready')

function perform(task: Task): TaskResult {
  try {
    if ('parse' in task) return { document: parseMarkdown(task.parse) }
    return { html: renderReadmeHtml(task.render, task.repository) }
  } catch (error) {
    return { error: (error as Error).message }
  }
}
