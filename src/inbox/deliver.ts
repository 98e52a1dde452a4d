/** Delivers messages: one loop per channel, so that no channel waits for another. */
import { setTimeout as sleep } from 'node:timers/promises'
import { inStage } from '../system/stages.ts'
import { type Channel, DeliveryError } from './channels/channel.ts'
import { EML } from './channels/eml.ts'
import type { InboxEvent, Log, Outage } from './log.ts'
import type { Lease, Outbox, Outcome } from './outbox.ts'

/** Times in milliseconds. */
export const deliveryDefaults = {
  /** Delay of a message after its first failed attempt, doubled after each further one. */
  backoffMs: 5_000,
  maxBackoffMs: 3_600_000,
  /** Longest time between two probes of an unavailable channel, and longest delay of a message because of one. */
  maxProbeMs: 60_000,
  /** Delay of a message that was refused permanently. */
  parkMs: 3_600_000,
  /** Longest time that a delivery may take. The lease is longer, so that no other process starts the same one. */
  attemptMs: 90_000,
  leaseMs: 120_000,
  /** How often an idle channel looks for messages that other processes stored, and a failing store is tried again. */
  idleMs: 1_000,
  /** How often to look for messages that wait for a channel which is no longer configured. */
  adoptMs: 60_000,
  /** How long stop() waits for deliveries in progress before it aborts them. */
  drainMs: 1_500,
}
export type DeliverySettings = typeof deliveryDefaults

export type Delivery = ReturnType<typeof startDelivery>

const EVENTS: Record<Outcome, InboxEvent['event']> = {
  sent: 'delivered',
  pending: 'retry',
  dead: 'dead',
  lost: 'lease_lost',
}

