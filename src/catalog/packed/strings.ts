/** Lists of strings as newline-separated UTF-8, decoded once when a file is opened, and binary search in sorted ones. */

/** All texts together may be longer than a string can be. */
const PIECE_LENGTH = 2 ** 20
const LINE_END = 0x0a

/** Line feeds within texts become spaces. */
export function encodeLines(texts: Iterable<string>): Uint8Array {
  const pieces: Buffer[] = []
  let piece = ''
  for (const text of texts) {
    piece += `${text.replaceAll('\n', ' ')}\n`
    if (piece.length < PIECE_LENGTH) continue
    pieces.push(Buffer.from(piece))
    piece = ''
  }
  return Buffer.concat([...pieces, Buffer.from(piece)])
}

export function decodeLines(bytes: Uint8Array): string[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const lines: string[] = []
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LINE_END, start + PIECE_LENGTH) + 1 || bytes.length
    const piece = decoder.decode(bytes.subarray(start, end)).split('\n')
    for (const line of piece.slice(0, -1)) lines.push(line)
    start = end
  }
  return lines
}

/** The lines of a long list that is seldom read: its text stays in one piece. */
export function openLines(bytes: Uint8Array): TextList {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const ends: number[] = []
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at)
  const at = (row: number) =>
    row < ends.length ? text.slice(row === 0 ? 0 : ends[row - 1]! + 1, ends[row]) : undefined
  return { length: ends.length, at }
}

/** What arrays and open lines have in common. */
export interface TextList {
  readonly length: number
  at(index: number): string | undefined
}

/** Index of the first text that is not less, in UTF-16 order as Array.prototype.sort gives. */
export function lowerBound(sorted: TextList, text: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted.at(middle)! < text) low = middle + 1
    else high = middle
  }
  return low
}

/** Index of exactly the text; -1 for one that is not in the list. */
export function indexInSorted(sorted: TextList, text: string): number {
  const index = lowerBound(sorted, text)
  return sorted.at(index) === text ? index : -1
}
