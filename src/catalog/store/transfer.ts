/**
 * Passes a loaded catalogue from one thread to another as bytes, which are transferred without a copy and unpacked in
 * slices, so that no request waits for the whole.
 */
import type { SdkRecord } from '../record/record.ts'
import type { LoadedCatalog } from './load.ts'

/** Texts one after the other, and the offset at which each ends. */
interface PackedTexts {
  bytes: Uint8Array<ArrayBuffer>
  ends: Uint32Array<ArrayBuffer>
}

export interface PackedCatalog {
  /** The small members. */
  rest: Omit<LoadedCatalog, 'records' | 'readmes' | 'pages'>
  records: PackedTexts
  readmes: { slugs: string[]; texts: PackedTexts }
  pages: { slugs: string[]; texts: PackedTexts } | undefined
}

/** Bytes that are unpacked before other work may run. */
const SLICE_BYTES = 1024 * 1024

export function pack({ records, readmes, pages, ...rest }: LoadedCatalog): PackedCatalog {
  const named = (texts: ReadonlyMap<string, string>) => ({
    slugs: [...texts.keys()],
    texts: packTexts([...texts.values()]),
  })
  return {
    rest,
    records: packTexts(records.map((record) => JSON.stringify(record))),
    readmes: named(readmes),
    pages: pages && named(pages),
  }
}

/** Buffers to transfer instead of copying. */
export const transfers = ({ records, readmes, pages, rest: { searchIndex } }: PackedCatalog): ArrayBuffer[] => [
  ...[records, readmes.texts, ...(pages ? [pages.texts] : [])].flatMap(({ bytes, ends }) => [
    bytes.buffer,
    ends.buffer,
  ]),
  ...(searchIndex ? [searchIndex.buffer] : []),
]

export async function unpack({ rest, records, readmes, pages }: PackedCatalog): Promise<LoadedCatalog> {
  const named = async ({ slugs, texts }: PackedCatalog['readmes']) => {
    const map = new Map<string, string>()
    await eachText(texts, (text, at) => void map.set(slugs[at]!, text))
    return map
  }
  const read: SdkRecord[] = []
  await eachText(records, (text) => void read.push(JSON.parse(text)))
  return { ...rest, records: read, readmes: await named(readmes), ...(pages && { pages: await named(pages) }) }
}

function packTexts(texts: readonly string[]): PackedTexts {
  const ends = new Uint32Array(texts.length)
  let length = 0
  texts.forEach((text, at) => {
    length += Buffer.byteLength(text)
    ends[at] = length
  })
  const bytes = Buffer.from(new ArrayBuffer(length))
  texts.forEach((text, at) => void bytes.write(text, ends[at - 1] ?? 0))
  return { bytes, ends }
}

async function eachText({ bytes, ends }: PackedTexts, take: (text: string, at: number) => void): Promise<void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let start = 0
  let pause = SLICE_BYTES
  for (const [at, end] of ends.entries()) {
    if (start >= pause) {
      pause = start + SLICE_BYTES
      await new Promise((resume) => setImmediate(resume))
    }
    take(buffer.toString('utf8', start, end), at)
    start = end
  }
}
