/** What is made of an object that never changes: made once, and kept as long as the object. */
export function once<Of extends object>(make: (of: Of) => string): (of: Of) => string {
  const made = new WeakMap<Of, string>()
  return (of) => {
    const known = made.get(of)
    if (known !== undefined) return known
    const text = make(of)
    made.set(of, text)
    return text
  }
}
