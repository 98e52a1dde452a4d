/** What a channel is: a way to tell the operator of one message, and the words in which it reports a failure. */
import type { Fields, Kind } from '../message.ts'

export interface Outgoing {
  /** The same for every copy of the message, so that a receiver can drop the second of two. */
  id: string
  kind: Kind
  fields: Fields
  /** Epoch milliseconds. */
  createdAt: number
  /** Recipients that have it already, in the channel's own words. */
  told?: string[]
}

export interface Channel {
  readonly name: string
  /** Resolves when the other side has taken the message. Throws DeliveryError. Gives up when the signal aborts. */
  deliver(message: Outgoing, signal: AbortSignal): Promise<void>
  /** Finds out without a message whether one would be taken. Throws DeliveryError. Absent where asking does something. */
  check?(): Promise<void>
  close(): void
}

export interface DeliveryFault {
  /** 'channel': the other side is away, so no message would pass. 'message': this one was answered and refused. */
  scope: 'channel' | 'message'
  /** Refused for good, which is no fault of the message: leave it for a long while. */
  park?: boolean
  /** The other side asked for this much peace. */
  retryAfterMs?: number
  /** All recipients that have the message by now, where others were refused. */
  told?: string[]
  /** host:port that could not be reached, or that broke off without an answer. */
  server?: string
}

/** `code` is a reply or system code and nothing else: what servers write beside it holds addresses. */
export class DeliveryError extends Error {
  readonly code: string
  readonly fault: DeliveryFault
  constructor(code: string, fault: DeliveryFault) {
    super(code)
    this.name = 'DeliveryError'
    this.code = code
    this.fault = fault
  }
}

const PORTS: Record<string, number> = { 'smtp:': 587, 'smtps:': 465, 'http:': 80, 'https:': 443 }

/** Where a URL leads, as host:port: nothing of its user, password, path and query. */
export function serverOf(url: string): string {
  const { protocol, hostname, port } = new URL(url)
  return `${hostname}:${port || PORTS[protocol]}`
}
