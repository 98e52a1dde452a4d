import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvalidTar, readTar } from '../../src/follow/tar.ts'
import { tarOf } from './tars.ts'

async function* inChunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function filesIn(archive: AsyncIterable<Buffer>) {
  const files: { name: string; content: Buffer }[] = []
  for await (const { name, body } of readTar(archive)) files.push({ name, content: await buffer(body) })
  return files
}

describe('a tar file', () => {
  test('reads back as it was packed, however its bytes arrive', async () => {
    const name = fc.stringMatching(/^operations\/[a-z0-9-]{1,200}\.json$/)
    const content = fc.uint8Array({ maxLength: 1500 }).map((bytes) => Buffer.from(bytes))
    const files = fc.array(fc.record({ name, content }), { maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(files, fc.integer({ min: 1, max: 3000 }), async (members, size) => {
        expect(await filesIn(inChunks(await tarOf(members), size))).toEqual(members)
      }),
    )
  })

  test('has the size of a file of more than 8 GB in its extended header', async () => {
    const size = 2 ** 33
    const [, header] = await tarOf([{ name: 'a', pax: { size: String(size) } }]).then((tar) => [
      tar,
      tar.subarray(0, 1536),
    ])
    for await (const file of readTar(inChunks(header!, 512))) {
      expect(file).toMatchObject({ name: 'a', size })
      break
    }
  })

  test('that ends anywhere too early is refused', async () => {
    const whole = await tarOf([
      { name: 'a', content: Buffer.from('one') },
      { name: 'b', content: Buffer.alloc(700) },
    ])
    const end = whole.length - 1024
    for (let length = 0; length < end; length += 97)
      await expect(filesIn(inChunks(whole.subarray(0, length), 600)), String(length)).rejects.toThrow(InvalidTar)
  })

  test.each(['link', 'symlink', 'directory', 'fifo', 'contiguous-file'] as const)(
    'with a %s is refused',
    async (type) => {
      const archive = inChunks(await tarOf([{ name: 'a', type, linkname: 'b' }]), 512)
      await expect(filesIn(archive)).rejects.toThrow('"a" is no file')
    },
  )

  test('with a damaged header is refused', async () => {
    const archive = await tarOf([{ name: 'a' }])
    archive[0] = 0x62
    await expect(filesIn(inChunks(archive, 512))).rejects.toThrow(InvalidTar)
  })

  test('with one extended header after another is refused, as they would have no end', async () => {
    const header = (await tarOf([{ name: 'a', pax: { comment: '1' } }])).subarray(0, 1024)
    async function* withoutEnd() {
      for (let at = 0; at < 1_000; at++) yield header
      throw new Error('read on')
    }
    await expect(filesIn(withoutEnd())).rejects.toThrow('"PaxHeader" is no file')
  })

  test('with a large extended header is refused before that is read', async () => {
    // Of a kind that parsers read again from each of its bytes.
    const header = await tarOf([{ name: 'a', pax: { comment: '1\n'.repeat(500_000) } }])
    async function* onlyItsBeginning() {
      yield header.subarray(0, 512)
      throw new Error('read on')
    }
    await expect(filesIn(onlyItsBeginning())).rejects.toThrow('"PaxHeader" is no file')
  })
})
