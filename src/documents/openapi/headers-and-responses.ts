/** The parts of operations: header fields, media types and responses, each described once as a component. */

import type { Site } from '../../tools/define/define.ts'
import type { JsonSchema } from '../../tools/define/json-schema.ts'
import { ERROR_CODES, type ErrorCode, problems } from '../../tools/define/problem-codes.ts'
import type { Examples } from './openapi-examples.ts'
import type { ComponentSchemas } from './schemas.ts'

export interface Context {
  site: Site
  examples: Examples
  schemas: ComponentSchemas
}

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
const count = (description: string, example: number) => ({
  description,
  schema: { type: 'integer', minimum: 0 },
  example,
})

/** Every header field that an answer may carry; Content-Type and what the connection adds are left to HTTP. */
export const headers = {
  'Accept-Ranges': text('Says that a Range of bytes may be asked for.', 'bytes'),
  'Access-Control-Allow-Headers': text('Header fields that a page of another site may send.', 'Content-Type'),
  'Access-Control-Allow-Methods': text('Methods that a page of another site may use.', 'GET'),
  'Access-Control-Allow-Origin': text('Sites whose pages may read the answer.', '*'),
  'Access-Control-Expose-Headers': text('Header fields that a page of another site may read.', 'ETag'),
  Allow: text('The methods that this path supports.', 'GET, HEAD, OPTIONS'),
  'Cache-Control': text('How long the answer may be cached.', 'public, max-age=300, stale-while-revalidate=86400'),
  'Content-Encoding': text('Compression of the body, chosen by Accept-Encoding: br, zstd or gzip.', 'br'),
  'Content-Length': count('Size of the body in bytes, as sent.', 1234),
  'Content-Location': text('URL of exactly this representation.', '/index.md'),
  'Content-Range': text('Which bytes of how many these are.', 'bytes 0-1023/1800000'),
  'Content-Security-Policy': text('What a browser may do with the page.', "default-src 'none'; style-src 'self'"),
  'Cross-Origin-Opener-Policy': text('Asks browsers to part the page from those that open it.', 'same-origin'),
  'Cross-Origin-Resource-Policy': text('Which sites may embed the answer.', 'cross-origin'),
  ETag: text('Strong validator of these bytes; send it back in If-None-Match.', '"2Ys1bqzPYzyHpPTNuWgQ3A-br"'),
  Link: text('Related URLs.', '<https://sdk.example.org/.well-known/api-catalog>; rel="api-catalog"'),
  'Origin-Agent-Cluster': text('Asks browsers to isolate the page from others.', '?1'),
  'Permissions-Policy': text('What the page may not ask of the device.', 'camera=(), geolocation=()'),
  RateLimit: text(
    'The rest of each limit, and the seconds until it is renewed.',
    '"address";r=4;t=600, "global";r=59;t=60',
  ),
  'RateLimit-Policy': text('The limits, each as messages and seconds.', '"address";q=5;w=600, "global";q=60;w=3600'),
  'Referrer-Policy': text('What browsers tell other sites about this page.', 'strict-origin-when-cross-origin'),
  'Retry-After': count('Whole seconds to wait before the next attempt.', 600),
  Vary: text('Request header fields that choose the answer.', 'Accept, Accept-Encoding'),
  'X-Content-Type-Options': text('Tells browsers not to guess another media type.', 'nosniff'),
  'X-Markdown-Tokens': count('About how many tokens the text has for a language model.', 1400),
} as const
type HeaderName = keyof typeof headers

const EVERY: HeaderName[] = [
  'X-Content-Type-Options',
  'Referrer-Policy',
  'Content-Security-Policy',
  'Cross-Origin-Resource-Policy',
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
]
const CACHEABLE: HeaderName[] = ['Cache-Control', 'ETag', 'Vary', ...EVERY]
export const TWIN: HeaderName[] = ['Content-Location', 'Link', 'X-Markdown-Tokens']
export const CROSS_ORIGIN: HeaderName[] = ['Vary']
export const LIMITS: HeaderName[] = ['RateLimit', 'RateLimit-Policy']
/** What is shown as a page has these. */
export const PAGE_HEADERS: HeaderName[] = [
  'Vary',
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'Permissions-Policy',
]

