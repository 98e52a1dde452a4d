/** Lists in maps, lists of numbers as two arrays (all values, and where each list starts), and the best of many. */
import { type Arrays, type Integers, integers } from './array-file.ts'
import { createColumn, rowsByKey } from './number-columns.ts'

/** Appends the value to the list of the key. */
export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

export interface Lists {
  readonly values: Integers
  /** List `index` is `values` from `starts[index]` to before `starts[index + 1]`. */
  readonly starts: Integers
  /** A view of one list. */
  at(index: number): Integers
}

/** @param name prefix of the names of the arrays */
export function packLists(name: string, lists: Iterable<Iterable<number>>): Arrays {
  const [starts, values] = [createColumn(new Uint32Array()), createColumn(new Uint32Array())]
  starts.push(0)
  for (const list of lists) {
    for (const value of list) values.push(value)
    starts.push(values.length)
  }
  return { [`${name}.starts`]: starts.rows().slice(), [`${name}.values`]: integers(values.rows()) }
}

export function openLists(name: string, arrays: Arrays): Lists {
  const starts = arrays[`${name}.starts`]!
  const values = arrays[`${name}.values`]!
  return { values, starts, at: (index) => values.subarray(starts[index], starts[index + 1]) }
}

/** For each value of those lists, less than `size`, the lists that have it, under another name. */
export function invertLists(name: string, lists: Arrays, inverted: string, size: number): Arrays {
  const { starts, values } = openLists(name, lists)
  const holders = new Uint32Array(values.length)
  for (let list = 0; list + 1 < starts.length; list++) holders.fill(list, starts[list], starts[list + 1])
  const { starts: ends, rows } = rowsByKey(values, size)
  return { [`${inverted}.starts`]: ends, [`${inverted}.values`]: integers(rows.map((row) => holders[row]!)) }
}

/** The first few of many in an order, without sorting all; ties stay in the order of the items. */
export function bestOf<Item>(items: Iterable<Item>, limit: number, compare: (a: Item, b: Item) => number): Item[] {
  const best: Item[] = []
  for (const item of items) insertBest(best, item, limit, compare)
  return best
}

/** Puts the item into its place among the best so far. @returns whether it has one */
export function insertBest<Item>(best: Item[], item: Item, limit: number, compare: (a: Item, b: Item) => number) {
  if (best.length === limit && compare(item, best[limit - 1]!) >= 0) return false
  let [low, high] = [0, best.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(item, best[middle]!) < 0) high = middle
    else low = middle + 1
  }
  if (best.length === limit) best.pop()
  best.splice(low, 0, item)
  return true
}
