/** The store's outages in the log: one line when it goes and one when it returns, whoever notices. */
import type { Log } from './log.ts'
import { StoreError } from './store/store.ts'

export type Work =
  | 'limit'
  | 'message' // a new one is to be stored
  | 'look' // for what is due
  | 'outcome' // of a delivery, to be written
  | 'requeue'

export interface Outage {
  failed(work: Work, error: unknown): void
  worked(work: Work): void
}

/**
 * A full disk fails the one work and not the other: looking for what is due writes nothing. So the store is back when
 * all works that failed work again, or when looking does after it had failed too: then it was away for everybody.
 */
export function outageLog(log: Log): Outage {
  const failing = new Set<Work>()
  return {
    failed(work, error) {
      if (failing.size === 0) {
        const { code, message } = error instanceof StoreError ? error : { code: 'unexpected', message: String(error) }
        log({ event: 'store_away', code, detail: message })
      }
      failing.add(work)
    },
    worked(work) {
      if (!failing.delete(work)) return
      if (work === 'look') failing.clear()
      if (failing.size === 0) log({ event: 'store_back' })
    },
  }
}
