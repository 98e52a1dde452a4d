/** The table of the codes of problems, the closed set of failures that a caller may see (SPEC 2.9, 7). */

interface ProblemKind {
  status: 400 | 403 | 404 | 405 | 406 | 413 | 415 | 429 | 500
  /** Stable for the code. */
  title: string
  /** Cause, for the error reference. */
  when: string
  /** How to succeed next time, unless the error itself says something more exact. */
  resolution: string
  /** What to do about causes that `resolution` does not cover, for the error reference. */
  otherwise?: string
}

const table = {
  not_found: {
    status: 404,
    title: 'Not found',
    when: 'No SDK has the slug, or there is nothing at the path.',
    resolution: 'Find the slug of an SDK at /api/sdk/find. Pages are listed in /llms.txt, endpoints in /openapi.json.',
  },
  not_acceptable: {
    status: 406,
    title: 'Not acceptable',
    when: 'The Accept header excludes every media type of the resource.',
    resolution: 'Omit the Accept header, or include one of the media types named in the detail.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    when: 'The endpoint does not support the method.',
    resolution: 'Use one of the methods in the Allow header.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    when: 'The endpoint does not support the Content-Type of the body.',
    resolution: 'Send the body as application/json.',
  },
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    when: 'A parameter or field is malformed, unknown or out of range.',
    resolution: 'Correct the fields listed in errors, then send the request again.',
  },
  invalid_json: {
    status: 400,
    title: 'Invalid JSON',
    when: 'The body of a message is not valid JSON.',
    resolution: 'Send a body that is valid JSON in UTF-8.',
  },
  missing_fields: {
    status: 400,
    title: 'Missing required fields',
    when: 'A required field is missing or empty.',
    resolution: 'Fill in every field listed in errors.',
  },
  payload_too_large: {
    status: 413,
    title: 'Payload too large',
    when: 'The body or one of its fields is too large.',
    resolution: 'Send a smaller body.',
  },
  unauthorized: {
    status: 403,
    title: 'Not authorized',
    when: 'The Origin or Host is not allowed, a POST to /mcp has no Content-Type, or a bot challenge is missing or failed.',
    resolution: 'Send the request without a foreign Origin, or from an allowed site.',
    otherwise:
      "For the other causes: use the service's public address, send Content-Type: application/json to /mcp, or solve the bot challenge and send its token.",
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    when: 'More messages were sent than the limit allows.',
    resolution: 'Wait for the number of seconds in Retry-After, then send the request again.',
  },
  server_error: {
    status: 500,
    title: 'Server error',
    when: 'The server failed unexpectedly, or with 503 cannot take a message for a while.',
    resolution:
      'Wait briefly, or as long as Retry-After says, and retry once. If it fails again, report the reference.',
  },
} satisfies Record<string, ProblemKind>

export type ErrorCode = keyof typeof table
export const ERROR_CODES = Object.keys(table) as ErrorCode[]
export const problems: Record<ErrorCode, ProblemKind> = table
