/** What the inbox reports of itself. Ids, channels, servers, counts and codes: nothing of a sender's. */
export interface InboxEvent {
  event:
    | 'nobody_is_told' // no channel is set up: messages become files
    | 'only_files' // channels are set up now, but messages of before lie as files
    | 'delivered'
    | 'retry'
    | 'dead'
    | 'lease_lost'
    | 'held' // taken as a robot's: stored, and delivered only when the operator retries it
    | 'requeued' // deliveries went to other channels, or were put off by a clock that ran ahead
    | 'channel_away'
    | 'channel_back'
    | 'store_away'
    | 'store_back'
    | 'purged'
    | 'purge_failed' // tried again in an hour
  channel?: string
  /** The message's id. */
  id?: string
  attempts?: number
  code?: string
  /** Of a channel, host:port; where the code is about the way there. */
  server?: string
  /** A sentence for the operator. */
  detail?: string
  count?: number
}

export type Log = (event: InboxEvent) => void
