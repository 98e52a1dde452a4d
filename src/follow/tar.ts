/**
 * Reads a tar file (POSIX ustar) of plain files. General readers parse extended headers of any size and kind, which come
 * before the signature: 8 MB of them would have kept modern-tar 0.8.6 busy for hours. Here each file may have one, of 1 KB,
 * with its name and size.
 */

/** The message says why the bytes are no such tar file. */
export class InvalidTar extends Error {
  override name = 'InvalidTar'
}

export interface TarFile {
  name: string
  /** In bytes. */
  size: number
  /** To be read before the next file. */
  body: AsyncIterable<Buffer>
}

const BLOCK_BYTES = 512
/** Writers fill the last record of twenty blocks with zeros. */
const RECORD_BYTES = 20 * BLOCK_BYTES
const MAX_EXTENDED_BYTES = 1024

export async function* readTar(archive: AsyncIterable<Buffer>): AsyncGenerator<TarFile> {
  const chunks = archive[Symbol.asyncIterator]()
  let unread: Buffer = Buffer.of()
  /** Records of the next file, whose header has no room for its name or size. */
  let extended: string | undefined
  try {
    for (let block = await take(BLOCK_BYTES); !isZero(block); block = await take(BLOCK_BYTES)) {
      const header = readHeader(block)
      const size = Number(/^\d+ size=(\d{1,15})$/m.exec(extended ?? '')?.[1] ?? header.size)
      if (header.type === 'x' && size <= MAX_EXTENDED_BYTES && extended === undefined) {
        extended = (await take(size)).toString()
      } else if (header.type === '0' || header.type === '\0') {
        yield { name: /^\d+ path=(.+)$/m.exec(extended ?? '')?.[1] ?? header.name, size, body: read(size) }
        extended = undefined
      } else throw new InvalidTar(`${JSON.stringify(header.name.slice(0, 80))} is no file`)
      await take(-size & (BLOCK_BYTES - 1))
    }
    let padding = 0
    for (let bytes = await next(RECORD_BYTES); bytes.length > 0; bytes = await next(RECORD_BYTES)) {
      padding += bytes.length
      if (padding > RECORD_BYTES || !isZero(bytes)) throw new InvalidTar('something follows its end')
    }
  } finally {
    await chunks.return?.()
  }

  /** Without bytes at the end of the archive. */
  async function next(most: number): Promise<Buffer> {
    if (unread.length === 0) unread = (await chunks.next()).value ?? unread
    const bytes = unread.subarray(0, most)
    unread = unread.subarray(most)
    return bytes
  }

  async function* read(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      const bytes = await next(left)
      if (bytes.length === 0) throw new InvalidTar('it is cut off')
      left -= bytes.length
      yield bytes
    }
  }

  async function take(size: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for await (const piece of read(size)) pieces.push(piece)
    return Buffer.concat(pieces)
  }
}

/** https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html, "ustar Header Block" */
function readHeader(block: Buffer) {
  const text = (start: number, length: number) => block.toString('utf8', start, start + length).replace(/\0.*$/s, '')
  const octal = (start: number, length: number) => {
    const digits = text(start, length).trim()
    if (!/^[0-7]+$/.test(digits)) throw new InvalidTar('a header has no number where one belongs')
    return Number.parseInt(digits, 8)
  }
  // The checksum counts as spaces in itself.
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0)
  if (octal(148, 8) !== sum) throw new InvalidTar('a header is damaged')
  const prefix = text(257, 6) === 'ustar' ? text(345, 155) : ''
  return {
    name: `${prefix && `${prefix}/`}${text(0, 100)}`,
    size: octal(124, 12),
    type: String.fromCharCode(block[156]!),
  }
}

const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0)
