/**
 * Strings in the order of their code units, in which those that begin alike stand together. So each is packed as what it
 * does not share with the one before.
 */
import { type Arrays, type Integers, integers } from './file.ts'
import { partsOf } from './lists.ts'
import { bytesOf, endAfter, textOf, unitAt, widthOf } from './units.ts'

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

/** @param name what the names of the arrays begin with */
export function packSortedStrings(name: string, texts: readonly string[]): Arrays {
  const all = texts.map(bytesOf)
  const shared = all.map((bytes, index) => sharedBytes(bytes, all[index - 1] ?? []))
  const rests = all.map((bytes, index) => bytes.slice(shared[index]))
  return {
    [`${name}.shared`]: integers(shared),
    [`${name}.bytes`]: Uint8Array.from(rests.flat()),
    [`${name}.lengths`]: integers(rests.map(({ length }) => length)),
    [`${name}.longest`]: integers([texts.reduce((most, { length }) => Math.max(most, length), 0)]),
  }
}

function sharedBytes(one: readonly number[], other: readonly number[]): number {
  let shared = 0
  while (shared < one.length && one[shared] === other[shared]) shared++
  return shared
}

export function openSortedStrings(name: string, arrays: Arrays): SortedStrings {
  const { bytes, lengths } = whole(name, arrays)
  const { size, start, end } = partsOf(lengths)

  function isBefore(index: number, text: string): boolean {
    let place = start(index)
    for (let at = 0; at < text.length; at++) {
      const unit = place < end(index) ? unitAt(bytes, place) : -1
      if (unit !== text.charCodeAt(at)) return unit < text.charCodeAt(at)
      place += widthOf(unit)
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

  function startsWith(index: number, text: string): boolean {
    const after = index < size ? endAfter(bytes, start(index), text) : -1
    return after >= 0 && after <= end(index)
  }

  return {
    longest: arrays[`${name}.longest`]![0]!,
    at: (index) => textOf(bytes, start(index), end(index)),
    indexOf(text) {
      const index = firstFrom(text)
      return index < size && endAfter(bytes, start(index), text) === end(index) ? index : -1
    },
    firstFrom,
    startsWith,
  }
}

/** The strings with what each shares with the one before. */
function whole(name: string, arrays: Arrays): { bytes: Uint8Array; lengths: Uint32Array } {
  const [shared, rests, restLengths] = ['shared', 'bytes', 'lengths'].map((part) => arrays[`${name}.${part}`]) as [
    Integers,
    Uint8Array,
    Integers,
  ]
  const lengths = new Uint32Array(shared.length)
  let size = 0
  for (let index = 0; index < shared.length; index++) {
    lengths[index] = shared[index]! + restLengths[index]!
    size += lengths[index]!
  }
  const bytes = new Uint8Array(size)
  let [before, at, rest] = [0, 0, 0]
  for (let index = 0; index < lengths.length; index++) {
    const start = at
    for (let end = before + shared[index]!; before < end; ) bytes[at++] = bytes[before++]!
    for (let end = rest + restLengths[index]!; rest < end; ) bytes[at++] = rests[rest++]!
    before = start
  }
  return { bytes, lengths }
}
