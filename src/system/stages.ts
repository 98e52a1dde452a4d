/** Stages of work, and which is part of which, on a tracing channel of Node; they cost next to nothing while nobody watches. */
import { tracingChannel } from 'node:diagnostics_channel'

export interface Stage {
  name: string
  about?: Readonly<Record<string, string | number | boolean>>
  /** Part of no other, whatever it is started in. */
  isRoot?: true
  /** What a result says of a failure that was not thrown. */
  failureOf?: (result: never) => string | undefined
  result?: unknown
  error?: unknown
}

export const stages = tracingChannel<unknown, Stage>('sdk-catalog.stage')

export const inStage = <T>(
  stage: Stage,
  work: () => Promise<T>,
  failureOf: (result: T) => string | undefined,
): Promise<T> => stages.tracePromise(work, { ...stage, failureOf })

/** The function as a stage of its callers' work. */
export const staged =
  <A extends unknown[], R>(name: string, work: (...args: A) => R) =>
  (...args: A): R =>
    stages.traceSync(work, { name }, undefined, ...args)
