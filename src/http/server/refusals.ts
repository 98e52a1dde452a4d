/** Requests that never reach the application: what is wrong with them, and the problem document that says so. */
import type { IncomingMessage } from 'node:http'
import { memoized } from '../../system/once.ts'
import { CatalogError } from '../../tools/define/catalog-error.ts'
import type { ErrorCode } from '../../tools/define/problem-codes.ts'
import { OPEN_ANSWER } from '../headers.ts'
import type { Failure } from '../problem.ts'

const refusal = (status: number, detail: string, resolution: string, code: ErrorCode = 'invalid_request') =>
  new CatalogError(code, { detail, resolution, status })

export const NO_URL = refusal(
  400,
  'The target or the Host of the request is malformed.',
  'Send a path that begins with a slash, and the host name of the service.',
)
export const TOO_MANY = new CatalogError('rate_limited', {
  detail: 'Too many requests of this client wait for their answers.',
  resolution: 'Send fewer requests at a time.',
  retryAfter: 1,
})
const NOT_ONE_HOST = refusal(400, 'The request has no Host, or more than one.', 'Send one Host header.')
const EXPECTATION = refusal(417, 'The service meets no expectation but 100-continue.', 'Leave out the Expect header.')
const NOT_HTTP = refusal(400, 'The request is not HTTP/1.1.', 'Send it as RFC 9112 says.')

/** By the code of the error that Node's parser raises. */
const PARSER_REFUSALS: Readonly<Record<string, CatalogError>> = {
  HPE_HEADER_OVERFLOW: refusal(431, 'The header fields have more than 16 KB.', 'Send fewer or shorter header fields.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: refusal(
    413,
    'The chunk extensions of the body have more than 16 KB.',
    'Send the body without chunk extensions.',
    'payload_too_large',
  ),
  ERR_HTTP_REQUEST_TIMEOUT: refusal(408, 'The request did not arrive in time.', 'Send the whole request at once.'),
}

export const parserRefusal = ({ code = '' }: NodeJS.ErrnoException): CatalogError => PARSER_REFUSALS[code] ?? NOT_HTTP

/** What is wrong with a request that Node has accepted. */
export function refusalOf({ rawHeaders, headers, httpVersion, url = '' }: IncomingMessage): CatalogError | undefined {
  // Node reads a request line without a version as HTTP/0.9, and header fields after it all the same.
  if (!httpVersion.startsWith('1.')) return NOT_HTTP
  // RFC 9112 §3.2: exactly one. Node takes the first of several; another server on the way may take the last.
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0')) return NOT_ONE_HOST
  // A Host such as 1.2.3.4.5 looks like a name but is invalid.
  if (!URL.canParse(url.startsWith('/') ? `http://${headers.host ?? 'localhost'}${url}` : url)) return NO_URL
  return /\b100-continue\b/i.test(headers.expect ?? '100-continue') ? undefined : EXPECTATION
}

/** Makes each answer once, so that a flood of refusals costs less than one of answers. */
export const refusalAnswers = (failure: (error: CatalogError) => Failure) =>
  memoized((error: CatalogError): Failure => {
    const { headers, ...answer } = failure(error)
    return { ...answer, headers: { ...headers, ...OPEN_ANSWER, connection: 'close' } }
  })
