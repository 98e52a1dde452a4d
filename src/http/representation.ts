/**
 * Representations (RFC 9110 §8): content with its header fields, and the answer to a GET of it: a strong validator for
 * each content coding (§8.8.3), 304 where the client has it, compression off the event loop where that takes long. A mark
 * says of any answer that it is valid as long as the catalogue.
 */
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Cacheability } from '../tools/define/define.ts'
import { OPEN_ANSWER } from './headers.ts'
import { type LargeContent, sendLarge } from './large-content.ts'
import { type Coding, contentCoding } from './negotiate.ts'

/** A smaller body gains less from compression than the extra header fields cost. */
const MIN_COMPRESSED_BYTES = 860

/** Compressing this much takes about a millisecond, in a thread too. */
const MAX_BYTES_COMPRESSED_IN_PLACE = 64 * 1024

export const CACHEABLE = 'public, max-age=300, stale-while-revalidate=86400'

export interface Representation {
  content: Buffer | string | LargeContent
  type: string
  cacheControl?: string | undefined
  /** More header fields of the answer. */
  headers?: Readonly<Record<string, string>> | undefined
  /** Default: `snapshot`. */
  cacheability?: Cacheability | undefined
  /** Called each time that the stored answer is sent. */
  onHit?: (() => void) | undefined
}

/** What the server may store of an answer that is valid for the catalogue snapshot (http/server/answer-store.ts). */
interface CacheableAnswer extends Pick<Representation, 'onHit'> {
  /** All header fields of the response; Content-Length may be left out. */
  headers: Readonly<Record<string, string>>
  /** Of a GET the body as sent; of POST /mcp the result as JSON, which is sent with the id of each request. */
  body: Buffer | string
}

const marks = new WeakMap<Response, CacheableAnswer>()

/** @returns the same response, whose header fields must not change any more */
export function markCacheable(response: Response, answer: CacheableAnswer): Response {
  marks.set(response, answer)
  return response
}

export const cacheableAnswer = (response: Response): CacheableAnswer | undefined => marks.get(response)

/** The answer to GET and HEAD, 304 included; the server drops the body of an answer to HEAD. */
export async function respond(representation: Representation, request: Headers): Promise<Response> {
  const { content, type, cacheControl = CACHEABLE, headers = {}, cacheability = 'snapshot', onHit } = representation
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const isSmall = !('coded' in bytes) && bytes.length < MIN_COMPRESSED_BYTES
  const coding = contentCoding(request.get('accept-encoding') ?? undefined, isSmall)
  const digest = 'coded' in bytes ? bytes.tag : hash('sha256', bytes, 'base64url').slice(0, 22)
  const etag = coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`
  const vary = headers.vary ? `${headers.vary}, Accept-Encoding` : 'Accept-Encoding'
  const common = { ...OPEN_ANSWER, ...headers, 'cache-control': cacheControl, etag, vary }
  const answer = (status: number, headers: Record<string, string>, body: Buffer): Response => {
    const response = new Response(status === 304 ? null : (body as Buffer<ArrayBuffer>), { status, headers })
    return cacheability === 'snapshot' ? markCacheable(response, { headers, body, onHit }) : response
  }
  if (matches(request.get('if-none-match') ?? undefined, etag)) {
    return answer(304, common, Buffer.alloc(0))
  }
  const coded = { ...common, 'content-type': type, ...(coding !== 'identity' && { 'content-encoding': coding }) }
  if ('coded' in bytes) return sendLarge(bytes.coded(coding), coded, request)
  const body = await COMPRESS[coding](bytes, bytes.length <= MAX_BYTES_COMPRESSED_IN_PLACE)
  // All header fields at once: setting them one by one costs several times as much.
  return answer(200, { ...coded, 'content-length': String(body.length) }, body)
}

/**
 * Base-2 logarithm of a window that holds all of it: the compressor's memory grows with the window, which is 16 bytes
 * smaller than its power of two (RFC 7932 §9.1).
 */
const windowFor = (length: number): number =>
  Math.min(
    zlib.constants.BROTLI_DEFAULT_WINDOW,
    Math.max(zlib.constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(length + 16))),
  )

const brotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)
const zstd = promisify<Buffer, zlib.ZstdOptions, Buffer>(zlib.zstdCompress)
const gzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip)

/**
 * Levels at which a page takes under 1 ms. Higher ones take up to a tenth more off large bodies, but also many times the
 * memory: 2 MB for a page at brotli 5, 9 MB at 7, 14 MB for the whole catalogue at 11.
 */
const COMPRESS: Record<Coding, (bytes: Buffer, inPlace: boolean) => Buffer | Promise<Buffer>> = {
  identity: (bytes) => bytes,
  br(bytes, inPlace) {
    const params = {
      [zlib.constants.BROTLI_PARAM_QUALITY]: 5,
      [zlib.constants.BROTLI_PARAM_LGWIN]: windowFor(bytes.length),
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    }
    return inPlace ? zlib.brotliCompressSync(bytes, { params }) : brotli(bytes, { params })
  },
  zstd(bytes, inPlace) {
    const options = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 6 }, pledgedSrcSize: bytes.length }
    return inPlace ? zlib.zstdCompressSync(bytes, options) : zstd(bytes, options)
  },
  gzip: (bytes, inPlace) => (inPlace ? zlib.gzipSync(bytes, { level: 9 }) : gzip(bytes, { level: 9 })),
}

/** RFC 9110 §13.1.2: weak comparison with a list of tags; an asterisk matches any. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  // Quotes delimit the tags: a comma or an asterisk between them is part of the tag.
  return ifNoneMatch.trim() === '*' || ifNoneMatch.match(/"[^"]*"/g)?.includes(etag) === true
}
