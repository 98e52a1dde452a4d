/** Arrays of numbers, and the strings and lists in them, come back from bytes as they went in. */
import { endianness } from 'node:os'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Arrays, fromBytes, integers, toBytes } from '../../../src/catalog/packed/file.ts'
import { openLists, packLists } from '../../../src/catalog/packed/lists.ts'
import { openSortedStrings, packSortedStrings } from '../../../src/catalog/packed/sorted-strings.ts'
import { openStrings, packStrings } from '../../../src/catalog/packed/strings.ts'
import { runs } from '../../property.ts'

const VERSION = 7
const through = (arrays: Arrays): Arrays => fromBytes(toBytes(arrays, VERSION), VERSION)!
const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '\u0000', 'ő', '天', '😀', '\ud800'), maxLength: 6 })
const texts = fc.uniqueArray(text, { maxLength: 40 })

describe('a block of bytes', () => {
  it('holds arrays of every width', () => {
    const arrays = {
      none: integers([]),
      small: integers([0, 255]),
      middle: integers([65_535, 3, 0]),
      large: integers([2 ** 32 - 1]),
      shares: Float32Array.of(0.5, -1),
    }
    expect(through(arrays)).toEqual(arrays)
    expect(Object.values(arrays).map((numbers) => numbers.BYTES_PER_ELEMENT)).toEqual([1, 1, 2, 4, 4])
  })

  it('is read wherever it lies in memory', () => {
    const bytes = toBytes({ numbers: integers([1_000_000]) }, VERSION)
    for (let shift = 0; shift < 8; shift++) {
      const memory = new Uint8Array(bytes.length + shift)
      memory.set(bytes, shift)
      expect(fromBytes(memory.subarray(shift), VERSION)).toEqual({ numbers: Uint32Array.of(1_000_000) })
    }
  })

  it('is not read where it is of another version, cut off, or something else', () => {
    const bytes = toBytes({ numbers: integers([1, 2, 3]) }, VERSION)
    expect(fromBytes(bytes, VERSION + 1)).toBeUndefined()
    for (let length = 0; length < bytes.length - 8; length++) {
      expect(fromBytes(bytes.slice(0, length), VERSION)).toBeUndefined()
    }
    expect(fromBytes(new TextEncoder().encode('no index at all'), VERSION)).toBeUndefined()
    for (const arrays of [
      undefined,
      [['numbers', 'u9', 1]],
      [['numbers', 'u8', -1]],
      [['numbers', 'u8', 0.5]],
      [null],
    ]) {
      const head = Buffer.from(JSON.stringify({ version: VERSION, byteOrder: endianness(), arrays }))
      const length = Buffer.alloc(4)
      length.writeUint32BE(head.length)
      expect(fromBytes(new Uint8Array(Buffer.concat([length, head, Buffer.alloc(64)])), VERSION)).toBeUndefined()
    }
  })
})

describe('strings', () => {
  it('are found, and others are not', () => {
    fc.assert(
      fc.property(texts, text, (all, other) => {
        const strings = openStrings('some', through(packStrings('some', all)))
        expect(strings.size).toBe(all.length)
        expect(all.map((_, index) => strings.at(index))).toEqual(all)
        expect(all.map((each) => strings.indexOf(each))).toEqual([...all.keys()])
        expect(strings.indexOf(other)).toBe(all.indexOf(other))
      }),
      runs(500),
    )
  })

  it('that are sorted are found by how they begin', () => {
    fc.assert(
      fc.property(texts, text, (unsorted, beginning) => {
        const all = unsorted.toSorted()
        const strings = openSortedStrings('some', through(packSortedStrings('some', all)))
        const found: string[] = []
        for (let at = strings.firstFrom(beginning); strings.startsWith(at, beginning); at++) found.push(strings.at(at))
        expect(found).toEqual(all.filter((each) => each.startsWith(beginning)))
        expect(strings.indexOf(beginning)).toBe(all.indexOf(beginning))
        expect(strings.longest).toBe(Math.max(0, ...all.map(({ length }) => length)))
      }),
      runs(500),
    )
  })
})

it('lists come back in their order', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat())), (all) => {
      const lists = openLists('some', through(packLists('some', all)))
      expect(lists.size).toBe(all.length)
      expect(all.map((_, index) => [...lists.values.subarray(lists.start(index), lists.end(index))])).toEqual(all)
    }),
    runs(200),
  )
})
