/** Logs an outage of the store once when it begins and once when it ends, whichever work notices. */
import type { Log } from './log.ts'
import { StoreError } from './store/store.ts'

type Work =
  | 'limit'
  | 'message' // storing a new one
  | 'claim' // looking for a delivery that is due
  | 'outcome' // recording how a delivery ended
  | 'requeue'

export type Outage = ReturnType<typeof outageLog>

/**
 * A full disk fails some work and not all: a claim that finds nothing due writes nothing. So the store is back when
 * every kind of work that failed has succeeded again, or when claims succeed after they had failed too, because then
 * the store was away for all work.
 */
export function outageLog(log: Log) {
  const failing = new Set<Work>()
  return {
    /** Notes whether the work succeeds; `proves` says of a result whether it shows that the store works. */
    async watch<T>(work: Work, attempt: Promise<T>, proves: (result: T) => boolean = () => true): Promise<T> {
      try {
        const result = await attempt
        if (proves(result) && failing.delete(work)) {
          if (work === 'claim') failing.clear()
          if (failing.size === 0) log({ event: 'store_back' })
        }
        return result
      } catch (error) {
        if (failing.size === 0) {
          const { code, message } = error instanceof StoreError ? error : { code: 'unexpected', message: String(error) }
          log({ event: 'store_away', code, detail: message })
        }
        failing.add(work)
        throw error
      }
    },
  }
}
