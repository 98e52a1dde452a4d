/** Takes what a pattern reads out of a text. */
export interface Cut<T> {
  found: T[]
  /** A comma stands where something was taken out, so that the words on its two sides are not taken as neighbours. */
  text: string
}

/** @param read undefined leaves the text as it is */
export function cut<T>(
  text: string,
  patterns: readonly RegExp[],
  read: (match: RegExpExecArray) => T | undefined,
): Cut<T> {
  const found: T[] = []
  let rest = text
  for (const pattern of patterns) {
    rest = rest.replace(pattern, (...args) => {
      const groups = typeof args.at(-1) === 'object' ? args.slice(0, -3) : args.slice(0, -2)
      const value = read(groups as unknown as RegExpExecArray)
      if (value === undefined) return groups[0] as string
      found.push(value)
      return ' , '
    })
  }
  return { found, text: rest.replace(/[ ,]*,[ ,]*/g, ', ').replace(/^[ ,]+|[ ,]+$/g, '') }
}
