/** The bytes of files of any size: in memory, or read where they lie; Node reads, writes and hashes 2 GB at once. */
import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'

/** A file that stays open as long as somebody can read it. */
interface StoredFile {
  readonly path: string
  readonly file: number
  /** In bytes, as when it was opened. */
  readonly length: number
  readonly changedMs: number
}

export type Bytes = Uint8Array<ArrayBuffer> | StoredFile

const PIECE_BYTES = 1024 * 1024
/** Of one call. */
const MAX_CALL_BYTES = 2 ** 30
const LINE_END = 0x0a

const closed = new FinalizationRegistry<number>(closeSync)

/** @throws what the file system fails with */
export function openStored(path: string): StoredFile {
  const file = openSync(path, 'r')
  const { size, mtimeMs } = fstatSync(file)
  const stored = { path, file, length: size, changedMs: mtimeMs }
  closed.register(stored, file)
  return stored
}

/** @param room for the part, where it is not kept. @throws where the file was changed since it was opened */
export function readAt(bytes: Bytes, start: number, length: number, room?: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  if (bytes instanceof Uint8Array) return Buffer.from(bytes.buffer, bytes.byteOffset + start, length)
  const part = room?.subarray(0, length) ?? Buffer.allocUnsafe(length)
  let read = 0
  for (let got = -1; read < length && got !== 0; read += got)
    got = readSync(bytes.file, part, read, Math.min(MAX_CALL_BYTES, length - read), start + read)
  const { size, mtimeMs } = fstatSync(bytes.file)
  if (read < length || size !== bytes.length || mtimeMs !== bytes.changedMs)
    throw new Error(`${bytes.path} was changed while it was open; put another file in its place instead`)
  return part
}

/** One after the other, each in the place of the one before. */
export function* piecesOf(bytes: Bytes): Generator<Buffer> {
  const room = Buffer.allocUnsafe(Math.min(PIECE_BYTES, bytes.length))
  for (let start = 0; start < bytes.length; start += PIECE_BYTES)
    yield readAt(bytes, start, Math.min(PIECE_BYTES, bytes.length - start), room)
}

/** Where each line begins, and its length without its end. @param onPiece gets all bytes as they are read */
export function* linesOf(
  bytes: Bytes,
  onPiece?: (piece: Buffer) => void,
): Generator<{ start: number; length: number }> {
  let start = 0
  let read = 0
  for (const piece of piecesOf(bytes)) {
    onPiece?.(piece)
    for (let end = piece.indexOf(LINE_END); end >= 0; end = piece.indexOf(LINE_END, end + 1)) {
      yield { start, length: read + end - start }
      start = read + end + 1
    }
    read += piece.length
  }
  if (start < read) yield { start, length: read - start }
}

/** SHA-256 in hexadecimal digits. */
export function digestOf(pieces: Iterable<Uint8Array>): string {
  const sha256 = createHash('sha256')
  for (const piece of pieces) {
    for (let start = 0; start < piece.length; start += MAX_CALL_BYTES)
      sha256.update(piece.subarray(start, start + MAX_CALL_BYTES))
  }
  return sha256.digest('hex')
}

/** A new file that grows. */
export function createFile(path: string) {
  const file = openSync(path, 'wx')
  const sha256 = createHash('sha256')
  return {
    write(piece: Uint8Array): void {
      for (let start = 0; start < piece.length; ) {
        const part = piece.subarray(start, start + MAX_CALL_BYTES)
        const length = writeSync(file, part)
        sha256.update(part.subarray(0, length))
        start += length
      }
    },
    /** @returns its SHA-256 */
    close(): string {
      closeSync(file)
      return sha256.digest('hex')
    },
  }
}

/** Writes a new file. @returns its SHA-256 */
export function writePieces(path: string, pieces: Iterable<Uint8Array>): string {
  const { write, close } = createFile(path)
  for (const piece of pieces) write(piece)
  return close()
}
