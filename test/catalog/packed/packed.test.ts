/** Arrays of numbers, and the strings and lists in them, come back from bytes as they went in. */
import { endianness } from 'node:os'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Arrays, decodeArrays, integers } from '../../../src/catalog/packed/array-file.ts'
import { openLists, packLists } from '../../../src/catalog/packed/lists.ts'
import { encodeLines, indexInSorted, openLines, openStrings, packStrings } from '../../../src/catalog/packed/strings.ts'
import { arraysBytes } from '../../index-bytes.ts'
import { runs } from '../../property.ts'

const VERSION = 7
const roundTrip = (arrays: Arrays): Arrays => decodeArrays(arraysBytes(arrays, VERSION), VERSION)!
const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '\u0000', 'ő', '天', '😀', '\uffee'), maxLength: 6 })
const texts = fc.uniqueArray(text, { maxLength: 40 })

describe('a file of arrays', () => {
  it('holds arrays of every width, each in the narrowest', () => {
    const arrays = {
      empty: integers([]),
      small: integers([0, 255]),
      middle: integers([65_535, 3, 0]),
      large: integers([2 ** 32 - 1]),
    }
    expect(roundTrip(arrays)).toEqual(arrays)
    expect(Object.values(arrays).map((numbers) => numbers.BYTES_PER_ELEMENT)).toEqual([1, 1, 2, 4])
  })

  it('is read wherever it lies in memory', () => {
    const bytes = arraysBytes({ numbers: integers([1_000_000]) }, VERSION)
    for (let shift = 0; shift < 8; shift++) {
      const memory = new Uint8Array(bytes.length + shift)
      memory.set(bytes, shift)
      expect(decodeArrays(memory.subarray(shift), VERSION)).toEqual({ numbers: Uint32Array.of(1_000_000) })
    }
  })

  it('is not read where it is of another version, cut off, or something else', () => {
    const bytes = arraysBytes({ numbers: integers([1, 2, 3]) }, VERSION)
    expect(decodeArrays(bytes, VERSION + 1)).toBeUndefined()
    for (let length = 0; length < bytes.length - 8; length++)
      expect(decodeArrays(bytes.slice(0, length), VERSION)).toBeUndefined()
    expect(decodeArrays(new TextEncoder().encode('no index at all'), VERSION)).toBeUndefined()
    const wrongHeaders = [undefined, [['numbers', 'u9', 1]], [['numbers', 'u8', -1]], [['numbers', 'u8', 0.5]], [null]]
    for (const arrays of wrongHeaders) {
      const header = Buffer.from(JSON.stringify({ version: VERSION, byteOrder: endianness(), arrays }))
      const length = Buffer.alloc(4)
      length.writeUint32BE(header.length)
      const file = new Uint8Array(Buffer.concat([length, header, Buffer.alloc(64)]))
      expect(decodeArrays(file, VERSION)).toBeUndefined()
    }
  })
})

describe('strings', () => {
  const packed = (strings: readonly string[]) => openStrings('some', roundTrip(packStrings('some', strings)))
  const lines = (strings: readonly string[]) => openLines(encodeLines(strings))

  it('come back in their order, and as lines with spaces for line feeds', () => {
    fc.assert(
      fc.property(texts, (strings) => {
        expect([...packed(strings)]).toEqual(strings)
        for (const list of [packed(strings), lines(strings)]) {
          expect(list.length).toBe(strings.length)
          expect(strings.map((_, at) => list.at(at))).toEqual(strings)
          expect(list.at(strings.length)).toBeUndefined()
        }
      }),
      runs(300),
    )
    expect([...packed(['a\nb', '\ud83d', '\ude00'])]).toEqual(['a\nb', '\ufffd', '\ufffd'])
    expect(lines(['a\nb', '', 'c']).at(0)).toBe('a b')
  })

  it('that are sorted are found whole, and by how they begin', () =>
    fc.assert(
      fc.property(texts, text, (unsorted, wanted) => {
        const sorted = unsorted.toSorted()
        for (const list of [sorted, lines(sorted)]) expect(indexInSorted(list, wanted)).toBe(sorted.indexOf(wanted))
        expect(packed(sorted).indexOf(wanted)).toBe(sorted.indexOf(wanted))
        expect(packed(sorted).beginning(wanted)).toEqual(sorted.filter((string) => string.startsWith(wanted)))
      }),
      runs(300),
    ))
})

it('lists come back in their order', () =>
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat())), (lists) => {
      const opened = openLists('some', roundTrip(packLists('some', lists)))
      expect(lists.map((_, index) => [...opened.at(index)])).toEqual(lists)
    }),
    runs(200),
  ))
