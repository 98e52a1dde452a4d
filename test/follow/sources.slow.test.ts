/** What a replica takes from a real web server and from PostgreSQL. Needs nginx in PATH or at NGINX_BIN, and openssl. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { packCatalog } from '../../src/follow/archive.ts'
import { follow } from '../../src/follow/follow.ts'
import { askPostgres, listenForBuilds, publishBuild } from '../../src/follow/postgres-source.ts'
import { buildDirectory } from '../builder/built.ts'
import { command } from '../commands/command.ts'
import { serve } from '../e2e/messages-process.ts'
import { run, until } from '../e2e/service.ts'
import { load } from '../embedded.ts'
import { onPostgres } from '../inbox/support/stores.ts'
import { scratch } from '../scratch.ts'
import { hasNginx, nginx } from './nginx.ts'

const built = (readme = '# One\n') =>
  buildDirectory(join(scratch(), 'built'), { readmes: { 'one-sdk': readme }, isPacked: true })
const archived = (directory: string) => buffer(packCatalog(directory))
const idIn = async (directory: string) => (await load(directory)).id
const HOUR = 3600
const now = () => Math.floor(Date.now() / 1000)

describe.skipIf(!hasNginx)('a catalogue on nginx', () => {
  test.each(['files', 'again', 'encoded'])('is taken once, and again when it has changed: /%s/', async (folder) => {
    const { url, put, answers } = await nginx()
    const directory = join(scratch(), 'catalogue')
    const origin = { url: `${url}/${folder}/catalogue.tar.gz`, directory }
    const [first, second] = [built(), built(`# Changed\n${'more '.repeat(100)}`)]
    put(await archived(first))
    expect(await follow(origin)).toEqual({ state: 'new' })
    expect(await follow(origin)).toEqual({ state: 'unchanged' })
    put(await archived(second))
    expect(await follow(origin)).toEqual({ state: 'new' })
    expect(await idIn(directory)).toBe(await idIn(second))
    await until(async () => answers().length === 3)
    expect(answers()).toEqual([200, 304, 200])
  })

  test('is found where the server sends to', async () => {
    const { url, put } = await nginx()
    const [directory, catalogue] = [join(scratch(), 'catalogue'), built()]
    put(await archived(catalogue))
    expect(await follow({ url: `${url}/moved/`, directory })).toEqual({ state: 'new' })
    expect(await follow({ url: `${url}/moved/`, directory })).toEqual({ state: 'unchanged' })
    expect(await idIn(directory)).toBe(await idIn(catalogue))
  })

  test.each([
    ['away', 'its URL leads to one without TLS'],
    ['round', 'its URL leads on more than 5 times'],
  ])('is refused where the server sends to elsewhere: /%s/', async (folder, reason) => {
    const { url } = await nginx()
    const directory = join(scratch(), 'catalogue')
    expect(await follow({ url: `${url}/${folder}/`, directory })).toEqual({ state: 'refused', reason })
  })

  test('is taken with a signed URL until that ends, and not again with a new signature for the same', async () => {
    const { put, signed, answers } = await nginx()
    const directory = join(scratch(), 'catalogue')
    put(await archived(built()))
    expect(await follow({ url: signed(now() + HOUR), directory })).toEqual({ state: 'new' })
    expect(await follow({ url: signed(now() + 2 * HOUR), directory })).toEqual({ state: 'unchanged' })
    expect(await follow({ url: signed(now() - 1), directory })).toEqual({ state: 'away', code: 'status 410' })
    const forged = signed(now() + HOUR).replace(/signature=[^&]+/, 'signature=forged')
    expect(await follow({ url: forged, directory })).toEqual({ state: 'away', code: 'status 403' })
    // nginx writes its log after the answer.
    await until(async () => answers().length === 4)
    expect(answers()).toEqual([200, 304, 410, 403])
  })

  test('that ends half-way leaves the last good one', async () => {
    const { url, put, kill } = await nginx()
    const directory = join(scratch(), 'catalogue')
    const good = built()
    put(await archived(good))
    await follow({ url: `${url}/files/catalogue.tar.gz`, directory })
    put(await archived(built('# Changed\n')))
    const taken = follow({ url: `${url}/slow/catalogue.tar.gz`, directory })
    // It is unpacked here once the answer has begun.
    await until(async () => existsSync(join(directory, '../.catalogue.building')))
    await kill()
    expect((await taken).state).toBe('away')
    expect(await idIn(directory)).toBe(await idIn(good))
  })

  test('is published by PUT and followed over TLS', async () => {
    const { url, tlsUrl, certificate } = await nginx()
    const catalogue = built('# Over TLS\n')
    const published = await command(['catalog', 'publish', catalogue, '--to', `${url}/files/catalogue.tar.gz`])
    expect(published).toMatchObject({ code: 0, stderr: '' })
    const settings = { CATALOG_DIR: '', CATALOG_URL: `${tlsUrl}/files/catalogue.tar.gz`, DATA_DIR: scratch() }
    const replica = await serve({ ...settings, NODE_EXTRA_CA_CERTS: certificate })
    expect(await (await fetch(`${replica.url}/example-sdk/one-sdk.md`)).text()).toBe('# Over TLS\n')
    expect((await replica.stop()).code).toBe(0)
    const distrusting = await run({ ...settings, DATA_DIR: scratch() }).ended
    expect([distrusting.code, distrusting.stderr]).toEqual([
      1,
      expect.stringMatching(/^sdk-catalog: CATALOG_URL gives no catalogue \(DEPTH_ZERO_SELF_SIGNED_CERT\)/),
    ])
  })
})

/** A way to the database that is lost after some messages of the client, as when its process is killed. */
async function cutAfter(messages: number, url: string) {
  const { hostname, port } = new URL(url)
  let left = messages
  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
    const end = () => [client, database].forEach((socket) => void socket.destroy())
    client.on('data', (bytes) => (left-- > 0 ? database.write(bytes) : end()))
    database.pipe(client)
    for (const socket of [client, database]) socket.on('error', end)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const through = Object.assign(new URL(url), { port: String((server.address() as AddressInfo).port) })
  return { url: through.href, close: () => void server.close() }
}