/** @throws Error for a header field that is not described */
function headerRefs(names: readonly string[]): Record<string, unknown> {
  const described = names.map((name) => {
    const header = Object.keys(headers).find((each) => each.toLowerCase() === name.toLowerCase())
    if (!header)
      throw new Error(`The OpenAPI description has no header field "${name}"; describe it in headers-and-responses.ts`)
    return header
  })
  return Object.fromEntries(described.sort().map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

export const uncachedHeaders = (...more: HeaderName[]) => headerRefs(['Cache-Control', ...EVERY, ...more])

export const string = (description: string): JsonSchema => ({ type: 'string', description })

/** JSON leaves out an example that is undefined. */
export const withExample = (schema: JsonSchema, example: unknown) => ({ schema, example })

export const cacheable = (description: string, content: Record<string, MediaType>, more: string[] = []): Response => ({
  description,
  headers: headerRefs([...CACHEABLE, 'Content-Encoding', 'Content-Length', ...more]),
  content,
})

/** A part of a document over 1 MB, without a media type: it is none of the document's. */
export const PART_OF_FILE: Response = {
  description: 'The bytes that Range asks for, of a document over 1 MB.',
  headers: headerRefs([...CACHEABLE, 'Accept-Ranges', 'Content-Encoding', 'Content-Length', 'Content-Range']),
}

/** Problems that share a status, each with the example that the service gave. */
export function problemResponse(codes: readonly ErrorCode[], examples: Examples, more: HeaderName[] = []): Response {
  const shown = codes.filter((code) => examples[code] !== undefined)
  const named = shown.map((code) => [code, { summary: problems[code].title, value: examples[code] }])
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].when}`).join(' '),
    headers: uncachedHeaders('Content-Length', ...more),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        ...(shown.length === 1 && { example: examples[shown[0]!] }),
        ...(shown.length > 1 && { examples: Object.fromEntries(named) }),
      },
    },
  }
}

export function sharedResponses(examples: Examples) {
  /** Message endpoints word some problems differently. */
  const messageExamples = Object.fromEntries(
    ERROR_CODES.map((code) => [code, examples[`message ${code}`] ?? examples[code]]),
  )
  const problem = (code: ErrorCode, ...more: HeaderName[]) => problemResponse([code], examples, more)
  const unauthorized = messageProblem(['unauthorized'])
  return {
    NotModified: {
      description: 'The representation named in If-None-Match is still current.',
      headers: headerRefs([
        ...CACHEABLE,
        ...TWIN,
        ...PAGE_HEADERS,
        'Access-Control-Allow-Headers',
        'Access-Control-Allow-Methods',
      ]),
    },
    InvalidRequest: problem('invalid_request'),
    NotFound: problem('not_found'),
    MethodNotAllowed: problem('method_not_allowed', 'Allow', ...CROSS_ORIGIN),
    NotAcceptable: problem('not_acceptable', 'Vary'),
    ServerError: problem('server_error', 'Retry-After', ...CROSS_ORIGIN),
    FileMethodNotAllowed: readable(problem('method_not_allowed', 'Allow', ...PAGE_HEADERS)),
    FileServerError: readable(problem('server_error', 'Retry-After', ...PAGE_HEADERS)),
    MessageInvalid: messageProblem(['missing_fields', 'invalid_request', 'invalid_json']),
    MessageForbidden: {
      ...unauthorized,
      description: `\`text/plain\` for a form without a matching Origin and for a body without Content-Type. ${unauthorized.description}`,
      content: {
        'text/plain': withExample(string('Why it was refused.'), examples.forbidden),
        ...unauthorized.content,
      },
    },
    MessageTooLarge: messageProblem(['payload_too_large']),
    MessageTypeUnsupported: messageProblem(['unsupported_media_type']),
    TooManyMessages: messageProblem(['rate_limited'], 'Retry-After'),
    MessageNotStored: messageProblem(['server_error'], 'Retry-After'),
  }

  /** A browser that posted a form sees the form again. An error before the limits are counted has no limit fields. */
  function messageProblem(codes: readonly ErrorCode[], ...more: HeaderName[]): Response {
    const response = problemResponse(codes, messageExamples, [...CROSS_ORIGIN, ...PAGE_HEADERS, ...LIMITS, ...more])
    const html = string('For a browser that posted a form: the page of the form with its errors.')
    return { ...response, content: { ...response.content, 'text/html': { schema: html } } }
  }
}

/** Outside the API, errors are also HTML and markdown. */
const readable = (response: Response): Response => ({
  ...response,
  content: {
    ...response.content,
    'text/html': { schema: string('The same as a page for browsers.') },
    'text/markdown': { schema: string('The same as markdown, for clients that ask for it.') },
  },
})

export const responseRef = (name: keyof ReturnType<typeof sharedResponses>) => ({
  $ref: `#/components/responses/${name}`,
})
