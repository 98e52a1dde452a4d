/** READMEs, pages and operations: in one file each as builds have them now, and in a file for each SDK as they had them. */
import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { SdkRecord } from '../../src/catalog/record/record.ts'
import { packCatalog } from '../../src/follow/archive.ts'
import { follow } from '../../src/follow/follow.ts'
import { InvalidCatalog, siblings } from '../../src/store/catalog-files.ts'
import { checkDirectory, digestDirectory } from '../../src/store/loading/check.ts'
import { loadDirectory, unpackCatalog } from '../../src/store/loading/load.ts'
import { openCatalog } from '../../src/store/open-catalog.ts'
import { loadPacked, packDirectory, stampOf } from '../../src/store/pack.ts'
import { recall, remember } from '../../src/store/remembered.ts'
import { buildDirectory, indexedDirectory, ODD_README, RECORDS, seal } from '../builder/built.ts'
import { archiveServer } from '../follow/archive-server.ts'
import { indexBytes, sdksBytes } from '../index-bytes.ts'
import { scratch } from '../scratch.ts'

const operations = { 'two-sdk': { format: 1, slug: 'two-sdk', entities: [] } }
const sdks = sdksBytes(RECORDS.map((record) => SdkRecord.parse(record)))

const indexed = (readmes = {}): string => {
  const unindexed = buildDirectory(join(scratch(), 'unindexed'), { records: Buffer.from(sdks), operations })
  const index = indexBytes({ sdks, operations: digestDirectory(unindexed).operations })
  return indexedDirectory(join(scratch(), 'catalogue'), sdks, index, { operations, readmes })
}
const FORMS = [
  ['of this version', indexed],
  ['without an index', () => buildDirectory(join(scratch(), 'catalogue'), { operations, isPacked: true })],
  ['of an older version', () => buildDirectory(join(scratch(), 'catalogue'), { operations })],
] as const

const opened = async (directory: string) =>
  openCatalog(await loadDirectory(directory), { baseUrl: 'https://sdk.example.org', brand: 'example' })

describe.each(FORMS)('a build %s', (_, built) => {
  it('is valid, and gives what each SDK has, byte for byte', async () => {
    const directory = built()
    expect(checkDirectory(directory).problems).toEqual([])
    const catalog = await opened(directory)
    expect(catalog.readme('one-sdk')).toBe('# One\n')
    expect(Buffer.from(catalog.readme('two-sdk')!).equals(Buffer.from(ODD_README))).toBe(true)
    expect(catalog.readme('three-sdk')).toBeUndefined()
    expect(await catalog.operations('two-sdk')).toEqual(operations['two-sdk'])
    expect(await catalog.operations('one-sdk')).toBeUndefined()
  })

  it('is the same for who compares builds', () => {
    const [here, there] = [digestDirectory(built()), digestDirectory(FORMS[2][1]())]
    expect([here.readmes, here.operations]).toEqual([there.readmes, there.operations])
  })

  it('is the same after its way through an archive', async () => {
    const source = await archiveServer(await buffer(packCatalog(built())))
    const directory = join(scratch(), 'catalogue')
    expect(await follow({ url: source.url, directory })).toEqual({ state: 'new' })
    const catalog = await opened(directory)
    expect(catalog.readme('two-sdk')).toBe(ODD_README)
    expect(await catalog.operations('two-sdk')).toEqual(operations['two-sdk'])
  })
})

