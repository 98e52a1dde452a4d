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
