/** Builds in PostgreSQL: what a replica takes from there, and what it never sees. */
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { packCatalog } from '../../src/follow/archive.ts'
import { follow } from '../../src/follow/follow.ts'
import { askPostgres, listenForBuilds, publishBuild } from '../../src/follow/postgres-source.ts'
import { buildDirectory } from '../builder/built.ts'
import { load } from '../embedded.ts'
import { onPostgres } from '../inbox/support/stores.ts'
import { scratch } from '../scratch.ts'

const built = (readme: string) =>
  buildDirectory(join(scratch(), 'built'), { readmes: { 'one-sdk': readme }, isPacked: true })

onPostgres((place) => {
  async function database(): Promise<string> {
    const { databaseUrl, remove } = await place()
    onTestFinished(remove)
    return databaseUrl!
  }
  const publish = async (url: string, directory: string) =>
    publishBuild(url, (await load(directory)).id, packCatalog(directory))

  test('a replica has what was published last, also where that is an older build again', async () => {
    const url = await database()
    const directory = join(scratch(), 'catalogue')
    expect(await follow({ url, directory })).toEqual({ state: 'away', code: 'no build is published there' })
    const [first, second] = [built('# One\n'), built('# Two\n')]
    for (const next of [first, second, first]) {
      await publish(url, next)
      expect(await follow({ url, directory })).toEqual({ state: 'new' })
      expect((await load(directory)).id).toBe((await load(next)).id)
      expect(await follow({ url, directory })).toEqual({ state: 'unchanged' })
    }
  })

  /** Pieces of a build, of which the last breaks off. */
  async function* broken(pieces: readonly Buffer[]) {
    yield* pieces
    throw new Error('the publisher was killed')
  }
  const piece = (letter: string) => Buffer.alloc(1_500_000, letter)

  test.each([0, 1, 2, 3])('a build that breaks off after %i pieces was never there', async (count) => {
    const url = await database()
    await publishBuild(url, 'whole', Readable.from([piece('a')]))
    const pieces = ['b', 'c', 'd'].slice(0, count).map(piece)
    await expect(publishBuild(url, 'broken', broken(pieces))).rejects.toThrow('killed')
    const offer = await askPostgres(url, undefined)
    expect(offer!.etag).toMatch(/-whole$/)
    expect((await buffer(offer!.body)).equals(piece('a'))).toBe(true)
  })

  test('a build is read to its end while four others are published, of which three stay', async () => {
    const url = await database()
    const one = (letter: string) => Readable.from([piece(letter), piece(letter)])
    await publishBuild(url, 'a', one('a'))
    const reading = (await askPostgres(url, undefined))!.body[Symbol.asyncIterator]()
    const first = await reading.next()
    for (const letter of ['b', 'c', 'd', 'e']) await publishBuild(url, letter, one(letter))
    const second = await reading.next()
    expect(Buffer.concat([first.value!, second.value!]).equals(Buffer.concat([piece('a'), piece('a')]))).toBe(true)
    expect(await reading.next()).toEqual({ done: true, value: undefined })
    const newest = await askPostgres(url, undefined)
    expect(newest!.etag).toMatch(/^5-e$/)
    expect(await askPostgres(url, newest!.etag)).toBeUndefined()
  })

  test('whoever listens is told of each build', async () => {
    const url = await database()
    const told = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const stop = await listenForBuilds(url, told.resolve, ended.resolve)
    await publishBuild(url, 'a', Readable.from([piece('a')]))
    await told.promise
    await stop()
    await ended.promise
  })
})

describe('a database that is not there', () => {
  test('leaves the replica with what it has', async () => {
    const url = 'postgres://nobody:secret@127.0.0.1:1/none'
    const fetched = await follow({ url, directory: join(scratch(), 'catalogue') })
    expect(fetched).toEqual({ state: 'away', code: 'ECONNREFUSED' })
  })
})
