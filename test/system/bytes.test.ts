/** Files are read, written and hashed in pieces, so that their size has no bound. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digest } from '../../src/store/catalog-files.ts'
import { digestOf, linesOf, openStored, piecesOf, readAt, writePieces } from '../../src/system/bytes.ts'
import { runs } from '../property.ts'
import { scratch } from '../scratch.ts'

const folder = scratch()
let files = 0

/** The same text in memory and in a file. */
function bothOf(text: string) {
  const path = join(folder, String(files++))
  writeFileSync(path, text)
  return [new TextEncoder().encode(text), openStored(path)]
}

const text = fc
  .array(fc.constantFrom('a', 'é', '😀', '\n', '{"slug":"x"}\n', 'long '.repeat(300_000)))
  .map((parts) => parts.join(''))

test('the lines and the digest of a text are the same in memory and in a file', () => {
  fc.assert(
    fc.property(text, (text) => {
      const lines = text.split('\n')
      if (lines.at(-1) === '') lines.pop()
      for (const bytes of bothOf(text)) {
        const read = linesOf(bytes).map(({ start, length }) => readAt(bytes, start, length).toString())
        expect([...read]).toEqual(lines)
        expect(digestOf(piecesOf(bytes))).toBe(digest(text))
      }
    }),
    runs(30),
  )
})

test('pieces become one new file with the digest of all of them', () => {
  const path = join(folder, 'written')
  const pieces = ['a', '', 'é', 'b'.repeat(3_000_000)].map((text) => Buffer.from(text))
  expect(writePieces(path, pieces)).toBe(digest(Buffer.concat(pieces)))
  expect(readFileSync(path).equals(Buffer.concat(pieces))).toBe(true)
  expect(() => writePieces(path, pieces)).toThrow(/EEXIST/)
})

test('a file that was changed since it was opened is not read as if it were the same', () => {
  const [, stored] = bothOf('one\ntwo\n')
  expect(readAt(stored!, 4, 3).toString()).toBe('two')
  expect(() => readAt(stored!, 4, 30)).toThrow(/was changed while it was open; put another file in its place instead/)
  appendFileSync(stored instanceof Uint8Array ? '' : stored!.path, 'three\n')
  expect(() => readAt(stored!, 4, 3)).toThrow(/was changed while it was open/)
})
