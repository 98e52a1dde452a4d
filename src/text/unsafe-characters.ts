/**
 * Characters that have no business in a README or a title and can fool a terminal, or hide words from a reader: control
 * characters, bidi embeddings, overrides and isolates, invisible tags and fillers. Tabs and line ends stay, and so do
 * the joiners that emoji and many scripts need.
 */

const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u3164\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/** Each of them as U+FFFD, so that a reader sees that something was there. */
export const replaceUnsafe = (text: string): string => text.replace(UNSAFE, '\ufffd')

/** The same for every text in a value that came from JSON. */
export function replaceUnsafeIn(value: unknown): unknown {
  if (typeof value === 'string') return replaceUnsafe(value)
  if (Array.isArray(value)) return value.map(replaceUnsafeIn)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaceUnsafeIn(member)]))
}
