/** The outbox: accepted messages, and one delivery per message and channel, which is claimed under a lease. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Outgoing } from './channels/channel.ts'
import type { Fields, Kind } from './message.ts'
import { CLOCK_STEP_MS, type Store, sql } from './store/store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** How long after the first submission a repeat counts as the same message. */
export const REPEAT_MS = DAY_MS
/** A delivery that still fails this long after it was queued is dead: kept and counted, never deleted. */
export const GIVE_UP_MS = 7 * DAY_MS
/** No delivery is dead after fewer attempts: the service may have been off, or its clock wrong, for most of the time. */
export const MIN_ATTEMPTS = 8

/** Longer than any delivery is delayed, and than any lease lasts. */
const MAX_WAIT_MS = 25 * 60 * 60 * 1000
const MAX_LEASE_MS = 60 * 60 * 1000
/** Longer than one commit takes. */
const ADOPT_LEASE_MS = 60_000
/** A channel that no process has registered for this long is gone; each process registers its own every minute. */
const CHANNEL_GONE_MS = 180_000
/** In base64 as long as the longest message. */
const TRIED_BYTES = 24_000

export interface Submission {
  idempotencyKey?: string | undefined
  client?: string
  held?: boolean
  /** Milliseconds until the first attempt. */
  delayMs?: number
}

export interface Enqueued {
  /** The id of the stored message: for a repeat, that of the first one. */
  id: string
  fresh: boolean
  /** The Idempotency-Key belongs to another message, so this one is not stored. */
  conflict: boolean
}

/** A claimed delivery. No other process claims it before the lease ends. */
export interface Lease extends Required<Outgoing> {
  token: string
  channel: string
  /** 1 for the first attempt. */
  attempts: number
}

