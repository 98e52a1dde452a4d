/** Standard input without lines that are too long: the SDK ends the connection over what its buffer does not hold. */
import { Transform } from 'node:stream'

export const LONGEST_LINE_BYTES = 10 * 1024 * 1024

const LINE_FEED = 0x0a
/** Makes what came of a line no JSON, so that it is not taken for a message. */
const SPOILED = Buffer.from([0])

/** Passes bytes on; of a line that is too long only the beginning, spoiled. @param refused is told of each */
export function boundedLines(refused: () => void): Transform {
  let length = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // Chunks have some 64 KB, so only the line that their beginning goes on with can be too long.
      const end = chunk.indexOf(LINE_FEED)
      const before = length
      length += end === -1 ? chunk.length : end
      if (length <= LONGEST_LINE_BYTES) this.push(chunk)
      else {
        if (before <= LONGEST_LINE_BYTES) {
          this.push(SPOILED)
          refused()
        }
        if (end !== -1) this.push(chunk.subarray(end))
      }
      if (end !== -1) length = chunk.length - 1 - chunk.lastIndexOf(LINE_FEED)
      done()
    },
  })
}
