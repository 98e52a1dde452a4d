/** Splits standard input into lines, and drops those that are too long without keeping them in memory. */
export const MAX_LINE_BYTES = 10 * 1024 * 1024

const LINE_FEED = 0x0a

/**
 * Lines as text, without line ends and the byte order mark; the last one needs no end.
 * @param dropped called for each line that is too long
 */
export async function* boundedLines(input: AsyncIterable<Buffer>, dropped: () => void): AsyncGenerator<string> {
  /** Chunks of the line that has begun; none of a line that is too long already. */
  let begun: Buffer[] = []
  let length = 0
  function take(chunk: Buffer): void {
    if (length <= MAX_LINE_BYTES && length + chunk.length > MAX_LINE_BYTES) dropped()
    length += chunk.length
    if (length <= MAX_LINE_BYTES) begun.push(chunk)
    else begun = []
  }
  function line(): string {
    const bytes = Buffer.concat(begun)
    begun = []
    length = 0
    // RFC 8259 §8.1: a parser may ignore a byte order mark, which shells of Windows write. TextDecoder does.
    return new TextDecoder().decode(bytes)
  }
  for await (const chunk of input) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      take(chunk.subarray(start, end))
      yield line()
      start = end + 1
    }
    take(chunk.subarray(start))
  }
  yield line()
}
