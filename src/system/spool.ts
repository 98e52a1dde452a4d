/**
 * Bytes that grow with the catalogue, such as a file of all facts: made once, part by part between other work, into a
 * file without a name, which is closed when nobody can ask for it any more. Whoever reads it meanwhile gets what there is
 * and then what follows.
 */
import { closeSync, mkdtempSync, openSync, read as readFile, rmSync, write as writeFile } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as loopTurn } from 'node:timers/promises'
import { promisify } from 'node:util'

const readAt = promisify(readFile)
const writeAt = promisify(writeFile)

/** How long parts are made in one turn of the event loop. */
const SLICE_MS = 5
/** Of a piece that is written, read and sent at once. */
const PIECE_BYTES = 64 * 1024

export interface Spool {
  readonly file: number
  length: number
  state: 'growing' | 'whole' | 'failed'
  /** Resolves when one of the others has changed. */
  changed: PromiseWithResolvers<void>
}

const closed = new FinalizationRegistry<number>(closeSync)

/** @throws where there is no place for a temporary file */
export function spool(pieces: AsyncIterable<Uint8Array>): Spool {
  const made: Spool = { file: openUnnamed(), length: 0, state: 'growing', changed: Promise.withResolvers() }
  closed.register(made, made.file)
  void fill(made, pieces)
  return made
}

async function fill(spool: Spool, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const note = (change: Partial<Spool>) => {
    const { changed } = spool
    Object.assign(spool, change, { changed: Promise.withResolvers() })
    changed.resolve()
  }
  try {
    for await (const piece of pieces) {
      for (let written = 0; written < piece.length; ) {
        const { bytesWritten } = await writeAt(
          spool.file,
          piece,
          written,
          piece.length - written,
          spool.length + written,
        )
        written += bytesWritten
      }
      note({ length: spool.length + piece.length })
    }
    note({ state: 'whole' })
  } catch {
    note({ state: 'failed' })
  }
}

/**
 * @param start of the first byte
 * @param end after the last byte; by default all that will be there
 * @throws where the bytes could not be made, or not be read
 */
export async function* bytesOf(spool: Spool, start = 0, end = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const { length, state, changed } = spool
    if (at >= length) {
      if (state === 'whole') return
      if (state === 'failed') throw new Error('a document could not be written to a temporary file')
      await changed.promise
      continue
    }
    const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, end - at, length - at))
    const { bytesRead } = await readAt(spool.file, piece, 0, piece.length, at)
    at += bytesRead
    yield piece.subarray(0, bytesRead)
  }
}

/** UTF-8 of the parts, made for a few milliseconds in each turn of the event loop. */
export async function* inTurns(parts: Iterable<string>): AsyncGenerator<Buffer> {
  let text = ''
  let began = performance.now()
  for (const part of parts) {
    text += part
    const isLate = performance.now() - began > SLICE_MS
    if (!isLate && text.length < PIECE_BYTES) continue
    yield Buffer.from(text)
    text = ''
    if (isLate) await loopTurn()
    began = performance.now()
  }
  yield Buffer.from(text)
}

/** A file that the system removes with the process, or when it is closed. */
function openUnnamed(): number {
  const directory = mkdtempSync(join(tmpdir(), 'sdk-catalog-'))
  try {
    return openSync(join(directory, 'document'), 'wx+', 0o600)
  } finally {
    rmSync(directory, { recursive: true })
  }
}
