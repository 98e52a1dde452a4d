/** What operations are made of: header fields, media types and responses, each described once as a component. */
import { problems } from '../../interface/problems.ts'
import { ERROR_CODES, type ErrorCode } from '../../tools/errors.ts'
import type { Examples } from './examples.ts'
import type { JsonSchema } from './schemas.ts'

interface MediaType {
  schema: JsonSchema
  example?: unknown
  examples?: Record<string, { summary: string; value?: unknown; externalValue?: string }>
}

export interface Response {
  description: string
  headers?: Record<string, unknown>
  content?: Record<string, MediaType>
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: []
  parameters?: object[]
  requestBody?: { required: boolean; description: string; content: Record<string, MediaType> }
  responses: Record<string, Response | { $ref: string }>
  'x-mcp-tool'?: string
}

const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example })
const COUNT: JsonSchema = { type: 'integer', minimum: 0 }

/** Every header field that an answer may carry; Content-Type and what the connection adds are left to HTTP. */
export const headers = {
  'Access-Control-Allow-Headers': text('Header fields that a page of another site may send.', 'Content-Type'),
  'Access-Control-Allow-Methods': text('Methods that a page of another site may use.', 'GET'),
  'Access-Control-Allow-Origin': text('Sites whose pages may read the answer.', '*'),
  'Access-Control-Expose-Headers': text('Header fields that a page of another site may read.', 'ETag'),
  Allow: text('The methods that this path supports.', 'GET, HEAD, OPTIONS'),
  'Cache-Control': text('How long the answer may be cached.', 'public, max-age=300, stale-while-revalidate=86400'),
  'Content-Encoding': text('Compression of the body, chosen by Accept-Encoding: br, zstd or gzip.', 'br'),
  'Content-Length': { description: 'Size of the body in bytes, as sent.', schema: COUNT, example: 1234 },
  'Content-Location': text('URL of exactly this representation.', '/index.md'),
  'Content-Security-Policy': text('What a browser may do with the page.', "default-src 'none'; style-src 'self'"),
  'Cross-Origin-Opener-Policy': text('Asks browsers to part the page from those that open it.', 'same-origin'),
  'Cross-Origin-Resource-Policy': text('Which sites may embed the answer.', 'cross-origin'),
  ETag: text('Strong validator of these bytes; send it back in If-None-Match.', '"2Ys1bqzPYzyHpPTNuWgQ3A-br"'),
  Link: text('Related URLs.', '<https://sdk.example.org/.well-known/api-catalog>; rel="api-catalog"'),
  Location: text('The page to go to.', '/contact/thanks'),
  'Origin-Agent-Cluster': text('Asks browsers to isolate the page from others.', '?1'),
  'Permissions-Policy': text('What the page may not ask of the device.', 'camera=(), geolocation=()'),
  RateLimit: text(
    'The rest of each limit, and the seconds until it is renewed.',
    '"address";r=4;t=600, "global";r=59;t=60',
  ),
  'RateLimit-Policy': text('The limits, each as messages and seconds.', '"address";q=5;w=600, "global";q=60;w=3600'),
  'Referrer-Policy': text('What browsers tell other sites about this page.', 'strict-origin-when-cross-origin'),
  'Retry-After': { description: 'Whole seconds to wait before the next attempt.', schema: COUNT, example: 600 },
  Vary: text('Request header fields that choose the answer.', 'Accept-Encoding'),
  'X-Content-Type-Options': text('Tells browsers not to guess another media type.', 'nosniff'),
  'X-Markdown-Tokens': {
    description: 'About how many tokens the text has for a language model.',
    schema: COUNT,
    example: 1400,
  },
} as const
export type HeaderName = keyof typeof headers

const EVERY: HeaderName[] = [
  'X-Content-Type-Options',
  'Referrer-Policy',
  'Content-Security-Policy',
  'Cross-Origin-Resource-Policy',
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
]
const STORED: HeaderName[] = ['Cache-Control', 'ETag', 'Vary', ...EVERY]
/** Of the twin of a page. */
export const TWIN: HeaderName[] = ['Content-Location', 'Link', 'X-Markdown-Tokens']
const PREFLIGHT: HeaderName[] = ['Access-Control-Allow-Headers', 'Access-Control-Allow-Methods']
/** Of a problem or a message's answer: kept by nobody. */
const PASSING: HeaderName[] = ['Cache-Control', ...EVERY]
/** What the endpoints that check Origin add. */
export const CROSS_ORIGIN: HeaderName[] = ['Vary']
/** Of an error that is shown as a page. */
const PAGE: HeaderName[] = ['Vary', 'Cross-Origin-Opener-Policy', 'Origin-Agent-Cluster', 'Permissions-Policy']

