/** Text of people and programs as the value that it is. */

/** Undefined for text that is no JSON. */
export function jsonOf(text: string, reviver?: Parameters<typeof JSON.parse>[1]): unknown {
  try {
    return JSON.parse(text, reviver)
  } catch {
    return undefined
  }
}

/** "a, b" -> a and b; spaces and empty items mean nothing. */
export const splitList = (text: string): string[] => text.match(/[^\s,](?:[^,]*[^\s,])?/g) ?? []

/** Plain decimal digits: `0x50`, `8e3`, `-1` and `80.0` are more likely slips, and larger numbers are not exact. */
export function parseWholeNumber(text: string): number | undefined {
  const value = Number(text)
  return /^\d+$/.test(text) && Number.isSafeInteger(value) ? value : undefined
}
