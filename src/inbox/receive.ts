/** The only way in for a message: it is checked, challenged, counted and stored, in this order. */
import type { BlockList } from 'node:net'
import type { Verifier } from './challenge.ts'
import { addressKey, clientAddress } from './client-ip.ts'
import type { Log, Outage } from './log.ts'
import { type InvalidMessage, invalid, type Kind, readMessage } from './message.ts'
import type { Outbox } from './outbox.ts'
import type { Limiter, PolicyState } from './rate-limit.ts'
import { StoreError } from './store/store.ts'

/** The parts of a request beside the message. Header values are passed as received. */
export interface Sender {
  /** IP address of the other end of the connection; absent when the connection is gone. */
  peer?: string | undefined
  /** X-Forwarded-For, which counts only behind a trusted proxy. */
  forwardedFor?: string | undefined
  challengeToken?: string | undefined
  idempotencyKey?: string | undefined
  /** The form's spam trap was filled in, so the submission is most likely automated. */
  trapFilled?: boolean
}

/** What became of a message. `policies` is the state of the rate limits, where they were asked. */
export type Receipt =
  /** On disk. `fresh` is false for a repeat: the same message within 24 hours, or the same Idempotency-Key. */
  | { outcome: 'accepted'; id: string; fresh: boolean; policies: readonly PolicyState[] }
  | (InvalidMessage & { policies?: readonly PolicyState[] })
  | { outcome: 'challenge_missing' | 'challenge_failed' | 'challenge_unreachable' }
  /** `retryAfter` in whole seconds. */
  | { outcome: 'rate_limited'; retryAfter: number; policies: readonly PolicyState[] }
  /** The store failed before it was given the message: nothing was kept. */
  | { outcome: 'store_unavailable' }
  /** The store was given the message and did not confirm it: it may have been stored. */
  | { outcome: 'store_unconfirmed'; policies: readonly PolicyState[] }

const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/
const KEY_CONFLICT = invalid([
  { field: 'Idempotency-Key', message: 'was used for another message; use a new key for a new message' },
])

/** @param parts `onMessage` is called when there is a new message to deliver */
export function createReceiver(parts: {
  outbox: Pick<Outbox, 'enqueue'>
  limit: Limiter
  /** Asked about every message where there is a challenge. */
  verify?: Verifier | undefined
  trustedProxies: BlockList
  outage: Outage
  log: Log
  onMessage(): void
}) {
  const { outbox, limit, verify, trustedProxies, outage, log, onMessage } = parts

  return async function receive(kind: Kind, raw: unknown, sender: Sender = {}): Promise<Receipt> {
    const { idempotencyKey, trapFilled = false } = sender
    const message = readMessage(kind, raw)
    if (message.outcome === 'invalid') return message
    if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey))
      return invalid([{ field: 'Idempotency-Key', message: 'must have 1 to 255 printable ASCII characters' }])

    const address = clientAddress(sender.peer, sender.forwardedFor, trustedProxies)
    const client = addressKey(address)
    if (verify) {
      const verdict = await verify(sender.challengeToken, address, client)
      if (verdict !== 'passed') return { outcome: `challenge_${verdict}` }
    }

    const limited = await outage.watch('limit', limit(address)).catch(ignoreStoreError)
    if (!limited) return { outcome: 'store_unavailable' }
    const { ok, retryAfter, delayMs, policies } = limited
    if (!ok) return { outcome: 'rate_limited', retryAfter, policies }

    const storing = outbox.enqueue(kind, message.fields, { idempotencyKey, client, held: trapFilled, delayMs })
    // A repeat writes nothing, so it does not prove that the store can be written.
    const stored = await outage.watch('message', storing, ({ fresh }) => fresh).catch(ignoreStoreError)
    if (!stored) return { outcome: 'store_unconfirmed', policies }
    if (stored.conflict) return { ...KEY_CONFLICT, policies }
    const { id, fresh } = stored
    if (fresh && trapFilled) log({ event: 'held', id })
    else if (fresh) onMessage()
    return { outcome: 'accepted', id, fresh, policies }
  }
}

function ignoreStoreError(error: unknown): undefined {
  if (!(error instanceof StoreError)) throw error
}
