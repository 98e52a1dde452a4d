/** The outbox: accepted messages, and one delivery per message and channel, which is claimed under a lease. */
import { randomUUID } from 'node:crypto'
import type { Outgoing } from './channels/channel.ts'
import type { Fields, Kind } from './message.ts'
import { CLOCK_STEP_MS, type Store } from './store/store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** How long after the first submission a repeat counts as the same message. */
export const REPEAT_MS = DAY_MS
/** A delivery that still fails this long after it was queued is dead: kept and counted, never deleted. */
export const GIVE_UP_MS = 7 * DAY_MS
/** No delivery is dead after fewer attempts: the service may have been off, or its clock wrong, for most of the time. */
export const FEWEST_ATTEMPTS = 8

/** Longer than any delivery is delayed, and than any lease lasts. */
const LONGEST_WAIT_MS = 25 * 60 * 60 * 1000
const LONGEST_LEASE_MS = 60 * 60 * 1000

/** Longer than one commit takes. */
const ADOPT_LEASE_MS = 60_000
/** A channel that no process has registered for this long is gone; each process registers its own every minute. */
const CHANNEL_GONE_MS = 180_000

export type Enqueued = { ok: true; id: string; fresh: boolean } | { ok: false; code: 'idempotency_conflict' }

/** A claimed delivery: ours until the lease ends and another process claims it. */
export interface Lease extends Required<Outgoing> {
  token: string
  channel: string
  /** 1 for the first attempt. */
  attempts: number
}

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox(store: Store, channels: string[]) {
  const now = store.nowSql
  const self = randomUUID()
  const insertSeen = 'INSERT INTO inbox_seen (key, message_id, fingerprint, expires_at)'
  // One comparison with the clock decides for the whole row.
  const unlessSeen = `ON CONFLICT (key) DO UPDATE
    SET message_id = excluded.message_id, fingerprint = excluded.fingerprint, expires_at = excluded.expires_at
    WHERE inbox_seen.expires_at <= ${now}`
  /** Makes due what only a clock that ran ahead has delayed, waiting or in progress. */
  const recall = {
    sql: `UPDATE inbox_delivery
      SET queued_at = CASE WHEN queued_at > ${now} THEN ${now} ELSE queued_at END, next_at = ${now}, lease_token = NULL
      WHERE state = 'pending' AND (next_at > ${now} + $1 OR (lease_token IS NOT NULL AND next_at > ${now} + $2)
        OR (lease_token IS NULL AND queued_at > ${now} + $3)) RETURNING message_id`,
    params: [LONGEST_WAIT_MS, LONGEST_LEASE_MS, CLOCK_STEP_MS],
  }
  return {
    /** A held message is delivered only when the operator retries it. */
    async enqueue(
      kind: Kind,
      fields: Fields,
      { idempotencyKey, held = false }: { idempotencyKey?: string | undefined; held?: boolean } = {},
    ): Promise<Enqueued> {
      const id = randomUUID()
      const fingerprint = await store.digest(JSON.stringify([kind, normalised(fields)]))
      // A held message must not count as the first copy of the same message sent without the spam trap filled in.
      const space = held ? `${kind}:held` : kind
      const content = `${space}:content:${fingerprint}`
      const key =
        idempotencyKey === undefined
          ? undefined
          : `${space}:key:${await store.digest(JSON.stringify([kind, idempotencyKey]))}`
      const first = key ?? content
      const results = await store.batch([
        {
          sql: `${insertSeen} VALUES ($1, $2, $3, ${now} + $4) ${unlessSeen}`,
          params: [first, id, fingerprint, REPEAT_MS],
        },
        ...(key === undefined
          ? []
          : [
              {
                // The key and the content expire together, or each would extend the other. Skipped when the key belongs
                // to another message.
                sql: `${insertSeen} SELECT CAST($1 AS text), message_id, fingerprint, expires_at
                  FROM inbox_seen WHERE key = $2 AND fingerprint = $3 ${unlessSeen}`,
                params: [content, key, fingerprint],
              },
              {
                // A new key of a known message leads to that message.
                sql: `UPDATE inbox_seen SET message_id = (SELECT message_id FROM inbox_seen WHERE key = $1)
                  WHERE key = $2 AND message_id = $3 AND EXISTS (SELECT 1 FROM inbox_seen WHERE key = $1)`,
                params: [content, key, id],
              },
            ]),
        {
          // Only if this submission was the first with its content.
          sql: `INSERT INTO inbox_message (id, kind, body, created_at)
            SELECT message_id, CAST($2 AS text), CAST($3 AS text), ${now} FROM inbox_seen WHERE message_id = $1 AND key = $4`,
          params: [id, kind, JSON.stringify(fields), content],
        },
        ...channels.map((channel) => ({
          sql: `INSERT INTO inbox_delivery (message_id, channel, state, attempts, queued_at, next_at)
            SELECT id, CAST($2 AS text), CAST($3 AS text), 0, created_at, created_at FROM inbox_message WHERE id = $1`,
          params: [id, channel, held ? 'held' : 'pending'],
        })),
        { sql: 'SELECT message_id, fingerprint FROM inbox_seen WHERE key = $1', params: [first] },
      ])
      const [seen] = results.at(-1) as [{ message_id: string; fingerprint: string }]
      if (seen.fingerprint !== fingerprint) return { ok: false, code: 'idempotency_conflict' }
      return { ok: true, id: seen.message_id, fresh: seen.message_id === id }
    },

    async claim(channel: string, leaseMs: number): Promise<Lease | undefined> {
      const token = randomUUID()
      const [row] = await store.all<
        Omit<Lease, 'token' | 'fields' | 'deliveredTo'> & { body: string; told: string | null }
      >(
        `UPDATE inbox_delivery SET lease_token = $1, attempts = attempts + 1, next_at = ${now} + $2
         WHERE channel = $3 AND state = 'pending' AND next_at <= ${now} AND message_id = (
           SELECT message_id FROM inbox_delivery WHERE channel = $3 AND state = 'pending' AND next_at <= ${now}
           ORDER BY next_at LIMIT 1 ${store.skipLocked})
         RETURNING message_id AS id, channel, attempts, told,
           (SELECT kind FROM inbox_message WHERE id = message_id) AS kind,
           (SELECT body FROM inbox_message WHERE id = message_id) AS body,
           (SELECT created_at FROM inbox_message WHERE id = message_id) AS "createdAt"`,
        [token, leaseMs, channel],
        // If a power cut loses the claim, the delivery is merely free at once.
        { durable: false },
      )
      if (!row) return undefined
      const { body, told, ...lease } = row
      return { ...lease, token, fields: JSON.parse(body), deliveredTo: told === null ? [] : JSON.parse(told) }
    },

    async adopt(): Promise<number> {
      const token = randomUUID()
      const others = channels.map((_, index) => `$${index + 3}`).join(', ')
      // Claimed first, like a delivery, so that what another process claims now is neither copied nor removed.
      const claimed = (state: string) => ({
        sql: `UPDATE inbox_delivery SET lease_token = $1, next_at = ${now} + $2
          WHERE state = '${state}' AND channel NOT IN (${others}) AND (lease_token IS NULL OR next_at <= ${now})
            AND NOT EXISTS (SELECT 1 FROM inbox_channel WHERE name = channel)`,
        params: [token, ADOPT_LEASE_MS, ...channels],
      })
      const results = await store.batch(
        [
          ...store.exclusive('inbox_delivery'),
          ...channels.map((channel) => ({
            sql: `INSERT INTO inbox_channel (name, process, seen_at) VALUES ($1, $2, ${now})
              ON CONFLICT (name, process) DO UPDATE SET seen_at = excluded.seen_at`,
            params: [channel, self],
          })),
          { sql: `DELETE FROM inbox_channel WHERE seen_at < ${now} - $1`, params: [CHANNEL_GONE_MS] },
          claimed('pending'),
          claimed('dead'),
          ...channels.map((channel) => ({
            sql: `INSERT INTO inbox_delivery (message_id, channel, state, attempts, queued_at, next_at)
              SELECT message_id, CAST($1 AS text), 'pending', 0, ${now}, ${now}
              FROM inbox_delivery WHERE lease_token = $2 ON CONFLICT (message_id, channel) DO NOTHING
              RETURNING message_id`,
            params: [channel, token],
          })),
          { sql: 'DELETE FROM inbox_delivery WHERE lease_token = $1', params: [token] },
          recall,
        ],
        { slow: true },
      )
      // Rows of the recall, and of the insert for each channel.
      const [recalled, , ...inserted] = results.slice(-2 - channels.length).reverse()
      return [recalled!, ...inserted].reduce((sum, rows) => sum + rows.length, 0)
    },

    async countOnlyOn(channel: string): Promise<number> {
      const [row] = await store.all<{ count: number }>(
        `SELECT count(*) AS count FROM inbox_delivery d
         WHERE channel = $1 AND state = 'sent' AND EXISTS
           (SELECT 1 FROM inbox_message WHERE id = d.message_id AND body IS NOT NULL)
         AND NOT EXISTS (SELECT 1 FROM inbox_delivery WHERE message_id = d.message_id AND channel <> $1)`,
        [channel],
        { slow: true },
      )
      return row!.count
    },

    async leave(): Promise<void> {
      await store.all('DELETE FROM inbox_channel WHERE process = $1', [self], { durable: false })
    },

    async done({ id, channel, token }: Lease): Promise<'sent' | 'lost'> {
      const rows = await store.all(
        `UPDATE inbox_delivery SET state = 'sent', sent_at = ${now}, last_error = NULL, lease_token = NULL,
           told = NULL
         WHERE message_id = $1 AND channel = $2 AND lease_token = $3 RETURNING message_id`,
        [id, channel, token],
      )
      return rows.length === 1 ? 'sent' : 'lost'
    },

    async fail(
      { id, channel, token, ...lease }: Lease,
      error: string,
      delayMs: number,
      deliveredTo = lease.deliveredTo,
    ): Promise<'pending' | 'dead' | 'lost'> {
      const rows = await store.all<{ state: 'pending' | 'dead' }>(
        `UPDATE inbox_delivery
         SET state = CASE WHEN queued_at <= ${now} - $1 AND attempts >= $8 THEN 'dead' ELSE 'pending' END,
             next_at = ${now} + $2, last_error = $3, lease_token = NULL, told = $4
         WHERE message_id = $5 AND channel = $6 AND lease_token = $7 RETURNING state`,
        [
          GIVE_UP_MS,
          Math.round(delayMs),
          error.slice(0, 100),
          deliveredTo.length > 0 ? JSON.stringify(deliveredTo) : null,
          id,
          channel,
          token,
          FEWEST_ATTEMPTS,
        ],
      )
      return rows[0]?.state ?? 'lost'
    },
  }
}

/** Equal for the same submission: letters in any Unicode composition, any white space, members in any order. */
function normalised(fields: Fields): [string, string][] {
  return Object.entries(fields)
    .map(([field, value = '']): [string, string] => [field, value.normalize('NFC').replace(/\s+/g, ' ').trim()])
    .sort(([a], [b]) => (a < b ? -1 : 1))
}
