/**
 * Drops lines of standard input that are too long, and passes on whole ones. The SDK's own maxBufferSize does not do: it
 * ends the whole connection at the first such line, and it copies all of a long line with each chunk.
 */
import { Transform } from 'node:stream'

export const MAX_LINE_BYTES = 10 * 1024 * 1024

const LINE_FEED = 0x0a

/** @param dropped called for each line that is too long */
export function boundedLines(dropped: () => void): Transform {
  /** Chunks of the line that has begun; none of a line that is too long already. */
  let begun: Buffer[] = []
  let length = 0
  function take(chunk: Buffer): void {
    if (length <= MAX_LINE_BYTES && length + chunk.length > MAX_LINE_BYTES) dropped()
    length += chunk.length
    if (length <= MAX_LINE_BYTES) begun.push(chunk)
    else begun = []
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const end = chunk.indexOf(LINE_FEED)
      // A chunk has about 64 KB, so only a line that began before it can be too long.
      take(end === -1 ? chunk : chunk.subarray(0, end))
      if (end !== -1) {
        const last = chunk.lastIndexOf(LINE_FEED) + 1
        this.push(Buffer.concat([...begun, chunk.subarray(end, last)]))
        begun = []
        length = 0
        take(chunk.subarray(last))
      }
      done()
    },
    // The last line may have no end, which the SDK waits for.
    flush: (done) => done(null, Buffer.concat([...begun, Buffer.of(LINE_FEED)])),
  })
}
