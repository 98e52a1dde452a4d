import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { replaceUnsafe, replaceUnsafeIn } from '../../src/text/unsafe-characters.ts'

/** Those that no property of Unicode says of; the others are walked below. */
const HIDDEN = [0x2800, 0xfff9, 0xfffb, 0x13441, 0x13442, 0x1d159]

describe('text of others', () => {
  it.each(HIDDEN.map((code) => [code.toString(16).toUpperCase(), code] as const))(
    'shows that it hides U+%s',
    (_, code) => expect(replaceUnsafe(`be${String.fromCodePoint(code)}fore`)).toBe('be\ufffdfore'),
  )

  it('keeps the joiners of scripts and emoji, tabs and line ends', () => {
    const emoji = ['👩‍❤️‍💋‍👨', '❤️‍🔥', '1️⃣', '🏴', '👩🏽‍🚀', '🏳️‍🌈', '☎︎', '⛹🏾‍♀️', '🇸🇪', '👁️‍🗨️']
    const scripts = ['نامه‌ای', 'क्‍ष', 'ശരി ന്‍', 'ක්‍ෂ', 'ක්‍රියා', 'র‍্য', 'ꯃꯤ', 'عربي', 'ប្រាក់']
    for (const text of [...emoji, ...scripts, 'a\tb\r\nc', 'Å ⟷ ß', '日本語', '한국어'])
      expect(replaceUnsafe(text)).toBe(text)
  })

  it('leaves nothing unseen that Unicode knows, between letters or digits', () => {
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code)
      if (!/[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}]/u.test(character) || '\t\n'.includes(character))
        continue
      for (const [before, after] of ['ab', '12', '日本', ' ?'].map((pair) => [...pair]))
        expect(replaceUnsafe(`${before}${character}${after}`), code.toString(16)).toBe(`${before}\ufffd${after}`)
    }
  })

  it('cannot spell a hidden message in joiners and selectors, alone or two after each letter', () => {
    const joiner = fc.constantFrom('\u200c', '\u200d', '\ufe00', '\ufe0e', '\ufe0f', '\u{e0105}')
    const bits = fc.array(fc.tuple(fc.constantFrom('', 'a', 'é', '語'), joiner, joiner), {
      minLength: 1,
      maxLength: 60,
    })
    fc.assert(
      fc.property(bits, (hidden) => {
        const expected = hidden.map(([letter]) => `${letter}\ufffd\ufffd`).join('')
        expect(replaceUnsafe(hidden.flat().join(''))).toBe(expected)
      }),
    )
    // Letters of scripts that are joined, and pictures, take one each.
    expect(replaceUnsafe('ن\u200c\u200d\u200c❤\ufe0f\ufe0f\ufe0e')).toBe('ن\u200c\ufffd\ufffd❤\ufe0f\ufffd\ufffd')
  })

  it('takes time linear in its length', () => {
    for (const unit of ['\u200d', '❤\ufe0f', 'ن\u200c', '👩\u200d', '1\ufe0f'])
      expect(replaceUnsafe(unit.repeat(200_000)).length).toBeGreaterThan(100_000)
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
