/** The delivery: one loop per channel, so that no channel waits for another. */
import { type Channel, DeliveryError } from './channels/channel.ts'
import { EML } from './channels/eml.ts'
import type { InboxEvent, Log } from './log.ts'
import type { Outage } from './outage.ts'
import type { Lease, Outbox } from './outbox.ts'

export interface DeliverySettings {
  /** Back-off of a message after its first failed attempt, doubled with each further one. */
  backoffMs: number
  longestBackoffMs: number
  /** Longest time between two probes of a channel that is away. */
  longestProbeMs: number
  /** How long a message rests whose refusal was for good. */
  parkMs: number
  /** Longest a delivery may take; a lease outlives it, so that nobody else begins the same one meanwhile. */
  attemptMs: number
  leaseMs: number
  /** How often an idle channel looks for messages that other processes took, and a failing store is tried again. */
  idleMs: number
  /** How often messages are looked for that wait on a channel which is no longer set. */
  adoptMs: number
  /** How long stop() waits for deliveries under way before it breaks them off. */
  drainMs: number
}

export const deliveryDefaults: DeliverySettings = {
  backoffMs: 5_000,
  longestBackoffMs: 3_600_000,
  longestProbeMs: 60_000,
  parkMs: 3_600_000,
  attemptMs: 90_000,
  leaseMs: 120_000,
  idleMs: 1_000,
  adoptMs: 60_000,
  drainMs: 5_000,
}

export interface Delivery {
  /** There is a new message: look now. */
  kick(): void
  /** Takes up nothing more, waits for what is under way, and leaves the rest to the next start. */
  stop(): Promise<void>
}

