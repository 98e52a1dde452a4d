/**
 * Reads a connection piece by piece. Node parses at once all that it has received, up to 64 KB, which may be thousands of
 * requests: one connection could block the others for 50 ms, and a thousand for seconds. So bytes reach the parser in
 * pieces, each in the client's turn, and none while a whole request is unanswered. Until then the socket is paused, and
 * the client's system buffers what it sends.
 */
import type { Socket } from 'node:net'

/** About as many requests as take a millisecond. An ordinary request is one piece. */
const PIECE_BYTES = 2 * 1024

export interface ReadingPace {
  /** Whether a whole request is unanswered. */
  isBusy(): boolean
  /** Calls `read` soon, in the client's turn. */
  schedule(read: () => void): void
}

/** @param socket that an HTTP server has just accepted */
export function readAtPace(socket: Socket, { isBusy, schedule }: ReadingPace) {
  const [parse] = socket.listeners('data') as [(bytes: Buffer) => void]
  // The stream has a listener of its own before that of the server.
  const finish = socket.listeners('end').at(-1) as () => void
  let unparsed: Buffer | undefined
  let isScheduled = false
  let isEnded = false
  socket.off('data', parse)
  socket.off('end', finish)
  socket.on('data', (bytes: Buffer) => {
    if (!unparsed && bytes.length <= PIECE_BYTES && !isBusy()) return parse(bytes)
    unparsed = unparsed ? Buffer.concat([unparsed, bytes]) : bytes
    socket.pause()
    next()
  })
  // A client may close its side before all of its bytes are parsed.
  socket.on('end', () => {
    isEnded = true
    if (!unparsed) finish()
  })
  // The server resumes a connection after a large response.
  socket.on('resume', () => {
    if (unparsed) socket.pause()
  })
  return {
    /** To be called when a response has ended. */
    next,
    hasUnparsed: () => unparsed !== undefined,
  }

  function next(): void {
    if (!unparsed || isScheduled || isBusy()) return
    isScheduled = true
    schedule(read)
  }

  function read(): void {
    isScheduled = false
    // After a refusal nothing more is read.
    if (!unparsed || !socket.writable || isBusy()) return
    const piece = unparsed.subarray(0, PIECE_BYTES)
    unparsed = unparsed.length > PIECE_BYTES ? unparsed.subarray(PIECE_BYTES) : undefined
    parse(piece)
    if (unparsed) next()
    else if (isEnded) finish()
    else socket.resume()
  }
}
