/** Bytes under every coding and validator. */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Representation, respond } from '../../src/http/representation.ts'
import { runs } from '../property.ts'

const decode = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
  identity: (bytes: Buffer) => bytes,
}
const codings = Object.keys(decode) as (keyof typeof decode)[]
const content = fc
  .tuple(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 1, max: 20 }))
  .map(([bytes, times]) => Buffer.concat(Array.from({ length: times }, () => bytes)))
const ask = (representation: Representation, headers: Record<string, string> = {}) =>
  respond(representation, new Headers(headers))

describe('a representation', () => {
  test('answers the coding asked for only where that is worth its headers, with the length on the wire', async () => {
    await fc.assert(
      fc.asyncProperty(content, fc.constantFrom(...codings), async (bytes, coding) => {
        const answer = await ask({ content: bytes, type: 'text/plain' }, { 'accept-encoding': coding })
        const used = (answer.headers.get('content-encoding') ?? 'identity') as keyof typeof decode
        expect(used).toBe(bytes.length < 860 ? 'identity' : coding)
        const wire = Buffer.from(await answer.arrayBuffer())
        expect(answer.headers.get('content-length')).toBe(String(wire.length))
        expect(decode[used](wire).equals(bytes)).toBe(true)
      }),
      runs(100),
    )
  })

  test('keeps its own Vary and cache rules beside the common ones', async () => {
    const page = { content: 'x', type: 'text/html', headers: { vary: 'Accept' }, cacheControl: 'no-store' }
    const { headers } = await ask(page)
    expect([headers.get('vary'), headers.get('cache-control')]).toEqual(['Accept, Accept-Encoding', 'no-store'])
  })
})
