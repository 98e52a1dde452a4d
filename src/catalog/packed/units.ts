/**
 * Strings as bytes: each UTF-16 code unit as UTF-8 has a character of that number (CESU-8). Unlike in UTF-8, half of a
 * surrogate pair comes back as it was, and strings stand in the order of their code units.
 */

export function bytesOf(text: string): number[] {
  const bytes: number[] = []
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) bytes.push(unit)
    else if (unit < 0x800) bytes.push(0xc0 | (unit >> 6), 0x80 | (unit & 0x3f))
    else bytes.push(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f))
  }
  return bytes
}

/** How many bytes a code unit takes. */
export const widthOf = (unit: number): number => (unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3)

/** The code unit whose first byte is there. */
export function unitAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!
  if (first < 0x80) return first
  if (first < 0xe0) return ((first & 0x1f) << 6) | (bytes[at + 1]! & 0x3f)
  return ((first & 0x0f) << 12) | ((bytes[at + 1]! & 0x3f) << 6) | (bytes[at + 2]! & 0x3f)
}

export function textOf(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; ) {
    const unit = unitAt(bytes, at)
    text += String.fromCharCode(unit)
    at += widthOf(unit)
  }
  return text
}

/** Where the text ends that stands from there on; -1 where another one does. */
export function endAfter(bytes: Uint8Array, start: number, text: string): number {
  let end = start
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unitAt(bytes, end) !== unit) return -1
    end += widthOf(unit)
  }
  return end
}
