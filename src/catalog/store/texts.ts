/** Texts by slug, kept as bytes outside the heap of JavaScript, which go from thread to thread without a copy. */

export interface PackedTexts {
  slugs: readonly string[]
  /** One after the other. */
  bytes: Uint8Array<ArrayBuffer>
  /** Where each ends. */
  ends: Float64Array<ArrayBuffer>
}

/** A map as far as readers need one. */
export interface Texts {
  get(slug: string): string | undefined
}

/** @param texts UTF-8 by slug */
export function packTexts(texts: ReadonlyMap<string, Uint8Array>): PackedTexts {
  const ends = new Float64Array(texts.size)
  let length = 0
  let index = 0
  for (const text of texts.values()) {
    length += text.length
    ends[index++] = length
  }
  const bytes = new Uint8Array(length)
  index = 0
  for (const text of texts.values()) bytes.set(text, ends[index++]! - text.length)
  return { slugs: [...texts.keys()], bytes, ends }
}

export function openTexts({ slugs, bytes, ends }: PackedTexts): Texts {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const indexes = new Map(slugs.map((slug, index) => [slug, index]))
  return {
    get(slug) {
      const index = indexes.get(slug)
      return index === undefined ? undefined : buffer.toString('utf8', ends[index - 1] ?? 0, ends[index])
    },
  }
}
