/** A list of different strings as arrays of numbers, in which a string is found without the others being made. */
import { type Arrays, type Integers, integers } from './file.ts'
import { partsOf } from './lists.ts'

export interface Strings {
  readonly size: number
  /** -1 for a string that is not in the list. */
  indexOf(text: string): number
  at(index: number): string
}

/** @param name what the names of the arrays begin with */
export const packStrings = (name: string, texts: readonly string[]): Arrays => ({
  [`${name}.units`]: integers(texts.flatMap(unitsOf)),
  [`${name}.lengths`]: integers(texts.map(({ length }) => length)),
})

export function openStrings(name: string, arrays: Arrays): Strings {
  const units = arrays[`${name}.units`] as Integers
  const { size, start, end } = partsOf(arrays[`${name}.lengths`] as Integers)
  let slots: Uint32Array | undefined

  /** 1 + index of each string, at its hash or as soon after it as a slot is free; half of the slots stay free. */
  function hashed(): Uint32Array {
    const table = new Uint32Array(2 ** Math.ceil(Math.log2(2 * size + 1)))
    for (let index = 0; index < size; index++) {
      let hash = FIRST
      for (let at = start(index); at < end(index); at++) hash = mixed(hash, units[at]!)
      let slot = (hash >>> 0) & (table.length - 1)
      while (table[slot] !== 0) slot = (slot + 1) & (table.length - 1)
      table[slot] = index + 1
    }
    return table
  }

  const isAt = (index: number, text: string): boolean =>
    end(index) - start(index) === text.length && standsAt(units, start(index), text)

  return {
    size,
    indexOf(text) {
      slots ??= hashed()
      const mask = slots.length - 1
      let hash = FIRST
      for (let at = 0; at < text.length; at++) hash = mixed(hash, text.charCodeAt(at))
      for (let slot = (hash >>> 0) & mask; ; slot = (slot + 1) & mask) {
        const index = slots[slot]! - 1
        if (index < 0 || isAt(index, text)) return index
      }
    },
    at: (index) => textOf(units, start(index), end(index)),
  }
}

/** FNV-1a over UTF-16 code units. */
const FIRST = 0x811c9dc5
const mixed = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193)

const unitsOf = (text: string): number[] => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))

/** Whether the text stands from there on. */
function standsAt(units: Integers, start: number, text: string): boolean {
  for (let at = 0; at < text.length; at++) if (units[start + at] !== text.charCodeAt(at)) return false
  return true
}

function textOf(units: Integers, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at++) text += String.fromCharCode(units[at]!)
  return text
}

/** Strings in the order of their code units, in which those that begin alike stand together. */
export interface SortedStrings {
  /** Code units of the longest. */
  readonly longest: number
  at(index: number): string
  /** Index of exactly the text; -1 for one that is not in the list. */
  indexOf(text: string): number
  /** Index of the first string that does not stand before the text; beyond the last where all do. */
  firstFrom(text: string): number
  /** Whether the string at the index begins with the text; false beyond the last. */
  startsWith(index: number, text: string): boolean
}

export function openSortedStrings(name: string, arrays: Arrays): SortedStrings {
  const units = arrays[`${name}.units`] as Integers
  const lengths = arrays[`${name}.lengths`] as Integers
  const { size, start, end } = partsOf(lengths)

  function isBefore(index: number, text: string): boolean {
    for (let at = 0; at < text.length; at++) {
      const unit = at < lengths[index]! ? units[start(index) + at]! : -1
      if (unit !== text.charCodeAt(at)) return unit < text.charCodeAt(at)
    }
    return false
  }

  function firstFrom(text: string): number {
    let low = 0
    let high = size
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBefore(middle, text)) low = middle + 1
      else high = middle
    }
    return low
  }

  const startsWith = (index: number, text: string): boolean =>
    index < size && lengths[index]! >= text.length && standsAt(units, start(index), text)

  return {
    longest: Math.max(0, ...lengths),
    at: (index) => textOf(units, start(index), end(index)),
    indexOf(text) {
      const index = firstFrom(text)
      return startsWith(index, text) && lengths[index] === text.length ? index : -1
    },
    firstFrom,
    startsWith,
  }
}
