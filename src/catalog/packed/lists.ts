/** Lists of numbers, one after the other in one array. */
import { type Arrays, type Integers, integers } from './file.ts'

/** @param name what the names of the arrays begin with */
export const packLists = (name: string, lists: readonly (readonly number[])[]): Arrays => ({
  [`${name}.lengths`]: integers(lists.map(({ length }) => length)),
  [`${name}.values`]: integers(lists.flat()),
})

/** What stands one after the other. */
export interface Parts {
  readonly size: number
  /** Where part `index` begins. */
  start(index: number): number
  /** Where it ends. */
  end(index: number): number
}

export interface Lists extends Parts {
  readonly values: Integers
}

export const openLists = (name: string, arrays: Arrays): Lists => ({
  ...partsOf(arrays[`${name}.lengths`] as Integers),
  values: arrays[`${name}.values`] as Integers,
})

export function partsOf(lengths: Integers): Parts {
  const ends = new Uint32Array(lengths.length)
  let end = 0
  for (let index = 0; index < lengths.length; index++) {
    end += lengths[index]!
    ends[index] = end
  }
  return {
    size: ends.length,
    start: (index) => (index === 0 ? 0 : ends[index - 1]!),
    end: (index) => ends[index]!,
  }
}

/** Lists of ascending numbers, each as its distance from the one before, in as many bytes as that needs. */
export interface AscendingLists {
  /** How many numbers list `index` holds. */
  length(index: number): number
  /** The numbers, made for this call. */
  at(index: number): Uint32Array
}

const LOW_BITS = 7
const MORE = 1 << LOW_BITS

export function packAscending(name: string, lists: readonly (readonly number[])[]): Arrays {
  const bytes: number[] = []
  const byteLengths = lists.map((list) => {
    const start = bytes.length
    let before = 0
    for (const number of list) {
      let distance = number - before
      before = number
      for (; distance >= MORE; distance >>>= LOW_BITS) bytes.push((distance & (MORE - 1)) | MORE)
      bytes.push(distance)
    }
    return bytes.length - start
  })
  return {
    [`${name}.lengths`]: integers(lists.map(({ length }) => length)),
    [`${name}.byte_lengths`]: integers(byteLengths),
    [`${name}.bytes`]: Uint8Array.from(bytes),
  }
}

export function openAscending(name: string, arrays: Arrays): AscendingLists {
  const lengths = arrays[`${name}.lengths`] as Integers
  const { start } = partsOf(arrays[`${name}.byte_lengths`] as Integers)
  const bytes = arrays[`${name}.bytes`] as Uint8Array
  return {
    length: (index) => lengths[index]!,
    at(index) {
      const numbers = new Uint32Array(lengths[index]!)
      let [at, before] = [start(index), 0]
      for (let place = 0; place < numbers.length; place++) {
        let byte = bytes[at++]!
        before += byte & (MORE - 1)
        for (let shift = LOW_BITS; byte >= MORE; shift += LOW_BITS) {
          byte = bytes[at++]!
          before += (byte & (MORE - 1)) << shift
        }
        numbers[place] = before
      }
      return numbers
    },
  }
}
