/** Delivers messages: one loop per channel, so that no channel waits for another. */
import { setTimeout as sleep } from 'node:timers/promises'
import { inStage } from '../system/stages.ts'
import { type Channel, DeliveryError } from './channels/channel.ts'
import { EML } from './channels/eml.ts'
import type { InboxEvent, Log } from './log.ts'
import type { Outage } from './outage.ts'
import type { Lease, Outbox } from './outbox.ts'

/** Times in milliseconds. */
export const deliveryDefaults = {
  /** Delay of a message after its first failed attempt, doubled after each further one. */
  backoffMs: 5_000,
  longestBackoffMs: 3_600_000,
  /** Longest time between two probes of an unavailable channel. */
  longestProbeMs: 60_000,
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
    /** Ends a pause between two looks for due deliveries; outside a pause, the next one. */
    let kicked = new AbortController()
    let failures = 0
    let unavailableUntil = 0

    /** Waits while the channel is unavailable; afterwards a single message probes it. */
    async function run() {
      await checkAtStart()
      while (!stopping.signal.aborted) {
        const waitMs = unavailableUntil - performance.now()
        if (waitMs > 0) {
          await pause(waitMs, stopping.signal)
          continue
        }
        const claim = outage.watch('claim', outbox.claim(channel.name, settings.leaseMs))
        const lease = await claim.catch(() => undefined)
        if (lease) {
          await attempt(lease)
          continue
        }
        await pause(settings.idleMs, kicked.signal)
        kicked = new AbortController()
      }
    }

    /** Shows a mistake in the settings before the first message meets it. */
    async function checkAtStart() {
      const error = await withTimeout(async () => channel.check?.(), stopping.signal)
      if (error && !stopping.signal.aborted) updateAvailability(error)
    }

    async function attempt(lease: Lease) {
      const { id, attempts } = lease
      const { name } = channel
      const leaseEndsAt = performance.now() + settings.leaseMs
      const error = await inStage(
        {
          name: `deliver ${name}`,
          about: { 'sdk_catalog.channel': name, 'sdk_catalog.attempt': attempts },
          isRoot: true,
        },
        () => withTimeout((signal) => channel.deliver(lease, signal), aborting.signal),
        (failure) => failure?.code,
      )
      // An attempt that we aborted ourselves says nothing about the channel.
      if (!aborting.signal.aborted) updateAvailability(error)
      if (!error) {
        const outcome = await persist(() => outbox.done(lease), leaseEndsAt)
        report(outcome, { event: 'delivered', channel: name, id, attempts })
      } else {
        const reason = reasonOf(error)
        const delayMs = delayOf(error, attempts)
        const lastError = Object.values(reason).join(' ')
        const outcome = await persist(
          () => outbox.fail(lease, lastError, delayMs, error.fault.deliveredTo),
          leaseEndsAt,
        )
        report(outcome, { event: outcome === 'dead' ? 'dead' : 'retry', channel: name, id, attempts, ...reason })
      }
    }

    /** Undefined on success. Ends at the time limit or when `end` aborts, even if the channel ignores its signal. */
    async function withTimeout(
      work: (signal: AbortSignal) => Promise<void>,
      end: AbortSignal,
    ): Promise<DeliveryError | undefined> {
      const limit = new AbortController()
      const abort = () => limit.abort()
      const timer = setTimeout(abort, settings.attemptMs)
      end.addEventListener('abort', abort)
      try {
        if (end.aborted) abort()
        await Promise.race([work(limit.signal), aborted(limit.signal)])
        return undefined
      } catch (error) {
        if (error instanceof DeliveryError) return error
        // An unexpected failure counts against the message, so that other messages pass.
        return new DeliveryError('unexpected', { scope: 'message' })
      } finally {
        clearTimeout(timer)
        end.removeEventListener('abort', abort)
      }
    }

    /** Circuit breaker: any answer, even a refusal, proves that the channel is available. */
    function updateAvailability(error: DeliveryError | undefined) {
      const away = error?.fault.scope === 'channel'
      if (away && failures === 0) log({ event: 'channel_away', channel: channel.name, ...reasonOf(error) })
      if (!away && failures > 0) log({ event: 'channel_back', channel: channel.name })
      failures = away ? failures + 1 : 0
      if (!away) return
      const probeMs = backoff(failures, settings.backoffMs, settings.longestProbeMs)
      unavailableUntil = performance.now() + Math.max(probeMs, error.fault.retryAfterMs ?? 0)
    }

    function delayOf({ fault }: DeliveryError, attempts: number): number {
      const { backoffMs, longestBackoffMs, parkMs } = settings
      const delayMs = fault.park ? parkMs : backoff(attempts, backoffMs, longestBackoffMs)
      return Math.max(delayMs, fault.retryAfterMs ?? 0)
    }

    return { kick: () => kicked.abort(), ended: run() }
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
  async function persist<T>(write: () => Promise<T>, leaseEndsAt: number): Promise<T | 'lost'> {
    for (;;) {
      try {
        return await outage.watch('outcome', write())
      } catch {
        if (stopping.signal.aborted || performance.now() > leaseEndsAt) return 'lost'
        await pause(settings.idleMs, stopping.signal)
      }
    }
  }

  function report(outcome: string, event: InboxEvent) {
    log(outcome === 'lost' ? { ...event, event: 'lease_lost' } : event)
  }

  async function end() {
    stopping.abort()
    kick()
    const drained = Promise.all([adopting, ...loops.map((loop) => loop.ended)])
    const timer = setTimeout(() => aborting.abort(), settings.drainMs)
    await drained
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
    /** Claims nothing more, waits for deliveries in progress, and leaves the rest to the next start. */
    stop: () => {
      ended ??= end()
      return ended
    },
  }
}

/** Doubled with every failure, at most `longest`; up to half is random, so that many waiters do not return together. */
export function backoff(failures: number, first: number, longest: number): number {
  return Math.min(longest, first * 2 ** Math.min(failures - 1, 30)) * (0.5 + Math.random() / 2)
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
