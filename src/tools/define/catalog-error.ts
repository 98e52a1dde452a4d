/**
 * The failure that a caller may see. The text of a CatalogError reaches the caller word for word. Any other exception
 * becomes server_error with an id that the log has too.
 */
import { randomUUID } from 'node:crypto'
import type { ErrorCode } from './problem-codes.ts'

export interface FieldError {
  /** Path of the member, joined by dots. */
  field: string
  message: string
}

export interface ErrorInfo {
  /** What happened this time, in one or two sentences. */
  detail: string
  /** How to succeed next time, in one sentence. Default: the resolution of the code. */
  resolution?: string
  errors?: readonly FieldError[]
  /** HTTP status, where it is not that of the code. */
  status?: number
  /** Whole seconds to wait before trying again. */
  retryAfter?: number
}

export class CatalogError extends Error {
  override name = 'CatalogError'
  readonly code: ErrorCode
  readonly info: ErrorInfo

  constructor(code: ErrorCode, info: ErrorInfo) {
    super(info.detail)
    this.code = code
    this.info = info
  }
}

/** Characters of a caller's name that are repeated. */
const MAX_ECHOED = 64

/** A name that the caller sent, cut to a length that an answer can repeat. */
export const echoed = (name: string): string => {
  const characters = [...name.slice(0, 2 * MAX_ECHOED + 2)]
  return characters.length > MAX_ECHOED ? `${characters.slice(0, MAX_ECHOED).join('')}…` : name
}

/** An error whose detail lists what is wrong with each field. */
export function refusedFields(code: ErrorCode, errors: readonly FieldError[], resolution?: string): CatalogError {
  const detail = errors.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('; ')
  return new CatalogError(code, { detail, errors, ...(resolution && { resolution }) })
}

/** Receives an error that must not reach the caller. */
export type ReportUnexpected = (error: unknown, id: string) => void

/** A CatalogError unchanged. Anything else is reported, and replaced by an error that names only its id. */
export function closed(error: unknown, report: ReportUnexpected): CatalogError {
  if (error instanceof CatalogError) return error
  const id = randomUUID()
  report(error, id)
  return new CatalogError('server_error', { detail: `The server failed to answer. Reference: ${id}.` })
}
