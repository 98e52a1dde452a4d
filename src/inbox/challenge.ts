/** Verifies the bot challenge of a form: Turnstile, or any verifier with the same siteverify API. */
import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import * as z from 'zod'

export interface ChallengeSettings {
  secret: string
  /** siteverify URL; Cloudflare's by default. */
  url?: string
  /** When set, a token that was issued for another site fails. */
  hostnames?: string[]
  timeoutMs?: number
}

const VERIFY_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'
const MAX_TOKEN_LENGTH = 2048
/** A verdict has under 1,000 characters. */
const MAX_VERDICT_LENGTH = 16_000
/** Requests to the verifier in progress; while it hangs, each holds a connection for seconds. */
const MAX_PENDING = { total: 50, perClient: 5 }

const Verdict = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
  hostname: z.string().optional(),
})

/** Failures of the verifier or of our settings, which the sender cannot correct. */
const VERIFIER_ERRORS = ['internal-error', 'missing-input-secret', 'invalid-input-secret', 'bad-request']

export type Verifier = ReturnType<typeof createVerifier>

/** 'missing': there is no token. 'unreachable': the verifier gave no verdict, so the sender should try again. */
export function createVerifier(settings: ChallengeSettings, limits = MAX_PENDING) {
  const pending: string[] = []

  return async function verify(token: string | undefined, clientAddress: string, client: string) {
    if (!token) return 'missing'
    if (token.length > MAX_TOKEN_LENGTH) return 'failed'
    const pendingOfClient = pending.filter((other) => other === client).length
    if (pending.length >= limits.total || pendingOfClient >= limits.perClient) return 'unreachable'
    // The idempotency key marks a second request as the same one.
    const body = JSON.stringify({
      secret: settings.secret,
      response: token,
      idempotency_key: randomUUID(),
      ...(isIP(clientAddress) > 0 && { remoteip: clientAddress }),
    })
    pending.push(client)
    const result = await post(settings, body).then((first) => (first === 'unreachable' ? post(settings, body) : first))
    pending.splice(pending.indexOf(client), 1)
    return result
  }
}

async function post({ url = VERIFY_URL, hostnames, timeoutMs = 5000 }: ChallengeSettings, body: string) {
  const headers = { 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(timeoutMs)
  const verdict = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal })
    .then(readVerdict)
    .catch(() => undefined)
  if (!verdict) return 'unreachable'
  if (!verdict.success)
    return verdict['error-codes'].some((code) => VERIFIER_ERRORS.includes(code)) ? 'unreachable' : 'failed'
  // Verifiers other than Cloudflare's may not say for which site a token was issued.
  if (hostnames && verdict.hostname !== undefined && !hostnames.includes(verdict.hostname)) return 'failed'
  return 'passed'
}

async function readVerdict({ body }: Response) {
  let text = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    if (text.length > MAX_VERDICT_LENGTH) throw new RangeError('the answer is too long for a verdict')
  }
  return Verdict.parse(JSON.parse(text))
}
