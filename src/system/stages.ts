/** Tells whoever watches of stages of work, and which is part of which; costs one comparison while nobody watches. */
import type { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'

export interface Stage {
  name: string
  about?: Readonly<Record<string, string | number | boolean>>
  /** Part of no other, whatever it is started in. */
  isRoot?: true
}

const begun = channel('sdk-catalog.stage')
const ended = channel('sdk-catalog.stage-end')

interface Ended {
  stage: Stage
  /** Code or class of the error. */
  failure?: string
}

/**
 * Runs the work, which may return or throw at once, or later.
 * @param failureOf what a result says of a failure that was not thrown
 */
export function inStage<T>(stage: Stage, work: () => T, failureOf?: (result: Awaited<T>) => string | undefined): T {
  if (!begun.hasSubscribers) return work()
  const end = (failure: string | undefined) => ended.publish({ stage, ...(failure && { failure }) } satisfies Ended)
  const failed = (error: NodeJS.ErrnoException): never => {
    end(String(error.code ?? error.name))
    throw error
  }
  return begun.runStores(stage, () => {
    let result: T
    try {
      result = work()
    } catch (error) {
      return failed(error as Error)
    }
    if (result instanceof Promise) {
      return result.then((value) => {
        end(failureOf?.(value))
        return value
      }, failed) as T
    }
    end(failureOf?.(result as Awaited<T>))
    return result
  })
}

/** The function as a stage of its callers' work. */
export const staged =
  <A extends unknown[], R>(name: string, work: (...args: A) => R) =>
  (...args: A): R =>
    inStage({ name }, () => work(...args))

/**
 * @param storage has the value of `begin` during each stage, and during what that begins
 * @returns ends the watching
 */
export function watchStages<Store>(
  storage: AsyncLocalStorage<Store>,
  begin: (stage: Stage) => Store,
  end: (stage: Stage, failure: string | undefined) => void,
): () => void {
  const listener = (message: unknown) => {
    const { stage, failure } = message as Ended
    end(stage, failure)
  }
  begun.bindStore(storage, (stage) => begin(stage as Stage))
  ended.subscribe(listener)
  return () => {
    begun.unbindStore(storage)
    ended.unsubscribe(listener)
  }
}
