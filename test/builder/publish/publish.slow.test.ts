/** What a killed build leaves behind, state by state, and what readers and the next build make of it. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuildReport } from '../../../src/builder/build-catalog.ts'
import { OutputRefused } from '../../../src/builder/publish/put-in-place.ts'
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
    mkdirSync(join(home, '.catalog.building'))
    writeFileSync(join(home, '.catalog.building', 'readme.jsonl'), '"# Ti')
    expect((await load(out)).id).toBe(first.id)
    expect(await build()).toMatchObject({ outcome: 'built', count: 2 })
    expect(hidden(home)).toEqual([])
  })

  it('between the two renames leaves the old catalogue where readers find it', async () => {
    const { home, out, build } = builtOnce()
    renameSync(out, join(home, '.catalog.previous'))
    expect(await load(out)).toMatchObject({ id: first.id, source: 'catalog' })
    expect(checkDirectory(out).problems).toEqual([])
    expect(await build()).toMatchObject({ outcome: 'built', count: 2, previous_id: first.id })
    expect(hidden(home)).toEqual([])
    expect((await load(out)).builds?.map(({ count }) => count)).toEqual([1, 2])
  })

  it('after the two renames leaves the new catalogue, with the build that led to it', async () => {
    const { home, out, build } = builtOnce()
    const second = await build()
    keepPrevious(home)
    expect(await build()).toMatchObject({ outcome: 'unchanged', id: second.id })
    expect((await load(out)).builds).toMatchObject([
      { id: first.id, previous: null },
      { id: second.id, previous: first.id, added: [{ slug: 'moon-phases-sdk' }] },
    ])
    expect(hidden(home)).toEqual([])
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

it('a catalogue of version 0.1 takes over the history that its DATA_DIR has, and one without any begins a new one', async () => {
  for (const isRecorded of [true, false]) {
    const { out, dataDir, build } = builtOnce()
    const manifest = join(out, 'manifest.json')
    const { builds, ...older } = JSON.parse(readFileSync(manifest, 'utf8'))
    writeFileSync(manifest, JSON.stringify(older))
    mkdirSync(dataDir, { recursive: true })
    const earlier = { ...builds[0], id: 'a'.repeat(64) }
    const lines = [earlier, { ...builds[0], previous: earlier.id }].map((line) => `${JSON.stringify(line)}\n`)
    if (isRecorded) writeFileSync(join(dataDir, 'catalog-history.jsonl'), lines.join(''))
    const second = await build()
    const told = (await load(out)).builds!.map(({ id, previous }) => [id, previous])
    expect(told.at(-1)).toEqual([second.id, first.id])
    expect(told.slice(0, -1)).toEqual(
      isRecorded
        ? [
            [earlier.id, null],
            [first.id, earlier.id],
          ]
        : [[first.id, null]],
    )
  }
})

it("an output that is not a catalogue's is refused before anything is touched: files of others, the sources, the data of the service", async () => {
  const { home, from, out, dataDir, build } = builtOnce()
  const letters = join(home, 'letters')
  for (const folder of [join(letters, 'sub'), dataDir]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(letters, 'sub', 'important.txt'), 'keep me')
  for (const directory of [letters, dataDir, from, home, join(letters, 'sub', 'important.txt')])
    await expect(build({ out: directory }), directory).rejects.toThrow(OutputRefused)
  expect(existsSync(join(letters, 'sub', 'important.txt'))).toBe(true)
  expect(existsSync(dataDir)).toBe(true)
  writeFileSync(join(out, 'notes.txt'), 'mine')
  await expect(build()).rejects.toThrow(/holds notes\.txt/)
})
