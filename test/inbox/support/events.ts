/** The inbox's own log as something to await, so that no test sleeps. */
import type { InboxEvent, Log } from '../../../src/inbox/index.ts'

export interface Recorder {
  log: Log
  events: InboxEvent[]
  /** Resolves once `count` events that match have been seen since the beginning. */
  seen(match: Partial<InboxEvent>, count?: number): Promise<InboxEvent[]>
}

export function recorder(): Recorder {
  const events: InboxEvent[] = []
  const waiting = new Set<() => void>()
  return {
    events,
    log: (event) => {
      events.push(event)
      for (const check of waiting) check()
    },
    seen: (match, count = 1) =>
      new Promise((resolve) => {
        const check = () => {
          const matching = events.filter((event) =>
            Object.entries(match).every(([key, value]) => event[key as keyof InboxEvent] === value),
          )
          if (matching.length < count) return
          waiting.delete(check)
          resolve(matching)
        }
        waiting.add(check)
        check()
      }),
  }
}
