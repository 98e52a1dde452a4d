/** What the two message tools share: the answer, and the inbox's verdict as an error a caller can act on. */
import * as z from 'zod'
import type { Kind } from '../inbox/message.ts'
import { StoreError } from '../inbox/store.ts'
import type { Call, Services } from './define.ts'
import { CatalogError, type ErrorCode, type FieldError } from './errors.ts'

export const Accepted = z
  .strictObject({ ok: z.literal(true).describe('The message is stored and will be delivered.') })
  .meta({ id: 'ContactAccepted', description: 'The message was accepted.' })

/** How long to wait for a store that is away, in seconds. */
const RETRY_AFTER = 30

/** @throws CatalogError missing_fields, invalid_request, payload_too_large; server_error when nothing was stored */
export async function submit(
  kind: Kind,
  fields: unknown,
  { inbox }: Services,
  { idempotencyKey }: Call,
): Promise<{ ok: true }> {
  if (!inbox) throw notStored()
  const result = await inbox.submit(kind, fields, { idempotencyKey }).catch((error: unknown) => {
    throw error instanceof StoreError ? notStored() : error
  })
  if (result.ok) return { ok: true }
  throw refusal(result.code === 'idempotency_conflict' ? 'invalid_request' : result.code, result.errors)
}

export function refusal(code: ErrorCode, errors: readonly FieldError[]): CatalogError {
  const detail = errors.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join(' ')
  return new CatalogError(code, { detail, errors })
}

/** @param because why, as a clause */
export const notStored = (because = 'The message could not be stored'): CatalogError =>
  new CatalogError('server_error', {
    detail: `${because}, so it was not accepted.`,
    resolution: `Send it again in ${RETRY_AFTER} seconds; nothing was kept of this attempt.`,
    retryAfter: RETRY_AFTER,
  })
