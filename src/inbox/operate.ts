/** What the operator can see and do: plain functions that return data; the command line and the metrics show it. */
import type { Fields, Kind } from './message.ts'
import { purgeBodies } from './retention.ts'
import type { Store } from './store.ts'

export type DeliveryState = 'pending' | 'sent' | 'dead'

/** Times are epoch milliseconds. */
export interface DeliveryStatus {
  channel: string
  state: DeliveryState
  attempts: number
  /** When a pending delivery is tried next, or its lease ends. */
  nextAt: number
  /** A reply or system code, e.g. SMTP_550 or ECONNREFUSED. */
  lastError: string | null
  sentAt: number | null
}
export interface MessageSummary {
  id: string
  kind: Kind
  createdAt: number
  deliveries: DeliveryStatus[]
}
export interface MessageDetail extends MessageSummary {
  /** What the sender wrote; null once purged. */
  fields: Fields | null
}
export interface InboxStats {
  deliveries: { channel: string; state: DeliveryState; count: number }[]
  /** Seconds since the oldest pending delivery was accepted; 0 when none is pending. */
  oldestPendingSeconds: number
}

interface Row {
  id: string
  kind: Kind
  body: string | null
  created_at: number
  channel: string
  state: DeliveryState
  attempts: number
  next_at: number
  last_error: string | null
  sent_at: number | null
}

export function createOperations(store: Store) {
  const select = (messages: string) => `
    SELECT m.id, m.kind, m.body, m.created_at, d.channel, d.state, d.attempts, d.next_at, d.last_error, d.sent_at
    FROM (${messages}) m JOIN inbox_delivery d ON d.message_id = m.id ORDER BY m.created_at DESC, m.id, d.channel`

  return {
    /** The newest messages with a delivery in the state (or in any), without what they say. */
    async list({ state, limit = 50 }: { state?: DeliveryState; limit?: number } = {}): Promise<MessageSummary[]> {
      const matching = state ? 'AND state = $2' : ''
      const rows = await store.all<Row>(
        select(`SELECT * FROM inbox_message WHERE EXISTS
          (SELECT 1 FROM inbox_delivery WHERE message_id = inbox_message.id ${matching})
          ORDER BY created_at DESC, id LIMIT $1`),
        state ? [limit, state] : [limit],
      )
      return grouped(rows).map(({ fields: _, ...summary }) => summary)
    },

    async show(id: string): Promise<MessageDetail | undefined> {
      return grouped(await store.all<Row>(select('SELECT * FROM inbox_message WHERE id = $1'), [id]))[0]
    },

    /**
     * Makes undelivered messages due now, with 7 days before them: one by id, or all that are dead. A delivery under
     * way is left alone. Returns how many deliveries were changed.
     */
    async retry(which: { id: string } | 'dead'): Promise<number> {
      const now = store.nowSql
      const rows = await store.all(
        `UPDATE inbox_delivery SET state = 'pending', attempts = 0, queued_at = ${now}, next_at = ${now}
         WHERE ${which === 'dead' ? "state = 'dead'" : "state <> 'sent' AND lease_token IS NULL AND message_id = $1"}
         RETURNING message_id`,
        which === 'dead' ? [] : [which.id],
      )
      return rows.length
    },

    /** Forgets what delivered messages said. Returns how many were purged. */
    purge: ({ before }: { before: Date }): Promise<number> => purgeBodies(store, { time: before.getTime() }),

    async stats(): Promise<InboxStats> {
      const [deliveries, [oldest]] = (await store.batch([
        {
          sql: `SELECT channel, state, count(*) AS count FROM inbox_delivery
            GROUP BY channel, state ORDER BY channel, state`,
        },
        { sql: `SELECT ${store.nowSql} - min(queued_at) AS age FROM inbox_delivery WHERE state = 'pending'` },
      ])) as [InboxStats['deliveries'], [{ age: number | null }]]
      return { deliveries, oldestPendingSeconds: Math.max(0, Math.floor((oldest.age ?? 0) / 1000)) }
    },
  }
}

function grouped(rows: Row[]): MessageDetail[] {
  const messages = new Map<string, MessageDetail>()
  for (const { id, kind, body, created_at, channel, state, attempts, next_at, last_error, sent_at } of rows) {
    const message = messages.get(id) ?? {
      id,
      kind,
      createdAt: created_at,
      deliveries: [],
      fields: body === null ? null : (JSON.parse(body) as Fields),
    }
    messages.set(id, message)
    message.deliveries.push({ channel, state, attempts, nextAt: next_at, lastError: last_error, sentAt: sent_at })
  }
  return [...messages.values()]
}
