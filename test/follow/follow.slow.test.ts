/** What a replica takes from CATALOG_URL, and what it refuses. */
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Arrays } from '../../src/catalog/packed/array-file.ts'
import { SdkRecord } from '../../src/catalog/record/record.ts'
import { packCatalog } from '../../src/follow/archive.ts'
import { follow } from '../../src/follow/follow.ts'
import { askHttp } from '../../src/follow/http-source.ts'
import { openSearchIndex, SEARCH_INDEX_VERSION } from '../../src/store/search-index/search-index.ts'
import { testApp } from '../app.ts'
import { buildDirectory, indexedDirectory, RECORDS } from '../builder/built.ts'
import { REPOSITORIES } from '../builder/fixtures.ts'
import { command } from '../commands/command.ts'
import { load } from '../embedded.ts'
import { arraysBytes, indexBytes, sdksBytes } from '../index-bytes.ts'
import { scratch } from '../scratch.ts'
import { archiveServer } from './archive-server.ts'
import { keys } from './keys.ts'
import { type Member, tarOf } from './tars.ts'

const built = (readme = '# One\n') => buildDirectory(join(scratch(), 'built'), { readmes: { 'one-sdk': readme } })
const archived = (directory: string, key?: string) => buffer(packCatalog(directory, key))

/** A catalogue whose id is right, and whose index is that of its records, but has been changed. */
function changed(change: (arrays: Arrays) => Arrays): Promise<Buffer> {
  const records = RECORDS.map((record) => SdkRecord.parse(record))
  const sdks = sdksBytes(records)
  const arrays = openSearchIndex(indexBytes({ sdks, operations: new Map() }))!
  const index = arraysBytes(change(arrays), SEARCH_INDEX_VERSION)
  return archived(indexedDirectory(join(scratch(), 'built'), sdks, index))
}
const withoutTexts = () => changed(({ 'exact.texts.values': _, ...arrays }) => arrays)
const withUnknownRecords = () =>
  changed((arrays) => ({ ...arrays, 'names.matches.values': arrays['names.matches.values']!.map(() => 200) }))
const REFUSED = { state: 'refused' }
const refused = (reason: RegExp) => ({ ...REFUSED, reason: expect.stringMatching(reason) })

const tarred = async (files: readonly Member[]): Promise<Buffer> => gzipSync(await tarOf(files))

describe('a published catalogue', () => {
  test('is refused where it does not end, and what came of it is removed', async () => {
    const source = await archiveServer(await archived(built()))
    const directory = join(scratch(), 'catalogue')
    expect(await follow({ url: source.url, directory, maxBytes: 100 })).toEqual(refused(/larger than the room/))
    expect(readdirSync(dirname(directory))).toEqual([])
  })

  test('is whole where memory is collected before it is read', async () => {
    const archive = await archived(built())
    const { url } = await archiveServer(archive)
    const offer = await askHttp(url, undefined, { signal: new AbortController().signal })
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc')
    // What follows a collection runs in later turns of the loop.
    for (let turn = 0; turn < 5; turn++) {
      collect()
      await setImmediate()
    }
    expect(archive.equals(await buffer(offer!.body))).toBe(true)
  })

  test('is kept as it was built, once; the next one takes its place', async () => {
    const first = built()
    const source = await archiveServer(await archived(first))
    const directory = join(scratch(), 'catalogue')
    const origin = { url: source.url, directory }
    expect(await follow(origin)).toEqual({ state: 'new' })
    expect(await load(directory)).toMatchObject({
      id: (await load(first)).id,
      readmes: (await load(first)).readmes,
    })
    expect(await follow(origin)).toEqual({ state: 'unchanged' })
    const second = built('# Changed\n')
    source.store(await archived(second))
    expect(await follow(origin)).toEqual({ state: 'new' })
    expect((await load(directory)).id).toBe((await load(second)).id)
    expect(source.answers).toEqual([200, 304, 200])
    // Going back, as the runbook says.
    source.store(await archived(first))
    expect(await follow(origin)).toEqual({ state: 'new' })
    expect((await load(directory)).id).toBe((await load(first)).id)
    expect(readdirSync(join(directory, '..')).sort()).toEqual(['.catalogue-origin.json', 'catalogue'])
  })

  test('brings the changes that led to it, at its next build and after a roll-back', async () => {
    const [repositories, DATA_DIR] = [join(scratch(), 'repositories'), scratch()]
    const [catalogue, file] = [join(scratch(), 'catalog'), join(scratch(), 'catalogue.tar.gz')]
    const source = await archiveServer()
    const replica = { url: source.url, directory: join(scratch(), 'catalogue') }
    const catalog = (...args: string[]) => command(['catalog', ...args], { DATA_DIR })
    const served = async () => {
      source.store(readFileSync(file))
      expect(await follow(replica)).toEqual({ state: 'new' })
      const data = await load(replica.directory)
      const { app } = testApp({ data })
      const [changes, feed] = [await app.request('/api/sdk/changes'), await app.request('/sdk/feed.xml')]
      return { id: data.id, ...((await changes.json()) as { changes: object[] }), feed: await feed.text() }
    }
    cpSync(REPOSITORIES, repositories, { recursive: true })
    await catalog('build', '--from', repositories, '--out', catalogue)
    await catalog('publish', catalogue, '--to', file)
    const first = await served()
    expect(first.changes).toEqual([])
    rmSync(join(repositories, 'moon-phases-sdk'), { recursive: true })
    await catalog('build', '--from', repositories, '--out', catalogue)
    await catalog('publish', catalogue, '--to', file)
    const second = await served()
    expect(second.changes).toMatchObject([{ change: 'removed', slug: 'moon-phases-sdk' }])
    expect(second.feed).toContain('moon-phases-sdk')
    const older = `${catalogue}.older`
    await catalog('publish', join(older, readdirSync(older).at(-1)!), '--to', file)
    expect(await served()).toEqual(first)
  })

  test('gives the same bytes each time', async () => {
    const directory = built()
    expect(await archived(directory)).toEqual(await archived(directory))
  })

  test('that is signed is taken with its key only', async () => {
    const [own, other] = [keys(), keys()]
    const directory = built()
    const signed = await archiveServer(await archived(directory, own.privateKey))
    const take = (url: string, publicKey?: string) =>
      follow({ url, publicKey, directory: join(scratch(), 'catalogue') })
    expect(await take(signed.url, own.publicKey)).toEqual({ state: 'new' })
    expect(await take(signed.url)).toEqual({ state: 'new' })
    expect(await take(signed.url, other.publicKey)).toEqual(refused(/signature/))
    const unsigned = await archiveServer(await archived(directory))
    expect(await take(unsigned.url, own.publicKey)).toEqual({ state: 'refused', reason: 'it has no signature' })
  })
})