describe('a build', () => {
  it('keeps its texts while another one takes its place, and when it is gone', async () => {
    const directory = indexed()
    const catalog = await opened(directory)
    renameSync(directory, siblings(directory).previous)
    renameSync(indexed({ 'two-sdk': '# Another\n' }), directory)
    rmSync(siblings(directory).previous, { recursive: true })
    expect(catalog.readme('two-sdk')).toBe(ODD_README)
    expect(await catalog.operations('two-sdk')).toEqual(operations['two-sdk'])
    expect((await opened(directory)).readme('two-sdk')).toBe('# Another\n')
  })

  it('is read where it lies if it is large, until somebody writes into it', async () => {
    const directory = indexed()
    const packed = await packDirectory(directory)
    const [readmes, rest] = ['readme', 'operations'].map((name) => join(directory, `${name}.jsonl`)) as [string, string]
    const large = {
      ...packed,
      readmes: { ...packed.readmes!, file: readmes },
      operations: { ...packed.operations!, file: rest },
    }
    const catalog = openCatalog(unpackCatalog(large), { baseUrl: 'https://sdk.example.org', brand: 'example' })
    expect(catalog.readme('two-sdk')).toBe(ODD_README)
    appendFileSync(readmes, ' ')
    appendFileSync(rest, ' ')
    expect(() => catalog.readme('two-sdk')).toThrow('was changed while it was open')
    expect(await catalog.operations('two-sdk')).toBe('unreadable')
  })

  it('is not read whole again until a file of it changes', async () => {
    const directory = indexed()
    const { id, operations } = await packDirectory(directory)
    const remembered = join(scratch(), 'catalogue-read')
    const load = () => loadPacked({ directory, remembered })
    const changeTo = (byte: string) => writeFileSync(join(directory, 'operations.jsonl'), `${byte}{}\n`)
    // Nobody changes a file between two readings that give the same stamp; here it shows that it is not read.
    changeTo('1')
    expect(await load()).toHaveProperty('invalid')
    remember(remembered, stampOf({ directory }), { operations: operations!.ends })
    expect(await load()).toMatchObject({ packed: { id, operations: { ends: operations!.ends } } })
    changeTo('2')
    expect(await load()).toHaveProperty('invalid')
    writeFileSync(remembered, 'x')
    expect(recall(remembered, stampOf({ directory }))).toBeUndefined()
  })

  const lines = (...texts: (string | Buffer)[]) =>
    Buffer.concat(texts.flatMap((text) => [Buffer.from(text), Buffer.from('\n')]))
  it.each<[string, Buffer, RegExp]>([
    ['with too few lines', lines('"# One"'), /^readme\.jsonl: has 1 lines for 2 entries$/],
    ['with too many lines', lines('"# One"', '"# Two"', '"# Three"'), /^readme\.jsonl: has 3 lines for 2 entries$/],
    ['without a README', lines('"# One"', ''), /^readme\/two-sdk: is missing$/],
    ['with a README that is no text', lines('"# One"', '{}'), /^readme\/two-sdk: is no string$/],
    ['with half a README', lines('"# One"', '"# Tw'), /^readme\/two-sdk: is no string$/],
    ['with bytes that are no text', lines('"# One"', Buffer.from([0xc3, 0x28])), /^readme\/two-sdk: is no string$/],
    [
      'with a README that is too long',
      lines('"# One"', `"${'x'.repeat(512 * 1024 + 1)}"`),
      /^readme\/two-sdk: holds 524289 bytes; a README may hold 524288$/,
    ],
    [
      'with a line that no README needs',
      lines('"# One"', `"${' '.repeat(6 * 512 * 1024)}"`),
      /^readme\.jsonl: holds 3145730 bytes; all READMEs may hold 3145728$/,
    ],
  ])('%s is refused wherever it is not of this version, and by who takes it from elsewhere', async (_, bytes, rule) => {
    const directory = buildDirectory(join(scratch(), 'catalogue'), { operations, isPacked: true })
    writeFileSync(join(directory, 'readme.jsonl'), bytes)
    seal(directory)
    await expect(loadDirectory(directory)).rejects.toThrow(InvalidCatalog)
    await expect(loadDirectory(directory)).rejects.toThrow(rule)
    expect(checkDirectory(directory).problems[0]).toMatch(rule)
    const source = await archiveServer(await buffer(packCatalog(directory)))
    const taken = await follow({ url: source.url, directory: join(scratch(), 'replica') })
    expect(taken).toEqual({ state: 'refused', reason: expect.stringMatching(rule) })
  })

  it('of which any file was changed is refused', async () => {
    for (const name of ['sdks.jsonl', 'search-index.bin', 'readme.jsonl', 'operations.jsonl']) {
      const directory = indexed()
      const bytes = readFileSync(join(directory, name))
      bytes[bytes.length - 9]! ^= 1
      writeFileSync(join(directory, name), bytes)
      await expect(loadDirectory(directory), name).rejects.toThrow(InvalidCatalog)
      expect(checkDirectory(directory).problems, name).not.toEqual([])
    }
  })
})
