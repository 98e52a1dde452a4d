/**
 * Representations (RFC 9110 §8): bytes with their header fields, a strong validator for each content coding (§8.8.3),
 * and each coding compressed once, when it is first asked for, off the event loop unless that takes less than a thread.
 */
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib'
import { OPEN_ANSWER } from './headers.ts'
import { type Coding, contentCoding } from './negotiate.ts'

/** A smaller body gains less from compression than the extra header fields cost. */
const LEAST_COMPRESSED_BYTES = 860

/** About 0.1 ms at the lowest level. */
const MOST_COMPRESSED_HERE = 32 * 1024

export const CACHEABLE = 'public, max-age=300, stale-while-revalidate=86400'

interface Options {
  type: string
  cacheControl?: string | undefined
  /** More header fields of the answer. */
  headers?: Readonly<Record<string, string>> | undefined
  lifetime?: Lifetime
}

/**
 * `always`: one of a fixed number, kept as long as the catalogue, and compressed as small as possible. `kept`: one of as
 * many as there are SDKs, kept as long as there is room. `once`: for one answer, compressed quickly.
 */
export type Lifetime = 'always' | 'kept' | 'once'
export type Representation = ReturnType<typeof represent>

export function represent(content: string | Buffer, options: Options) {
  const { type, cacheControl = CACHEABLE, headers = {}, lifetime = 'kept' } = options
  const hold = lifetime === 'once' ? (bytes: Buffer) => bytes : copied
  const bytes = hold(typeof content === 'string' ? Buffer.from(content) : content)
  const compressed = new Map<Coding, Promise<Buffer>>([['identity', Promise.resolve(bytes)]])
  let size = bytes.length
  let grown = () => {}
  return {
    bytes,
    type,
    cacheControl,
    headers,
    lifetime,
    /** Without quotes. */
    hash: hash('sha256', bytes, 'base64url').slice(0, 22),
    encoded(coding: Coding): Promise<Buffer> {
      const known = compressed.get(coding)
      if (known) return known
      const made = compress(bytes, coding, lifetime).then((buffer) => {
        size += buffer.length
        grown()
        return hold(buffer)
      })
      compressed.set(coding, made)
      return made
    },
    /** Bytes that it holds, in all codings that were asked for. */
    size: () => size,
    /** Calls this whenever it holds more. */
    onGrown(listener: () => void) {
      grown = listener
    },
  }
}

/** A copy in memory of its own: a small Buffer is a slice of a shared 64 KB pool, and keeping it keeps the pool. */
const copied = (bytes: Buffer): Buffer => Buffer.from(new Uint8Array(bytes).buffer)

const brotli = promisify<Buffer, object, Buffer>(brotliCompress)
const zstd = promisify<Buffer, object, Buffer>(zstdCompress)
const deflate = promisify<Buffer, object, Buffer>(gzip)

/**
 * A page takes under 1 ms at the middle levels, and brotli 30 ms at the highest, for a tenth less. The lowest levels take
 * a third of the time of the middle ones and add a tenth.
 */
const LEVELS = {
  always: { br: 11, zstd: 19, gzip: 9 },
  kept: { br: 7, zstd: 9, gzip: 9 },
  once: { br: 1, zstd: 1, gzip: 1 },
}

/** Base-2 logarithm of a window that holds all of it: the compressor's memory grows with the window. */
const windowFor = (length: number): number =>
  Math.min(
    constants.BROTLI_DEFAULT_WINDOW,
    Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(length)) + 1),
  )

async function compress(bytes: Buffer, coding: Coding, lifetime: Lifetime): Promise<Buffer> {
  // Handing it to a thread costs more than this.
  const here = lifetime === 'once' && bytes.length <= MOST_COMPRESSED_HERE
  const level = LEVELS[lifetime]
  if (coding === 'br') {
    const quality = { [constants.BROTLI_PARAM_QUALITY]: level.br }
    const window = { [constants.BROTLI_PARAM_LGWIN]: windowFor(bytes.length) }
    const options = { params: { ...quality, ...window, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }
    return here ? brotliCompressSync(bytes, options) : brotli(bytes, options)
  }
  if (coding === 'zstd') {
    const params = { [constants.ZSTD_c_compressionLevel]: level.zstd }
    const options = { params, pledgedSrcSize: bytes.length }
    return here ? zstdCompressSync(bytes, options) : zstd(bytes, options)
  }
  return here ? gzipSync(bytes, { level: level.gzip }) : deflate(bytes, { level: level.gzip })
}

/** The answer to GET with its header fields, for one content coding. */
export interface WholeAnswer {
  etag: string
  headers: Readonly<Record<string, string>>
  /** Of the answer 304. */
  unchanged: Readonly<Record<string, string>>
  body: Buffer
}

/** The answer to GET and HEAD, 304 included; the server drops the body of an answer to HEAD. */
export async function respond(representation: Representation, request: Headers): Promise<Response> {
  const coding = codingFor(representation, request.get('accept-encoding') ?? undefined)
  const unchanged = unchangedHeaders(representation, coding)
  if (matches(request.get('if-none-match') ?? undefined, unchanged.etag)) {
    return new Response(null, { status: 304, headers: unchanged })
  }
  const { headers, body } = await wholeAnswer(representation, coding)
  return new Response(body as Buffer<ArrayBuffer>, { status: 200, headers })
}

export const codingFor = ({ bytes }: Representation, acceptEncoding: string | undefined): Coding =>
  contentCoding(acceptEncoding, bytes.length < LEAST_COMPRESSED_BYTES)

/** All header fields at once: a response whose fields are changed later costs several times as much. */
export async function wholeAnswer(representation: Representation, coding: Coding): Promise<WholeAnswer> {
  const body = await representation.encoded(coding)
  const unchanged = unchangedHeaders(representation, coding)
  const headers: Record<string, string> = {
    ...unchanged,
    'content-type': representation.type,
    'content-length': String(body.length),
  }
  if (coding !== 'identity') headers['content-encoding'] = coding
  return { etag: unchanged.etag, headers, unchanged, body }
}

function unchangedHeaders({ hash, cacheControl, headers }: Representation, coding: Coding) {
  const { vary } = headers
  return {
    ...OPEN_ANSWER,
    ...headers,
    'cache-control': cacheControl,
    etag: coding === 'identity' ? `"${hash}"` : `"${hash}-${coding}"`,
    vary: vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding',
  }
}

/** RFC 9110 §13.1.2: weak comparison with a list of tags; an asterisk matches any. */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  // Quotes delimit the tags: a comma or an asterisk between them is part of the tag.
  return ifNoneMatch.trim() === '*' || ifNoneMatch.match(/"[^"]*"/g)?.includes(etag) === true
}
