import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { replaceUnsafe, replaceUnsafeIn } from '../../src/text/unsafe-characters.ts'

/** First and last of each kind. */
const HIDDEN = [
  ...[0x00, 0x08, 0x1b, 0x7f, 0x85, 0x9f, 0xad, 0x034f, 0x061c, 0x115f, 0x1160, 0x17b4, 0x180e],
  ...[0x200b, 0x200e, 0x200f, 0x202a, 0x202e, 0x2060, 0x2064, 0x2066, 0x2069, 0x206f, 0x2800, 0x3164],
  ...[0xfeff, 0xffa0, 0xfff9, 0xfffb, 0x1d173, 0x1d17a, 0xe0001, 0xe0020, 0xe007f, 0xe0100, 0xe01ef, 0xe0fff],
]

describe('text of others', () => {
  it.each(HIDDEN.map((code) => [code.toString(16).toUpperCase(), code] as const))(
    'shows that it hides U+%s',
    (_, code) => {
      expect(replaceUnsafe(`be${String.fromCodePoint(code)}fore`)).toBe('be\ufffdfore')
    },
  )

  it('keeps the joiners of scripts and emoji, tabs and line ends', () => {
    for (const text of ['نامه‌ای', 'क्‍ष', '👩‍❤️‍💋‍👨', '❤️‍🔥', '1️⃣', 'a\tb\r\nc', '🏴', 'Å ⟷ ß'])
      expect(replaceUnsafe(text)).toBe(text)
  })

  it('cannot spell a hidden message in joiners and selectors', () => {
    const bits = fc.array(fc.constantFrom('\u200c', '\u200d', '\ufe00', '\ufe0f', '\ufe05'), {
      minLength: 3,
      maxLength: 200,
    })
    fc.assert(
      fc.property(bits, (hidden) => {
        expect(replaceUnsafe(hidden.join(''))).toMatch(/^.{2}\ufffd+$/u)
      }),
    )
  })

  it('is replaced in every member of a value, and nothing else is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'grapheme-ascii' }), (value) => {
        expect(replaceUnsafeIn(value)).toEqual(value)
      }),
    )
    expect(replaceUnsafeIn({ a: ['\u202eb', { c: 'd\u0007' }], 'e\u200b': 1, f: null })).toEqual({
      ...{ a: ['\ufffdb', { c: 'd\ufffd' }], 'e\ufffd': 1, f: null },
    })
  })
})
