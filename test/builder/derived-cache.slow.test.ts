/** A build takes what an earlier one derived of the same repository, and gives the same as one that derives everything. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { type DerivedCache, openDerivedCache } from '../../src/builder/derived-cache.ts'
import { folderSource } from '../../src/builder/sources/folders.ts'
import { isWanted } from '../../src/builder/sources/tree.ts'
import { readTexts } from '../../src/builder/written-texts.ts'
import { scratch } from '../scratch.ts'
import { collectAll } from './collect-all.ts'
import { commitAll, filesIn, GENERATED, git } from './fixtures.ts'

const SLUG = 'sea-ice-sdk'

/** The collected repositories with their files, and the keys under which something was derived anew. */
async function collected(from: string, dataDir?: string, texts?: string) {
  const derived: string[] = []
  const files: unknown[] = []
  const cache = dataDir === undefined ? undefined : (await openDerivedCache(dataDir))!
  const watched: DerivedCache | undefined = cache && {
    ...cache,
    set: (key, value) => {
      derived.push(key)
      cache.set(key, value)
    },
  }
  const result = await collectAll(folderSource(from), {
    cache: watched,
    texts: texts === undefined ? undefined : readTexts(texts),
    onRecord: async (slug, { readme, operations }) =>
      void files.push([slug, readme.toString('base64'), JSON.stringify(operations)]),
  })
  cache?.close()
  return { result, files, derived }
}

function copied(only = ''): string {
  const from = scratch()
  cpSync(join(GENERATED, only), join(from, only), { recursive: true })
  return from
}

it('what has not changed is not derived again, by whatever folder it is read', async () => {
  const dataDir = scratch()
  const first = await collected(copied(), dataDir)
  expect(first.derived).toHaveLength(first.result.records.length)
  expect(await collected(copied(), dataDir)).toEqual({ ...first, derived: [] })
})

const from = copied(SLUG)
const dataDir = scratch()
const place = join(from, SLUG)
await collected(from, dataDir)

it.each(Object.keys(filesIn(place)).filter((path) => isWanted({ path, kind: 'file' })))(
  'a repository is derived again when %s changes or goes',
  async (path) => {
    const file = join(place, path)
    const bytes = readFileSync(file)
    writeFileSync(file, `${bytes}\n`)
    const changed = await collected(from, dataDir)
    expect(changed.derived).toHaveLength(1)
    expect(changed).toMatchObject(await without(from))
    rmSync(file)
    expect(await collected(from, dataDir)).toMatchObject(await without(from))
    writeFileSync(file, bytes)
    expect((await collected(from, dataDir)).derived).toEqual([])
  },
)

async function without(from: string) {
  const { result, files } = await collected(from)
  return { result, files }
}

it.each([
  [
    'a new file',
    (folder: string) => write(folder, 'rb/sea-ice.gemspec', "Gem::Specification.new { |s| s.name = 'ice' }\n"),
  ],
  ['a new folder of a language', (folder: string) => write(folder, 'swift/Package.swift', '')],
  ['a commit', commitAll],
  [
    'a version',
    (folder: string) => {
      commitAll(folder)
      git('-C', folder, 'tag', 'v9.9.9')
    },
  ],
])('one repository is derived again with %s', async (_, change) => {
  const from = copied()
  const dataDir = scratch()
  await collected(from, dataDir)
  change(join(from, SLUG))
  const changed = await collected(from, dataDir)
  expect(changed.derived).toHaveLength(1)
  expect(changed).toMatchObject(await without(from))
})

function write(folder: string, path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

it('what people wrote about one takes its place at once', async () => {
  const dataDir = scratch()
  await collected(from, dataDir)
  const texts = join(scratch(), 'texts.jsonl')
  writeFileSync(texts, `${JSON.stringify({ slug: SLUG, description: 'Where the ice is.' })}\n`)
  const { result, derived } = await collected(from, dataDir, texts)
  expect(derived).toHaveLength(1)
  expect(result.records.find(({ slug }) => slug === SLUG)).toMatchObject({ description: 'Where the ice is.' })
})

it.each([
  ['is no database', (folder: string) => writeFileSync(join(folder, 'derived.db'), 'x'.repeat(10_000))],
  ['is a folder', (folder: string) => mkdirSync(join(folder, 'derived.db'))],
])('a build does without a file that %s', async (_, spoil) => {
  const dataDir = scratch()
  mkdirSync(dataDir, { recursive: true })
  spoil(dataDir)
  expect(await openDerivedCache(dataDir)).toBeUndefined()
})
