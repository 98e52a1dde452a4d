/** Deletes what is no longer needed: texts of delivered messages, marks of repeats after a day, expired rate limits. */
import { type Store, sql } from './store/store.ts'

/**
 * Deletes the bodies of messages that every channel delivered before `before` (epoch milliseconds, or milliseconds ago
 * by the database's clock), and of messages that have been held since before it. Pending and dead messages keep
 * their bodies. Returns the number of purged messages.
 */
export async function purgeBodies(store: Store, before: { time: number } | { agoMs: number }): Promise<number> {
  const [limit, param] = 'time' in before ? ['$1', before.time] : [`${store.nowSql} - $1`, before.agoMs]
  const text = `UPDATE inbox_message SET body = NULL WHERE body IS NOT NULL
    AND EXISTS (SELECT 1 FROM inbox_delivery WHERE message_id = id)
    AND NOT EXISTS (SELECT 1 FROM inbox_delivery WHERE message_id = id
      AND CASE state WHEN 'sent' THEN sent_at >= ${limit} WHEN 'held' THEN queued_at >= ${limit} ELSE true END)
    RETURNING id`
  // A message that is being released must not lose its text.
  const results = await store.batch([...store.exclusive('inbox_delivery'), { text, params: [param] }], { slow: true })
  const purged = results.at(-1)!.length
  if (purged > 0) await store.scrub()
  return purged
}

/** Removes expired marks of repeats and rate limits. */
export async function prune(store: Store): Promise<void> {
  const now = { raw: store.nowSql }
  await store.batch(
    [sql`DELETE FROM inbox_rate WHERE tat < ${now}`, sql`DELETE FROM inbox_seen WHERE expires_at < ${now}`],
    {
      durable: false,
      slow: true,
    },
  )
}
