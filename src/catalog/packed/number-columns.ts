/**
 * Columns of numbers whose length is not known before, and texts as numbers: some bytes a row, where an array of objects
 * takes a hundred.
 */

import type { Integers } from './array-file.ts'

type Numbers = Uint8Array | Uint32Array

interface Column<Type extends Numbers = Uint32Array> {
  push(number: number): void
  /** A view of all rows. */
  rows(): Type
  /** Gives back the memory of the rows after those. */
  shrink(length: number): void
  readonly length: number
}

/** Addresses that a column reserves; only its rows take memory. */
const MAX_COLUMN_BYTES = 2 ** 34
/** By which it grows, in place. */
const STEP_BYTES = 2 ** 18

/** @param empty an array of the column's type */
export function createColumn<Type extends Numbers>(empty: Type): Column<Type> {
  const buffer = new ArrayBuffer(0, { maxByteLength: MAX_COLUMN_BYTES })
  const numbers = new (empty.constructor as new (buffer: ArrayBuffer) => Numbers)(buffer)
  let length = 0
  return {
    push(number) {
      if (length === numbers.length) buffer.resize(buffer.byteLength + STEP_BYTES)
      numbers[length++] = number
    },
    rows: () => numbers.subarray(0, length) as Type,
    shrink(rows) {
      length = rows
      buffer.resize(rows * numbers.BYTES_PER_ELEMENT)
    },
    get length() {
      return length
    },
  }
}

/** Numbers of texts, from 0 in the order in which each is first seen. */
export function createNumbering() {
  const numbers = new Map<string, number>()
  return {
    numberOf(text: string): number {
      const number = numbers.get(text) ?? numbers.size
      if (number === numbers.size) numbers.set(text, number)
      return number
    },
    texts: (): string[] => [...numbers.keys()],
  }
}

/**
 * The rows of each key, in their order, key by key.
 * @param keys of the rows, each less than `count`
 * @returns the list of key n is `rows` from `starts[n]` to before `starts[n + 1]`
 */
export function rowsByKey(keys: Integers, count: number): { starts: Uint32Array; rows: Uint32Array } {
  const starts = new Uint32Array(count + 1)
  for (const key of keys) starts[key + 1]! += 1
  for (let key = 0; key < count; key++) starts[key + 1]! += starts[key]!
  const next = starts.slice()
  const rows = new Uint32Array(keys.length)
  for (let row = 0; row < keys.length; row++) rows[next[keys[row]!]!++] = row
  return { starts, rows }
}
