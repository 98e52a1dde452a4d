/** The outbox: accepted messages, and one delivery of each message per channel, claimed under a lease. */
import { randomUUID } from 'node:crypto'
import type { Fields, Kind } from './message.ts'
import type { Store } from './store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A repeated submission is the same one for this long after the first: a rolling day, not a calendar day. */
export const REPEAT_MS = DAY_MS
/** A delivery that still fails this long after it was queued is dead: kept, counted, never deleted. */
export const GIVE_UP_MS = 7 * DAY_MS

export type Enqueued = { ok: true; id: string; fresh: boolean } | { ok: false; code: 'idempotency_conflict' }

/** One delivery, ours until the lease ends or another token takes it. */
export interface Lease {
  token: string
  channel: string
  id: string
  kind: Kind
  fields: Fields
  /** Epoch milliseconds at which the message was accepted. */
  createdAt: number
  /** 1 for the first attempt. */
  attempts: number
}

export interface Outbox {
  /** Resolves after the commit is on disk. `fresh` is false for a repetition, which is stored and delivered once. */
  enqueue(kind: Kind, fields: Fields, idempotencyKey?: string): Promise<Enqueued>
  /** The delivery of a channel that is due first, or undefined. */
  claim(channel: string, leaseMs: number): Promise<Lease | undefined>
  /** Both answer 'lost' when the lease had ended and somebody else holds the delivery: nothing was written. */
  done(lease: Lease): Promise<'sent' | 'lost'>
  /** Puts the delivery back for later, or declares it dead when it is older than 7 days. `error` is a code. */
  fail(lease: Lease, error: string, delayMs: number): Promise<'pending' | 'dead' | 'lost'>
}

export function createOutbox(store: Store, channels: string[]): Outbox {
  const now = store.nowSql
  return {
    async enqueue(kind, fields, idempotencyKey) {
      const id = randomUUID()
      const fingerprint = await store.digest(JSON.stringify([kind, normalised(fields)]))
      const key =
        idempotencyKey === undefined
          ? `${kind}:content:${fingerprint}`
          : `${kind}:key:${await store.digest(JSON.stringify([kind, idempotencyKey]))}`
      const results = await store.batch([
        {
          // One comparison with the clock decides for the whole row.
          sql: `INSERT INTO inbox_seen (key, message_id, fingerprint, expires_at) VALUES ($1, $2, $3, ${now} + $4)
            ON CONFLICT (key) DO UPDATE
              SET message_id = excluded.message_id, fingerprint = excluded.fingerprint, expires_at = excluded.expires_at
              WHERE inbox_seen.expires_at <= ${now}`,
          params: [key, id, fingerprint, REPEAT_MS],
        },
        {
          // Only if the key was ours to take.
          sql: `INSERT INTO inbox_message (id, kind, body, created_at)
            SELECT message_id, CAST($2 AS text), CAST($3 AS text), ${now} FROM inbox_seen WHERE message_id = $1 AND key = $4`,
          params: [id, kind, JSON.stringify(fields), key],
        },
        ...channels.map((channel) => ({
          sql: `INSERT INTO inbox_delivery (message_id, channel, state, attempts, queued_at, next_at)
            SELECT id, CAST($2 AS text), 'pending', 0, created_at, created_at FROM inbox_message WHERE id = $1`,
          params: [id, channel],
        })),
        { sql: 'SELECT message_id, fingerprint FROM inbox_seen WHERE key = $1', params: [key] },
      ])
      const [seen] = results.at(-1) as [{ message_id: string; fingerprint: string }]
      if (seen.fingerprint !== fingerprint) return { ok: false, code: 'idempotency_conflict' }
      return { ok: true, id: seen.message_id, fresh: seen.message_id === id }
    },

    async claim(channel, leaseMs) {
      const token = randomUUID()
      const [row] = await store.all<{
        message_id: string
        kind: Kind
        body: string
        created_at: number
        attempts: number
      }>(
        `UPDATE inbox_delivery SET lease_token = $1, attempts = attempts + 1, next_at = ${now} + $2
         WHERE channel = $3 AND state = 'pending' AND next_at <= ${now} AND message_id = (
           SELECT message_id FROM inbox_delivery WHERE channel = $3 AND state = 'pending' AND next_at <= ${now}
           ORDER BY next_at LIMIT 1 ${store.skipLocked})
         RETURNING message_id, attempts,
           (SELECT kind FROM inbox_message WHERE id = message_id) AS kind,
           (SELECT body FROM inbox_message WHERE id = message_id) AS body,
           (SELECT created_at FROM inbox_message WHERE id = message_id) AS created_at`,
        [token, leaseMs, channel],
        // A claim forgotten in a power cut only means that the delivery is free at once.
        { durable: false },
      )
      if (!row) return undefined
      return {
        token,
        channel,
        id: row.message_id,
        kind: row.kind,
        fields: JSON.parse(row.body) as Fields,
        createdAt: row.created_at,
        attempts: row.attempts,
      }
    },

    async done({ id, channel, token }) {
      const rows = await store.all(
        `UPDATE inbox_delivery SET state = 'sent', sent_at = ${now}, last_error = NULL, lease_token = NULL
         WHERE message_id = $1 AND channel = $2 AND lease_token = $3 RETURNING message_id`,
        [id, channel, token],
      )
      return rows.length === 1 ? 'sent' : 'lost'
    },

    async fail({ id, channel, token }, error, delayMs) {
      const rows = await store.all<{ state: 'pending' | 'dead' }>(
        `UPDATE inbox_delivery
         SET state = CASE WHEN queued_at <= ${now} - $1 THEN 'dead' ELSE 'pending' END,
             next_at = ${now} + $2, last_error = $3, lease_token = NULL
         WHERE message_id = $4 AND channel = $5 AND lease_token = $6 RETURNING state`,
        [GIVE_UP_MS, Math.round(delayMs), error.slice(0, 100), id, channel, token],
      )
      return rows[0]?.state ?? 'lost'
    },
  }
}

/** What makes two submissions the same: letters in any composition, white space in any amount, members in any order. */
function normalised(fields: Fields): [string, string][] {
  return Object.entries(fields)
    .map(([field, value = '']): [string, string] => [field, value.normalize('NFC').replace(/\s+/g, ' ').trim()])
    .sort(([a], [b]) => (a < b ? -1 : 1))
}
