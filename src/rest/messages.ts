/**
 * POST of a contact or job message (SPEC 4.5, 5): who may send, what is read, what is answered. The checks run in this
 * order, and the first that refuses gives the answer:
 *
 * 1. 403 text/plain: no Content-Type, or a form type without an allowed Origin. 403 unauthorized: a foreign Origin.
 * 2. 415: a type that is not read. Before the size, as on /mcp, because no byte of such a body is looked at.
 * 3. 413: a body over the bound.
 * 4. 400, and 413 for an over-long message: what the body says, then the Idempotency-Key. Before the challenge, so
 *    that a person who corrects a field need not solve another one.
 * 5. 403 unauthorized: the challenge. 500 when its verifier is away.
 * 6. 429: the rate. What was refused before costs nothing of it.
 *
 * Nothing is stored before the last.
 */
import type { Context } from 'hono'
import { mediaQuality } from '../http/negotiate.ts'
import {
  type ChallengeSettings,
  clientAddress,
  type Inbox,
  type LimitResult,
  type trustedProxies,
  verifyChallenge,
} from '../inbox/index.ts'
import { readMessage, refusedKey } from '../inbox/message.ts'
import { StoreError } from '../inbox/store/store.ts'
import { readBody } from '../interface/body.ts'
import { CHALLENGE_FIELD, type MessageRoute, TRAP_FIELD } from '../interface/routes.ts'
import { callTool, type Services } from '../tools/define.ts'
import { CatalogError } from '../tools/errors.ts'
import { type MessageCall, notStored, refusal } from '../tools/service/submit.ts'

export interface MessageGuard {
  /** Origins whose pages may post, e.g. "https://sdk.example.com". */
  origins: readonly string[]
  trusted: ReturnType<typeof trustedProxies>
  limit: Inbox['limit']
  challenge?: ChallengeSettings | undefined
}

/** A browser's form as typed, to be shown again when it is refused. */
interface RefusedForm {
  page: string
  values: Record<string, string>
}

export interface MessageVariables {
  form?: RefusedForm
  limit?: LimitResult
}
type MessageContext = Context<{ Variables: MessageVariables }>

/** Types that a page of any site can post without a preflight (Fetch, CORS-safelisted Content-Type). */
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']
const FORBIDDEN = 'Forbidden: a form needs an Origin of this site. Programs send Content-Type: application/json.'

export function messageEndpoint(services: Services, { origins, trusted, limit, challenge }: MessageGuard) {
  /** @throws CatalogError for everything but the 403 that SPEC 4.5 wants as plain text */
  return async function receive(route: MessageRoute, c: MessageContext): Promise<Response> {
    const type = mediaType(c.req.header('content-type'))
    if (type === undefined || FORM_TYPES.includes(type)) {
      const origin = c.req.header('origin')
      if (type === undefined || origin === undefined || !origins.includes(origin)) return c.text(FORBIDDEN, 403)
    }
    refuseForeignOrigin(c)
    const { fields, form, token } = await read(type, c)
    const browser = form !== undefined && wantsPage(c)
    if (browser) c.set('form', { page: route.page, values: form })
    const message = readMessage(route.kind, fields)
    if (!message.ok) throw refusal(message.code, message.errors)
    const call: MessageCall = {
      idempotencyKey: c.req.header('idempotency-key'),
      // Most likely a robot's. Kept all the same, for the operator to judge: no message that is thanked for may vanish.
      held: Boolean(form?.[TRAP_FIELD]),
    }
    const badKey = refusedKey(call.idempotencyKey)
    if (badKey) throw refusal(badKey.code, badKey.errors)
    const address = clientAddress(peerOf(c), c.req.header('x-forwarded-for'), trusted)
    await requirePerson(token, address)
    await countMessage(c, address)
    await callTool(route.tool, fields, services, call)
    if (browser) return c.redirect(`${services.site.baseUrl}${route.page}/thanks`, 303)
    return c.json({ ok: true }, 200, { 'cache-control': 'no-store' })
  }

  function refuseForeignOrigin(c: MessageContext): void {
    const origin = c.req.header('origin')
    if (origin === undefined || origins.includes(origin)) return
    throw new CatalogError('unauthorized', { detail: 'Pages of this Origin may not send messages.' })
  }

  async function requirePerson(token: string | undefined, address: string): Promise<void> {
    if (!challenge) return
    const verdict = await verifyChallenge(challenge, token, address === 'unknown' ? undefined : address)
    if (verdict === 'unreachable') throw notStored('The bot challenge of the message could not be verified')
    if (verdict === 'ok') return
    throw new CatalogError('unauthorized', {
      detail: token ? 'The bot challenge failed.' : 'A bot challenge is needed and its token is missing.',
      resolution:
        'Solve the challenge on the form and send it again; a program puts the token into the header CF-Turnstile-Response.',
    })
  }

  async function countMessage(c: MessageContext, address: string): Promise<void> {
    const state = await limit(address).catch((error: unknown) => {
      throw error instanceof StoreError ? notStored() : error
    })
    c.set('limit', state)
    if (state.ok) return
    throw new CatalogError('rate_limited', {
      detail: 'More messages came from this address, or from everybody, than the limit allows.',
      retryAfter: state.retryAfter,
    })
  }
}

/** draft-ietf-httpapi-ratelimit-headers-11, for what the limiter said of this request. */
export function limitHeaders({ policies }: LimitResult): Record<string, string> {
  const list = (item: (policy: LimitResult['policies'][number]) => string) => policies.map(item).join(', ')
  return {
    'ratelimit-policy': list(({ name, quota, windowSeconds }) => `"${name}";q=${quota};w=${windowSeconds}`),
    ratelimit: list(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`),
  }
}

interface Received {
  fields: unknown
  /** Set for a form, as typed. */
  form?: Record<string, string>
  token: string | undefined
}

async function read(type: string | undefined, c: MessageContext): Promise<Received> {
  if (type === 'application/json') {
    return { fields: parse(await readBody(c.req.raw)), token: c.req.header('cf-turnstile-response') }
  }
  if (type === 'application/x-www-form-urlencoded') {
    const given = new URLSearchParams(await readBody(c.req.raw))
    const repeated = [...new Set(given.keys())].filter((field) => given.getAll(field).length > 1)
    if (repeated.length > 0) {
      throw refusal(
        'invalid_request',
        repeated.map((field) => ({ field, message: 'Is given more than once.' })),
      )
    }
    const form = Object.fromEntries(given)
    const { [TRAP_FIELD]: _trap, [CHALLENGE_FIELD]: token, ...fields } = form
    return { fields, form, token }
  }
  throw new CatalogError('unsupported_media_type', {
    detail: 'A message is read as application/json or application/x-www-form-urlencoded.',
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CatalogError('invalid_json', { detail: 'The body is not JSON.' })
  }
}

/** Without parameters, in lower case; undefined for an absent or empty header. */
const mediaType = (header: string | undefined): string | undefined =>
  header?.trim() ? header.split(';')[0]!.trim().toLowerCase() : undefined

/** A browser names text/html; a program that posts a form and takes anything gets JSON. */
function wantsPage(c: MessageContext): boolean {
  const html = mediaQuality(c.req.header('accept'), 'text/html')
  return html.named && html.q > 0 && html.q >= mediaQuality(c.req.header('accept'), 'application/json').q
}

/** Address of the other end of the connection; absent where there is no connection. */
const peerOf = (c: MessageContext): string | undefined =>
  (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket?.remoteAddress