export function startDelivery(
  outbox: Outbox,
  channels: Channel[],
  settings: DeliverySettings,
  log: Log,
  outage: Outage,
) {
  const stopping = new AbortController()
  const aborting = new AbortController()
  const loops = channels.map((channel) => channelLoop(channel))
  const adopting = adoptLoop()

  function channelLoop(channel: Channel) {
    const { name } = channel
    /** Ends the current or the next pause. */
    let kicked = new AbortController()
    let failures = 0
    let unavailableUntil = 0

    /** Waits while the channel is unavailable; afterwards a single message probes it. */
    async function run() {
      // Shows a mistake in the settings before the first message meets it.
      const error = await withTimeout(async () => channel.check?.(), stopping.signal)
      if (error && !stopping.signal.aborted) updateAvailability(error)
      while (!stopping.signal.aborted) {
        const waitMs = unavailableUntil - performance.now()
        if (waitMs > 0) {
          await pause(waitMs, stopping.signal)
          continue
        }
        const lease = await outage.watch('claim', outbox.claim(name, settings.leaseMs)).catch(() => undefined)
        if (lease) await attempt(lease)
        else {
          await pause(settings.idleMs, kicked.signal)
          kicked = new AbortController()
        }
      }
    }

    async function attempt(lease: Lease) {
      const { id, attempts } = lease
      const leaseEndsAt = performance.now() + settings.leaseMs
      const about = { 'sdk_catalog.channel': name, 'sdk_catalog.attempt': attempts }
      const error = await inStage(
        { name: `deliver ${name}`, about, isRoot: true },
        () => withTimeout((signal) => channel.deliver(lease, signal), aborting.signal),
        (failure) => failure?.code,
      )
      // An attempt that we aborted ourselves says nothing about the channel.
      if (!aborting.signal.aborted) updateAvailability(error)
      const outcome = await persist(() => (error ? retryLater(lease, error) : outbox.done(lease)), leaseEndsAt)
      log({ event: EVENTS[outcome], channel: name, id, attempts, ...(error && reasonOf(error)) })
    }

    function retryLater(lease: Lease, error: DeliveryError): Promise<Outcome> {
      const { park, scope, retryAfterMs = 0, deliveredTo } = error.fault
      // A message that probed a channel for hours is not to wait for hours once it is back.
      const maxMs = scope === 'channel' ? settings.maxProbeMs : settings.maxBackoffMs
      const delayMs = park ? settings.parkMs : backoff(lease.attempts, settings.backoffMs, maxMs)
      return outbox.fail(lease, Object.values(reasonOf(error)).join(' '), Math.max(delayMs, retryAfterMs), deliveredTo)
    }

    /** Circuit breaker: any answer, even a refusal, proves that the channel is available. */
    function updateAvailability(error: DeliveryError | undefined) {
      const isAway = error?.fault.scope === 'channel'
      if (isAway && failures === 0) log({ event: 'channel_away', channel: name, ...reasonOf(error) })
      if (!isAway && failures > 0) log({ event: 'channel_back', channel: name })
      failures = isAway ? failures + 1 : 0
      if (!isAway) return
      const probeMs = backoff(failures, settings.backoffMs, settings.maxProbeMs)
      unavailableUntil = performance.now() + Math.max(probeMs, error.fault.retryAfterMs ?? 0)
    }

    return { kick: () => kicked.abort(), ended: run() }
  }

  /** Undefined on success. Ends at the time limit or when `end` aborts, even if the channel ignores its signal. */
  async function withTimeout(
    work: (signal: AbortSignal) => Promise<void>,
    end: AbortSignal,
  ): Promise<DeliveryError | undefined> {
    const signal = AbortSignal.any([end, AbortSignal.timeout(settings.attemptMs)])
    try {
      await Promise.race([work(signal), aborted(signal)])
      return undefined
    } catch (error) {
      // An unexpected failure counts against the message, so that other messages pass.
      return error instanceof DeliveryError ? error : new DeliveryError('unexpected', { scope: 'message' })
    }
  }

  /**
   * Moves deliveries from channels that are no longer configured to those that are; otherwise they would wait for ever.
   * Repeated, because a process with the old settings may still have deliveries in progress or add new ones.
   */
  async function adoptLoop() {
    let filesReported = channels.some(({ name }) => name === EML)
    while (!stopping.signal.aborted) {
      try {
        const count = await outage.watch('requeue', outbox.adopt())
        if (count > 0) {
          log({ event: 'requeued', count, detail: `to ${channels.map(({ name }) => name).join(', ')}` })
          kick()
        }
        if (!filesReported) await outage.watch('requeue', reportFiles())
        filesReported = true
        await pause(settings.adoptMs, stopping.signal)
      } catch {
        await pause(settings.idleMs, stopping.signal)
      }
    }
  }

  /** Messages in files count as delivered, so no other channel will get them. */
  async function reportFiles() {
    const count = await outbox.countOnlyOn(EML)
    const detail = 'delivered as files while no channel was configured: read them in DATA_DIR/mail'
    if (count > 0) log({ event: 'messages_only_in_files', count, detail })
  }

  /** Tries to record the outcome until the lease ends; after that another process repeats the delivery. */
  async function persist(write: () => Promise<Outcome>, leaseEndsAt: number): Promise<Outcome> {
    for (;;) {
      try {
        return await outage.watch('outcome', write())
      } catch {
        if (stopping.signal.aborted || performance.now() > leaseEndsAt) return 'lost'
        await pause(settings.idleMs, stopping.signal)
      }
    }
  }

  async function end() {
    stopping.abort()
    kick()
    const timer = setTimeout(() => aborting.abort(), settings.drainMs)
    await Promise.all([adopting, ...loops.map((loop) => loop.ended)])
    clearTimeout(timer)
    // If this fails, other processes notice after a few minutes that this one is gone.
    await outbox.leave().catch(() => {})
  }

  /** Looks for due deliveries now, because there is a new message. */
  function kick() {
    for (const loop of loops) loop.kick()
  }

  let ended: Promise<void> | undefined
  return {
    kick,
    /** Claims nothing more, waits for deliveries in progress, and leaves the others to the next start. */
    stop: () => (ended ??= end()),
  }
}

/** Doubled with every failure; up to half is random, so that many messages do not return together. */
export function backoff(failures: number, firstMs: number, maxMs: number): number {
  return Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 30)) * (0.5 + Math.random() / 2)
}

/** The error code, and the server when the error is about connecting to it. */
const reasonOf = ({ code, fault: { server } }: DeliveryError) => ({ code, ...(server !== undefined && { server }) })

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(new DeliveryError('ATTEMPT_TIMEOUT', { scope: 'channel' }))
    if (signal.aborted) end()
    signal.addEventListener('abort', end)
  })
}

/** Ends early, without an error, when the signal aborts. */
const pause = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal }).catch(() => {})
