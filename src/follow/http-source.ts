/** An archive at a URL. */
import type { Dispatcher, Response } from 'undici'
import { secureUrl } from '../text/setting-kinds.ts'
import { InvalidArchive } from './archive.ts'
import { type Offer, SourceAway } from './source.ts'

/** Statuses with a Location: RFC 9110 §15.4. */
const REDIRECTS = [301, 302, 303, 307, 308]
const MAX_REDIRECTS = 5

export interface HttpRequest {
  signal: AbortSignal
  /** What sends the requests, in place of connections of its own. */
  dispatcher?: Dispatcher | undefined
}

/**
 * The archive, unless it is the one with this tag.
 * @throws SourceAway for an answer that is none, InvalidArchive, and what fetch throws
 */
export async function askHttp(url: string, etag: string | undefined, request: HttpRequest): Promise<Offer | undefined> {
  const response = await get(url, etag === undefined ? {} : { 'if-none-match': etag }, request)
  if (response.status === 304) return undefined
  // Begun at once, as undici ends the body of a response that is collected before somebody reads it.
  if (response.ok && response.body) return { etag: response.headers.get('etag') ?? '', body: response.body.values() }
  await response.body?.cancel()
  throw new SourceAway(`status ${response.status}`)
}

/** As fetch, but never on to where somebody could change the archive on its way. */
async function get(
  url: string,
  headers: Record<string, string>,
  { signal, dispatcher }: HttpRequest,
): Promise<Response> {
  // Not those of Node: 24.21 ends the process where the server closes the connection early (nodejs/undici#5360).
  const { Agent, fetch } = await import('undici')
  const sender = dispatcher ?? new Agent()
  let at = url
  for (let left = MAX_REDIRECTS; left >= 0; left--) {
    const response = await fetch(at, { signal, headers, dispatcher: sender, redirect: 'manual' })
    const to = REDIRECTS.includes(response.status) ? response.headers.get('location') : null
    if (to === null) return response
    await response.body?.cancel()
    at = new URL(to, at).href
    // Only a source on this machine may send to another one on it.
    const isSecure = new URL(url).protocol === 'https:' ? at.startsWith('https:') : secureUrl(at) !== undefined
    if (!isSecure) throw new InvalidArchive('its URL leads to one without TLS')
  }
  throw new InvalidArchive(`its URL leads on more than ${MAX_REDIRECTS} times`)
}
