/**
 * Bytes ready to be served: media type, strong validator per content coding (RFC 9110 §8.8.3), and each coding
 * compressed once, off the event loop, when it is first asked for.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { type Coding, contentCoding } from './negotiate.ts'

/** Below this a coding saves less than its headers cost. */
const LEAST_COMPRESSED_BYTES = 860

export const CACHEABLE = 'public, max-age=300, stale-while-revalidate=86400'

export interface Asset {
  readonly bytes: Buffer
  readonly type: string
  readonly cacheControl: string
  /** Hash of the bytes, without quotes. */
  readonly hash: string
  readonly headers: Readonly<Record<string, string>>
  encoded(coding: Coding): Promise<Buffer>
}

export interface AssetOptions {
  type: string
  cacheControl?: string
  /** More header fields of every representation. */
  headers?: Record<string, string>
  /** `fixed` documents are compressed as small as they go; `fresh` ones quickly. */
  effort?: 'fixed' | 'fresh'
}

export function asset(content: string | Buffer, options: AssetOptions): Asset {
  const { type, cacheControl = CACHEABLE, headers = {}, effort = 'fixed' } = options
  const hold = effort === 'fixed' ? unshared : (bytes: Buffer) => bytes
  const bytes = hold(typeof content === 'string' ? Buffer.from(content) : content)
  const made = new Map<Coding, Promise<Buffer>>([['identity', Promise.resolve(bytes)]])
  return {
    bytes,
    type,
    cacheControl,
    headers,
    hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    encoded(coding) {
      let buffer = made.get(coding)
      if (!buffer) {
        buffer = compress(bytes, coding, effort).then(hold)
        made.set(coding, buffer)
      }
      return buffer
    },
  }
}

/** Bytes of their own: small Buffers are slices of 64 KB that they share, and one that is kept keeps it all. */
function unshared(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

const brotli = promisify<Buffer, object, Buffer>(brotliCompress)
const zstd = promisify<Buffer, object, Buffer>(zstdCompress)
const deflate = promisify<Buffer, object, Buffer>(gzip)

function compress(bytes: Buffer, coding: Coding, effort: 'fixed' | 'fresh'): Promise<Buffer> {
  const best = effort === 'fixed'
  if (coding === 'br') {
    const quality = { [constants.BROTLI_PARAM_QUALITY]: best ? 11 : 4 }
    return brotli(bytes, { params: { ...quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
  }
  if (coding === 'zstd') return zstd(bytes, { params: { [constants.ZSTD_c_compressionLevel]: best ? 19 : 3 } })
  return deflate(bytes, { level: best ? 9 : 4 })
}

/** Answers GET and HEAD for an asset, 304 included; the caller's server drops the body of a HEAD answer. */
export async function respond(asset: Asset, request: Headers): Promise<Response> {
  const small = asset.bytes.length < LEAST_COMPRESSED_BYTES
  const coding = contentCoding(request.get('accept-encoding') ?? undefined, small)
  const etag = coding === 'identity' ? `"${asset.hash}"` : `"${asset.hash}-${coding}"`
  const headers: Record<string, string> = {
    ...asset.headers,
    'cache-control': asset.cacheControl,
    etag,
    vary: asset.headers.vary ? `${asset.headers.vary}, Accept-Encoding` : 'Accept-Encoding',
  }
  if (matches(request.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  const body = await asset.encoded(coding)
  headers['content-type'] = asset.type
  headers['content-length'] = String(body.length)
  if (coding !== 'identity') headers['content-encoding'] = coding
  return new Response(body as Buffer<ArrayBuffer>, { status: 200, headers })
}

/** RFC 9110 §13.1.2: weak comparison against a list, or any with an asterisk. */
function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  // Tags are read by their quotes: a comma or an asterisk inside them is part of the tag.
  return ifNoneMatch.trim() === '*' || ifNoneMatch.match(/"[^"]*"/g)?.includes(etag) === true
}
