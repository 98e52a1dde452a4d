/** What the inbox reports of itself. Ids, channels, counts and codes: never a name, an address or a text. */
export interface InboxEvent {
  event:
    | 'nobody_is_told' // no channel is set up: messages become files
    | 'delivered'
    | 'retry'
    | 'dead'
    | 'lease_lost'
    | 'held' // taken as a robot's: stored, and delivered only when the operator retries it
    | 'requeued' // deliveries of channels that are no longer set went to those that are
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
  /** A sentence for the operator. */
  detail?: string
  count?: number
}

export type Log = (event: InboxEvent) => void