describe('the last good catalogue stays', () => {
  const manifest = () => ({ name: 'manifest.json', content: readFileSync(join(built(), 'manifest.json'), 'utf8') })

  test.each<[string, () => Promise<Buffer> | Buffer, object]>([
    ['a file outside', () => tarred([manifest(), { name: '../evil', content: 'x' }]), REFUSED],
    ['an absolute path', () => tarred([manifest(), { name: '/tmp/evil', content: 'x' }]), REFUSED],
    ['a hidden file', () => tarred([manifest(), { name: 'readme/.evil.md', content: 'x' }]), REFUSED],
    ['a link', () => tarred([manifest(), { name: 'sdks.jsonl', type: 'symlink', linkname: '/etc/passwd' }]), REFUSED],
    ['a manifest of another case', () => tarred([manifest(), { ...manifest(), name: 'MANIFEST.json' }]), REFUSED],
    ['a manifest with ./ before it', () => tarred([manifest(), { ...manifest(), name: './manifest.json' }]), REFUSED],
    ['a member twice', () => tarred([manifest(), { name: 'sdks.jsonl' }, { name: 'sdks.jsonl' }]), REFUSED],
    ['two members of gzip', async () => Buffer.concat([await archived(built()), await archived(built())]), REFUSED],
    ['no manifest at its start', () => tarred([{ name: 'sdks.jsonl' }]), REFUSED],
    ['a manifest alone', () => tarred([manifest()]), REFUSED],
    ['contents of another id', () => tarred([manifest(), { name: 'sdks.jsonl', content: '' }]), REFUSED],
    ['a manifest of 100 KB', () => tarred([{ name: 'manifest.json', content: ' '.repeat(100_000) }]), REFUSED],
    ['an index that is not whole', withoutTexts, refused(/^search-index\.bin: is not that of the records/)],
    ['an index that fails a search', withUnknownRecords, refused(/^it cannot be searched: /)],
    ['no archive', () => Buffer.from('<html>sign in</html>'), refused(/^it is no whole tar file: /)],
    [
      'zeros after its end',
      async () => gzipSync(Buffer.concat([gunzipSync(await archived(built())), Buffer.alloc(20_480)])),
      refused(/something follows its end/),
    ],
    ['half an archive', async () => (await archived(built())).subarray(0, 300), { state: 'away' }],
  ])('where the source has %s', async (_, archive, outcome) => {
    const directory = built()
    const { id } = await load(directory)
    const source = await archiveServer(await archive())
    expect(await follow({ url: source.url, directory })).toMatchObject(outcome)
    expect((await load(directory)).id).toBe(id)
    expect(existsSync(join(directory, '../evil'))).toBe(false)
    expect(existsSync(join(directory, '../.built.building'))).toBe(false)
  })

  // A server of HTTP/1.0 closes the connection behind the archive, or when it fails in the middle of it.
  test.each([0, 0.01, 0.5, 0.99, 1])(
    'where the server closes the connection after a share of %d of it',
    async (share) => {
      const directory = built()
      const { id } = await load(directory)
      const readmes = { 'one-sdk': 'one '.repeat(120_000), 'two-sdk': 'two '.repeat(120_000) }
      const archive = gunzipSync(await archived(buildDirectory(join(scratch(), 'next'), { readmes })))
      const head = `HTTP/1.0 200 OK\r\nContent-Type: application/gzip\r\nContent-Length: ${archive.length}\r\nConnection: close\r\n\r\n`
      const server = createServer((socket) => {
        socket
          .on('error', () => {})
          .once('data', () =>
            socket.end(Buffer.concat([Buffer.from(head), archive.subarray(0, share * archive.length)])),
          )
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      onTestFinished(() => void server.close())
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/catalogue.tar.gz`
      expect(await follow({ url, directory })).toMatchObject({ state: share === 1 ? 'new' : 'away' })
      expect((await load(directory)).id === id).toBe(share < 1)
    },
  )

  test('where its place cannot be written, without an exception', async () => {
    const source = await archiveServer(await archived(built()))
    const file = join(built(), 'manifest.json')
    expect(await follow({ url: source.url, directory: join(file, 'catalogue') })).toMatchObject({ state: 'away' })
  })

  test('where the source is empty or gone', async () => {
    const directory = join(scratch(), 'catalogue')
    const source = await archiveServer()
    expect(await follow({ url: source.url, directory })).toEqual({ state: 'away', code: 'status 404' })
    source.stop()
    expect(await follow({ url: source.url, directory })).toEqual({ state: 'away', code: 'ECONNREFUSED' })
    expect(existsSync(directory)).toBe(false)
  })
})
