/**
 * Representations (RFC 9110 §8): bytes with their header fields, a strong validator for each content coding (§8.8.3),
 * and each coding compressed once, when it is first asked for; off the event loop where that takes longer than a page.
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
import { ownBytes } from '../text/own-bytes.ts'
import { OPEN_ANSWER } from './headers.ts'
import { type Coding, contentCoding } from './negotiate.ts'

/** A smaller body gains less from compression than the extra header fields cost. */
const LEAST_COMPRESSED_BYTES = 860

/** Less than a millisecond at the middle levels. In a thread it takes as long, and each thread keeps memory of its own. */
const MOST_COMPRESSED_HERE = 64 * 1024

export const CACHEABLE = 'public, max-age=300, stale-while-revalidate=86400'

export interface Options {
  type: string
  cacheControl?: string | undefined
  /** More header fields of the answer. */
  headers?: Readonly<Record<string, string>> | undefined
  lifetime?: Lifetime
}

/**
 * `always`: one of a fixed number, kept as long as the catalogue. `kept`: one of as many as there are SDKs, kept as long as
 * there is room. `asked`: one of as many as callers can ask for, compressed quickly; only the answers lately asked for are
 * kept. `once`: the same, for one answer alone.
 */
export type Lifetime = 'always' | 'kept' | 'asked' | 'once'
export type Representation = Omit<ReturnType<typeof represent>, 'bytes'> & {
  /** For one that is kept compressed alone (long.ts): the content without a coding. */
  unpacked?(): ReadableStream<Uint8Array>
}

export function represent(content: string | Buffer, options: Options) {
  const { type, cacheControl = CACHEABLE, headers = {}, lifetime = 'kept' } = options
  const hold = lifetime === 'once' ? (bytes: Buffer) => bytes : copied
  const bytes =
    typeof content !== 'string' ? hold(content) : lifetime === 'once' ? Buffer.from(content) : ownBytes(content)
  const compressed = new Map<Coding, Promise<Buffer>>([['identity', Promise.resolve(bytes)]])
  let size = bytes.length
  let grown = () => {}
  return {
    bytes,
    type,
    cacheControl,
    headers,
    lifetime,
    /** Of the content, in bytes. */
    length: bytes.length,
    /** Without quotes. */
    hash: hashOf(hash('sha256', bytes, 'base64url')),
    encoded(coding: Coding): Promise<Buffer> {
      const known = compressed.get(coding)
      if (known) return known
      const made = compress(bytes, coding, lifetime).then((buffer) => {
        size += buffer.length
        grown()
        return hold(buffer)
      })
      compressed.set(coding, made)
      made.catch(() => compressed.delete(coding))
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

export const hashOf = (sha256: string): string => sha256.slice(0, 22)

/** In memory of its own, as ownBytes. */
const copied = (bytes: Buffer): Buffer => Buffer.from(new Uint8Array(bytes).buffer)

const brotli = promisify<Buffer, object, Buffer>(brotliCompress)
const zstd = promisify<Buffer, object, Buffer>(zstdCompress)
const deflate = promisify<Buffer, object, Buffer>(gzip)

/**
 * A page takes under 1 ms at the middle levels, and a third of that at the lowest, which add a tenth. Higher levels take
 * up to a tenth more off large bodies, but also many times the memory: 2 MB for a page at brotli 5, 9 MB at 7, 14 MB for
 * the whole catalogue at 11, which the allocator keeps for each thread.
 */
const MIDDLE = { br: 5, zstd: 6, gzip: 9 }
const LOWEST = { br: 1, zstd: 1, gzip: 1 }

const isQuick = (lifetime: Lifetime): boolean => lifetime === 'asked' || lifetime === 'once'

/**
 * Base-2 logarithm of a window that holds all of it: the compressor's memory grows with the window, which is 16 bytes
 * smaller than its power of two (RFC 7932 §9.1).
 */
const windowFor = (length: number): number =>
  Math.min(
    constants.BROTLI_DEFAULT_WINDOW,
    Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(length + 16))),
  )

async function compress(bytes: Buffer, coding: Coding, lifetime: Lifetime): Promise<Buffer> {
  const here = bytes.length <= MOST_COMPRESSED_HERE
  const level = isQuick(lifetime) ? LOWEST : MIDDLE
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
  if (isUnpacked(representation, coding)) {
    const headers = wholeHeaders(unchanged, representation, coding, representation.length)
    return new Response(representation.unpacked!(), { status: 200, headers })
  }
  const { headers, body } = await wholeAnswer(representation, coding)
  return new Response(body as Buffer<ArrayBuffer>, { status: 200, headers })
}

export const codingFor = ({ length, unpacked }: Representation, acceptEncoding: string | undefined): Coding =>
  contentCoding(acceptEncoding, length < LEAST_COMPRESSED_BYTES, unpacked ? ['gzip', 'identity'] : undefined)

/** Whether the answer in this coding is made while it is sent. */
export const isUnpacked = ({ unpacked }: Representation, coding: Coding): boolean =>
  unpacked !== undefined && coding === 'identity'

/** All header fields at once: a response whose fields are changed later costs several times as much. */
export async function wholeAnswer(representation: Representation, coding: Coding): Promise<WholeAnswer> {
  const body = await representation.encoded(coding)
  const unchanged = unchangedHeaders(representation, coding)
  const headers = wholeHeaders(unchanged, representation, coding, body.length)
  return { etag: unchanged.etag, headers, unchanged, body }
}

function wholeHeaders(unchanged: object, { type }: Representation, coding: Coding, length: number) {
  const headers: Record<string, string> = {
    ...unchanged,
    'content-type': type,
    'content-length': String(length),
  }
  if (coding !== 'identity') headers['content-encoding'] = coding
  return headers
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
