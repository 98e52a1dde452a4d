/** Bytes under every coding and validator. */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { represent, respond } from '../../src/http/representation.ts'
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
const lifetime = fc.constantFrom('kept' as const, 'once' as const)

describe('a representation', () => {
  test('decodes to its own bytes from every coding', async () => {
    await fc.assert(
      fc.asyncProperty(content, lifetime, async (bytes, lifetime) => {
        const made = represent(bytes, { type: 'text/plain', lifetime })
        for (const coding of codings) expect(decode[coding](await made.encoded(coding)).equals(bytes)).toBe(true)
      }),
      runs(60),
    )
  })

  test('answers the coding asked for only where that is worth its headers, with the length on the wire', async () => {
    await fc.assert(
      fc.asyncProperty(content, fc.constantFrom(...codings), async (bytes, coding) => {
        const answer = await respond(
          represent(bytes, { type: 'text/plain', lifetime: 'once' }),
          new Headers({ 'accept-encoding': coding }),
        )
        const used = (answer.headers.get('content-encoding') ?? 'identity') as keyof typeof decode
        expect(used).toBe(bytes.length < 860 ? 'identity' : coding)
        const wire = Buffer.from(await answer.arrayBuffer())
        expect(answer.headers.get('content-length')).toBe(String(wire.length))
        expect(decode[used](wire).equals(bytes)).toBe(true)
      }),
      runs(100),
    )
  })

  test('has a validator of its bytes alone, one for each coding', async () => {
    const tag = async (text: string, coding: string) => {
      const answer = await respond(represent(text, { type: 'text/plain' }), new Headers({ 'accept-encoding': coding }))
      return answer.headers.get('etag')
    }
    const [long, other] = ['a'.repeat(2_000), 'b'.repeat(2_000)]
    const tags = await Promise.all(codings.map((coding) => tag(long, coding)))
    expect(new Set(tags).size).toBe(codings.length)
    expect(await Promise.all(codings.map((coding) => tag(long, coding)))).toEqual(tags)
    expect(await Promise.all(codings.map((coding) => tag(other, coding)))).not.toEqual(tags)
  })

  test('is compressed once, however many ask at the same time', async () => {
    const made = represent('x'.repeat(5_000), { type: 'text/plain' })
    const [first, second] = await Promise.all([made.encoded('br'), made.encoded('br')])
    expect(first).toBe(second)
  })

  test('that lasts holds no more memory than its bytes, in every coding', async () => {
    const made = represent('x'.repeat(5_000), { type: 'text/plain' })
    for (const coding of codings) {
      const bytes = await made.encoded(coding)
      expect(bytes.buffer.byteLength, coding).toBe(bytes.length)
    }
  })

  test('keeps its own Vary and cache rules beside the common ones', async () => {
    const made = represent('x', { type: 'text/html', headers: { vary: 'Accept' }, cacheControl: 'no-store' })
    const { headers } = await respond(made, new Headers())
    expect([headers.get('vary'), headers.get('cache-control')]).toEqual(['Accept, Accept-Encoding', 'no-store'])
  })
})
