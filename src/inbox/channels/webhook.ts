/** A POST of each message: signed, as https://www.standardwebhooks.com specifies, or as a chat program takes it. */
import { createHmac } from 'node:crypto'
import { failureCode } from '../../system/network-failure.ts'
import { type Channel, DeliveryError, type Outgoing, serverOf } from './channel.ts'
import { type Chat, chatRequest } from './chat.ts'

/** Validated by src/config.ts. */
export interface WebhookSettings {
  url: string
  /** Of Standard Webhooks: the bytes of the secret, without `whsec_` and base64. */
  key: Buffer
}
/** Validated by src/config.ts. */
export interface ChatSettings {
  url: string
  chat: Chat
}

const TIMEOUT_MS = 10_000
/** A longer one would stop the channel for all messages because of one answer. */
const MAX_RETRY_AFTER_MS = 60 * 60 * 1000
/** Statuses that are about the server and not about the request; redirects count too. */
const UNAVAILABLE = [429, 502, 503, 504]

const TYPES = { contact: 'contact.message', job: 'job.application' }

export function webhookChannel(settings: WebhookSettings | ChatSettings): Channel {
  return {
    name: 'webhook',
    async deliver(message, signal) {
      const { url, ...request } =
        'chat' in settings ? chatRequest(settings.chat, settings.url, message) : signedRequest(settings, message)
      const response = await fetch(url, {
        method: 'POST',
        ...request,
        // A redirect would send the message to a URL that the operator did not configure.
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      }).catch((error: Error) => {
        throw new DeliveryError(failureCode(error), { scope: 'channel', server: serverOf(url) })
      })
      await response.body?.cancel().catch(() => {})
      if (!response.ok) throw httpError(response)
    },
    close: () => {},
  }
}

function signedRequest({ url, key }: WebhookSettings, { id, kind, fields, createdAt }: Outgoing) {
  const data = { id, ...fields }
  const body = JSON.stringify({ type: TYPES[kind], timestamp: new Date(createdAt).toISOString(), data })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const signed = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
  return { url, headers: { 'content-type': 'application/json', ...signed }, body }
}

function httpError({ status, headers }: Response): DeliveryError {
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), Date.now())
  return new DeliveryError(`HTTP_${status}`, {
    scope: status < 400 || UNAVAILABLE.includes(status) ? 'channel' : 'message',
    park: status === 410,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}

/** RFC 9110 §10.2.3: seconds or a date. Milliseconds from `now`, at most an hour; undefined when absent or malformed. */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS)
}