/** How a delivery ended; 'lost': the lease had ended before, so another process may have repeated it. */
export type Outcome = 'sent' | 'pending' | 'dead' | 'lost'

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox(store: Store, channels: string[]) {
  const now = { raw: store.nowSql }
  const self = randomUUID()
  const insertSeen = { raw: 'INSERT INTO inbox_seen (key, message_id, fingerprint, expires_at)' }
  // One comparison with the clock decides for the whole row.
  const unlessSeen = {
    raw: `ON CONFLICT (key) DO UPDATE
      SET message_id = excluded.message_id, fingerprint = excluded.fingerprint, expires_at = excluded.expires_at
      WHERE inbox_seen.expires_at <= ${now.raw}`,
  }
  const insertDelivery = {
    raw: 'INSERT INTO inbox_delivery (message_id, channel, state, attempts, queued_at, next_at)',
  }
  /** Makes deliveries due that only a clock that ran ahead has delayed, waiting or in progress. */
  const recall = sql`UPDATE inbox_delivery
    SET queued_at = CASE WHEN queued_at > ${now} THEN ${now} ELSE queued_at END, next_at = ${now}, lease_token = NULL
    WHERE state = 'pending' AND (next_at > ${now} + ${MAX_WAIT_MS}
      OR (lease_token IS NOT NULL AND next_at > ${now} + ${MAX_LEASE_MS})
      OR (lease_token IS NULL AND queued_at > ${now} + ${CLOCK_STEP_MS})) RETURNING message_id`

  return {
    /** A held message is delivered only when the operator retries it. The Idempotency-Key counts for its client only. */
    async enqueue(
      kind: Kind,
      fields: Fields,
      { idempotencyKey, client, held = false, delayMs = 0 }: Submission = {},
    ): Promise<Enqueued> {
      const id = randomUUID()
      const fingerprint = await store.digest(JSON.stringify([kind, normalised(fields)]))
      // A held message must not count as the first copy of the same message sent without the spam trap filled in.
      const space = held ? `${kind}:held` : kind
      const content = `${space}:content:${fingerprint}`
      const key = idempotencyKey && `${space}:key:${await store.digest(JSON.stringify([kind, client, idempotencyKey]))}`
      const first = key || content
      const linkKey = key && [
        // The key and the content expire together, or each would extend the other. Skipped when the key belongs to
        // another message.
        sql`${insertSeen} SELECT CAST(${content} AS text), message_id, fingerprint, expires_at
          FROM inbox_seen WHERE key = ${key} AND fingerprint = ${fingerprint} ${unlessSeen}`,
        // A new key of a stored message leads to that message.
        sql`UPDATE inbox_seen SET message_id = (SELECT message_id FROM inbox_seen WHERE key = ${content})
          WHERE key = ${key} AND message_id = ${id} AND EXISTS (SELECT 1 FROM inbox_seen WHERE key = ${content})`,
      ]
      const results = await store.batch([
        sql`${insertSeen} VALUES (${first}, ${id}, ${fingerprint}, ${now} + ${REPEAT_MS}) ${unlessSeen}`,
        ...(linkKey || []),
        // Only if this submission was the first with its content.
        sql`INSERT INTO inbox_message (id, kind, body, created_at)
          SELECT message_id, CAST(${kind} AS text), CAST(${JSON.stringify(fields)} AS text), ${now}
          FROM inbox_seen WHERE message_id = ${id} AND key = ${content}`,
        ...channels.map(
          (channel) => sql`${insertDelivery}
            SELECT id, CAST(${channel} AS text), CAST(${held ? 'held' : 'pending'} AS text), 0, created_at,
              created_at + ${delayMs}
            FROM inbox_message WHERE id = ${id}`,
        ),
        sql`SELECT message_id, fingerprint FROM inbox_seen WHERE key = ${first}`,
      ])
      const [seen] = results.at(-1) as [{ message_id: string; fingerprint: string }]
      return { id: seen.message_id, fresh: seen.message_id === id, conflict: seen.fingerprint !== fingerprint }
    },

    /**
     * Writes a message of the largest size to the disk and removes it, in one transaction that nobody sees. One that is
     * rolled back would not reach the disk. @throws StoreError
     */
    async tryWrite(): Promise<void> {
      const id = randomUUID()
      // Not to be compressed.
      const body = randomBytes(TRIED_BYTES).toString('base64')
      await store.batch([
        sql`INSERT INTO inbox_message (id, kind, body, created_at) VALUES (${id}, 'contact', ${body}, ${now})`,
        sql`DELETE FROM inbox_message WHERE id = ${id}`,
      ])
    },

    async claim(channel: string, leaseMs: number): Promise<Lease | undefined> {
      const token = randomUUID()
      type Row = Omit<Lease, 'token' | 'fields' | 'deliveredTo'> & { body: string; deliveredTo: string | null }
      const [row] = await store.all<Row>(
        sql`UPDATE inbox_delivery SET lease_token = ${token}, attempts = attempts + 1, next_at = ${now} + ${leaseMs}
          WHERE channel = ${channel} AND state = 'pending' AND next_at <= ${now} AND message_id = (
            SELECT message_id FROM inbox_delivery WHERE channel = ${channel} AND state = 'pending' AND next_at <= ${now}
            ORDER BY next_at LIMIT 1 ${{ raw: store.skipLocked }})
          RETURNING message_id AS id, channel, attempts, told AS "deliveredTo",
            (SELECT kind FROM inbox_message WHERE id = message_id) AS kind,
            (SELECT body FROM inbox_message WHERE id = message_id) AS body,
            (SELECT created_at FROM inbox_message WHERE id = message_id) AS "createdAt"`,
        // If a power cut loses the claim, the delivery is merely free at once.
        { durable: false },
      )
      if (!row) return undefined
      const { body, deliveredTo, ...lease } = row
      return { ...lease, token, fields: JSON.parse(body), deliveredTo: JSON.parse(deliveredTo ?? '[]') }
    },

    /**
     * Moves deliveries that wait or are dead on channels which no process has to the channels of this one, registers
     * these, and makes due what a wrong clock delayed. Returns the number of deliveries that are due because of that.
     */
    async adopt(): Promise<number> {
      const token = randomUUID()
      // Claimed first, like a delivery, so that what another process claims now is neither copied nor removed.
      const claimAll = (state: 'pending' | 'dead') => sql`
        UPDATE inbox_delivery SET lease_token = ${token}, next_at = ${now} + ${ADOPT_LEASE_MS}
        WHERE state = ${{ raw: `'${state}'` }} AND (lease_token IS NULL OR next_at <= ${now})
          AND NOT EXISTS (SELECT 1 FROM inbox_channel WHERE name = channel)`
      const results = await store.batch(
        [
          ...store.exclusive('inbox_delivery'),
          ...channels.map(
            (channel) => sql`INSERT INTO inbox_channel (name, process, seen_at) VALUES (${channel}, ${self}, ${now})
              ON CONFLICT (name, process) DO UPDATE SET seen_at = excluded.seen_at`,
          ),
          sql`DELETE FROM inbox_channel WHERE seen_at < ${now} - ${CHANNEL_GONE_MS}`,
          claimAll('pending'),
          claimAll('dead'),
          ...channels.map(
            (channel) => sql`${insertDelivery}
              SELECT message_id, CAST(${channel} AS text), 'pending', 0, ${now}, ${now}
              FROM inbox_delivery WHERE lease_token = ${token} ON CONFLICT (message_id, channel) DO NOTHING
              RETURNING message_id`,
          ),
          sql`DELETE FROM inbox_delivery WHERE lease_token = ${token}`,
          recall,
        ],
        { slow: true },
      )
      // Only the insert for each channel and the recall return rows.
      return results.slice(-2 - channels.length).reduce((sum, rows) => sum + rows.length, 0)
    },

    /** Messages with a text that were delivered over this channel and have no delivery on another. */
    async countOnlyOn(channel: string): Promise<number> {
      const [row] = await store.all<{ count: number }>(
        sql`SELECT count(*) AS count FROM inbox_delivery d WHERE channel = ${channel} AND state = 'sent'
          AND EXISTS (SELECT 1 FROM inbox_message WHERE id = d.message_id AND body IS NOT NULL)
          AND NOT EXISTS (SELECT 1 FROM inbox_delivery WHERE message_id = d.message_id AND channel <> ${channel})`,
        { slow: true },
      )
      return row!.count
    },

    async leave(): Promise<void> {
      await store.all(sql`DELETE FROM inbox_channel WHERE process = ${self}`, { durable: false })
    },

    async done({ id, channel, token }: Lease): Promise<Outcome> {
      const rows = await store.all(
        sql`UPDATE inbox_delivery SET state = 'sent', sent_at = ${now}, last_error = NULL, lease_token = NULL, told = NULL
          WHERE message_id = ${id} AND channel = ${channel} AND lease_token = ${token} RETURNING message_id`,
      )
      return rows.length === 1 ? 'sent' : 'lost'
    },

    async fail(lease: Lease, error: string, delayMs: number, deliveredTo = lease.deliveredTo): Promise<Outcome> {
      const { id, channel, token } = lease
      const told = deliveredTo.length > 0 ? JSON.stringify(deliveredTo) : null
      const [row] = await store.all<{ state: 'pending' | 'dead' }>(
        sql`UPDATE inbox_delivery SET
            state = CASE WHEN queued_at <= ${now} - ${GIVE_UP_MS} AND attempts >= ${MIN_ATTEMPTS}
              THEN 'dead' ELSE 'pending' END,
            next_at = ${now} + ${Math.round(delayMs)}, last_error = ${error.slice(0, 100)}, lease_token = NULL, told = ${told}
          WHERE message_id = ${id} AND channel = ${channel} AND lease_token = ${token} RETURNING state`,
      )
      return row?.state ?? 'lost'
    },
  }
}

/** Equal for the same submission: letters in any Unicode composition, any white space, members in any order. */
const normalised = (fields: Fields): [field: string, value: string][] =>
  Object.entries(fields)
    .map(([field, value = '']): [string, string] => [field, value.normalize('NFC').replace(/\s+/g, ' ').trim()])
    .sort(([a], [b]) => (a < b ? -1 : 1))
