/** What a killed build leaves behind, state by state, and what readers and the next build make of it. */
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuildReport } from '../../../src/builder/build-catalog.ts'
import { OutputRefused, publish, stage } from '../../../src/builder/publish/put-in-place.ts'
import { readHistory } from '../../../src/store/history.ts'
import { checkDirectory } from '../../../src/store/loading/check.ts'
import { load } from '../../embedded.ts'
import { scratch } from '../../scratch.ts'
import { placesIn, REPOSITORIES } from '../fixtures.ts'

/** A catalogue of one SDK, and a second one that was added since it was built. */
const builtHome = scratch()
let first: BuildReport
beforeAll(async () => {
  const { build, from } = placesIn(builtHome)
  const add = (slug: string) => cpSync(join(REPOSITORIES, slug), join(from, slug), { recursive: true })
  add('tide-tables-sdk')
  first = await build()
  add('moon-phases-sdk')
})

function builtOnce() {
  const home = scratch()
  cpSync(builtHome, home, { recursive: true })
  return placesIn(home)
}

/** The first catalogue, where a build that is killed leaves the one it replaces. */
const keepPrevious = (home: string) =>
  cpSync(join(builtHome, 'catalog'), join(home, '.catalog.previous'), { recursive: true })

const hidden = (home: string) => readdirSync(home).filter((name) => name.startsWith('.'))

describe('a build that was killed', () => {
  it('while it wrote leaves the old catalogue, and the next build clears up', async () => {
    const { home, out, build } = builtOnce()
    mkdirSync(join(home, '.catalog.building', 'readme'), { recursive: true })
    expect((await load(out)).id).toBe(first.id)
    expect(await build()).toMatchObject({ outcome: 'built', count: 2 })
    expect(hidden(home)).toEqual([])
  })

  it('between the two renames leaves the old catalogue where readers find it', async () => {
    const { home, out, build, dataDir } = builtOnce()
    renameSync(out, join(home, '.catalog.previous'))
    expect(await load(out)).toMatchObject({ id: first.id, source: 'catalog' })
    expect(checkDirectory(out).problems).toEqual([])
    expect(await build()).toMatchObject({ outcome: 'built', count: 2, previous_id: first.id })
    expect(hidden(home)).toEqual([])
    expect((await readHistory(dataDir)).map(({ count }) => count)).toEqual([1, 2])
  })

  it('before it recorded itself in the history is recorded by the next build', async () => {
    const { home, out, build, dataDir } = builtOnce()
    const second = await build()
    rmSync(dataDir, { recursive: true })
    keepPrevious(home)
    expect(await build()).toMatchObject({ outcome: 'unchanged', id: second.id })
    expect(await readHistory(dataDir)).toMatchObject([
      { id: second.id, previous: first.id, added: [{ slug: 'moon-phases-sdk' }] },
    ])
    expect([hidden(home), existsSync(out)]).toEqual([[], true])
  })

  it('after it recorded itself is not recorded twice', async () => {
    const { home, build, dataDir } = builtOnce()
    await build()
    keepPrevious(home)
    await build()
    expect(await readHistory(dataDir)).toHaveLength(2)
  })
})

it('the last three catalogues that builds replaced stay, whole and in the order of their builds', async () => {
  const { out, build } = builtOnce()
  const topics = (topic: string) => ({
    ...{ bySlug: new Map([['moon-phases-sdk', { topics: [topic] }]]), lines: new Map(), renamed: new Map() },
    warnings: [],
  })
  const ids = [first.id]
  for (const [at, topic] of ['a', 'b', 'c', 'd', 'e'].entries())
    ids.push((await build({ texts: topics(topic), builtAt: new Date(Date.UTC(2100, 0, 1 + at)) })).id)
  const older = readdirSync(`${out}.older`).map((name) => checkDirectory(join(`${out}.older`, name)))
  expect(older.map(({ id, problems }) => [id, problems])).toEqual(ids.slice(2, 5).map((id) => [id, []]))
  expect((await load(out)).id).toBe(ids[5])
})

it.each(['a catalogue', 'nothing'])(
  'a build that cannot be recorded in the history at the last moment leaves %s as it was there',
  async (there) => {
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
  },
)

it('a catalogue whose history is lost is recorded as the first of a new one', async () => {
  const { build, dataDir } = builtOnce()
  rmSync(dataDir, { recursive: true })
  const second = await build()
  expect((await readHistory(dataDir)).map(({ id, previous }) => [id, previous])).toEqual([
    [first.id, null],
    [second.id, first.id],
  ])
})

it("an output that is not a catalogue's is refused before anything is touched: files of others, the sources, the data of the service", async () => {
  const { home, from, out, dataDir, build } = builtOnce()
  const letters = join(home, 'letters')
  mkdirSync(join(letters, 'sub'), { recursive: true })
  writeFileSync(join(letters, 'sub', 'important.txt'), 'keep me')
  for (const directory of [letters, dataDir, from, home, join(letters, 'sub', 'important.txt')]) {
    await expect(build({ out: directory }), directory).rejects.toThrow(OutputRefused)
  }
  expect(existsSync(join(letters, 'sub', 'important.txt'))).toBe(true)
  expect(existsSync(dataDir)).toBe(true)
  writeFileSync(join(out, 'notes.txt'), 'mine')
  await expect(build()).rejects.toThrow(/holds notes\.txt/)
})
