/** Numbers that people type: plain decimal digits, as `0x50`, `8e3`, `-1` and `80.0` are more likely slips. */

/** Undefined for anything else, and for what is too large to be exact. */
export function parseWholeNumber(text: string): number | undefined {
  const value = Number(text)
  return /^\d+$/.test(text) && Number.isSafeInteger(value) ? value : undefined
}
