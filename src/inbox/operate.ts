/** What the operator can see and do, as functions that return data; the command line formats it. */
import { type Fields, type Kind, subjectOf } from './message.ts'
import { KNOWN_MS } from './rate-limit.ts'
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
  /** When the operator said that the sender has an answer. */
  answeredAt: number | null
  /** Who wrote, and what about, on one line; null once the text was deleted. */
  sender: { name: string; email: string } | null
  subject: string | null
  deliveries: DeliveryStatus[]
}
/** Every condition has to hold. */
export interface MessageFilter {
  /** Of a delivery. */
  state?: DeliveryState
  /** The sender's e-mail address, in any case. */
  from?: string
  since?: Date
  /** Of whom the operator has not said that they have an answer: the oldest ones. Neither held ones nor deleted texts. */
  unanswered?: boolean
  /** 50 by default. */
  limit?: number
}
export interface MessageDetail extends MessageSummary {
  /** What the sender wrote; null once purged. */
  fields: Fields | null
}
export interface InboxStats {
  deliveries: { channel: string; configured: boolean; state: DeliveryState; count: number }[]
  /** Seconds since the oldest pending delivery was accepted; 0 when none is pending. */
  oldestPendingSeconds: number
  /** Seconds since the oldest message without an answer was accepted; 0 when there is none. */
  oldestUnansweredSeconds: number
}

type Row = Omit<DeliveryStatus, 'configured'> &
  Pick<MessageSummary, 'id' | 'kind' | 'createdAt' | 'answeredAt'> & { body: string | null }

const UNANSWERED = `answered_at IS NULL AND body IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM inbox_delivery WHERE message_id = id AND state = 'held')`

/** @param channels names of the configured channels */
export function createOperations(store: Store, channels: string[]) {
  const now = { raw: store.nowSql }
  const withDeliveries = ({ text, params }: Required<Statement>): Statement => ({
    text: `
      SELECT m.id, m.kind, m.body, m.created_at AS "createdAt", m.answered_at AS "answeredAt", d.channel, d.state, d.attempts,
        d.next_at AS "nextAt", d.last_error AS "lastError", d.sent_at AS "sentAt"
      FROM (${text}) m JOIN inbox_delivery d ON d.message_id = m.id ORDER BY m.created_at DESC, m.id, d.channel`,
    params,
  })

  return {
    /** The messages that the filter lets through, the newest first. */
    async list({ state, from, since, unanswered, limit = 50 }: MessageFilter = {}): Promise<MessageDetail[]> {
      // In a text a quotation mark has a backslash before it, so this stands nowhere else.
      const sender = from === undefined ? null : `"email":${JSON.stringify(from.toLowerCase())}`
      const messages = sql`SELECT * FROM inbox_message m WHERE EXISTS (SELECT 1 FROM inbox_delivery
        WHERE message_id = m.id AND state = COALESCE(CAST(${state ?? null} AS text), state))
        AND (CAST(${sender} AS text) IS NULL OR replace(lower(body), CAST(${sender} AS text), '') <> lower(body))
        AND created_at >= ${since?.getTime() ?? 0} ${{ raw: unanswered ? `AND ${UNANSWERED}` : '' }}
        ORDER BY created_at ${{ raw: unanswered ? 'ASC' : 'DESC' }}, id LIMIT ${limit}`
      return grouped(await store.all<Row>(withDeliveries(messages), { slow: true }), channels)
    },

    /** Records that the sender has an answer, or that there is none yet. Undefined when there is no such message. */
    async answer(id: string, { undo = false } = {}): Promise<MessageSummary | undefined> {
      const results = await store.batch([
        sql`UPDATE inbox_message SET answered_at = ${{ raw: undo ? 'NULL' : `COALESCE(answered_at, ${now.raw})` }}
          WHERE id = ${id}`,
        withDeliveries(sql`SELECT * FROM inbox_message WHERE id = ${id}`),
      ])
      return grouped(results.at(-1) as Row[], channels).map(withoutFields)[0]
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
        [
          sql`DELETE FROM inbox_rate WHERE tat < ${now} - ${KNOWN_MS}`,
          sql`DELETE FROM inbox_seen WHERE expires_at < ${now}`,
        ],
        { durable: false, slow: true },
      )
    },

    async stats(): Promise<InboxStats> {
      const [counts, [oldest], [unanswered]] = (await store.batch(
        [
          sql`SELECT channel, state, count(*) AS count FROM inbox_delivery
            GROUP BY channel, state ORDER BY channel, state`,
          sql`SELECT ${now} - min(queued_at) AS age FROM inbox_delivery WHERE state = 'pending'`,
          sql`SELECT ${now} - min(created_at) AS age FROM inbox_message WHERE ${{ raw: UNANSWERED }}`,
        ],
        { slow: true },
      )) as [{ channel: string; state: DeliveryState; count: number }[], [Age], [Age]]
      return {
        deliveries: counts.map((row) => ({ ...row, configured: channels.includes(row.channel) })),
        oldestPendingSeconds: secondsOf(oldest),
        oldestUnansweredSeconds: secondsOf(unanswered),
      }
    },
  }
}

interface Age {
  age: number | null
}
const secondsOf = ({ age }: Age): number => Math.max(0, Math.floor((age ?? 0) / 1000))

const withoutFields = ({ fields: _, ...summary }: MessageDetail): MessageSummary => summary

function grouped(rows: Row[], channels: string[]): MessageDetail[] {
  const messages = new Map<string, MessageDetail>()
  for (const { id, kind, body, createdAt, answeredAt, ...delivery } of rows) {
    const fields = body === null ? null : (JSON.parse(body) as Fields)
    const sender = fields && { name: fields.name, email: fields.email }
    const subject = fields && subjectOf(fields)
    const message = messages.get(id) ?? { id, kind, createdAt, answeredAt, sender, subject, deliveries: [], fields }
    messages.set(id, message)
    message.deliveries.push({ ...delivery, configured: channels.includes(delivery.channel) })
  }
  return [...messages.values()]
}
