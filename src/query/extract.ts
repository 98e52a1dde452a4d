/** Reads what patterns match in a text, and blanks it there: what is left has the same places. */

export interface Extraction<T> {
  values: T[]
  left: string
  /** Start and end of each match. */
  spans: [start: number, end: number][]
}

/**
 * @param read the value of a match; undefined leaves it in the text
 * @param keep of a match, what stays in the text
 */
export function extract<T>(
  text: string,
  patterns: readonly RegExp[],
  read: (groups: readonly (string | undefined)[]) => T | undefined,
  keep: (value: T) => string = () => '',
): Extraction<T> {
  const values: T[] = []
  const spans: Extraction<T>['spans'] = []
  let left = text
  for (const pattern of patterns) {
    const blanked = left.replace(pattern, (...args) => {
      // After the groups: the offset and the text; no pattern has named groups.
      const [match, ...groups] = args.slice(0, -2) as [string, ...(string | undefined)[]]
      const value = read([match, ...groups])
      if (value === undefined) return match
      values.push(value)
      const kept = keep(value)
      const length = kept === '' ? match.length : match.lastIndexOf(kept)
      const start: number = args.at(-2)
      spans.push([start, start + length])
      // The words on its two sides are no neighbours.
      return `${','.padStart(length)}${match.slice(length)}`
    })
    left = blanked === left ? left : blanked.replace(/[ ,]+$/, '')
  }
  return { values, left, spans }
}
