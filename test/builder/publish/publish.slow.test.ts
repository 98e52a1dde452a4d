/** What a killed build leaves behind, and what the next one makes of it; one build of a catalogue at a time. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type BuildReport, buildCatalog } from '../../../src/builder/build-catalog.ts'
import { acquireLock, BuildRunning } from '../../../src/builder/publish/lock.ts'
import { OutputRefused } from '../../../src/builder/publish/put-in-place.ts'
import { folderSource } from '../../../src/builder/sources/folders.ts'
import { checkDirectory } from '../../../src/store/loading/check.ts'
import { load } from '../../embedded.ts'
import { scratch } from '../../scratch.ts'
import { placesIn, REPOSITORIES } from '../fixtures.ts'
import { textsOf } from '../texts-of.ts'

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
  const ids = [first.id]
  for (const [at, topic] of ['a', 'b', 'c', 'd', 'e'].entries())
    ids.push(
      (
        await build({
          texts: textsOf({ slug: 'moon-phases-sdk', topics: [topic] }),
          builtAt: new Date(Date.UTC(2100, 0, 1 + at)),
        })
      ).id,
    )
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
    // A crash has cut a line short.
    if (isRecorded) writeFileSync(join(dataDir, 'catalog-history.jsonl'), lines.join('{"version":1,"id":"x","pre\n'))
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

const HOLD_LOCK = fileURLToPath(new URL('./hold-lock.ts', import.meta.url))

/** Another process that builds the catalogue. */
async function otherBuild(out: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [HOLD_LOCK, out], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

describe('a catalogue that is being built', () => {
  it('by another process is left to it, nothing is written, and it can be tried dry', async () => {
    const home = scratch()
    const out = join(home, 'catalog')
    await otherBuild(out)
    const places = { source: folderSource(REPOSITORIES), out, dataDir: join(home, 'data') }
    const build = (options = {}) => buildCatalog({ ...places, ...options })
    await expect(build()).rejects.toThrow(BuildRunning)
    await expect(build()).rejects.toThrow(`${out} is being built by another process; build again when that has ended.`)
    expect((await build({ dryRun: true })).outcome).toBe('tried')
    expect(readdirSync(home)).toEqual(['.catalog.lock'])
  })

  it('by this process is locked once until it is released, by whatever name', async () => {
    const home = scratch()
    const release = await acquireLock(join(home, 'catalog'))
    for (let attempt = 0; attempt < 3; attempt++)
      await expect(acquireLock(join(home, 'x', '..', 'catalog'))).rejects.toThrow(BuildRunning)
    const releaseOther = await acquireLock(join(home, 'other'))
    releaseOther()
    release()
    const releaseAgain = await acquireLock(join(home, 'catalog'))
    releaseAgain()
    expect(readdirSync(home)).toEqual([])
  })

  it('by a process that was killed is in nobody’s way', async () => {
    const home = scratch()
    const out = join(home, 'catalog')
    const child = await otherBuild(out)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(readdirSync(home)).toEqual(['.catalog.lock'])
    const release = await acquireLock(out)
    release()
    expect(readdirSync(home)).toEqual([])
  })
})
