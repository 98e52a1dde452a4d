/** A thread that parses and renders READMEs: it says "ready", then answers each task with one message. */
import { parentPort } from 'node:worker_threads'
import { type DocumentStructure, structureOf } from './document.ts'
import { renderReadmeHtml } from './html.ts'
import { readableText } from './markdown.ts'

export type Task = { parse: string } | { render: string; repository: string }

/** `error` says why there is neither. */
export type TaskResult = { structure: DocumentStructure } | { html: string } | { error: string }

parentPort?.on('message', (task: Task) => {
  const result = perform(task)
  parentPort?.postMessage(result, 'structure' in result ? buffersOf(result.structure) : [])
})

parentPort?.postMessage('ready')

function perform(task: Task): TaskResult {
  try {
    if ('parse' in task) return { structure: structureOf(readableText(task.parse)) }
    return { html: renderReadmeHtml(task.render, task.repository) }
  } catch (error) {
    return { error: (error as Error).message }
  }
}

/** What is handed over instead of copied. */
const buffersOf = ({ lineStarts, lineKinds, lineLanguages, rowLanguages }: DocumentStructure): ArrayBuffer[] =>
  [lineStarts, lineKinds, lineLanguages, rowLanguages].map(({ buffer }) => buffer)
