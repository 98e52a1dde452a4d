/** Only the untouched archive of a signed catalogue is accepted, and only that is served from the disk. */
import { appendFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createGunzip, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { extract, pack } from 'tar-stream'
import { MockAgent } from 'undici'
import { describe, expect, test } from 'vitest'
import { extractCatalog, InvalidArchive, packCatalog } from '../../src/follow/archive.ts'
import { follow } from '../../src/follow/follow.ts'
import { InvalidCatalog, tooLarge } from '../../src/store/catalog-files.ts'
import { loadDirectory } from '../../src/store/loading/load.ts'
import { buildDirectory } from '../builder/built.ts'
import { runs } from '../property.ts'
import { scratch } from '../scratch.ts'
import { archiveServer } from './archive-server.ts'
import { keys } from './keys.ts'
import { tarOf } from './tars.ts'

const operations = { 'one-sdk': { format: 1, slug: 'one-sdk', entities: [] } }
const built = (readme: string) =>
  buildDirectory(join(scratch(), 'built'), { readmes: { 'one-sdk': readme }, operations })

interface Member {
  name: string
  content: Buffer
}

async function membersOf(directory: string, key?: string): Promise<Member[]> {
  const entries = packCatalog(directory, key).pipe(createGunzip()).pipe(extract())
  const members: Member[] = []
  for await (const entry of entries) members.push({ name: entry.header.name, content: await buffer(entry) })
  return members
}

describe('an archive made of two signed ones', () => {
  const [own, other] = [keys(), keys()]

  /** Whether a replica with the key would serve it. */
  async function isAccepted(members: readonly Member[]): Promise<boolean> {
    const directory = scratch()
    const archive = join(scratch(), 'catalogue.tar')
    writeFileSync(archive, await tarOf(members))
    try {
      await extractCatalog(archive, directory, { publicKey: own.publicKey })
      await loadDirectory(directory, own.publicKey)
      return true
    } catch (error) {
      expect(error instanceof InvalidArchive || error instanceof InvalidCatalog, String(error)).toBe(true)
      return false
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  }

  const same = (a: readonly Member[], b: readonly Member[]) =>
    a.length === b.length && a.every(({ name, content }, at) => name === b[at]!.name && content.equals(b[at]!.content))

  test('is accepted only if it is one of them, untouched', async () => {
    const whole = await membersOf(built('# One\n'), own.privateKey)
    const foreign = await membersOf(built('# Evil\n'), other.privateKey)
    const pool = [...whole, ...foreign]
    const position = fc.nat(whole.length + 3)
    const change = fc.oneof(
      fc.record({ kind: fc.constantFrom('insert', 'replace'), at: position, of: fc.nat(pool.length - 1) }),
      fc.record({ kind: fc.constantFrom('remove', 'move'), at: position, of: position }),
    )
    const made = fc.array(change, { maxLength: 5 }).map((changes) => {
      const members = [...whole]
      for (const { kind, at, of } of changes) {
        if (kind === 'insert') members.splice(at, 0, pool[of]!)
        else if (kind === 'replace') members.splice(at, 1, pool[of]!)
        else {
          const taken = members.splice(at, 1)
          if (kind === 'move') members.splice(of, 0, ...taken)
        }
      }
      return members
    })
    await fc.assert(
      fc.asyncProperty(made, async (members) => {
        expect(await isAccepted(members), members.map(({ name }) => name).join()).toBe(same(members, whole))
      }),
      { ...runs(150), examples: [[whole], [[...whole, ...foreign]], [[...whole.slice(0, 2), ...foreign]]] },
    )
  })

  test('as two concatenated tar files is refused, at the first start and later', async () => {
    const directory = join(scratch(), 'catalogue')
    const whole = await membersOf(built('# One\n'), own.privateKey)
    const unsigned = await membersOf(built('# Evil\n'))
    const forged = gzipSync(Buffer.concat([await tarOf(whole.slice(0, 2)), await tarOf(unsigned)]))
    const source = await archiveServer(forged)
    const origin = { url: source.url, publicKey: own.publicKey, directory }
    const reason = 'it is no whole tar file: something follows its end'
    expect(await follow(origin)).toEqual({ state: 'refused', reason })
    expect(existsSync(directory)).toBe(false)
    source.store(await buffer(packCatalog(built('# One\n'), own.privateKey)))
    expect(await follow(origin)).toEqual({ state: 'new' })
    source.store(forged)
    expect(await follow(origin)).toEqual({ state: 'refused', reason })
    expect(readFileSync(join(directory, 'readme/one-sdk.md'), 'utf8')).toBe('# One\n')
  })
})

describe('the key', () => {
  test('that is set or changed later counts at once, though the archive is the same', async () => {
    const [own, other] = [keys(), keys()]
    const directory = join(scratch(), 'catalogue')
    const source = await archiveServer(await buffer(packCatalog(built('# One\n'), own.privateKey)))
    const take = (publicKey?: string) => follow({ url: source.url, publicKey, directory })
    expect(await take()).toEqual({ state: 'new' })
    expect(await take(other.publicKey)).toMatchObject({ state: 'refused' })
    expect(await take(own.publicKey)).toEqual({ state: 'new' })
    expect(await take(own.publicKey)).toEqual({ state: 'unchanged' })
    expect(await take(other.publicKey)).toMatchObject({ state: 'refused' })
    expect(source.answers).toEqual([200, 200, 200, 304, 200])
    await loadDirectory(directory, own.publicKey)
    await expect(loadDirectory(directory, other.publicKey)).rejects.toThrow('CATALOG_PUBLIC_KEY')
  })

  test('refuses a catalogue on the disk of which any file was changed, until it is taken again', async () => {
    const { publicKey, privateKey } = keys()
    const directory = join(scratch(), 'catalogue')
    const source = await archiveServer(await buffer(packCatalog(built('# One\n'), privateKey)))
    await follow({ url: source.url, publicKey, directory })
    await loadDirectory(directory, publicKey)
    for (const name of [
      ...['manifest.json', 'manifest.json.sig', 'sdks.jsonl', 'readme/one-sdk.md', 'operations/one-sdk.json'],
    ]) {
      const changed = join(scratch(), 'changed')
      cpSync(directory, changed, { recursive: true })
      appendFileSync(join(changed, name), ' ')
      await expect(loadDirectory(changed, publicKey), name).rejects.toThrow(InvalidCatalog)
    }
    appendFileSync(join(directory, 'sdks.jsonl'), ' ')
    expect(await follow({ url: source.url, publicKey, directory, replace: true })).toEqual({ state: 'new' })
    await loadDirectory(directory, publicKey)
  })
})

test('a source with TLS that sends to this machine without it is refused', async () => {
  const agent = new MockAgent()
  agent.disableNetConnect()
  const location = 'http://127.0.0.1:9/catalogue.tar.gz'
  agent
    .get('https://files.example.org')
    .intercept({ path: '/catalogue.tar.gz' })
    .reply(302, '', { headers: { location } })
  const source = { url: 'https://files.example.org/catalogue.tar.gz', directory: join(scratch(), 'catalogue') }
  const outcome = await follow(source, agent)
  expect(outcome).toEqual({ state: 'refused', reason: 'its URL leads to one without TLS' })
  agent.assertNoPendingInterceptors()
})

test('more members than the SDKs of the manifest can have are refused', async () => {
  const members = await membersOf(built('# One\n'))
  const foreign = Array.from('123456789', (digit) => ({ name: `readme/z${digit}-sdk.md`, content: Buffer.of() }))
  const archive = join(scratch(), 'catalogue.tar')
  writeFileSync(archive, await tarOf([...members, ...foreign]))
  await expect(extractCatalog(archive, scratch())).rejects.toThrow('it has more files than 2 SDKs have')
})

test('a member that no catalogue has so large is refused before a byte of it is stored', async () => {
  const [manifest] = await membersOf(built('# One\n'))
  const begun = pack()
  begun.entry({ name: 'manifest.json' }, manifest!.content)
  begun.entry({ name: 'sdks.jsonl', size: 2 ** 31 }).write(Buffer.alloc(100))
  const archive = join(scratch(), 'catalogue.tar')
  begun.on('data', (bytes) => appendFileSync(archive, bytes as Buffer))
  await expect.poll(() => existsSync(archive) && readFileSync(archive).includes('sdks.jsonl')).toBe(true)
  const directory = scratch()
  await expect(extractCatalog(archive, directory)).rejects.toThrow(/sdks\.jsonl: holds 2147483648/)
  expect(existsSync(join(directory, 'sdks.jsonl'))).toBe(false)
  expect(tooLarge('sdks.jsonl', 2 ** 33, 2 ** 21)).toBeUndefined()
})
