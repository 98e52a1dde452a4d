/** What is refused before it is a request that a route could answer: why, and the answer where there is only a connection. */
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import { CatalogError, type ErrorCode } from '../tools/errors.ts'

export interface Refused {
  error: CatalogError
  /** HTTP has some that no code has. */
  status: number
}

const refused = (status: number, detail: string, resolution: string, code: ErrorCode = 'invalid_request'): Refused => ({
  error: new CatalogError(code, { detail, resolution }),
  status,
})

/** A target or Host that no URL can be made of. */
export const NO_URL = refused(
  400,
  'The target or the Host of the request is malformed.',
  'Send a path that begins with a slash, and the host name of the service.',
)
const HOSTS = refused(400, 'The request has no Host, or more than one.', 'Send one Host header.')
const EXPECTATION = refused(417, 'The Expect header asks for what is not done here.', 'Leave out the Expect header.')
const NO_HTTP = refused(400, 'The request is not HTTP/1.1.', 'Send it as RFC 9112 says.')

const OF_THE_PARSER: Readonly<Record<string, Refused>> = {
  HPE_HEADER_OVERFLOW: refused(431, 'The header fields have more than 16 KB.', 'Send fewer or shorter header fields.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: refused(
    413,
    'The chunk extensions of the body have more than 16 KB.',
    'Send the body without chunk extensions.',
    'payload_too_large',
  ),
  ERR_HTTP_REQUEST_TIMEOUT: refused(408, 'The request did not arrive in time.', 'Send the whole request at once.'),
}

/** For the error of a `clientError` event. */
export const refusedByParser = ({ code = '' }: NodeJS.ErrnoException): Refused => OF_THE_PARSER[code] ?? NO_HTTP

/** What is wrong with a request that Node has taken. */
export function refusedRequest(
  { rawHeaders, headers, httpVersion }: Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'httpVersion'>,
  url: string,
): Refused | undefined {
  // RFC 9112 §3.2: exactly one. Of several Node takes the first; another server on the way may take the last.
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0')) return HOSTS
  // A Host such as 1.2.3.4.5 looks like a name and is none.
  if (!URL.canParse(url)) return NO_URL
  return /\b100-continue\b/i.test(headers.expect ?? '100-continue') ? undefined : EXPECTATION
}

/** An answer as it is written to a connection whose bytes never became a request. */
export async function wire(answer: Response): Promise<string> {
  const fields = [...answer.headers, ['date', new Date().toUTCString()]]
  const head = [`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`, ...fields.map((field) => field.join(': '))]
  return `${head.join('\r\n')}\r\n\r\n${await answer.text()}`
}
