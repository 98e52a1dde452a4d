/**
 * POST of a contact or job message (SPEC 4.5, 5): reads the body, passes it to the inbox and translates the outcome. The checks run in this order, and the first that refuses gives the answer; from 4 on they are inbox.receive's:
 *
 * 1. 403 text/plain: no Content-Type, or a form type without an allowed Origin. 403 unauthorized: a foreign Origin.
 * 2. 415: an unsupported type. Before the size, as on /mcp, because no byte of such a body is read.
 * 3. 413: a body that is too large.
 * 4. 400, or 413 for an over-long message: the fields, then the Idempotency-Key. Before the challenge, so that a person
 *    who corrects a field need not solve another one.
 * 5. 403 unauthorized: the challenge. 500 when its verifier is unreachable.
 * 6. 429: the rate limits. Messages that were refused before do not count.
 *
 * Nothing is stored before the last.
 */
import type { RouteRequest } from '../documents/route.ts'
import { mediaType, parseBody } from '../http/json-body.ts'
import { mediaQuality } from '../http/negotiate.ts'
import { readBody, readForm } from '../http/read-body.ts'
import type { Inbox, PolicyState, Receipt } from '../inbox/index.ts'
import { errorAnswer, formPage, type SiteDeps } from '../site/site.ts'
import {
  CatalogError,
  closed,
  type FieldError,
  type ReportUnexpected,
  refusedFields,
} from '../tools/define/catalog-error.ts'
import { CHALLENGE_FIELD, type MessageRoute, TRAP_FIELD } from './routes.ts'

export interface MessageDeps extends SiteDeps {
  inbox: Pick<Inbox, 'receive'>
  /** Origins whose pages may post, e.g. "https://sdk.example.com". */
  origins: readonly string[]
  report: ReportUnexpected
}

/** Types that a page of any site can post without a preflight (Fetch, CORS-safelisted Content-Type). */
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']
const FORBIDDEN = 'Forbidden: a form needs an Origin of this site. Programs send Content-Type: application/json.'

/** Shows a browser its form again when it is refused; answers all others in the format that they accept. */
export async function receiveMessage(deps: MessageDeps, route: MessageRoute, request: RouteRequest): Promise<Response> {
  const progress: Progress = {}
  const answer = await accepted(deps, route, request, progress).catch((failure) => {
    const error = closed(failure, deps.report)
    const { form } = progress
    return form ? formPage(deps, route.page, form, error) : errorAnswer(deps, error, request)
  })
  for (const [name, value] of Object.entries(limitHeaders(progress.limit))) answer.headers.set(name, value)
  return answer
}

/** How far the message has come. */
interface Progress {
  /** A browser's form as typed. */
  form?: Record<string, string>
  limit?: readonly PolicyState[]
}

/** @throws CatalogError for everything but the 403 that SPEC 4.5 wants as plain text */
async function accepted(
  { inbox, origins, services }: MessageDeps,
  route: MessageRoute,
  { request, accept, peer }: RouteRequest,
  progress: Progress,
): Promise<Response> {
  const field = (name: string) => request.headers.get(name) ?? undefined
  const type = mediaType(field('content-type'))
  const origin = field('origin')
  const isForeign = origin === undefined || !origins.includes(origin)
  if (type === undefined || (isForeign && FORM_TYPES.includes(type)))
    return new Response(FORBIDDEN, { status: 403, headers: { 'content-type': 'text/plain; charset=UTF-8' } })
  if (isForeign && origin !== undefined)
    throw new CatalogError('unauthorized', { detail: 'Pages of this Origin may not send messages.' })
  const { fields, form, challengeToken } = await read(type, request)
  if (form && wantsPage(accept)) progress.form = form
  const receipt = await inbox.receive(route.operation.kind, fields, {
    peer,
    forwardedFor: field('x-forwarded-for'),
    challengeToken,
    idempotencyKey: field('idempotency-key'),
    trapFilled: Boolean(form?.[TRAP_FIELD]),
  })
  if ('policies' in receipt) progress.limit = receipt.policies
  if (receipt.outcome !== 'accepted') throw refusal(receipt)
  if (progress.form)
    return new Response(null, { status: 303, headers: { location: `${services.site.baseUrl}${route.page}/thanks` } })
  return Response.json({ ok: true }, { headers: { 'cache-control': 'no-store' } })
}

