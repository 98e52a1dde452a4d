/**
 * Drops lines of standard input that are too long. The SDK's own maxBufferSize does not do: it ends the whole connection
 * at the first such line, and every request after it stays unanswered.
 */
import { Transform } from 'node:stream'

export const MAX_LINE_BYTES = 10 * 1024 * 1024

const LINE_FEED = 0x0a
/** Ends the part of a line that has been passed on, so that it is not valid JSON. */
const INVALID_JSON = Buffer.from([0])

/** Passes on lines, but only an invalid beginning of a line that is too long. @param dropped called for each of those */
export function boundedLines(dropped: () => void): Transform {
  let length = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // A chunk has about 64 KB, so only a line that began before it can be too long.
      const end = chunk.indexOf(LINE_FEED)
      const before = length
      length += end === -1 ? chunk.length : end
      if (length <= MAX_LINE_BYTES) this.push(chunk)
      else {
        if (before <= MAX_LINE_BYTES) {
          this.push(INVALID_JSON)
          dropped()
        }
        if (end !== -1) this.push(chunk.subarray(end))
      }
      if (end !== -1) length = chunk.length - 1 - chunk.lastIndexOf(LINE_FEED)
      done()
    },
  })
}
