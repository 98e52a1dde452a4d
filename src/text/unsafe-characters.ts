/**
 * Characters that have no business in a README or a title and can fool a terminal, or hide words from a reader: control
 * characters, bidi embeddings, overrides and isolates, invisible tags and fillers. Tabs and line ends stay, and so do
 * the joiners that emoji and many scripts need.
 */

const UNSAFE = new RegExp(
  [
    // Control characters.
    '[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]',
    // Nothing to see, or fillers that look like a space; Hangul, Khmer and Mongolian have them too.
    '[\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u2060-\\u2065\\u2800\\u3164\\ufeff\\uffa0]',
    // What turns the text around it, or marks it up.
    '[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u206f\\ufff9-\\ufffb\\u{1d173}-\\u{1d17a}]',
    // Tags and the variation selectors beside them, which can spell whole sentences.
    '[\\u{e0000}-\\u{e0fff}]',
    // Joiners and selectors after two of them: no script and no emoji has so many, but hidden bits do.
    '(?<=[\\u200c\\u200d\\ufe00-\\ufe0f]{2})[\\u200c\\u200d\\ufe00-\\ufe0f]',
  ].join('|'),
  'gu',
)

export const removeUnsafe = (text: string): string => text.replace(UNSAFE, '')

/** Each of them as U+FFFD, so that a reader sees that something was there. */
export const replaceUnsafe = (text: string): string => text.replace(UNSAFE, '\ufffd')

/** Likewise every text and every name of a member in a value that came from JSON. */
export function replaceUnsafeIn(value: unknown): unknown {
  if (typeof value === 'string') return replaceUnsafe(value)
  if (Array.isArray(value)) return value.map(replaceUnsafeIn)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [replaceUnsafe(name), replaceUnsafeIn(member)]),
  )
}
