/** The inbox's log events. They hold ids, channels, servers, counts and codes, and nothing that a sender wrote. */
import { StoreError } from './store/store.ts'

export interface InboxEvent {
  event:
    | 'no_channel_configured' // messages become files
    | 'messages_only_in_files' // delivered as files before any channel was configured
    | 'delivered'
    | 'retry'
    | 'dead'
    | 'lease_lost'
    | 'held' // a likely automated submission: stored, and delivered only when the operator retries it
    | 'requeued' // deliveries were moved to other channels, or a clock that ran ahead had delayed them
    | 'channel_away'
    | 'channel_back'
    | 'store_away'
    | 'store_back'
    | 'purged'
    | 'purge_failed' // tried again after an hour
  channel?: string
  /** The message's id. */
  id?: string
  attempts?: number
  code?: string
  /** host:port of a channel's server, when the code is about connecting to it. */
  server?: string
  /** A sentence for the operator. */
  detail?: string
  count?: number
}

export type Log = (event: InboxEvent) => void

type Work =
  | 'limit'
  | 'message' // storing a new one
  | 'claim' // looking for a delivery that is due
  | 'outcome' // recording how a delivery ended
  | 'requeue'

export type Outage = ReturnType<typeof outageLog>

/**
 * Logs an outage of the store once when it begins and once when it ends. A full disk fails some work and not all: a
 * claim that finds nothing due writes nothing. So the store is back when every kind of work that failed has succeeded
 * again, or when claims succeed after they had failed too, because then the store was away for all work; or when a try
 * says so.
 */
export function outageLog(log: Log) {
  const failing = new Set<Work>()
  return {
    isAway: () => failing.size > 0,

    /** A write as large as a message has succeeded. */
    end() {
      if (failing.size > 0) log({ event: 'store_back' })
      failing.clear()
    },

    /** `proves` says whether the result shows that the store works. */
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
