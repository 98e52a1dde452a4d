/** Texts by slug in bytes outside the JavaScript heap, which go from thread to thread without a copy. */

export interface PackedTexts {
  slugs: readonly string[]
  /** Concatenated UTF-8. */
  bytes: Uint8Array<ArrayBuffer>
  /** End offset of each text. */
  ends: Float64Array<ArrayBuffer>
}

export interface TextSource {
  get(slug: string): string | undefined
}

/** @param texts UTF-8 by slug */
export function packTexts(texts: ReadonlyMap<string, Uint8Array>): PackedTexts {
  let end = 0
  const ends = Float64Array.from(texts.values(), ({ length }) => {
    end += length
    return end
  })
  const bytes = new Uint8Array(end)
  for (const [index, text] of [...texts.values()].entries()) bytes.set(text, ends[index]! - text.length)
  return { slugs: [...texts.keys()], bytes, ends }
}

export function openTexts({ slugs, bytes, ends }: PackedTexts): TextSource {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const indexes = new Map(slugs.map((slug, index) => [slug, index]))
  return {
    get(slug) {
      const index = indexes.get(slug)
      return index === undefined ? undefined : buffer.toString('utf8', ends[index - 1] ?? 0, ends[index])
    },
  }
}
