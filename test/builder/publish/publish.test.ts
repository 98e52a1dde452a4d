/** What a killed build leaves behind, state by state, and what readers and the next build make of it. */
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildCatalog } from '../../../src/builder/build.ts'
import { OutputRefused, publish, stage } from '../../../src/builder/publish/publish.ts'
import { folderSource } from '../../../src/builder/sources/folders.ts'
import { checkDirectory } from '../../../src/catalog/store/check.ts'
import { readHistory } from '../../../src/catalog/store/history.ts'
import { load } from '../../embedded.ts'
import { REPOSITORIES, scratch } from '../fixtures.ts'

/** Two consecutive builds, and a copy of the first catalogue. */
async function twoBuilds() {
  const home = scratch()
  const [from, out, dataDir] = [join(home, 'repositories'), join(home, 'catalog'), join(home, 'data')]
  mkdirSync(from)
  const build = () => buildCatalog({ source: folderSource(from), out, dataDir })
  cpSync(join(REPOSITORIES, 'tide-tables-sdk'), join(from, 'tide-tables-sdk'), { recursive: true })
  const first = await build()
  cpSync(out, join(home, 'first'), { recursive: true })
  cpSync(join(REPOSITORIES, 'moon-phases-sdk'), join(from, 'moon-phases-sdk'), { recursive: true })
  return { home, out, dataDir, build, first }
}

const hidden = (home: string) => readdirSync(home).filter((name) => name.startsWith('.'))

describe('a build that was killed', () => {
  it('while it wrote leaves the old catalogue, and the next build clears up', async () => {
    const { home, out, build, first } = await twoBuilds()
    mkdirSync(join(home, '.catalog.building', 'readme'), { recursive: true })
    expect((await load(out)).id).toBe(first.id)
    expect(await build()).toMatchObject({ outcome: 'built', count: 2 })
    expect(hidden(home)).toEqual([])
  })

  it('between the two renames leaves the old catalogue where readers find it', async () => {
    const { home, out, build, dataDir, first } = await twoBuilds()
    renameSync(out, join(home, '.catalog.previous'))
    expect(await load(out)).toMatchObject({ id: first.id, source: 'catalog' })
    expect(checkDirectory(out).problems).toEqual([])
    expect(await build()).toMatchObject({ outcome: 'built', count: 2, previous_id: first.id })
    expect(hidden(home)).toEqual([])
    expect((await readHistory(dataDir)).map(({ count }) => count)).toEqual([1, 2])
  })

  it('before it recorded itself in the history is recorded by the next build', async () => {
    const { home, out, build, dataDir, first } = await twoBuilds()
    const second = await build()
    rmSync(dataDir, { recursive: true })
    cpSync(join(home, 'first'), join(home, '.catalog.previous'), { recursive: true })
    expect(await build()).toMatchObject({ outcome: 'unchanged', id: second.id })
    expect(await readHistory(dataDir)).toMatchObject([
      { id: second.id, previous: first.id, added: [{ slug: 'moon-phases-sdk' }] },
    ])
    expect([hidden(home), existsSync(out)]).toEqual([[], true])
  })

  it('after it recorded itself is not recorded twice', async () => {
    const { home, build, dataDir } = await twoBuilds()
    await build()
    cpSync(join(home, 'first'), join(home, '.catalog.previous'), { recursive: true })
    await build()
    expect(await readHistory(dataDir)).toHaveLength(2)
  })
})

describe('a build that cannot be recorded in the history at the last moment', () => {
  it.each(['a catalogue', 'nothing'])('leaves %s as it was there', async (there) => {
    const home = scratch()
    const out = join(home, 'catalog')
    if (there === 'a catalogue') mkdirSync(join(out, 'old'), { recursive: true })
    const staged = await stage(out)
    mkdirSync(join(staged, 'new'))
    await expect(publish(staged, out, () => Promise.reject(new Error('the disk is full')))).rejects.toThrow(
      'disk is full',
    )
    expect(readdirSync(staged)).toEqual(['new'])
    expect(existsSync(out) ? readdirSync(out) : 'nothing').toEqual(there === 'a catalogue' ? ['old'] : 'nothing')
    expect(existsSync(join(home, '.catalog.previous'))).toBe(false)
  })
})

describe('a catalogue whose history is lost', () => {
  it('is recorded as the first of a new one', async () => {
    const { build, dataDir, first } = await twoBuilds()
    rmSync(dataDir, { recursive: true })
    const second = await build()
    expect((await readHistory(dataDir)).map(({ id, previous }) => [id, previous])).toEqual([
      [first.id, null],
      [second.id, first.id],
    ])
  })
})

describe("an output that is not a catalogue's", () => {
  it('is refused before anything is touched: files of others, the sources, the data of the service', async () => {
    const { home, out, dataDir, build } = await twoBuilds()
    const from = join(home, 'repositories')
    const buildIn = (directory: string) => buildCatalog({ source: folderSource(from), out: directory, dataDir })
    const letters = join(home, 'letters')
    mkdirSync(join(letters, 'sub'), { recursive: true })
    writeFileSync(join(letters, 'sub', 'important.txt'), 'keep me')
    for (const directory of [letters, dataDir, from, home, join(letters, 'sub', 'important.txt')]) {
      await expect(buildIn(directory), directory).rejects.toThrow(OutputRefused)
    }
    expect(existsSync(join(letters, 'sub', 'important.txt'))).toBe(true)
    expect(existsSync(dataDir)).toBe(true)
    writeFileSync(join(out, 'notes.txt'), 'mine')
    await expect(build()).rejects.toThrow(/holds notes\.txt/)
  })
})
