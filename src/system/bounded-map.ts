/** A map of bounded size, for what callers choose: values that nobody asked for lately go first. */

/** A longer key is not that of an ordinary caller. */
const LONGEST_KEY = 1_000

/**
 * What a caller sent, as a key; undefined where it is too long, or nested too deeply to be written, or where two values
 * are written alike: JSON has `null` for 1e400 too.
 */
export function keyOf(...parts: readonly unknown[]): string | undefined {
  try {
    const key = JSON.stringify(parts)
    return key.length <= LONGEST_KEY && !key.includes('null') ? key : undefined
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
export function boundedMap<Value, Key = string>(most: number, sizeOf: (value: Value, key: Key) => number = () => 1) {
  /** Second chance: the oldest goes, unless it was asked for; then it counts as new once more. */
  const held = new Map<Key, Held<Value>>()
  let size = 0

  return { get, set, getOrInsertComputed, measure, remove, size: () => size }

  function get(key: Key): Value | undefined {
    const known = held.get(key)
    if (!known) return undefined
    known.wasAskedFor = true
    return known.value
  }

  /** A value that is larger than the whole map is not kept. */
  function set(key: Key, value: Value): void {
    remove(key)
    const added = sizeOf(value, key)
    if (added > most) return
    held.set(key, { value, size: added, wasAskedFor: false })
    size += added
    shrink()
  }

  /** What is held by the key, or else what is made of it, as Map.prototype.getOrInsertComputed (TC39 upsert). */
  function getOrInsertComputed(key: Key, make: (key: Key) => Value): Value {
    const known = get(key)
    if (known !== undefined) return known
    const made = make(key)
    set(key, made)
    return made
  }

  /** Takes notice that the value has grown, if it is still the one that is held. */
  function measure(key: Key, value: Value): void {
    const known = held.get(key)
    if (known?.value !== value) return
    const now = sizeOf(value, key)
    size += now - known.size
    known.size = now
    shrink()
  }

  function remove(key: Key): void {
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

/**
 * Tells whether a key came before, of those that came lately. What is kept for callers should be: most questions are
 * asked once, and an answer that nobody asks for again costs more to keep than to send.
 * @param most of the keys, in bytes
 */
export function cameBefore(most: number): (key: string) => boolean {
  const known = boundedMap<true>(most, (_, key) => 2 * key.length + 100)
  return (key) => {
    if (known.get(key)) return true
    known.set(key, true)
    return false
  }
}
