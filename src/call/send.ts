/** Sends one request to the server of its record, within bounds, and reads the answer without any secret in it. */
import { networkFailure } from '../system/network-failure.ts'
import { CatalogError } from '../tools/errors.ts'
import { guarded, type Reach } from './address.ts'
import type { OutgoingRequest } from './request.ts'

export interface ApiAnswer {
  status: number
  statusText: string
  /** Media type without parameters; empty if there is none. */
  type: string
  /** Of the whole exchange. */
  milliseconds: number
  /** Decoded, and with every secret replaced. */
  body: Buffer
  /** Why the body is not whole. */
  cut?: 'size' | 'time'
}

export interface SendOptions extends Reach {
  userAgent: string
  limits?: Partial<typeof CALL_LIMITS>
}

export const CALL_LIMITS = {
  /** Until the status, of each request. */
  firstByteMs: 10_000,
  /** Of all requests together. */
  totalMs: 30_000,
  /** Of the body as decoded. */
  bytes: 5 * 1024 * 1024,
  headerBytes: 16 * 1024,
  headers: 100,
  redirects: 5,
}

/** @throws CatalogError that says why there is no answer */
export async function send(request: OutgoingRequest, { userAgent, limits, ...reach }: SendOptions): Promise<ApiAnswer> {
  const { Agent, buildConnector, fetch, FormData } = await import('undici')
  const { firstByteMs, totalMs, bytes, headerBytes, headers: most, redirects } = { ...CALL_LIMITS, ...limits }
  const { method, headers, plain, mask } = request
  const form = plain.parts && new FormData()
  for (const [name, value] of plain.parts ?? []) form!.append(name, value)
  const body = plain.body ?? form
  const fail = (detail: string): CatalogError =>
    new CatalogError('server_error', { detail: mask(detail), resolution: '' })
  const connect = guarded(buildConnector, reach)
  const dispatcher = new Agent({ connect, maxHeaderSize: headerBytes, headersTimeout: firstByteMs })
  const start = performance.now()
  const signal = AbortSignal.timeout(totalMs)
  let { url } = request
  try {
    for (let followed = 0; ; followed++) {
      const response = await fetch(url, {
        ...{ method, dispatcher, redirect: 'manual', signal },
        headers: { 'user-agent': userAgent, ...headers },
        ...(body !== undefined && { body }),
      })
      if ([...response.headers].length > most)
        throw fail(`${url.host} sent more than ${most} headers; it was not read.`)
      const location = response.status > 300 && response.status < 400 && response.headers.get('location')
      if (location && (method === 'GET' || method === 'HEAD')) {
        if (followed === redirects) throw fail(`${url.host} redirects more than ${redirects} times.`)
        const next = URL.parse(location, url)
        if (!next || !isSameServer(url, next))
          throw fail(
            `${url.host} redirects to ${next?.origin ?? 'no URL'}, which is another server; it was not followed.`,
          )
        await response.body?.cancel()
        url = next
        continue
      }
      const { chunks, cut } = await readBody(response.body, bytes)
      return {
        status: response.status,
        statusText: mask(response.statusText),
        type: mask(/^[\w.+-]+\/[\w.+-]+/.exec(response.headers.get('content-type') ?? '')?.[0].toLowerCase() ?? ''),
        milliseconds: Math.round(performance.now() - start),
        body: Buffer.from(mask(Buffer.concat(chunks).toString('latin1')), 'latin1'),
        ...(cut && { cut }),
      }
    }
  } catch (error) {
    const { cause = error } = error as Error
    if (cause instanceof CatalogError) throw cause
    throw fail(`${url.host} gives no answer: ${networkFailure(error as Error)}.`)
  } finally {
    void dispatcher.destroy()
  }
}

/** The same host, by the same scheme or from http to https. */
function isSameServer(from: URL, to: URL): boolean {
  if (to.username || to.password) return false
  return from.origin === to.origin || (to.protocol === 'https:' && from.host === to.host && from.port === '')
}

/** Closes the connection at the limit, so that nothing more of a body is decoded. */
async function readBody(body: AsyncIterable<Uint8Array> | null, limit: number) {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk.subarray(0, limit - size))
      size += chunk.length
      if (size > limit) return { chunks, cut: 'size' as const }
    }
  } catch (error) {
    if ((error as Error).name !== 'TimeoutError') throw error
    return { chunks, cut: 'time' as const }
  }
  return { chunks }
}