export function startDelivery(
  outbox: Outbox,
  channels: Channel[],
  settings: DeliverySettings,
  log: Log,
  outage: Outage,
): Delivery {
  const stopping = new AbortController()
  const breakOff = new AbortController()
  const loops = channels.map((channel) => channelLoop(channel))
  const adopting = adoptLoop()

  function channelLoop(channel: Channel) {
    const idle = pauses(stopping.signal)
    let failures = 0
    let awayUntil = 0

    /** Waits while the channel's breaker is open; afterwards a single message probes the channel. */
    async function run() {
      await checkAtStart()
      while (!stopping.signal.aborted) {
        const away = awayUntil - performance.now()
        if (away > 0) {
          await idle.pause(away, { kickable: false })
          continue
        }
        const lease = await claim()
        if (lease) await attempt(lease)
        else await idle.pause(settings.idleMs)
      }
    }

    /** A slip in the settings shows before the first message meets it. What waits would fail as the check does. */
    async function checkAtStart() {
      const error = await limited(async () => channel.check?.(), stopping.signal)
      if (error && !stopping.signal.aborted) judge(error)
    }

    async function claim(): Promise<Lease | undefined> {
      try {
        const lease = await outbox.claim(channel.name, settings.leaseMs)
        outage.worked('look')
        return lease
      } catch (error) {
        outage.failed('look', error)
        return undefined
      }
    }

    async function attempt(lease: Lease) {
      const { id, attempts } = lease
      const { name } = channel
      const leaseEndsAt = performance.now() + settings.leaseMs
      const error = await limited((signal) => channel.deliver(lease, signal), breakOff.signal)
      // What we broke off ourselves says nothing of the channel.
      if (!breakOff.signal.aborted) judge(error)
      if (!error) {
        const outcome = await persist(() => outbox.done(lease), leaseEndsAt)
        report(outcome, { event: 'delivered', channel: name, id, attempts })
      } else {
        const reason = reasonOf(error)
        const delayMs = delayOf(error, attempts)
        const kept = Object.values(reason).join(' ')
        const outcome = await persist(() => outbox.fail(lease, kept, delayMs, error.fault.told), leaseEndsAt)
        report(outcome, { event: outcome === 'dead' ? 'dead' : 'retry', channel: name, id, attempts, ...reason })
      }
    }

    /** Undefined when it went well. Ends in time, and when told to, even if the channel takes no notice of the signal. */
    async function limited(
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
        return foreseen(error)
      } finally {
        clearTimeout(timer)
        end.removeEventListener('abort', abort)
      }
    }

    /** The breaker. An answer, even a refusal, proves that the channel is there. */
    function judge(error: DeliveryError | undefined) {
      const away = error?.fault.scope === 'channel'
      if (away && failures === 0) log({ event: 'channel_away', channel: channel.name, ...reasonOf(error) })
      if (!away && failures > 0) log({ event: 'channel_back', channel: channel.name })
      failures = away ? failures + 1 : 0
      if (!away) return
      const probeMs = backoff(failures, settings.backoffMs, settings.longestProbeMs)
      awayUntil = performance.now() + Math.max(probeMs, error.fault.retryAfterMs ?? 0)
    }

    function delayOf({ fault }: DeliveryError, attempts: number): number {
      const { backoffMs, longestBackoffMs, parkMs } = settings
      const restMs = fault.park ? parkMs : backoff(attempts, backoffMs, longestBackoffMs)
      return Math.max(restMs, fault.retryAfterMs ?? 0)
    }

    return { kick: idle.kick, ended: run() }
  }

  /**
   * What waits on a channel that is no longer set would wait for ever: it goes to those that are. At the start, and
   * again for what a process with the settings of before had under way, or took up since.
   */
  async function adoptLoop() {
    const idle = pauses(stopping.signal)
    let toldOfFiles = channels.some(({ name }) => name === EML)
    while (!stopping.signal.aborted) {
      try {
        const count = await outbox.adopt()
        outage.worked('requeue')
        if (count > 0) {
          log({ event: 'requeued', count, detail: `to ${channels.map(({ name }) => name).join(', ')}` })
          for (const { kick } of loops) kick()
        }
        if (!toldOfFiles) await tellOfFiles()
        toldOfFiles = true
        await idle.pause(settings.adoptMs)
      } catch (error) {
        outage.failed('requeue', error)
        await idle.pause(settings.idleMs)
      }
    }
  }

  /** They count as delivered, so nobody is told of them again. */
  async function tellOfFiles() {
    const count = await outbox.onlyOn(EML)
    const detail = 'delivered as files while no channel was set: read them in DATA_DIR/mail'
    if (count > 0) log({ event: 'only_files', count, detail })
  }

  /** The outcome is known but not written: tries until the lease ends, for after that another process repeats it. */
  async function persist<T>(write: () => Promise<T>, leaseEndsAt: number): Promise<T | 'lost'> {
    for (;;) {
      try {
        const outcome = await write()
        outage.worked('outcome')
        return outcome
      } catch (error) {
        outage.failed('outcome', error)
        if (stopping.signal.aborted || performance.now() > leaseEndsAt) return 'lost'
        await pauses(stopping.signal).pause(settings.idleMs)
      }
    }
  }

  function report(outcome: string, event: InboxEvent) {
    log(outcome === 'lost' ? { ...event, event: 'lease_lost' } : event)
  }

  async function end() {
    stopping.abort()
    const drained = Promise.all([adopting, ...loops.map((loop) => loop.ended)])
    const timer = setTimeout(() => breakOff.abort(), settings.drainMs)
    await drained
    clearTimeout(timer)
    // What cannot be told now is told by silence.
    await outbox.leave().catch(() => {})
  }

  let ended: Promise<void> | undefined
  return {
    kick: () => {
      for (const loop of loops) loop.kick()
    },
    stop: () => {
      ended ??= end()
      return ended
    },
  }
}

/** Doubled with every failure, at most `longest`; half of it at random, so that waiters do not come back in step. */
export function backoff(failures: number, first: number, longest: number): number {
  return Math.min(longest, first * 2 ** Math.min(failures - 1, 30)) * (0.5 + Math.random() / 2)
}

function foreseen(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error
  // Not a failure that a channel foresaw: hold it against the message, so that the others pass.
  return new DeliveryError('unexpected', { scope: 'message' })
}

/** For the log: the code, and the server where it is about the way there. */
const reasonOf = ({ code, fault: { server } }: DeliveryError) => ({ code, ...(server !== undefined && { server }) })

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(new DeliveryError('ATTEMPT_TIMEOUT', { scope: 'channel' }))
    if (signal.aborted) end()
    signal.addEventListener('abort', end)
  })
}

/** A pause that a kick or the stop ends early. A kick that comes while nobody pauses is not forgotten. */
function pauses(stop: AbortSignal) {
  let kicked = false
  let wake = () => {}
  return {
    kick: () => {
      kicked = true
      wake()
    },
    pause: (ms: number, { kickable = true } = {}) =>
      new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer)
          stop.removeEventListener('abort', end)
          wake = () => {}
          if (kickable) kicked = false
          resolve()
        }
        const timer = setTimeout(end, ms)
        stop.addEventListener('abort', end, { once: true })
        if (kickable) wake = end
        if (stop.aborted || (kickable && kicked)) end()
      }),
  }
}
