/** The parts with the separator between them; empty and absent ones are left out. */
export const joinParts = (separator: string, ...parts: readonly (string | false | undefined)[]): string =>
  parts.filter(Boolean).join(separator)

/** The JSON of an object whose last member is a list, item by item. @param head the members before the list */
export function* objectWithList(head: object, name: string, items: Iterable<object>): Generator<string> {
  // Without the brackets that close the list and the object.
  yield JSON.stringify({ ...head, [name]: [] }).slice(0, -2)
  let comma = ''
  for (const item of items) {
    yield comma + JSON.stringify(item)
    comma = ','
  }
  yield ']}'
}
