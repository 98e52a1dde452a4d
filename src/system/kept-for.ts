/** What is made of the parts of an owner, such as a catalogue: kept as long as the owner, as far as there is room. */
import { boundedMap } from './bounded-map.ts'

/**
 * @param most for each owner, in the unit of `sizeOf`
 * @returns gives what is kept by the key, or makes it
 */
export function keptFor<Value>(most: number, sizeOf: (value: Value) => number) {
  const maps = new WeakMap<object, ReturnType<typeof boundedMap<Value>>>()
  return (owner: object, key: string, make: () => Value): Value => {
    const map = maps.get(owner) ?? boundedMap(most, sizeOf)
    maps.set(owner, map)
    return map.getOrInsertComputed(key, make)
  }
}
