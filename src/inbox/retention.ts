/** What is forgotten, and when: bodies of delivered messages, repeats past their day, limiter rows that ran out. */
import type { Store } from './store/store.ts'

/**
 * Forgets the bodies of messages that every channel delivered before `before` (epoch milliseconds, or so many
 * milliseconds ago by the database's clock), and of those that were held back then and still are. Pending and dead
 * messages keep theirs. Returns how many were purged.
 */
export async function purgeBodies(store: Store, before: { time: number } | { agoMs: number }): Promise<number> {
  const [limit, value] = 'time' in before ? ['$1', before.time] : [`${store.nowSql} - $1`, before.agoMs]
  const results = await store.batch(
    [
      // A message that is released just now must not lose its text.
      ...store.exclusive('inbox_delivery'),
      {
        sql: `UPDATE inbox_message SET body = NULL WHERE body IS NOT NULL
          AND EXISTS (SELECT 1 FROM inbox_delivery WHERE message_id = id)
          AND NOT EXISTS (SELECT 1 FROM inbox_delivery WHERE message_id = id
            AND CASE state WHEN 'sent' THEN sent_at >= ${limit} WHEN 'held' THEN queued_at >= ${limit} ELSE true END)
          RETURNING id`,
        params: [value],
      },
    ],
    { slow: true },
  )
  const purged = results.at(-1)!.length
  if (purged > 0) await store.scrub()
  return purged
}

/** Removes the rows that say nothing any more: they hold only hashes, but why keep them. */
export async function prune(store: Store): Promise<void> {
  await store.batch(
    [
      { sql: `DELETE FROM inbox_rate WHERE tat < ${store.nowSql}` },
      { sql: `DELETE FROM inbox_seen WHERE expires_at < ${store.nowSql}` },
    ],
    { durable: false, slow: true },
  )
}
