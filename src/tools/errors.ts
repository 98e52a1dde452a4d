/**
 * The closed set of failures that a caller may see (SPEC 7). The text of a CatalogError reaches the caller word for
 * word. Any other exception becomes server_error with an id that the log has too.
 */
import { randomUUID } from 'node:crypto'
import type * as z from 'zod'

export const ERROR_CODES = [
  'not_found',
  'not_acceptable',
  'method_not_allowed',
  'unsupported_media_type',
  'invalid_request',
  'invalid_json',
  'missing_fields',
  'payload_too_large',
  'unauthorized',
  'rate_limited',
  'server_error',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

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

/** Limits on what an answer repeats of the caller's names: characters of each, and number of unknown ones. */
const MOST_ECHOED = 64
const MOST_UNKNOWN = 10

/** A name that the caller sent, cut to a length that an answer can repeat. */
export const echoed = (name: string): string => {
  const characters = [...name.slice(0, 2 * MOST_ECHOED + 2)]
  return characters.length > MOST_ECHOED ? `${characters.slice(0, MOST_ECHOED).join('')}…` : name
}

/**
 * The input as the schema parses it.
 * @throws CatalogError invalid_request with every invalid field; unknown fields are named up to a limit, then counted
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input, { error: plainly })
  if (parsed.success) return parsed.data
  throw invalidInput(parsed.error)
}

/** What is wrong with a field, where its schema has no message of its own. Reads after the name of the field. */
function plainly(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? 'has the wrong type'
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`
    case 'too_small':
      if (issue.origin !== 'string') return `must be at least ${issue.minimum}`
      return issue.input === '' ? 'must not be empty' : `must have at least ${issue.minimum} characters`
    case 'too_big':
      return issue.origin === 'string'
        ? `must have at most ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`
    default:
      return 'is not valid'
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'must be text',
  boolean: 'must be true or false',
  int: 'must be a whole number',
  number: 'must be a number',
  object: 'must be an object',
  array: 'must be a list',
}

function invalidInput(error: z.ZodError): CatalogError {
  const errors = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? unknownFields(issue.keys)
      : [{ field: echoed(issue.path.join('.')), message: issue.message }],
  )
  return refusedFields('invalid_request', errors)
}

/** An error whose detail lists what is wrong with each field. */
export function refusedFields(code: ErrorCode, errors: readonly FieldError[]): CatalogError {
  const detail = errors.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('; ')
  return new CatalogError(code, { detail, errors })
}

function unknownFields(keys: readonly string[]): FieldError[] {
  const named = keys.slice(0, MOST_UNKNOWN).map((key) => ({ field: echoed(key), message: 'is not a known argument' }))
  const rest = keys.length - named.length
  return rest > 0 ? [...named, { field: '', message: `${rest} more arguments are not known` }] : named
}

/** Receives an error that must not reach the caller. */
export type ReportUnexpected = (error: unknown, id: string) => void

/** A CatalogError unchanged. Anything else is reported, and replaced by an error that names only its id. */
export function closed(error: unknown, report: ReportUnexpected): CatalogError {
  if (error instanceof CatalogError) return error
  const id = randomUUID()
  report(error, id)
  return new CatalogError('server_error', {
    detail: `The server failed to answer. Reference: ${id}.`,
  })
}
