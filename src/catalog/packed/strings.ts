/** Lists of strings as UTF-8, of which one is decoded when it is asked for, and binary search in sorted ones. */
import type { Arrays } from './array-file.ts'
import { openLists } from './lists.ts'
import { createColumn } from './number-columns.ts'

/** All texts together may be longer than a string can be. */
const PIECE_LENGTH = 2 ** 20

/** What arrays and lists in bytes have in common. */
export interface TextList {
  readonly length: number
  at(index: number): string | undefined
}

/** @param name prefix of the names of the arrays */
export function packStrings(name: string, strings: Iterable<string>): Arrays {
  const starts = createColumn(new Uint32Array())
  const pieces: Buffer[] = []
  let [piece, start] = ['', 0]
  starts.push(start)
  for (const each of strings) {
    // Halves of a pair in two strings would become one character.
    const string = each.toWellFormed()
    piece += string
    start += Buffer.byteLength(string)
    starts.push(start)
    if (piece.length < PIECE_LENGTH) continue
    pieces.push(Buffer.from(piece))
    piece = ''
  }
  const values = Buffer.concat([...pieces, Buffer.from(piece)])
  return { [`${name}.starts`]: starts.rows().slice(), [`${name}.values`]: values }
}

export interface Strings extends TextList {
  /** In sorted strings the index of exactly the text; -1 for one that is not there. */
  indexOf(text: string): number
  /** In sorted strings all that begin so. */
  beginning(prefix: string): string[]
  [Symbol.iterator](): Iterator<string>
}

/** Sorted strings are in UTF-16 order, as Array.prototype.sort gives. */
export function openStrings(name: string, arrays: Arrays): Strings {
  const { starts, values } = openLists(name, arrays)
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.length)
  const length = starts.length - 1
  const at = (index: number) =>
    index >= 0 && index < length ? bytes.toString('utf8', starts[index], starts[index + 1]) : undefined

  function indexOf(text: string): number {
    const index = firstNotLess(text)
    return at(index) === text ? index : -1
  }

  function beginning(prefix: string): string[] {
    const found: string[] = []
    for (let index = firstNotLess(prefix); at(index)?.startsWith(prefix); index++) found.push(at(index)!)
    return found
  }

  function firstNotLess(text: string): number {
    const wanted = Buffer.from(text)
    let [low, high] = [0, length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isLess(middle, wanted)) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Compares bytes: decoding each string on the way would take most of a search. */
  function isLess(index: number, wanted: Uint8Array): boolean {
    const start = starts[index]!
    const own = starts[index + 1]! - start
    const common = Math.min(own, wanted.length)
    for (let at = 0; at < common; at++) {
      const [byte, other] = [bytes[start + at]!, wanted[at]!]
      if (byte !== other) return rankOf(byte) < rankOf(other)
    }
    return own < wanted.length
  }

  return {
    ...{ length, at, indexOf, beginning },
    *[Symbol.iterator]() {
      for (let index = 0; index < length; index++) yield at(index)!
    },
  }
}

/** In UTF-16 what takes four bytes of UTF-8 comes before what follows the surrogates, which begins with 0xee or 0xef. */
const rankOf = (byte: number): number => (byte === 0xee || byte === 0xef ? byte + 0x10 : byte)

/** Line feeds within texts become spaces. */
export const encodeLines = (texts: Iterable<string>): Uint8Array =>
  Buffer.from(Array.from(texts, (text) => `${text.replaceAll('\n', ' ')}\n`).join(''))

/** The lines of a long list that is seldom read: its text stays in one piece. */
export function openLines(bytes: Uint8Array): TextList {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const ends: number[] = []
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at)
  const at = (row: number) =>
    row < ends.length ? text.slice(row === 0 ? 0 : ends[row - 1]! + 1, ends[row]) : undefined
  return { length: ends.length, at }
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
