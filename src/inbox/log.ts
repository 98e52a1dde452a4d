/** The inbox's log events. They hold ids, channels, servers, counts and codes, and nothing that a sender wrote. */
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
