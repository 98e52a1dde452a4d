/** Takes what patterns match out of a text. */

export interface Extraction<T> {
  values: T[]
  /** A comma replaces each match, so that the words on its two sides are not taken as neighbours. */
  rest: string
}

/** @param read the value of a match; undefined leaves it in the text */
export function extract<T>(
  text: string,
  patterns: readonly RegExp[],
  read: (groups: readonly (string | undefined)[]) => T | undefined,
): Extraction<T> {
  const values: T[] = []
  let remainder = text
  for (const pattern of patterns) {
    remainder = remainder.replace(pattern, (...args) => {
      // After the groups: the offset and the text; no pattern has named groups.
      const groups = args.slice(0, -2) as [string, ...(string | undefined)[]]
      const value = read(groups)
      if (value === undefined) return groups[0]
      values.push(value)
      return ' , '
    })
  }
  return { values, rest: remainder.replace(/[ ,]*,[ ,]*/g, ', ').replace(/^[ ,]+|[ ,]+$/g, '') }
}
