/** A map of bounded size, for what callers choose: values that nobody asked for lately go first. */

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

interface Held<Value> {
  value: Value
  size: number
  /** Since it was last passed over. */
  wasAskedFor: boolean
}

/** @param sizeOf a value, in the unit of `most` */
export function boundedMap<Value>(most: number, sizeOf: (value: Value, key: string) => number = () => 1) {
  /** Second chance: the oldest goes, unless it was asked for; then it counts as new once more. */
  const held = new Map<string, Held<Value>>()
  let size = 0

  return { get, set, measure, remove, size: () => size }

  function get(key: string): Value | undefined {
    const known = held.get(key)
    if (!known) return undefined
    known.wasAskedFor = true
    return known.value
  }

  /** A value that is larger than the whole map is not kept. */
  function set(key: string, value: Value): void {
    remove(key)
    const added = sizeOf(value, key)
    if (added > most) return
    held.set(key, { value, size: added, wasAskedFor: false })
    size += added
    shrink()
  }

  /** Takes notice that the value has grown, if it is still the one that is held. */
  function measure(key: string, value: Value): void {
    const known = held.get(key)
    if (known?.value !== value) return
    const now = sizeOf(value, key)
    size += now - known.size
    known.size = now
    shrink()
  }

  function remove(key: string): void {
    const known = held.get(key)
    if (!known) return
    held.delete(key)
    size -= known.size
  }

  function shrink(): void {
    if (size <= most) return
    // What is put back stands at the end, where the loop comes by once more.
    for (const [key, known] of held) {
      remove(key)
      if (known.wasAskedFor) {
        held.set(key, { ...known, wasAskedFor: false })
        size += known.size
      }
      if (size <= most) return
    }
  }
}
