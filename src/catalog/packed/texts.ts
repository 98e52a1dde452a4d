/**
 * Texts in one file, which stays where it lies if it is large: a line of JSON for each line of sdks.jsonl, empty for an SDK
 * that has none.
 */
import { createHash } from 'node:crypto'
import { type Bytes, linesOf, openStored, readAt } from '../../system/bytes.ts'

/** As one thread passes them to another. */
export interface PackedTexts {
  /** The file, or its path. */
  file: Uint8Array<ArrayBuffer> | string
  /** End offset of each line. */
  ends: Float64Array<ArrayBuffer>
}

export interface TextSource {
  get(slug: string): string | undefined
}

/** Where the lines end. @param onDigest gets the SHA-256 of the file, as it is read for that anyway */
export function scanLines(file: Bytes, onDigest?: (digest: string) => void): PackedTexts['ends'] {
  const sha256 = createHash('sha256')
  const lines = linesOf(file, (piece) => sha256.update(piece))
  const ends = Float64Array.from(lines, ({ start, length }) => start + length)
  onDigest?.(sha256.digest('hex'))
  return ends
}

/** Length of the line of that number, from 0. */
export const lengthOfLine = (ends: PackedTexts['ends'], line: number): number =>
  ends[line]! - (line > 0 ? ends[line - 1]! + 1 : 0)

/** @returns reads a line; undefined for one that is empty or not there */
export function openTexts({ file, ends }: PackedTexts): (line: number) => Buffer | undefined {
  const bytes = typeof file === 'string' ? openStored(file) : file
  return (line) => {
    const length = lengthOfLine(ends, line)
    return length > 0 ? readAt(bytes, ends[line]! - length, length) : undefined
  }
}

export const packLines = (lines: Iterable<Uint8Array | undefined>): PackedTexts => {
  const file = new Uint8Array(Buffer.concat([...lines].flatMap((line) => [line ?? NOTHING, LINE_END])))
  return { file, ends: scanLines(file) }
}
const [NOTHING, LINE_END] = [Buffer.of(), Buffer.from('\n')]
