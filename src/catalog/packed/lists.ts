/** Lists of numbers, one after the other in one array. */
import { type Arrays, type Integers, integers } from './file.ts'

/** @param name what the names of the arrays begin with */
export const packLists = (name: string, lists: readonly (readonly number[])[]): Arrays => ({
  [`${name}.lengths`]: integers(lists.map(({ length }) => length)),
  [`${name}.values`]: integers(lists.flat()),
})

export interface Lists {
  readonly size: number
  readonly values: Integers
  /** Where list `index` begins in `values`. */
  start(index: number): number
  /** Where it ends. */
  end(index: number): number
}

export function openLists(name: string, arrays: Arrays): Lists {
  const ends = endsFrom(arrays[`${name}.lengths`] as Integers)
  return {
    size: ends.length,
    values: arrays[`${name}.values`] as Integers,
    start: (index) => (index === 0 ? 0 : ends[index - 1]!),
    end: (index) => ends[index]!,
  }
}

/** Where each of the parts ends that stand one after the other. */
export function endsFrom(lengths: Integers): Uint32Array {
  const ends = new Uint32Array(lengths.length)
  let end = 0
  for (let index = 0; index < lengths.length; index++) {
    end += lengths[index]!
    ends[index] = end
  }
  return ends
}
