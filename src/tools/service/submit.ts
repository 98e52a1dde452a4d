/** What the two message tools share: the answer, and the inbox's verdict as an error a caller can act on. */
import * as z from 'zod'
import type { Kind } from '../../inbox/message.ts'
import { StoreError } from '../../inbox/store/store.ts'
import type { Call, Services } from '../define.ts'
import { CatalogError, type ErrorCode, type FieldError } from '../errors.ts'

export const Accepted = z
  .strictObject({ ok: z.literal(true).describe('The message is stored and will be delivered.') })
  .meta({ id: 'ContactAccepted', description: 'The message was accepted.' })

/** How long to wait for a store that is away, in seconds. */
const RETRY_AFTER = 30

export interface MessageCall extends Call {
  /** Taken as a robot's: stored, and kept back until the operator releases it. */
  held?: boolean
}

/** @throws CatalogError missing_fields, invalid_request, payload_too_large; server_error when it may not be stored */
export async function submit(
  kind: Kind,
  fields: unknown,
  { inbox }: Services,
  { idempotencyKey, held = false }: MessageCall,
): Promise<{ ok: true }> {
  if (!inbox) throw notStored()
  const result = await inbox.submit(kind, fields, { idempotencyKey, held }).catch((error: unknown) => {
    throw error instanceof StoreError ? inDoubt() : error
  })
  if (result.ok) return { ok: true }
  throw refusal(result.code === 'idempotency_conflict' ? 'invalid_request' : result.code, result.errors)
}

export function refusal(code: ErrorCode, errors: readonly FieldError[]): CatalogError {
  const detail = errors.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join(' ')
  return new CatalogError(code, { detail, errors })
}

/**
 * Before anything of the message went to the store.
 * @param because why, as a clause
 */
export const notStored = (because = 'The message could not be stored'): CatalogError =>
  new CatalogError('server_error', {
    detail: `${because}, so it was not accepted.`,
    resolution: `Send it again in ${RETRY_AFTER} seconds; nothing was kept of this attempt.`,
    retryAfter: RETRY_AFTER,
  })

/** After it went there: the store may have failed, or only its answer may be lost. */
const inDoubt = (): CatalogError =>
  new CatalogError('server_error', {
    detail: 'The store did not confirm the message, so it may not have been stored.',
    resolution: `Send it again in ${RETRY_AFTER} seconds. That is safe: the same message within a day is delivered once.`,
    retryAfter: RETRY_AFTER,
  })