onPostgres((place) => {
  async function database(): Promise<string> {
    const { databaseUrl, remove } = await place()
    onTestFinished(remove)
    return databaseUrl!
  }
  const publish = async (url: string, directory: string) =>
    publishBuild(url, await idIn(directory), packCatalog(directory))

  test('a replica has what was published last, also where that is an older build again', async () => {
    const url = await database()
    const directory = join(scratch(), 'catalogue')
    expect(await follow({ url, directory })).toEqual({ state: 'away', code: 'no build is published there' })
    const [first, second] = [built('# One\n'), built('# Two\n')]
    for (const next of [first, second, first]) {
      await publish(url, next)
      expect(await follow({ url, directory })).toEqual({ state: 'new' })
      expect(await idIn(directory)).toBe(await idIn(next))
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

  test('a publisher that is gone at any step leaves two replicas with the build before, or with all of its own', async () => {
    const url = await database()
    const [before, after] = [built(), built(`# Two\n${randomBytes(100_000).toString('base64')}`)]
    const ids = await Promise.all([before, after].map(idIn))
    const replicas = [join(scratch(), 'catalogue'), join(scratch(), 'catalogue')]
    const held = () => Promise.all(replicas.map(idIn))
    await publish(url, before)
    for (const directory of replicas) expect(await follow({ url, directory })).toEqual({ state: 'new' })
    for (let [steps, isPublished] = [0, false]; !isPublished; steps++) {
      const cut = await cutAfter(steps, url)
      isPublished = await publish(cut.url, after).then(
        () => true,
        () => false,
      )
      cut.close()
      for (const directory of replicas)
        expect(await follow({ url, directory })).toHaveProperty('state', expect.stringMatching(/^(new|unchanged)$/))
      const [one, other] = await held()
      expect([one, ids.includes(one!)]).toEqual([other, true])
      if (isPublished) expect([one, steps > 6]).toEqual([ids[1], true])
    }
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
