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
/** How long an address is no new one after its rate has forgotten its messages. */
export const KNOWN_MS = 24 * 60 * 60 * 1000

/**
 * A message counts against both rates or is refused. Over the rate of its address it is refused; over that of all senders
 * it is taken and delivered at that rate. The first message of an address waits only for other first ones, since a few
 * addresses could otherwise keep everybody out. A refusal writes nothing, so a flood from many addresses leaves no rows
 * behind. The counts need not survive a power cut, so nothing is flushed to disk.
 */
export function createLimiter(store: Store, rates: { address: Rate; global: Rate }) {
  const now = { raw: store.nowSql }
  // One reading of the clock decides all rates, and writes all rows or none. A time further ahead than a burst comes
  // from a slower rate that was configured before or from a clock that ran ahead; it must not lock everybody out.
  // tat: theoretical arrival time. A first message takes its turn among all, too, however full that queue is.
  const take = (hit: string, address: Bucket, all: Bucket, first: Bucket) => sql`
    WITH clock AS (SELECT ${now} AS now, EXISTS (
        SELECT 1 FROM inbox_rate WHERE key = ${address.key} AND tat > ${now} - ${KNOWN_MS}) AS known),
      bucket (key, step, burst) AS (VALUES
        (CAST(${address.key} AS text), CAST(${address.step} AS bigint), CAST(${address.burst} AS bigint)),
        (${all.key}, ${all.step}, ${all.burst + MAX_DELAY_MS}), (${first.key}, ${first.step}, ${first.burst + MAX_DELAY_MS})),
      due AS (
        SELECT bucket.key, bucket.burst, clock.now, NOT known AND bucket.key = ${all.key} AS spare,
          CASE WHEN rate.tat > clock.now AND rate.tat <= clock.now + bucket.burst + ${CLOCK_STEP_MS}
            THEN rate.tat ELSE clock.now END + bucket.step AS tat
        FROM bucket CROSS JOIN clock LEFT JOIN inbox_rate rate ON rate.key = bucket.key
        WHERE NOT known OR bucket.key <> ${first.key})
    INSERT INTO inbox_rate (key, tat, hit)
    SELECT key, CASE WHEN spare AND tat - now > burst THEN now + burst ELSE tat END, CAST(${hit} AS text) FROM due
    WHERE NOT EXISTS (SELECT 1 FROM due WHERE tat - now > burst AND NOT spare)
    ON CONFLICT (key) DO UPDATE SET tat = excluded.tat, hit = excluded.hit`

  /** Counts one message from a client address. Throws StoreError. */
  return async function limit(address: string) {
    const hit = randomUUID()
    const ofAddress = bucket('address', `address:${await store.digest(addressKey(address))}`, rates.address)
    // Under another rate the messages of before have no delay any more.
    const { quota, windowSeconds } = rates.global
    const ofAll = bucket('global', `global:${quota}/${windowSeconds}`, rates.global)
    const ofFirst = bucket('global', `first:${quota}/${windowSeconds}`, rates.global)
    const results = await store.batch(
      [
        // Both rows must be read as the previous message left them.
        ...store.exclusive('inbox_rate'),
        take(hit, ofAddress, ofAll, ofFirst),
        sql`SELECT key, tat - ${now} AS used, hit FROM inbox_rate
          WHERE key IN (${ofAddress.key}, ${ofAll.key}, ${ofFirst.key})`,
      ],
      { durable: false },
    )
    const rows = results.at(-1) as { key: string; used: number; hit: string }[]
    const rowOf = ({ key }: Bucket) => rows.find((row) => row.key === key)
    const usedMs = (bucket: Bucket) => Math.max(0, rowOf(bucket)?.used ?? 0)
    const ok = rowOf(ofAddress)?.hit === hit
    const isKnown = ok ? rowOf(ofFirst)?.hit !== hit : (rowOf(ofAddress)?.used ?? -KNOWN_MS) > -KNOWN_MS
    const queue = isKnown ? ofAll : ofFirst
    const waitsMs = [
      usedMs(ofAddress) + ofAddress.step - ofAddress.burst,
      usedMs(queue) + queue.step - queue.burst - MAX_DELAY_MS,
    ]
    return {
      ok,
      /** Milliseconds until the turn of this message among those of all senders, or among the first of each. */
      delayMs: ok ? Math.max(0, usedMs(queue) - queue.burst) : 0,
      /** Whole seconds until the next message is allowed if no other comes first; 0 when this one was. */
      retryAfter: ok ? 0 : Math.max(1, Math.ceil(Math.max(...waitsMs) / 1000)),
      policies: [stateOf(ofAddress, usedMs(ofAddress)), stateOf(queue, usedMs(queue))] as const,
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
