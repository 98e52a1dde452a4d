/**
 * The closed set of failures a caller may see (SPEC 7). What is written here reaches the caller word for word;
 * any other exception becomes server_error, with an id that the log carries too.
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
  /** Member path, joined by dots. */
  field: string
  message: string
}

export interface ErrorInfo {
  /** What happened this time, in one or two sentences. */
  detail: string
  /** How to succeed next time, in one sentence; the code's own where absent. */
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

/** Names of the caller that are repeated: this many characters of each, and this many unknown ones. */
const MOST_ECHOED = 64
const MOST_UNKNOWN = 10

/** A name of the caller, short enough to be repeated to them. */
export const echoed = (name: string): string => {
  const characters = [...name.slice(0, 2 * MOST_ECHOED + 2)]
  return characters.length > MOST_ECHOED ? `${characters.slice(0, MOST_ECHOED).join('')}…` : name
}

/**
 * Input as the schema has it.
 * @throws CatalogError invalid_request with every failing field; of unknown ones the first, and how many more
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input, { error: plainly })
  if (parsed.success) return parsed.data
  throw invalidInput(parsed.error)
}

/** What is wrong with a field, in words for the one who sent it, where its schema has no words of its own. */
function plainly(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? 'is of the wrong type'
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
  const detail = errors.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('; ')
  return new CatalogError('invalid_request', { detail, errors })
}

function unknownFields(keys: readonly string[]): FieldError[] {
  const named = keys.slice(0, MOST_UNKNOWN).map((key) => ({ field: echoed(key), message: 'is not a known argument' }))
  const rest = keys.length - named.length
  return rest > 0 ? [...named, { field: '', message: `${rest} more are not known arguments either` }] : named
}

/** Receives what must not reach the caller. */
export type ReportUnexpected = (error: unknown, id: string) => void

/** Our own error as it is; anything else reported, and replaced by one that says nothing but its id. */
export function closed(error: unknown, report: ReportUnexpected): CatalogError {
  if (error instanceof CatalogError) return error
  const id = randomUUID()
  report(error, id)
  return new CatalogError('server_error', {
    detail: `The server failed to answer. Reference: ${id}.`,
  })
}
