/**
 * Named arrays of numbers in one block of bytes: an index as a file, which is read without being parsed.
 *
 * The block begins with the length of its head as 4 bytes; the head is JSON: the version, the byte order, and the name,
 * kind and length of each array. The arrays follow, each at a multiple of 8 bytes.
 */
import { endianness } from 'node:os'

const KINDS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array } as const
type Kind = keyof typeof KINDS

export type Integers = Uint8Array | Uint16Array | Uint32Array
export type Numbers = Integers | Float32Array
export type Arrays = Readonly<Record<string, Numbers>>

interface Head {
  version: number
  byteOrder: ReturnType<typeof endianness>
  arrays: [name: string, kind: Kind, length: number][]
}

const ALIGNMENT = 8
const aligned = (offset: number): number => Math.ceil(offset / ALIGNMENT) * ALIGNMENT

const kindOf = (numbers: Numbers): Kind =>
  (Object.keys(KINDS) as Kind[]).find((kind) => numbers instanceof KINDS[kind])!

/** @param version of what the arrays mean */
export function toBytes(arrays: Arrays, version: number): Uint8Array<ArrayBuffer> {
  const list = Object.entries(arrays)
  const described: Head['arrays'] = list.map(([name, numbers]) => [name, kindOf(numbers), numbers.length])
  const head = Buffer.from(JSON.stringify({ version, byteOrder: endianness(), arrays: described } satisfies Head))
  const start = aligned(4 + head.length)
  const bytes = new Uint8Array(list.reduce((offset, [, numbers]) => offset + aligned(numbers.byteLength), start))
  new DataView(bytes.buffer).setUint32(0, head.length)
  bytes.set(head, 4)
  let offset = start
  for (const [, numbers] of list) {
    bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), offset)
    offset += aligned(numbers.byteLength)
  }
  return bytes
}

/**
 * The arrays, as views of the bytes.
 * @returns undefined for another version or byte order, and for bytes that are no such block
 */
export function fromBytes(given: Uint8Array<ArrayBuffer>, version: number): Arrays | undefined {
  // A view of numbers of four bytes needs an address that four divides.
  const bytes = given.byteOffset % ALIGNMENT === 0 ? given : new Uint8Array(given)
  const head = headOf(bytes)
  if (head?.version !== version || head.byteOrder !== endianness()) return undefined
  let offset = aligned(4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0))
  const arrays: Record<string, Numbers> = {}
  for (const [name, kind, length] of head.arrays) {
    const Kind = KINDS[kind]
    if (offset + length * Kind.BYTES_PER_ELEMENT > bytes.length) return undefined
    arrays[name] = new Kind(bytes.buffer, bytes.byteOffset + offset, length)
    offset += aligned(length * Kind.BYTES_PER_ELEMENT)
  }
  return arrays
}

function headOf(bytes: Uint8Array<ArrayBuffer>): Head | undefined {
  try {
    const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(0)
    const head = JSON.parse(Buffer.from(bytes.subarray(4, 4 + length)).toString('utf8')) as Head
    const isKnown = ([, kind, length]: Head['arrays'][number]) =>
      Object.hasOwn(KINDS, kind) && Number.isInteger(length) && length >= 0
    return head.arrays.every(isKnown) ? head : undefined
  } catch {
    return undefined
  }
}

/** The numbers in as few bytes as the largest of them needs. */
export function integers(numbers: readonly number[]): Integers {
  const most = numbers.reduce((high, one) => Math.max(high, one), 0)
  return most < 256 ? Uint8Array.from(numbers) : most < 65_536 ? Uint16Array.from(numbers) : Uint32Array.from(numbers)
}
