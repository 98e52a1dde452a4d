/** What the operator can see and do, as functions that return data; the command line formats it. */
import type { Fields, Kind } from './message.ts'
import { type Statement, type Store, sql } from './store/store.ts'

/** held: a likely automated submission, not delivered. dead: given up after 7 days. Both wait for the operator. */
export type DeliveryState = 'pending' | 'sent' | 'dead' | 'held'

/** Times are epoch milliseconds. */
export interface DeliveryStatus {
  channel: string
  /** Whether these settings have the channel. A service moves pending and dead deliveries away from others. */
  configured: boolean
  state: DeliveryState
  attempts: number
  /** When a pending delivery is tried next, or when its lease ends. */
  nextAt: number
  /** A reply code such as SMTP_550, or a system code and its server, such as ECONNREFUSED mail.example.org:587. */
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
  deliveries: { channel: string; configured: boolean; state: DeliveryState; count: number }[]
  /** Seconds since the oldest pending delivery was accepted; 0 when none is pending. */
  oldestPendingSeconds: number
}

type Row = Omit<DeliveryStatus, 'configured'> & Omit<MessageSummary, 'deliveries'> & { body: string | null }

/** @param channels names of the configured channels */
export function createOperations(store: Store, channels: string[]) {
  const now = { raw: store.nowSql }
  const withDeliveries = ({ text, params }: Required<Statement>): Statement => ({
    text: `
      SELECT m.id, m.kind, m.body, m.created_at AS "createdAt", d.channel, d.state, d.attempts, d.next_at AS "nextAt",
        d.last_error AS "lastError", d.sent_at AS "sentAt"
      FROM (${text}) m JOIN inbox_delivery d ON d.message_id = m.id ORDER BY m.created_at DESC, m.id, d.channel`,
    params,
  })

  return {
    /** The newest messages with a delivery in the state (or in any), without their fields. */
    async list({ state, limit = 50 }: { state?: DeliveryState; limit?: number } = {}): Promise<MessageSummary[]> {
      const messages = sql`SELECT * FROM inbox_message m WHERE EXISTS (SELECT 1 FROM inbox_delivery
        WHERE message_id = m.id AND state = COALESCE(CAST(${state ?? null} AS text), state))
        ORDER BY created_at DESC, id LIMIT ${limit}`
      return grouped(await store.all<Row>(withDeliveries(messages), { slow: true }), channels).map(withoutFields)
    },

    /** At most two ids with this prefix. */
    async idsStartingWith(prefix: string): Promise<string[]> {
      const start = prefix.toLowerCase()
      const rows = await store.all<{ id: string }>(
        sql`SELECT id FROM inbox_message WHERE substr(id, 1, length(CAST(${start} AS text))) = ${start} LIMIT 2`,
        { slow: true },
      )
      return rows.map(({ id }) => id)
    },

    async show(id: string): Promise<MessageDetail | undefined> {
      const message = sql`SELECT * FROM inbox_message WHERE id = ${id}`
      return grouped(await store.all<Row>(withDeliveries(message)), channels)[0]
    },

    /**
     * Makes undelivered messages due now, with 7 new days of attempts: one by id, whether pending, dead or held, or all
     * dead ones. Skips deliveries in progress and messages whose text was deleted. Returns what is due now.
     */
    async retry(which: { id: string } | 'dead'): Promise<Pick<DeliveryStatus, 'channel' | 'configured'>[]> {
      const id = which === 'dead' ? null : which.id
      const makeDue = sql`UPDATE inbox_delivery
        SET state = 'pending', attempts = 0, queued_at = ${now}, next_at = ${now}
        WHERE CASE WHEN CAST(${id} AS text) IS NULL THEN state = 'dead'
          ELSE message_id = ${id} AND state <> 'sent' AND lease_token IS NULL END
        AND EXISTS (SELECT 1 FROM inbox_message WHERE id = message_id AND body IS NOT NULL) RETURNING channel`
      const results = await store.batch([...store.exclusive('inbox_delivery'), makeDue], { slow: true })
      const rows = results.at(-1) as { channel: string }[]
      return rows.map(({ channel }) => ({ channel, configured: channels.includes(channel) }))
    },

    /** Removes one message with its text, its deliveries and its marks of repeats. Undefined when there is none. */
    async delete(id: string): Promise<MessageSummary | undefined> {
      const results = await store.batch([
        ...store.exclusive('inbox_delivery'),
        withDeliveries(sql`SELECT * FROM inbox_message WHERE id = ${id}`),
        sql`DELETE FROM inbox_message WHERE id = ${id}`,
        sql`DELETE FROM inbox_delivery WHERE message_id = ${id}`,
        sql`DELETE FROM inbox_seen WHERE message_id = ${id}`,
      ])
      const [message] = grouped(results.at(-4) as Row[], channels)
      if (!message) return undefined
      await store.batch(store.scrub)
      return withoutFields(message)
    },

    /**
     * Deletes the text of messages that every channel delivered before the limit, and of those held since before it:
     * a date, or milliseconds ago by the database's clock. Pending and dead messages keep their text.
     * Returns the number of purged messages.
     */
    async purge(limit: { before: Date } | { agoMs: number }): Promise<number> {
      const before = 'before' in limit ? limit.before.getTime() : { raw: `${store.nowSql} - ${limit.agoMs}` }
      const deleteText = sql`UPDATE inbox_message SET body = NULL WHERE body IS NOT NULL
        AND EXISTS (SELECT 1 FROM inbox_delivery WHERE message_id = id)
        AND NOT EXISTS (SELECT 1 FROM inbox_delivery WHERE message_id = id
          AND CASE state WHEN 'sent' THEN sent_at >= ${before} WHEN 'held' THEN queued_at >= ${before} ELSE true END)
        RETURNING id`
      // A message that is being released must not lose its text.
      const results = await store.batch([...store.exclusive('inbox_delivery'), deleteText], { slow: true })
      const purged = results.at(-1)!.length
      if (purged > 0) await store.batch(store.scrub)
      return purged
    },

    /** Removes expired marks of repeats and rate limits. */
    async prune(): Promise<void> {
      await store.batch(
        [sql`DELETE FROM inbox_rate WHERE tat < ${now}`, sql`DELETE FROM inbox_seen WHERE expires_at < ${now}`],
        { durable: false, slow: true },
      )
    },

    async stats(): Promise<InboxStats> {
      const [counts, [oldest]] = (await store.batch(
        [
          sql`SELECT channel, state, count(*) AS count FROM inbox_delivery
            GROUP BY channel, state ORDER BY channel, state`,
          sql`SELECT ${now} - min(queued_at) AS age FROM inbox_delivery WHERE state = 'pending'`,
        ],
        { slow: true },
      )) as [{ channel: string; state: DeliveryState; count: number }[], [{ age: number | null }]]
      return {
        deliveries: counts.map((row) => ({ ...row, configured: channels.includes(row.channel) })),
        oldestPendingSeconds: Math.max(0, Math.floor((oldest.age ?? 0) / 1000)),
      }
    },
  }
}

const withoutFields = ({ fields: _, ...summary }: MessageDetail): MessageSummary => summary

function grouped(rows: Row[], channels: string[]): MessageDetail[] {
  const messages = new Map<string, MessageDetail>()
  for (const { id, kind, body, createdAt, ...delivery } of rows) {
    const fields = body === null ? null : (JSON.parse(body) as Fields)
    const message = messages.get(id) ?? { id, kind, createdAt, deliveries: [], fields }
    messages.set(id, message)
    message.deliveries.push({ ...delivery, configured: channels.includes(delivery.channel) })
  }
  return [...messages.values()]
}
