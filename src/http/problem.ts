/** The HTTP answer to a failure: a problem document (RFC 9457). */

import type { CatalogError } from '../tools/define/catalog-error.ts'
import { problemBody, retryAfter, statusOf } from './problem-codes.ts'

export function renderProblem(error: CatalogError, baseUrl: string, path?: string): Response {
  const { body, ...init } = problemParts(error, baseUrl, path)
  return new Response(body, init)
}

/**
 * @param path percent-encoded path on which it happened, if there is one
 * @param status of the answer, for failures with a status of their own that no code has
 */
export function problemParts(error: CatalogError, baseUrl: string, path?: string, status: number = statusOf(error)) {
  const body = JSON.stringify({ ...problemBody(error, baseUrl, path), status })
  const headers = {
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    ...retryAfter(error),
  }
  return { status, headers, body }
}