/** Seconds to wait for an unavailable store or challenge verifier. */
const RETRY_AFTER = 30

function refusal(receipt: Exclude<Receipt, { outcome: 'accepted' }>): CatalogError {
  switch (receipt.outcome) {
    case 'invalid':
      return refusedFields(receipt.code, receipt.errors)
    case 'challenge_missing':
      return challengeNeeded('A bot challenge is needed and its token is missing.')
    case 'challenge_failed':
      return challengeNeeded('The bot challenge failed.')
    case 'challenge_unreachable':
      return notStored('The bot challenge of the message could not be verified')
    case 'rate_limited':
      return new CatalogError('rate_limited', {
        detail: 'This address, or all senders together, sent more messages than the limit allows.',
        retryAfter: receipt.retryAfter,
      })
    case 'store_unavailable':
      return notStored('The message could not be stored')
    case 'store_unconfirmed':
      return new CatalogError('server_error', {
        detail: 'The store did not confirm the message, so it may not have been stored.',
        resolution: `Send it again in ${RETRY_AFTER} seconds. That is safe: the same message within a day is delivered once.`,
        retryAfter: RETRY_AFTER,
      })
  }
}

const challengeNeeded = (detail: string): CatalogError =>
  new CatalogError('unauthorized', {
    detail,
    resolution:
      'Solve the challenge on the form and send it again; a program puts the token into the header CF-Turnstile-Response.',
  })

/** @param cause as a clause */
const notStored = (cause: string): CatalogError =>
  new CatalogError('server_error', {
    detail: `${cause}, so it was not accepted.`,
    resolution: `Send it again in ${RETRY_AFTER} seconds; nothing was kept of this attempt.`,
    retryAfter: RETRY_AFTER,
  })

/** draft-ietf-httpapi-ratelimit-headers-11, for the state of the rate limits after this request. */
function limitHeaders(policies: readonly PolicyState[] = []): Record<string, string> {
  if (policies.length === 0) return {}
  const list = (item: (policy: PolicyState) => string) => policies.map(item).join(', ')
  return {
    'ratelimit-policy': list(({ name, quota, windowSeconds }) => `"${name}";q=${quota};w=${windowSeconds}`),
    ratelimit: list(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`),
  }
}

interface MessageBody {
  fields: unknown
  /** Set for a form, as typed. */
  form?: Record<string, string>
  challengeToken: string | undefined
}

async function read(type: string | undefined, request: Request): Promise<MessageBody> {
  if (type === 'application/json') {
    return {
      fields: parseBody(await readBody(request)),
      challengeToken: request.headers.get('cf-turnstile-response') ?? undefined,
    }
  }
  if (type === 'application/x-www-form-urlencoded') {
    const parameters = readForm(await readBody(request))
    const repeated = [...new Set(parameters.keys())].filter((field) => parameters.getAll(field).length > 1)
    if (repeated.length > 0) {
      const errors = repeated.map((field): FieldError => ({ field, message: 'is given more than once' }))
      throw refusedFields('invalid_request', errors)
    }
    const form = Object.fromEntries(parameters)
    const { [TRAP_FIELD]: _trap, [CHALLENGE_FIELD]: challengeToken, ...fields } = form
    return { fields, form, challengeToken }
  }
  throw new CatalogError('unsupported_media_type', {
    detail: 'A message is read as application/json or application/x-www-form-urlencoded.',
  })
}

/** A browser names text/html; a program that posts a form and accepts anything gets JSON. */
function wantsPage(accept: string | undefined): boolean {
  const html = mediaQuality(accept, 'text/html')
  return html.named && html.q > 0 && html.q >= mediaQuality(accept, 'application/json').q
}
