/** A list of strings as arrays of numbers, in which a string is found without the others being made. */
import { type Arrays, type Integers, integers } from './file.ts'
import { partsOf } from './lists.ts'
import { bytesOf, endAfter, textOf, unitAt, widthOf } from './units.ts'

export interface Strings {
  readonly size: number
  /** -1 for a string that is not in the list. */
  indexOf(text: string): number
  at(index: number): string
}

/** @param name what the names of the arrays begin with */
export const packStrings = (name: string, texts: readonly string[]): Arrays => ({
  [`${name}.bytes`]: Uint8Array.from(texts.flatMap(bytesOf)),
  [`${name}.lengths`]: integers(texts.map((text) => bytesOf(text).length)),
})

export function openStrings(name: string, arrays: Arrays): Strings {
  const bytes = arrays[`${name}.bytes`] as Uint8Array
  const { size, start, end } = partsOf(arrays[`${name}.lengths`] as Integers)
  let slots: Uint32Array | undefined

  /** 1 + index of each string, at its hash or as soon after it as a slot is free; half of the slots stay free. */
  function hashed(): Uint32Array {
    const table = new Uint32Array(2 ** Math.ceil(Math.log2(2 * size + 1)))
    for (let index = 0; index < size; index++) {
      let hash = FIRST
      for (let at = start(index); at < end(index); ) {
        const unit = unitAt(bytes, at)
        hash = mixed(hash, unit)
        at += widthOf(unit)
      }
      let slot = (hash >>> 0) & (table.length - 1)
      while (table[slot] !== 0) slot = (slot + 1) & (table.length - 1)
      table[slot] = index + 1
    }
    return table
  }

  return {
    size,
    indexOf(text) {
      slots ??= hashed()
      const mask = slots.length - 1
      let hash = FIRST
      for (let at = 0; at < text.length; at++) hash = mixed(hash, text.charCodeAt(at))
      for (let slot = (hash >>> 0) & mask; ; slot = (slot + 1) & mask) {
        const index = slots[slot]! - 1
        if (index < 0 || endAfter(bytes, start(index), text) === end(index)) return index
      }
    },
    at: (index) => textOf(bytes, start(index), end(index)),
  }
}

/** FNV-1a over UTF-16 code units. */
const FIRST = 0x811c9dc5
const mixed = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193)
