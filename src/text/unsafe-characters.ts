/**
 * Characters that have no business in a README or a title and can fool a terminal, or hide words from a reader: what
 * Unicode calls a control, a bidi control, or ignorable by default. Tabs and line ends stay, but no lone carriage return,
 * and joiners and selectors where a script or an emoji needs them:
 * https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
 */

/** A letter or mark of a script that is written with joiners. */
const JOINED_LETTER = `(?=[\\p{L}\\p{M}])[${'Arab Syrc Mand Nkoo Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt'
  .split(' ')
  .map((script) => `\\p{scx=${script}}`)
  .join('')}]`
const PICTURE = '\\p{Extended_Pictographic}'

const UNSAFE = new RegExp(
  [
    // Also annotations, and what is drawn as nothing: the blank of braille, a blank note, blank hieroglyphs.
    '(?![\\t\\n\\u200c\\u200d\\ufe0e\\ufe0f]|\\r\\n)[\\p{Cc}\\p{Bidi_Control}\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb\\u2800\\u{1d159}\\u{13441}\\u{13442}]',
    // A joiner after anything but such a letter, or a picture that it joins to another one.
    `[\\u200c\\u200d](?<!${JOINED_LETTER}.|${PICTURE}\\p{Emoji_Modifier}?\\ufe0f?\\u200d(?=${PICTURE}))`,
    // A selector after anything but a picture, or the digit of a keycap.
    `[\\ufe0e\\ufe0f](?<!${PICTURE}\\p{Emoji_Modifier}?.|[0-9#*]\\ufe0f(?=\\u20e3))`,
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
