/**
 * Named arrays of whole numbers in one file, read as views of its bytes without parsing.
 *
 * Layout: the length of the header (4 bytes, big-endian), the header as JSON (version, byte order, and the name, type and
 * length of each array), then the arrays, each aligned to 8 bytes.
 */
import { endianness } from 'node:os'

const TYPES = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array } as const
type TypeName = keyof typeof TYPES

export type Integers = Uint8Array | Uint16Array | Uint32Array
export type Arrays = Readonly<Record<string, Integers>>

interface Header {
  version: number
  byteOrder: ReturnType<typeof endianness>
  arrays: [name: string, type: TypeName, length: number][]
}

const ALIGNMENT = 8
const aligned = (offset: number): number => Math.ceil(offset / ALIGNMENT) * ALIGNMENT

/** The file as pieces, of which most are the arrays themselves. @param version of what the arrays mean */
export function* encodeArrays(arrays: Arrays, version: number): Generator<Uint8Array> {
  const list = Object.entries(arrays)
  const described = list.map(([name, numbers]): Header['arrays'][number] => {
    const type = (Object.keys(TYPES) as TypeName[]).find((type) => numbers instanceof TYPES[type])!
    return [name, type, numbers.length]
  })
  const header = Buffer.from(JSON.stringify({ version, byteOrder: endianness(), arrays: described } satisfies Header))
  const start = Buffer.alloc(aligned(4 + header.length))
  start.writeUint32BE(header.length)
  start.set(header, 4)
  yield start
  for (const [, { buffer, byteOffset, byteLength }] of list) {
    yield new Uint8Array(buffer, byteOffset, byteLength)
    yield new Uint8Array(aligned(byteLength) - byteLength)
  }
}

/** @returns undefined for another version or byte order, and for bytes that are no such file */
export function decodeArrays(file: Uint8Array<ArrayBuffer>, version: number): Arrays | undefined {
  // A view of 4-byte numbers needs an aligned address.
  const bytes = file.byteOffset % ALIGNMENT === 0 ? file : new Uint8Array(file)
  const header = headerOf(bytes)
  if (header?.version !== version || header.byteOrder !== endianness()) return undefined
  let offset = aligned(4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0))
  const arrays: Record<string, Integers> = {}
  for (const [name, type, length] of header.arrays) {
    const { BYTES_PER_ELEMENT } = TYPES[type]
    if (offset + length * BYTES_PER_ELEMENT > bytes.length) return undefined
    arrays[name] = new TYPES[type](bytes.buffer, bytes.byteOffset + offset, length)
    offset += aligned(length * BYTES_PER_ELEMENT)
  }
  return arrays
}

function headerOf(bytes: Uint8Array<ArrayBuffer>): Header | undefined {
  try {
    const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(0)
    const header = JSON.parse(Buffer.from(bytes.subarray(4, 4 + length)).toString('utf8')) as Header
    const isValid = ([, type, length]: Header['arrays'][number]) =>
      Object.hasOwn(TYPES, type) && Number.isInteger(length) && length >= 0
    return header.arrays.every(isValid) ? header : undefined
  } catch {
    return undefined
  }
}

/** Index of the number in an ascending array; -1 for one that is not there. */
export function indexOfNumber(ascending: Integers, number: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ascending[middle]! < number) low = middle + 1
    else high = middle
  }
  return ascending[low] === number ? low : -1
}

/** Number of the lowest bit that is set. */
export const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits)

/** The numbers in the narrowest type that holds the largest of them: the same array, if it is wide and does not grow. */
export function integers(numbers: readonly number[] | Integers): Integers {
  let max = 0
  for (const number of numbers) if (number > max) max = number
  if (max < 65_536) return max < 256 ? Uint8Array.from(numbers) : Uint16Array.from(numbers)
  const isFixed = numbers instanceof Uint32Array && !(numbers.buffer as ArrayBuffer).resizable
  return isFixed ? numbers : Uint32Array.from(numbers)
}
