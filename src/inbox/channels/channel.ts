/** A channel delivers one message to the operator, and reports a failure as a DeliveryError. */
import type { Fields, Kind } from '../message.ts'

export interface Outgoing {
  /** The same for every copy of the message, so that a receiver can drop duplicates. */
  id: string
  kind: Kind
  fields: Fields
  /** Epoch milliseconds. */
  createdAt: number
  /** Recipients that already have it, in the channel's own notation. */
  deliveredTo?: string[]
}

export interface Channel {
  readonly name: string
  /** Resolves when the receiver has accepted the message. Throws DeliveryError. Gives up when the signal aborts. */
  deliver(message: Outgoing, signal: AbortSignal): Promise<void>
  /** Checks without a message that one would be accepted. Throws DeliveryError. Absent when a check has side effects. */
  check?(): Promise<void>
  close(): void
}

export interface DeliveryFault {
  /** 'channel': the receiver is unavailable, so no message would pass. 'message': it refused this message. */
  scope: 'channel' | 'message'
  /** Refused permanently, though not because of the message: try again after a long delay. */
  park?: boolean
  /** Delay that the receiver asked for. */
  retryAfterMs?: number
  /** All recipients that have the message by now, when others were refused. */
  deliveredTo?: string[]
  /** host:port that could not be reached, or that closed the connection without an answer. */
  server?: string
}

/** `code` is a reply or system code only, because the text that servers add contains addresses. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
  readonly code: string
  readonly fault: DeliveryFault
  constructor(code: string, fault: DeliveryFault) {
    super(code)
    this.code = code
    this.fault = fault
  }
}

const PORTS: Record<string, number> = { 'smtp:': 587, 'smtps:': 465, 'http:': 80, 'https:': 443 }

/** The URL's host:port, without user, password, path and query. */
export function serverOf(url: string): string {
  const { protocol, hostname, port } = new URL(url)
  return `${hostname}:${port || PORTS[protocol]}`
}
