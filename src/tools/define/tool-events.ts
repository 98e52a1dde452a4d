/** Publishes each call of a tool, over whichever transport, to metrics, search counts and traces. Free while nobody subscribes. */
import { type Stage, stages } from '../../system/stages.ts'

/** A call as it ended, with its output or its error. */
export interface ToolCallEvent {
  tool: string
  input: unknown
  output?: unknown
  error?: unknown
  seconds: number
}

/** A call as a stage. Without `started` its answer was stored. */
interface ToolCall extends Stage, Pick<ToolCallEvent, 'tool' | 'input'> {
  started?: number
}

const callOf = (tool: string, input: unknown, more: Partial<ToolCall>): ToolCall => ({
  ...{ name: `tool ${tool}`, about: { 'sdk_catalog.tool': tool }, tool, input, ...more },
})

/** Runs the call and publishes how it ended. */
export const recordToolCall = <T>(tool: string, input: unknown, work: () => Promise<T>): Promise<T> =>
  stages.hasSubscribers ? stages.tracePromise(work, callOf(tool, input, { started: performance.now() })) : work()

/**
 * For a stored answer: publishes the call again each time the answer is sent. Keeps only the members of the output that
 * subscribers read, as the whole would hold READMEs in memory.
 */
export function replayToolCall(
  tool: string,
  input: unknown,
  { match, total }: Readonly<Record<string, unknown>>,
): () => void {
  const call = callOf(tool, input, { result: { match, total } })
  return () => stages.asyncEnd.publish(call)
}

/** @returns ends the subscription */
export function onToolCall(subscriber: (call: ToolCallEvent) => void): () => void {
  const listener = (stage: unknown) => {
    const { tool, input, result: output, error, started } = stage as Partial<ToolCall>
    const seconds = started === undefined ? 0 : (performance.now() - started) / 1000
    if (tool !== undefined) subscriber({ tool, input, output, error, seconds })
  }
  stages.asyncEnd.subscribe(listener)
  return () => void stages.asyncEnd.unsubscribe(listener)
}
