/**
 * Rate limits for messages: GCRA (generic cell rate algorithm), in one commit that all replicas share. No window
 * boundary lets a double burst through, and the time until the next message is exact.
 */
import { randomUUID } from 'node:crypto'
import { addressKey } from './client-ip.ts'
import { CLOCK_STEP_MS, type Store } from './store/store.ts'

export interface Rate {
  /** Messages per window, and the largest burst. */
  quota: number
  windowSeconds: number
}

export interface PolicyState extends Rate {
  name: 'address' | 'global'
  /** Messages that would be allowed now. */
  remaining: number
  /** Seconds until the whole quota is available again. */
  resetSeconds: number
}
export type Limiter = ReturnType<typeof createLimiter>

/**
 * A message counts against both rates or is refused. A refusal writes nothing, so a flood from many addresses leaves no
 * rows behind. The counts need not survive a power cut, so nothing is flushed to disk.
 */
export function createLimiter(store: Store, rates: { address: Rate; global: Rate }) {
  const now = store.nowSql
  // One reading of the clock decides both rates, and writes both rows or none. A time further ahead than a burst comes
  // from a slower rate that was configured before or from a clock that ran ahead; it must not lock everybody out.
  // tat: theoretical arrival time.
  const take = `
    WITH clock AS (SELECT ${now} AS now),
      bucket AS (
        SELECT CAST($2 AS text) AS key, CAST($3 AS bigint) AS step, CAST($4 AS bigint) AS burst
        UNION ALL SELECT CAST($5 AS text), CAST($6 AS bigint), CAST($7 AS bigint)),
      due AS (
        SELECT bucket.key, bucket.burst, clock.now,
          CASE WHEN rate.tat > clock.now AND rate.tat <= clock.now + bucket.burst + ${CLOCK_STEP_MS}
            THEN rate.tat ELSE clock.now END + bucket.step AS tat
        FROM bucket CROSS JOIN clock LEFT JOIN inbox_rate rate ON rate.key = bucket.key)
    INSERT INTO inbox_rate (key, tat, hit)
    SELECT key, tat, CAST($1 AS text) FROM due WHERE NOT EXISTS (SELECT 1 FROM due WHERE tat - now > burst)
    ON CONFLICT (key) DO UPDATE SET tat = excluded.tat, hit = excluded.hit`

  /** Counts one message from a client address. Throws StoreError. */
  return async function limit(address: string) {
    const hit = randomUUID()
    const own = bucket('address', `address:${await store.digest(addressKey(address))}`, rates.address)
    const all = bucket('global', 'global', rates.global)
    const results = await store.batch(
      [
        // Both rows must be read as the previous message left them.
        ...store.exclusive('inbox_rate'),
        { sql: take, params: [hit, own.key, own.step, own.burst, all.key, all.step, all.burst] },
        {
          sql: `SELECT key, tat - ${now} AS used, hit FROM inbox_rate WHERE key IN ($1, $2)`,
          params: [own.key, all.key],
        },
      ],
      { durable: false },
    )
    const rows = new Map((results.at(-1) as { key: string; used: number; hit: string }[]).map((row) => [row.key, row]))
    const ok = rows.get(own.key)?.hit === hit
    const used = (key: string) => Math.max(0, rows.get(key)?.used ?? 0)
    const waits = [own, all].map(({ key, step, burst }) => used(key) + step - burst)
    return {
      ok,
      /** Whole seconds until the next message is allowed if no other comes first; 0 when this one was. */
      retryAfter: ok ? 0 : Math.max(1, Math.ceil(Math.max(...waits) / 1000)),
      policies: [state(own, used(own.key)), state(all, used(all.key))] as const,
    }
  }
}

interface Bucket {
  name: PolicyState['name']
  key: string
  rate: Rate
  /** Milliseconds that one message costs, and the most that may be outstanding. */
  step: number
  burst: number
}

function bucket(name: Bucket['name'], key: string, rate: Rate): Bucket {
  const step = Math.max(1, Math.round((rate.windowSeconds * 1000) / rate.quota))
  return { name, key, rate, step, burst: step * rate.quota }
}

function state({ name, rate, step, burst }: Bucket, used: number): PolicyState {
  return {
    name,
    ...rate,
    remaining: Math.max(0, Math.floor((burst - used) / step)),
    resetSeconds: Math.ceil(used / 1000),
  }
}
