/** A map of bounded size, for what callers choose: the oldest values go first. */

/** A longer key is not that of an ordinary caller. */
const LONGEST_KEY = 1_000

/** What a caller sent, as a key; undefined where it is too long, or nested too deeply to be written. */
export function keyOf(...parts: readonly unknown[]): string | undefined {
  try {
    const key = JSON.stringify(parts)
    return key.length <= LONGEST_KEY ? key : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** @param sizeOf a value, in the unit of `most` */
export function boundedMap<Value>(most: number, sizeOf: (value: Value, key: string) => number = () => 1) {
  const held = new Map<string, Value>()
  let size = 0

  return { get: (key: string): Value | undefined => held.get(key), set }

  /** A value that is larger than the whole map is not kept. */
  function set(key: string, value: Value): void {
    remove(key)
    const added = sizeOf(value, key)
    if (added > most) return
    held.set(key, value)
    size += added
    for (const oldest of held.keys()) {
      if (size <= most) return
      remove(oldest)
    }
  }

  function remove(key: string): void {
    const value = held.get(key)
    if (value === undefined) return
    held.delete(key)
    size -= sizeOf(value, key)
  }
}
