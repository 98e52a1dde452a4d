/**
 * How often one may write to us: GCRA, in one commit that all replicas share. No window whose boundary lets a double
 * burst through, and the time until the next message is exact.
 */
import { randomUUID } from 'node:crypto'
import { addressKey } from './address.ts'
import type { Store } from './store.ts'

export interface Rate {
  /** Messages in a window, and at once. */
  quota: number
  windowSeconds: number
}

export interface PolicyState {
  name: 'address' | 'global'
  quota: number
  windowSeconds: number
  /** Messages that would pass now. */
  remaining: number
  /** Seconds until the whole quota is there again. */
  resetSeconds: number
}
export interface LimitResult {
  ok: boolean
  /** Whole seconds after which the next message passes if nobody else takes its place; 0 when this one passed. */
  retryAfter: number
  policies: [PolicyState, PolicyState]
}

/**
 * Counts one message of an address against both rates. A message that either refuses costs nothing in the other.
 * A refusal writes nothing, and none of it needs to outlive a power cut, so no flood reaches the disk.
 */
export function createLimiter(store: Store, rates: { address: Rate; global: Rate }) {
  const now = store.nowSql
  return async (address: string): Promise<LimitResult> => {
    const hit = randomUUID()
    const buckets = [
      bucket('address', `address:${await store.digest(addressKey(address))}`, rates.address),
      bucket('global', 'global', rates.global),
    ] as const
    const [own, all] = buckets
    const results = await store.batch(
      [
        take(own, hit, 'true'),
        take(all, hit, 'EXISTS (SELECT 1 FROM inbox_rate WHERE key = $5 AND hit = $3)', own.key),
        {
          sql: `SELECT key, tat - ${now} AS used, hit FROM inbox_rate WHERE key IN ($1, $2)`,
          params: [own.key, all.key],
        },
      ],
      { durable: false },
    )
    const rows = new Map((results[2] as { key: string; used: number; hit: string }[]).map((row) => [row.key, row]))
    const taken = (key: string) => rows.get(key)?.hit === hit
    const ok = taken(own.key) && taken(all.key)
    if (taken(own.key) && !ok) {
      await store.all('UPDATE inbox_rate SET tat = tat - $1 WHERE key = $2', [own.step, own.key], { durable: false })
      rows.get(own.key)!.used -= own.step
    }
    const used = (key: string) => Math.max(0, rows.get(key)?.used ?? 0)
    const waits = buckets.map(({ key, step, burst }) => used(key) + step - burst)
    return {
      ok,
      retryAfter: ok ? 0 : Math.max(1, Math.ceil(Math.max(...waits) / 1000)),
      policies: [state(own, used(own.key)), state(all, used(all.key))],
    }
  }

  function take({ key, step, burst }: Bucket, hit: string, condition: string, ...params: string[]) {
    const start = `CASE WHEN inbox_rate.tat > ${now} THEN inbox_rate.tat ELSE ${now} END`
    return {
      sql: `INSERT INTO inbox_rate (key, tat, hit) SELECT CAST($1 AS text), ${now} + $2, CAST($3 AS text) WHERE ${condition}
        ON CONFLICT (key) DO UPDATE SET tat = ${start} + $2, hit = excluded.hit WHERE ${start} + $2 - ${now} <= $4`,
      params: [key, step, hit, burst, ...params],
    }
  }
}

interface Bucket {
  name: PolicyState['name']
  key: string
  rate: Rate
  /** Milliseconds that one message costs, and that may be owed at most. */
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
