/**
 * Representations that may be of any length, as they have a line for each SDK. They are made in slices between which
 * other requests are answered. A long one is kept in one coding alone, gzip, which nearly every client reads; who wants no
 * coding gets it unpacked while it is sent. So it takes about a tenth of its length in memory, also while it is made.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { setImmediate as loopTurn } from 'node:timers/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { CACHEABLE, hashOf, type Options, type Representation, represent } from './representation.ts'

/** In characters. What is shorter is kept as everything else. */
const LONG = 2 * 1024 * 1024
/** Characters that are hashed and compressed together. */
const BLOCK = 256 * 1024
/** Of work, before others have their turn. */
const SLICE_MS = 4
const CHUNK_BYTES = 64 * 1024

/** @param content whole, or in parts that are made one after the other */
export const representContent = (
  content: string | Iterable<string>,
  options: Options,
): Representation | Promise<Representation> =>
  typeof content === 'string' ? represent(content, options) : representParts(content, options)

async function representParts(parts: Iterable<string>, options: Options): Promise<Representation> {
  const short: string[] = []
  let length = 0
  let long: Awaited<ReturnType<typeof packer>> | undefined
  try {
    for await (const block of inBlocks(parts)) {
      length += block.length
      if (long) await long.add(block)
      else short.push(block)
      if (long || length <= LONG) continue
      long = packer()
      for (const each of short.splice(0)) await long.add(each)
    }
    return long ? longRepresentation(await long.end(), options) : represent(short.join(''), options)
  } finally {
    long?.close()
  }
}

async function* inBlocks(parts: Iterable<string>): AsyncGenerator<string> {
  let block = ''
  let until = performance.now() + SLICE_MS
  for (const part of parts) {
    block += part
    if (block.length >= BLOCK) {
      yield block
      block = ''
    }
    if (performance.now() < until) continue
    await loopTurn()
    until = performance.now() + SLICE_MS
  }
  if (block !== '') yield block
}

interface Packed {
  gzip: Buffer
  /** Of the content, in bytes. */
  length: number
  hash: string
}

function packer() {
  const stream = createGzip({ chunkSize: CHUNK_BYTES })
  const packed: Buffer[] = []
  stream.on('data', (chunk) => packed.push(chunk))
  const hash = createHash('sha256')
  let length = 0
  return {
    async add(block: string): Promise<void> {
      const bytes = Buffer.from(block)
      length += bytes.length
      hash.update(bytes)
      if (!stream.write(bytes)) await once(stream, 'drain')
    },
    async end(): Promise<Packed> {
      stream.end()
      await once(stream, 'end')
      return { gzip: Buffer.concat(packed), length, hash: hashOf(hash.digest('base64url')) }
    },
    close: () => void stream.destroy(),
  }
}

function longRepresentation({ gzip, length, hash }: Packed, options: Options): Representation {
  const { type, cacheControl = CACHEABLE, headers = {}, lifetime = 'kept' } = options
  return {
    ...{ type, cacheControl, headers, lifetime, hash, length },
    encoded: async () => gzip,
    unpacked: () => unpacked(gzip),
    size: () => gzip.length,
    onGrown() {},
  }
}

/** Begins with the first read, as nobody reads the answer to HEAD. */
function unpacked(gzip: Buffer): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Buffer> | undefined
  return new ReadableStream(
    {
      async pull(controller) {
        if (!chunks) {
          const stream = createGunzip({ chunkSize: CHUNK_BYTES })
          stream.end(gzip)
          chunks = stream[Symbol.asyncIterator]()
        }
        const { value, done } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await chunks?.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
