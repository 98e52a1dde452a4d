/** A value that is made when it is first asked for, so that a start does not wait for what its command may never need. */
export function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The same for each key: what is made of an object is cached as long as the object lives. */
export function memoized<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const cache = new WeakMap<Key, Value>()
  return (key) => {
    if (!cache.has(key)) cache.set(key, make(key))
    return cache.get(key)!
  }
}
