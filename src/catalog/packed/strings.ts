/** Lists of strings as newline-separated UTF-8, decoded once when a file is opened, and binary search in sorted ones. */

/** Line feeds within texts become spaces. */
export const encodeLines = (texts: readonly string[]): Uint8Array =>
  new TextEncoder().encode(texts.map((text) => `${text.replaceAll('\n', ' ')}\n`).join(''))

export function decodeLines(bytes: Uint8Array): string[] {
  const lines = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\n')
  lines.pop()
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
