/**
 * Rate limits for messages: GCRA (generic cell rate algorithm), in one commit that all replicas share. No window
 * boundary lets a double burst through, and the time until the next message is exact.
 */
import { randomUUID } from 'node:crypto'
import { addressKey } from './client-ip.ts'
import { CLOCK_STEP_MS, type Store, sql } from './store/store.ts'

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

/** Longest time that a message waits for its turn among those of all senders; more are refused. */
export const MAX_DELAY_MS = 24 * 60 * 60 * 1000

/**
 * A message counts against both rates or is refused. Over the rate of its address it is refused; over that of all senders
 * it is taken and delivered at that rate, since a few addresses could otherwise keep everybody out. A refusal writes
 * nothing, so a flood from many addresses leaves no rows behind. The counts need not survive a power cut, so nothing is
 * flushed to disk.
 */
export function createLimiter(store: Store, rates: { address: Rate; global: Rate }) {
  const now = { raw: store.nowSql }
  // One reading of the clock decides both rates, and writes both rows or none. A time further ahead than a burst comes
  // from a slower rate that was configured before or from a clock that ran ahead; it must not lock everybody out.
  // tat: theoretical arrival time.
  const take = (hit: string, address: Bucket, global: Bucket) => sql`
    WITH clock AS (SELECT ${now} AS now),
      bucket AS (
        SELECT CAST(${address.key} AS text) AS key, CAST(${address.step} AS bigint) AS step,
          CAST(${address.burst} AS bigint) AS burst
        UNION ALL
        SELECT CAST(${global.key} AS text), CAST(${global.step} AS bigint), CAST(${global.burst + MAX_DELAY_MS} AS bigint)),
      due AS (
        SELECT bucket.key, bucket.burst, clock.now,
          CASE WHEN rate.tat > clock.now AND rate.tat <= clock.now + bucket.burst + ${CLOCK_STEP_MS}
            THEN rate.tat ELSE clock.now END + bucket.step AS tat
        FROM bucket CROSS JOIN clock LEFT JOIN inbox_rate rate ON rate.key = bucket.key)
    INSERT INTO inbox_rate (key, tat, hit)
    SELECT key, tat, CAST(${hit} AS text) FROM due WHERE NOT EXISTS (SELECT 1 FROM due WHERE tat - now > burst)
    ON CONFLICT (key) DO UPDATE SET tat = excluded.tat, hit = excluded.hit`

  /** Counts one message from a client address. Throws StoreError. */
  return async function limit(address: string) {
    const hit = randomUUID()
    const ofAddress = bucket('address', `address:${await store.digest(addressKey(address))}`, rates.address)
    // Under another rate the messages of before have no delay any more.
    const { quota, windowSeconds } = rates.global
    const ofAll = bucket('global', `global:${quota}/${windowSeconds}`, rates.global)
    const results = await store.batch(
      [
        // Both rows must be read as the previous message left them.
        ...store.exclusive('inbox_rate'),
        take(hit, ofAddress, ofAll),
        sql`SELECT key, tat - ${now} AS used, hit FROM inbox_rate WHERE key IN (${ofAddress.key}, ${ofAll.key})`,
      ],
      { durable: false },
    )
    const rows = results.at(-1) as { key: string; used: number; hit: string }[]
    const usedMs = ({ key }: Bucket) => Math.max(0, rows.find((row) => row.key === key)?.used ?? 0)
    const waitsMs = [
      usedMs(ofAddress) + ofAddress.step - ofAddress.burst,
      usedMs(ofAll) + ofAll.step - ofAll.burst - MAX_DELAY_MS,
    ]
    const ok = rows.some((row) => row.hit === hit)
    return {
      ok,
      /** Milliseconds until the turn of this message among those of all senders. */
      delayMs: ok ? Math.max(0, usedMs(ofAll) - ofAll.burst) : 0,
      /** Whole seconds until the next message is allowed if no other comes first; 0 when this one was. */
      retryAfter: ok ? 0 : Math.max(1, Math.ceil(Math.max(...waitsMs) / 1000)),
      policies: [stateOf(ofAddress, usedMs(ofAddress)), stateOf(ofAll, usedMs(ofAll))] as const,
    }
  }
}

type Bucket = ReturnType<typeof bucket>

function bucket(name: PolicyState['name'], key: string, rate: Rate) {
  /** Milliseconds that one message costs. */
  const step = Math.max(1, Math.round((rate.windowSeconds * 1000) / rate.quota))
  return { name, key, rate, step, burst: step * rate.quota }
}

function stateOf({ name, rate, step, burst }: Bucket, usedMs: number): PolicyState {
  const remaining = Math.max(0, Math.floor((burst - usedMs) / step))
  return { name, ...rate, remaining, resetSeconds: Math.ceil(usedMs / 1000) }
}
