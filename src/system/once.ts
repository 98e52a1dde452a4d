/** A value that is made when it is first asked for, so that a start does not wait for what its command may never need. */
export function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
