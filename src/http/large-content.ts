/**
 * Content over 1 MB: made once for each content coding (system/spool.ts) and sent piece by piece, with a validator that is
 * known before the content is, and in ranges of bytes (RFC 9110 §14) once it is whole.
 */
import { hash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { ReadableStream } from 'node:stream/web'
import zlib from 'node:zlib'
import { bytesOf, inTurns, type Spool, spool } from '../system/spool.ts'
import type { Coding } from './negotiate.ts'

/** Less stays in memory. */
const MAX_BYTES = 1024 * 1024

export interface LargeContent {
  /** The same for the same content. */
  tag: string
  /** The bytes as they are sent, which the first who asks has made. */
  coded(coding: Coding): Spool
}

/**
 * @param parts makes the parts of a text
 * @param versions of all that the text is made from
 */
export async function contentInParts(
  parts: () => Iterable<string>,
  versions: readonly unknown[],
): Promise<Buffer | LargeContent> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of inTurns(parts())) {
    pieces.push(piece)
    length += piece.length
    if (length > MAX_BYTES) return largeContent(parts, tagOf(versions))
  }
  return Buffer.concat(pieces)
}

const tagOf = (versions: readonly unknown[]): string =>
  hash('sha256', JSON.stringify(versions), 'base64url').slice(0, 22)

function largeContent(parts: () => Iterable<string>, tag: string): LargeContent {
  const spools = new Map<Coding, Spool>()
  const coded = (coding: Coding): Spool => {
    const made = spools.get(coding)
    if (made && made.state !== 'failed') return made
    const next = spool(coding === 'identity' ? inTurns(parts()) : compressed(coded('identity'), CODERS[coding]()))
    spools.set(coding, next)
    return next
  }
  return { tag, coded }
}

/** Off the event loop, piece by piece, so that a level may take its time. */
const CODERS = {
  br: () => zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }),
  zstd: () => zlib.createZstdCompress({ params: { [zlib.constants.ZSTD_c_compressionLevel]: 6 } }),
  gzip: () => zlib.createGzip(),
}

async function* compressed(source: Spool, coder: zlib.BrotliCompress): AsyncGenerator<Buffer> {
  // What fails on the way fails in the loop of whoever reads the coder.
  pipeline(bytesOf(source), coder).catch(() => {})
  yield* coder
}

/** @param headers of the answer to a GET of the whole */
export function sendLarge(spool: Spool, headers: Readonly<Record<string, string>>, request: Headers): Response {
  const { state, length } = spool
  // The same header fields from the first answer on, although a range of what is still being made is the whole.
  const fields = { ...headers, 'accept-ranges': 'bytes' }
  if (state !== 'whole') return streamed(spool, 200, fields)
  // RFC 9110 §13.1.5: the range is of another version, so all of this one is sent.
  const isOutdated = ![null, headers.etag].includes(request.get('if-range') as string)
  const range = isOutdated ? undefined : rangeOf(request.get('range') ?? '', length)
  if (!range) return streamed(spool, 200, { ...fields, 'content-length': String(length) })
  const [start, end] = range
  const part = { 'content-range': `bytes ${start}-${end - 1}/${length}`, 'content-length': String(end - start) }
  return streamed(spool, 206, { ...fields, ...part }, start, end)
}

function streamed(
  spool: Spool,
  status: number,
  headers: Readonly<Record<string, string>>,
  ...range: number[]
): Response {
  return new Response(ReadableStream.from(bytesOf(spool, ...range)) as unknown as BodyInit, { status, headers })
}

/**
 * One range of bytes that are there; a server may ignore the field otherwise (RFC 9110 §14.2), and the whole is sent.
 * @returns its start, and the offset after its end
 */
function rangeOf(range: string, length: number): [start: number, end: number] | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
  const start = first === '' ? Math.max(0, length - Number(last)) : Number(first)
  const end = first === '' || last === '' ? length : Math.min(length, Number(last) + 1)
  return start < end && (first !== '' || last !== '') ? [start, end] : undefined
}
