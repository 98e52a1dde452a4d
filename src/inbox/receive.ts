/** The only way in for a message: it is checked, challenged, counted and stored, in this order. */
import type { BlockList } from 'node:net'
import { type ChallengeSettings, verifyChallenge } from './challenge.ts'
import { clientAddress } from './client-ip.ts'
import type { Limiter, LimitResult } from './limit.ts'
import type { Log } from './log.ts'
import { checkIdempotencyKey, type InvalidMessage, type Kind, readMessage } from './message.ts'
import type { Outage, Work } from './outage.ts'
import type { Outbox } from './outbox.ts'
import { StoreError } from './store/store.ts'

/** What is known of a request beside the message. Header values are passed as received. */
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

type Policies = LimitResult['policies']

/** What became of a message. `policies` is the state of the rate limits, where they were asked. */
export type Receipt =
  /** On disk. `fresh` is false for a repeat: the same message within 24 hours, or the same Idempotency-Key. */
  | { outcome: 'accepted'; id: string; fresh: boolean; policies: Policies }
  | { outcome: 'invalid'; code: InvalidMessage['code']; errors: InvalidMessage['errors']; policies?: Policies }
  | { outcome: 'challenge_missing' | 'challenge_failed' | 'challenge_unreachable' }
  /** `retryAfter` in whole seconds. */
  | { outcome: 'rate_limited'; retryAfter: number; policies: Policies }
  /** The store failed before it was given the message: nothing was kept. */
  | { outcome: 'store_unavailable' }
  /** The store was given the message and did not confirm it: it may have been stored. */
  | { outcome: 'store_unconfirmed'; policies: Policies }

export interface ReceiverParts {
  outbox: Pick<Outbox, 'enqueue'>
  limit: Limiter
  challenge?: ChallengeSettings | undefined
  trustedProxies: BlockList
  outage: Outage
  log: Log
  /** Called when there is a new message to deliver. */
  onMessage(): void
}

export type Receive = (kind: Kind, fields: unknown, sender?: Sender) => Promise<Receipt>

export function createReceiver(parts: ReceiverParts): Receive {
  const { outbox, limit, challenge, trustedProxies, outage, log, onMessage } = parts

  return async function receive(kind, raw, sender = {}) {
    const { idempotencyKey, trapFilled = false } = sender
    const message = readMessage(kind, raw)
    if (!message.ok) return invalid(message)
    const badKey = checkIdempotencyKey(idempotencyKey)
    if (badKey) return invalid(badKey)

    const address = clientAddress(sender.peer, sender.forwardedFor, trustedProxies)
    if (challenge) {
      const verdict = await verifyChallenge(challenge, sender.challengeToken, address)
      if (verdict !== 'passed') return { outcome: `challenge_${verdict}` }
    }

    const counted = await unlessStoreFails('limit', limit(address))
    if (!counted) return { outcome: 'store_unavailable' }
    outage.worked('limit')
    const { ok, retryAfter, policies } = counted
    if (!ok) return { outcome: 'rate_limited', retryAfter, policies }

    const options = { idempotencyKey, held: trapFilled }
    const stored = await unlessStoreFails('message', outbox.enqueue(kind, message.fields, options))
    if (!stored) return { outcome: 'store_unconfirmed', policies }
    if (!stored.ok) return { ...invalid(KEY_CONFLICT), policies }
    const { id, fresh } = stored
    if (fresh) {
      // A repeat writes nothing, so it does not prove that the store can be written again.
      outage.worked('message')
      if (trapFilled) log({ event: 'held', id })
      else onMessage()
    }
    return { outcome: 'accepted', id, fresh, policies }
  }

  async function unlessStoreFails<T>(work: Work, attempt: Promise<T>): Promise<T | undefined> {
    try {
      return await attempt
    } catch (error) {
      outage.failed(work, error)
      if (error instanceof StoreError) return undefined
      throw error
    }
  }
}

const KEY_CONFLICT: InvalidMessage = {
  ok: false,
  code: 'invalid_request',
  errors: [{ field: 'Idempotency-Key', message: 'was used for another message; use a new key for a new message' }],
}

const invalid = ({ code, errors }: InvalidMessage) => ({ outcome: 'invalid', code, errors }) as const
