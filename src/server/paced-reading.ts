/**
 * Reads a connection piece by piece. Node parses at once all that it has read, up to 64 KB, which may be thousands of
 * requests: one connection could hold up all others for 50 ms, and a thousand for seconds. So bytes reach the parser in
 * pieces, those of a client in its turn, and none while a whole request waits for its answer. Until then the rest
 * stays here and the client's own system has to keep what it sends.
 */
import type { Socket } from 'node:net'

/** About as many requests as take a millisecond. An ordinary request is one piece. */
const PIECE_BYTES = 2 * 1024

export interface ReadingPace {
  /** Whether a whole request waits for its answer. */
  isWaiting(): boolean
  /** Runs it soon, when others have had their turn. */
  later(read: () => void): void
}

/** @param socket that an HTTP server has just been given */
export function readAtPace(socket: Socket, { isWaiting, later }: ReadingPace) {
  const [parse] = socket.listeners('data') as [(bytes: Buffer) => void]
  // The stream has a listener of its own before that of the server.
  const finish = socket.listeners('end').at(-1) as () => void
  let rest: Buffer | undefined
  let isPlanned = false
  let isEnded = false
  socket.off('data', parse)
  socket.off('end', finish)
  socket.on('data', (bytes: Buffer) => {
    if (!rest && bytes.length <= PIECE_BYTES && !isWaiting()) return parse(bytes)
    rest = rest ? Buffer.concat([rest, bytes]) : bytes
    socket.pause()
    next()
  })
  // A client may close its side before all of its bytes are parsed.
  socket.on('end', () => {
    isEnded = true
    if (!rest) finish()
  })
  // The server resumes a connection after a large answer.
  socket.on('resume', () => {
    if (rest) socket.pause()
  })
  return {
    /** To be called when an answer is finished. */
    next,
    /** Whether there are bytes that no request was read from. */
    hasMore: () => rest !== undefined,
  }

  function next(): void {
    if (!rest || isPlanned || isWaiting()) return
    isPlanned = true
    later(read)
  }

  function read(): void {
    isPlanned = false
    // After a refusal nothing more is read.
    if (!rest || !socket.writable || isWaiting()) return
    const piece = rest.subarray(0, PIECE_BYTES)
    rest = rest.length > PIECE_BYTES ? rest.subarray(PIECE_BYTES) : undefined
    parse(piece)
    if (rest) next()
    else if (isEnded) finish()
    else socket.resume()
  }
}
