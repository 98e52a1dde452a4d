/** Tells whoever watches about each call of a tool, over whichever transport; costs nothing while nobody does. */
import { channel } from 'node:diagnostics_channel'
import { inStage } from '../system/stages.ts'

/** A call as it ended, with its output or its error. */
export interface ToolCall {
  tool: string
  input: unknown
  output?: unknown
  error?: unknown
  seconds: number
}

const calls = channel('sdk-catalog.tool-call')

/** @param work may return or throw at once, or later */
export const told = <T>(tool: string, input: unknown, work: () => Promise<T>): Promise<T> =>
  inStage({ name: `tool ${tool}`, about: { 'sdk_catalog.tool': tool } }, () => published(tool, input, work))

async function published<T>(tool: string, input: unknown, work: () => Promise<T>): Promise<T> {
  if (!calls.hasSubscribers) return work()
  const started = performance.now()
  const end = (how: Pick<ToolCall, 'output' | 'error'>) =>
    calls.publish({ tool, input, ...how, seconds: (performance.now() - started) / 1000 } satisfies ToolCall)
  try {
    const output = await work()
    end({ output })
    return output
  } catch (error) {
    end({ error })
    throw error
  }
}

/** A call whose answer is kept. */
export type KeptCall = Pick<ToolCall, 'tool' | 'input' | 'output'>

/** What watchers read of an output. All of it would hold texts, and part of a text holds the whole. */
const WATCHED = ['match', 'total']

export const keptCall = (tool: string, input: unknown, output: Readonly<Record<string, unknown>>): KeptCall => ({
  tool,
  input,
  output: Object.fromEntries(WATCHED.flatMap((name) => (name in output ? [[name, output[name]]] : []))),
})

/** Tells of a call that was answered with what is kept. */
export function toldAgain(call: KeptCall): void {
  if (calls.hasSubscribers) calls.publish({ ...call, seconds: 0 } satisfies ToolCall)
}

/** @returns ends the watching */
export function watchCalls(watcher: (call: ToolCall) => void): () => void {
  const listener = (call: unknown) => watcher(call as ToolCall)
  calls.subscribe(listener)
  return () => calls.unsubscribe(listener)
}
