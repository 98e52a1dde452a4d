/** The answer to a failure: as a rule a problem document (RFC 9457). */
import type { CatalogError } from '../tools/define/catalog-error.ts'
import { problems } from '../tools/define/problem-codes.ts'

/** HTTP status of the answer: 503 in place of 500 if the failure says when to try again (RFC 9110 §15.6.4). */
export const statusOf = ({ code, info }: CatalogError): number =>
  info.status ?? (code === 'server_error' && info.retryAfter !== undefined ? 503 : problems[code].status)

/** The header field Retry-After (RFC 9110 §10.2.3), for a failure that says how long to wait. */
export const retryAfter = ({ info }: CatalogError): Record<string, string> =>
  info.retryAfter === undefined ? {} : { 'retry-after': String(info.retryAfter) }

/** The answer does not repeat a longer path. */
const LONGEST_INSTANCE = 2000

/**
 * A path as a URI reference (RFC 3986 §3.3, §4.2): encodes the characters that URLs accept unencoded, and keeps two
 * leading slashes from turning into a host name.
 */
const uriReference = (path: string): string =>
  path
    .replace(/%(?![0-9a-f]{2})|[^\w.~!$&'()*+,;=:@/%-]/gi, (character) => encodeURIComponent(character))
    .replace(/^\/\//, '/.//')

/** The members of a problem document. @param path percent-encoded path on which it happened, if there is one */
export function problemBody(error: CatalogError, baseUrl: string, path?: string) {
  const { code, info } = error
  const { title, ...kind } = problems[code]
  const { detail, resolution = kind.resolution, errors } = info
  return {
    type: `${baseUrl}/developers/errors#${code}`,
    title,
    status: statusOf(error),
    code,
    detail,
    ...(path !== undefined && path.length <= LONGEST_INSTANCE && { instance: uriReference(path) }),
    resolution,
    ...(errors && errors.length > 0 && { errors }),
  }
}

/** An answer that a connection without a request gets too. */
export interface Failure {
  status: number
  headers: Record<string, string>
  body: string
}

export function failureIn(type: string, error: CatalogError, json: object): Failure {
  const body = JSON.stringify(json)
  const length = String(Buffer.byteLength(body))
  const headers = { 'content-type': type, 'content-length': length, 'cache-control': 'no-store', ...retryAfter(error) }
  return { status: statusOf(error), headers, body }
}

/** @param path percent-encoded path on which it happened, if there is one */
export const problemOf = (error: CatalogError, baseUrl: string, path?: string): Failure =>
  failureIn('application/problem+json', error, problemBody(error, baseUrl, path))

export const responseOf = ({ body, ...init }: Failure): Response => new Response(body, init)
