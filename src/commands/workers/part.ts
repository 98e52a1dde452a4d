/** The part of this process where several serve on one port: which of them it is, and what it and the first one say. */
import type { MetricsJson } from '../../observe/metrics.ts'

/** Names the part of a worker, such as `2/4`. Not a setting: workers.ts gives it. */
const PART = 'SDK_CATALOG_WORKER'

export interface Part {
  /** From 1. A worker that takes the place of another has its number. */
  number: number
  of: number
}

export const environmentOf = ({ number, of }: Part): Record<string, string> => ({ [PART]: `${number}/${of}` })

/** Undefined in a process that is no worker. */
export function partOf(environment: NodeJS.ProcessEnv): Part | undefined {
  const [, number, of] = /^(\d+)\/(\d+)$/.exec(environment[PART] ?? '') ?? []
  return number === undefined ? undefined : { number: Number(number), of: Number(of) }
}

/** A worker ends with the first process. Where that dies while the worker starts, Node would show it as a failure of ours. */
export async function endWithTheFirst(): Promise<void> {
  const { default: cluster } = await import('node:cluster')
  cluster.worker?.on('error', () => process.exit(1))
}

export type FromWorker =
  /** It serves; the line to print. */
  | { kind: 'serving'; line: string }
  | { kind: 'metrics'; id: number; metrics: MetricsJson }
  /** Asks for the metrics of all workers. */
  | { kind: 'ask'; id: number }

export type ToWorker =
  /** Asks for the metrics of this worker. */
  | { kind: 'ask'; id: number }
  | { kind: 'metrics'; id: number; text: string }
  /** As the signal would. */
  | { kind: 'stop'; signal: NodeJS.Signals }

export const tell = (message: FromWorker): void => void process.send!(message)

/** Gives the metrics of this worker to the first process. @returns what asks it for those of all workers */
export function shareMetrics(own: () => Promise<MetricsJson>): () => Promise<string> {
  const asked = new Map<number, (text: string) => void>()
  let last = 0
  process.on('message', async (message: ToWorker) => {
    if (message.kind === 'stop') return
    if (message.kind === 'ask') return tell({ kind: 'metrics', id: message.id, metrics: await own() })
    asked.get(message.id)?.(message.text)
    asked.delete(message.id)
  })
  return () =>
    new Promise((resolve) => {
      asked.set(++last, resolve)
      tell({ kind: 'ask', id: last })
    })
}

/**
 * The next stop that the first process asks for. Signals themselves count for nothing: with its process group a worker
 * gets each of them twice, and a second one would end a drain.
 */
export function stopFromFirst(): Promise<NodeJS.Signals> {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    if (process.listenerCount(signal) === 0) process.on(signal, () => {})
  }
  return new Promise((resolve) => {
    const received = (message: ToWorker) => {
      if (message.kind !== 'stop') return
      process.off('message', received)
      resolve(message.signal)
    }
    process.on('message', received)
  })
}
