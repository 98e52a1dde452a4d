/** Content over 1 MB: made once, in turns of the event loop, and sent whole, in ranges or not at all. */

import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { contentInParts, type LargeContent } from '../../src/http/large-content.ts'
import { respond } from '../../src/http/representation.ts'
import { spool } from '../../src/system/spool.ts'

const LINES = Array.from({ length: 40_000 }, (_, at) => `${at}: ${'é'.repeat(at % 40)}\n`)
const WHOLE = Buffer.from(LINES.join(''))

/** What counts how often it was made, and yields an error at a line. */
async function counted(failAt = Number.POSITIVE_INFINITY) {
  const made = { times: 0 }
  const parts = function* () {
    made.times++
    for (const [at, line] of LINES.entries()) {
      if (at === failAt && made.times === 2) throw new Error('the disk is full')
      yield line
    }
  }
  return { made, content: (await contentInParts(parts, ['tides', 1])) as LargeContent }
}

const get = (content: LargeContent, headers: Record<string, string> = {}) =>
  respond({ content, type: 'text/plain' }, new Headers(headers))
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

/** Known to be whole. */
async function whole() {
  const { content, made } = await counted()
  await bytesOf(await get(content))
  return { content, made }
}

test('less than 1 MB stays in memory, and is what its parts are', async () => {
  const few = LINES.slice(0, 1000)
  expect(await contentInParts(() => few, [])).toEqual(Buffer.from(few.join('')))
})

describe('more', () => {
  test('is the same for everybody who asks while it is made, and made once', async () => {
    const { content, made } = await counted()
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(content).then(bytesOf)))
    for (const bytes of answers) expect(bytes.equals(WHOLE)).toBe(true)
    // Once to see that it is large.
    expect(made.times).toBe(2)
  })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['zstd', zstdDecompressSync],
  ])('is sent as %s, compressed once', async (coding, decode) => {
    const { content, made } = await counted()
    const ask = () => get(content, { 'accept-encoding': coding })
    const [first, second] = await Promise.all([ask(), ask()])
    expect(first.headers.get('content-encoding')).toBe(coding)
    expect(first.headers.get('etag')).toMatch(new RegExp(`^"[\\w-]{22}-${coding}"$`))
    const bytes = await bytesOf(first)
    expect(decode(bytes).equals(WHOLE)).toBe(true)
    expect((await bytesOf(second)).equals(bytes)).toBe(true)
    expect(made.times).toBe(2)
  })

  test('is not made for whoever has it', async () => {
    const { content, made } = await counted()
    const { headers } = await get(content)
    const again = await get((await counted()).content, { 'if-none-match': headers.get('etag')! })
    expect([again.status, again.body]).toEqual([304, null])
    const unasked = await counted()
    await get(unasked.content, { 'if-none-match': headers.get('etag')! })
    expect([made.times, unasked.made.times]).toEqual([2, 1])
  })

  test.each([
    ['bytes=0-0', 0, 1],
    ['bytes=10-', 10, WHOLE.length],
    ['bytes=100-70000', 100, 70_001],
    ['bytes=-5', WHOLE.length - 5, WHOLE.length],
    [`bytes=5-${2 * WHOLE.length}`, 5, WHOLE.length],
    [`bytes=-${2 * WHOLE.length}`, 0, WHOLE.length],
  ])('is sent in part for %s', async (range, start, end) => {
    const { content } = await whole()
    const answer = await get(content, { range })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${WHOLE.length}`)
    expect(answer.headers.get('content-length')).toBe(String(end - start))
    expect((await bytesOf(answer)).equals(WHOLE.subarray(start, end))).toBe(true)
  })

  test.each(['bytes=0-1,4-5', 'bytes=x-1', 'bytes=-', 'bytes=-0', 'pages=0-1', 'bytes=9-3', `bytes=${WHOLE.length}-`])(
    'is sent whole for %s',
    async (range) => {
      const { content } = await whole()
      const answer = await get(content, { range })
      expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(WHOLE.length)])
      expect((await bytesOf(answer)).equals(WHOLE)).toBe(true)
    },
  )

  test('is sent whole if the range is of another version', async () => {
    const { content } = await whole()
    const other = await get(content, { range: 'bytes=0-9', 'if-range': '"another"' })
    expect([other.status, other.headers.get('content-length')]).toEqual([200, String(WHOLE.length)])
  })

  test('breaks the answers that have begun where it cannot be made, and is made anew for the next', async () => {
    const { content, made } = await counted(30_000)
    await expect(get(content).then(bytesOf)).rejects.toThrow()
    expect((await bytesOf(await get(content))).equals(WHOLE)).toBe(true)
    expect(made.times).toBe(3)
  })
})

test('a spool that nobody reads any more is filled to its end', async () => {
  const pieces = async function* () {
    yield Buffer.from('tide')
    yield Buffer.from('s')
  }
  const made = spool(pieces())
  while (made.state === 'growing') await made.changed.promise
  expect([made.state, made.length]).toEqual(['whole', 5])
})
