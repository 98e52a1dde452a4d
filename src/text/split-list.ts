/** "a, b" -> a and b; spaces and empty items mean nothing. */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
