/** What a replica takes from a real web server. Needs nginx in PATH or at NGINX_BIN, and openssl. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { packCatalog } from '../../src/follow/archive.ts'
import { follow } from '../../src/follow/follow.ts'
import { buildDirectory } from '../builder/built.ts'
import { command } from '../commands/command.ts'
import { serve } from '../e2e/messages-process.ts'
import { run, until } from '../e2e/service.ts'
import { load } from '../embedded.ts'
import { scratch } from '../scratch.ts'
import { hasNginx, nginx } from './nginx.ts'

const built = (readme = '# One\n') => buildDirectory(join(scratch(), 'built'), { readmes: { 'one-sdk': readme } })
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
