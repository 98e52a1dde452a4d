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

/** 'missing': there is no token. 'unreachable': the verifier gave no verdict, so the sender should try again. */
export type ChallengeResult = 'passed' | 'missing' | 'failed' | 'unreachable'

const VERIFY_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'
const LONGEST_TOKEN = 2048

const Verdict = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
  hostname: z.string().optional(),
})

/** Failures of the verifier or of our settings, which the sender cannot correct. */
const VERIFIER_ERRORS = ['internal-error', 'missing-input-secret', 'invalid-input-secret', 'bad-request']

/** Questions to the verifier that may be open; while it hangs, each holds a connection for seconds. */
const MOST_OPEN = { all: 50, ofClient: 5 }
/** Characters of an answer; a verdict has under 1,000. */
const LONGEST_VERDICT = 16_000

export type Verifier = ReturnType<typeof createVerifier>

/** Verifies tokens of many clients. A token beyond MOST_OPEN counts as unverified. */
export function createVerifier(settings: ChallengeSettings, most = MOST_OPEN) {
  const ofClients = new Map<string, number>()
  let all = 0
  const count = (client: string, change: 1 | -1) => {
    all += change
    const own = (ofClients.get(client) ?? 0) + change
    if (own > 0) ofClients.set(client, own)
    else ofClients.delete(client)
  }

  return async function verify(token: string | undefined, address: string, client: string): Promise<ChallengeResult> {
    const full = all >= most.all || (ofClients.get(client) ?? 0) >= most.ofClient
    if (full && token) return 'unreachable'
    count(client, 1)
    return verifyChallenge(settings, token, address).finally(() => count(client, -1))
  }
}

/** Asks again once when the verifier does not answer; the idempotency key marks it as the same request. */
export async function verifyChallenge(
  settings: ChallengeSettings,
  token: string | undefined,
  clientAddress: string,
): Promise<ChallengeResult> {
  if (!token) return 'missing'
  if (token.length > LONGEST_TOKEN) return 'failed'
  const request = JSON.stringify({
    secret: settings.secret,
    response: token,
    idempotency_key: randomUUID(),
    ...(isIP(clientAddress) > 0 && { remoteip: clientAddress }),
  })
  const first = await ask(settings, request)
  return first === 'unreachable' ? ask(settings, request) : first
}

async function ask({ url = VERIFY_URL, hostnames, timeoutMs = 5000 }: ChallengeSettings, body: string) {
  const verdict = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
    .then((response) => readVerdict(response))
    .then((text) => Verdict.parse(JSON.parse(text)))
    .catch(() => undefined)
  if (!verdict) return 'unreachable'
  if (!verdict.success)
    return verdict['error-codes'].some((code) => VERIFIER_ERRORS.includes(code)) ? 'unreachable' : 'failed'
  // Verifiers other than Cloudflare's may not say for which site a token was issued.
  if (hostnames && verdict.hostname !== undefined && !hostnames.includes(verdict.hostname)) return 'failed'
  return 'passed'
}

/** @throws RangeError for an answer that is no verdict by its length alone */
async function readVerdict({ body }: Response): Promise<string> {
  let text = ''
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    if (text.length > LONGEST_VERDICT) throw new RangeError('the answer is too long')
  }
  return text
}
