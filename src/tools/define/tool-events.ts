/** Publishes each call of a tool, over whichever transport, to metrics and search counts. Free while nobody subscribes. */
import { channel } from 'node:diagnostics_channel'
import { inStage } from '../../system/stages.ts'

/** A call as it ended, with its output or its error. */
export interface ToolCallEvent {
  tool: string
  input: unknown
  output?: unknown
  error?: unknown
  seconds: number
}

const toolCalls = channel('sdk-catalog.tool-call')

/** Runs the call and publishes how it ended. */
export const recordToolCall = <T>(tool: string, input: unknown, work: () => Promise<T>): Promise<T> =>
  inStage({ name: `tool ${tool}`, about: { 'sdk_catalog.tool': tool } }, async () => {
    if (!toolCalls.hasSubscribers) return work()
    const started = performance.now()
    const publish = (outcome: Pick<ToolCallEvent, 'output' | 'error'>) => {
      const event: ToolCallEvent = { tool, input, ...outcome, seconds: (performance.now() - started) / 1000 }
      toolCalls.publish(event)
    }
    try {
      const output = await work()
      publish({ output })
      return output
    } catch (error) {
      publish({ error })
      throw error
    }
  })

/**
 * For a stored answer: publishes the call again each time the answer is sent. Keeps only the members of the output that
 * subscribers read, as the whole would hold READMEs in memory.
 */
export function replayToolCall(
  tool: string,
  input: unknown,
  { match, total }: Readonly<Record<string, unknown>>,
): () => void {
  const event: ToolCallEvent = { tool, input, output: { match, total }, seconds: 0 }
  return () => {
    if (toolCalls.hasSubscribers) toolCalls.publish(event)
  }
}

/** @returns ends the subscription */
export function onToolCall(subscriber: (call: ToolCallEvent) => void): () => void {
  const listener = (event: unknown) => subscriber(event as ToolCallEvent)
  toolCalls.subscribe(listener)
  return () => toolCalls.unsubscribe(listener)
}
