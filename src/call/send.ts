/** Sends one request to the server of its record, within bounds, and reads the answer without any secret in it. */
import { createRequire } from 'node:module'
import type * as Undici from 'undici'
import { networkFailure } from '../system/network-failure.ts'
import { CatalogError, echoed } from '../tools/define/catalog-error.ts'
import { guarded, type Reach } from './address.ts'
import type { OutgoingRequest } from './prepare-request.ts'

export type ApiAnswer = Awaited<ReturnType<typeof send>>

export type SendOptions = Reach & { userAgent: string; limits?: Partial<typeof CALL_LIMITS> }

const CALL_LIMITS = {
  /** Each request must have its status by then. */
  firstByteMs: 10_000,
  /** All requests together must end by then. */
  totalMs: 30_000,
  /** A decoded body is read up to here. */
  bytes: 5 * 1024 * 1024,
  headerBytes: 16 * 1024,
  headers: 100,
  redirects: 5,
}

/** Parts of undici: its index loads web sockets, caches and mocks too, which takes as long again. */
const part = createRequire(import.meta.url)

/**
 * The answer: `body` decoded and with every secret replaced, `cut` why it is not whole, `type` its media type or "".
 * @throws CatalogError that says why there is no answer
 */
export async function send(
  { method, url, headers, plain, mask }: OutgoingRequest,
  { userAgent, limits, ...reach }: SendOptions,
) {
  const { fetch }: typeof Undici = part('undici/lib/web/fetch')
  const { FormData }: typeof Undici = part('undici/lib/web/fetch/formdata')
  const Agent: typeof Undici.Agent = part('undici/lib/dispatcher/agent')
  const bounds = { ...CALL_LIMITS, ...limits }
  const fail = (detail: string) => new CatalogError('server_error', { detail: mask(detail), resolution: '' })
  const form = plain.parts && new FormData()
  plain.parts?.forEach(([name, value]) => {
    form!.append(name, value)
  })
  const connect = guarded(part('undici/lib/core/connect'), reach)
  const dispatcher = new Agent({ connect, maxHeaderSize: bounds.headerBytes, headersTimeout: bounds.firstByteMs })
  const init: Undici.RequestInit = {
    ...{ method, dispatcher, redirect: 'manual', signal: AbortSignal.timeout(bounds.totalMs) },
    headers: { 'user-agent': userAgent, ...headers },
    body: plain.body ?? form ?? null,
  }
  const start = performance.now()
  let at = url
  try {
    for (let followed = 0; ; followed++) {
      const response = await fetch(at, init)
      const { status, statusText } = response
      if ([...response.headers].length > bounds.headers)
        throw fail(`${at.host} sent more than ${bounds.headers} headers; it was not read.`)
      const location = locationOf(response, method)
      if (!location) {
        const { chunks, cut } = await readBody(response.body, bounds.bytes)
        const milliseconds = Math.round(performance.now() - start)
        const body = Buffer.from(mask(Buffer.concat(chunks).toString('latin1')), 'latin1')
        const type = mask(mediaTypeOf(response))
        const about = `${milliseconds} ms, ${body.length} bytes, ${type || 'no media type'}`
        return { status, statusText: mask(statusText), type, milliseconds, body, cut, about }
      }
      await response.body?.cancel()
      if (followed === bounds.redirects) throw fail(`${at.host} redirects more than ${bounds.redirects} times.`)
      const next = URL.parse(location, at)
      if (!next || !isSameServer(at, next))
        throw fail(`${at.host} redirects to ${echoed(next?.origin ?? 'no URL')}, another server; it was not followed.`)
      at = next
    }
  } catch (error) {
    const { cause = error } = error as Error
    throw cause instanceof CatalogError ? cause : fail(`${at.host} gives no answer: ${networkFailure(error as Error)}.`)
  } finally {
    void dispatcher.destroy()
  }
}

/** Where the request is sent again: only a read is. */
const locationOf = ({ status, headers }: Undici.Response, method: string): string | null =>
  status > 300 && status < 400 && (method === 'GET' || method === 'HEAD') ? headers.get('location') : null

/** The media type has no parameters; it is empty if there is none. */
const mediaTypeOf = ({ headers }: Undici.Response): string =>
  /^[\w.+-]{1,60}\/[\w.+-]{1,60}(?![\w.+-])/.exec(headers.get('content-type') ?? '')?.[0].toLowerCase() ?? ''

/** A server is the same if its host is, by the same scheme or from http to https. */
const isSameServer = (from: URL, to: URL): boolean =>
  !to.username &&
  !to.password &&
  (from.origin === to.origin || (to.protocol === 'https:' && from.host === to.host && from.port === ''))

/** Closes the connection at the limit, so that nothing more of a body is decoded. */
async function readBody(body: AsyncIterable<Uint8Array> | null, limit: number) {
  const chunks: Uint8Array[] = []
  let left = limit
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk.subarray(0, left))
      left -= chunk.length
      if (left < 0) return { chunks, cut: 'size' as const }
    }
    return { chunks, cut: undefined }
  } catch (error) {
    if ((error as Error).name !== 'TimeoutError') throw error
    return { chunks, cut: 'time' as const }
  }
}