/** @throws Error for a header field that is not described */
const named = (names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    names
      .map(described)
      .sort()
      .map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )

function described(name: string): string {
  const found = Object.keys(headers).find((known) => known.toLowerCase() === name.toLowerCase())
  if (!found) throw new Error(`The OpenAPI description has no header field "${name}"; describe it in parts.ts`)
  return found
}

export const passing = (...more: HeaderName[]) => named([...PASSING, ...more])

/** JSON leaves out an example that is undefined. */
export const withExample = (schema: JsonSchema, example: unknown) => ({ schema, example })

/** 200 of something that has an ETag. */
export const stored = (description: string, content: Record<string, MediaType>, more: string[] = []): Response => ({
  description,
  headers: named([...STORED, 'Content-Encoding', 'Content-Length', ...more]),
  content,
})

/** Problems that share a status, each with the example that the service gave. */
export function problemResponse(codes: readonly ErrorCode[], examples: Examples, more: HeaderName[] = []): Response {
  const given = codes.filter((code) => examples[code] !== undefined)
  const [only] = given
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].when}`).join(' '),
    headers: passing('Content-Length', ...more),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        ...(given.length === 1 && { example: examples[only!] }),
        ...(given.length > 1 && {
          examples: Object.fromEntries(
            given.map((code) => [code, { summary: problems[code].title, value: examples[code] }]),
          ),
        }),
      },
    },
  }
}

/** The answers that many operations share. */
export const sharedResponses = (examples: Examples) => ({
  NotModified: {
    description: 'The representation named in If-None-Match is still current.',
    headers: named([...STORED, ...TWIN, ...PREFLIGHT]),
  },
  InvalidRequest: problemResponse(['invalid_request'], examples),
  NotFound: problemResponse(['not_found'], examples),
  MethodNotAllowed: problemResponse(['method_not_allowed'], examples, ['Allow', ...CROSS_ORIGIN]),
  NotAcceptable: problemResponse(['not_acceptable'], examples, ['Vary']),
  ServerError: problemResponse(['server_error'], examples, ['Retry-After', ...CROSS_ORIGIN]),
  FileMethodNotAllowed: readable(problemResponse(['method_not_allowed'], examples, ['Allow', ...PAGE])),
  FileServerError: readable(problemResponse(['server_error'], examples, ['Retry-After', ...PAGE])),
  MessageInvalid: messageRefused(['missing_fields', 'invalid_request', 'invalid_json'], examples),
  MessageForbidden: forbidden(examples),
  MessageTooLarge: messageRefused(['payload_too_large'], examples),
  MessageTypeUnsupported: messageRefused(['unsupported_media_type'], examples),
  TooManyMessages: messageRefused(['rate_limited'], examples, ['Retry-After']),
  MessageNotStored: messageRefused(['server_error'], examples, ['Retry-After']),
})

export const LIMITS: HeaderName[] = ['RateLimit', 'RateLimit-Policy']

/** Outside the API, errors are shown as the reader wants them. */
const readable = (response: Response): Response => ({
  ...response,
  content: {
    ...response.content,
    'text/html': { schema: string('The same as a page for browsers.') },
    'text/markdown': { schema: string('The same as markdown, for clients that ask for it.') },
  },
})

/** A browser that posted a form sees the form again. What came too far to be counted carries the limits. */
function messageRefused(codes: readonly ErrorCode[], examples: Examples, more: HeaderName[] = []): Response {
  const response = problemResponse(codes, ofMessages(examples), [...CROSS_ORIGIN, ...PAGE, ...LIMITS, ...more])
  const html = string('For a browser that posted a form: the page of the form with its errors.')
  return { ...response, content: { ...response.content, 'text/html': { schema: html } } }
}

/** What the message endpoints answered, where their words differ. */
const ofMessages = (examples: Examples): Examples =>
  Object.fromEntries(ERROR_CODES.map((code) => [code, examples[`message ${code}`] ?? examples[code]]))

function forbidden(examples: Examples): Response {
  const refused = messageRefused(['unauthorized'], examples)
  return {
    ...refused,
    description: `\`text/plain\` for a form without a matching Origin and for a body without Content-Type. ${refused.description}`,
    content: { 'text/plain': withExample(string('Why it was refused.'), examples.forbidden), ...refused.content },
  }
}

export const string = (description: string): JsonSchema => ({ type: 'string', description })

export const shared = (name: keyof ReturnType<typeof sharedResponses>) => ({ $ref: `#/components/responses/${name}` })
