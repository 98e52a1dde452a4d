/** A catalogue that changes while it is served: taken over whole, or refused with the reason. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { publish, stage } from '../../src/builder/publish/put-in-place.ts'
import { diffCatalogs } from '../../src/builder/report/diff.ts'
import { digestDirectory } from '../../src/store/loading/check.ts'
import { type LoadedCatalog, unpackCatalog } from '../../src/store/loading/load.ts'
import { type CatalogEvent, loadCatalog, watchCatalog } from '../../src/store/loading/watch.ts'
import { packDirectory, packEmbedded } from '../../src/store/pack.ts'
import { transfers } from '../../src/store/search-index/packed.ts'
import { BUILT_AT, buildDirectory, RECORDS } from '../builder/built.ts'
import { scratch } from '../scratch.ts'

const root = scratch()

const [one, two] = RECORDS
const BLUE = buildDirectory(join(root, 'blue'))
const GREEN = buildDirectory(join(root, 'green'), { records: [one, { ...two, title: 'Green' }] })
const idOf = (directory: string): string => digestDirectory(directory).id

/** Puts a copy into place as a build does, with what it changes. */
async function publishCopy(from: string, out: string): Promise<void> {
  const [before, after] = [digestDirectory(out), digestDirectory(from)]
  const staged = await stage(out)
  cpSync(from, staged, { recursive: true })
  const build = {
    ...{ version: 1, id: after.id, previous: before.id, built_at: after.builtAt, count: after.records.length },
    ...diffCatalogs(before, after),
  }
  const manifest = join(staged, 'manifest.json')
  const stated = JSON.parse(readFileSync(manifest, 'utf8'))
  writeFileSync(manifest, JSON.stringify(after.id === before.id ? stated : { ...stated, builds: [build] }))
  await publish(staged, out)
}

let watched = 0
/** @param more goes to the thread that reads, with the location */
async function watch(swap?: (next: LoadedCatalog) => void, more: object = {}) {
  watched += 1
  const directory = join(root, `served-${watched}`)
  cpSync(BLUE, directory, { recursive: true })
  const events: CatalogEvent[] = []
  const swapped: LoadedCatalog[] = []
  const location = Object.assign(more, { directory })
  const current = await loadCatalog(location)
  if ('invalid' in current) throw new Error(current.invalid)
  const { refresh, poll } = watchCatalog({
    location,
    current,
    swap: swap ?? ((next) => void swapped.push(next)),
    onEvent: (event) => void events.push(event),
  })
  return { directory, events, swapped, refresh, poll }
}

describe('a catalogue put into place', () => {
  it('is taken over with its entries, READMEs and the builds that led to it', async () => {
    const { directory, events, swapped, refresh } = await watch()
    await publishCopy(GREEN, directory)
    await refresh()
    expect(events).toEqual([
      { event: 'catalog_swapped', id: idOf(GREEN), previous: idOf(BLUE), count: 2, swapped: 1, refused: 0 },
    ])
    expect(swapped).toMatchObject([{ id: idOf(GREEN) }])
    expect(Array.from(swapped[0]!.records, ({ title }) => title)).toEqual(['Green', 'One'])
    expect(swapped[0]!.readmes.get('one-sdk')).toBe('# One\n')
    expect(swapped[0]!.builds).toMatchObject([{ id: idOf(GREEN), changed: [{ slug: 'two-sdk', members: ['title'] }] }])
  })

  it('is taken over by the next refresh where the thread of the one before could not start', async () => {
    const more: { uncloneable?: () => void } = { uncloneable: () => {} }
    const { directory, events, refresh } = await watch(undefined, more)
    await publishCopy(GREEN, directory)
    await refresh()
    expect(events).toMatchObject([{ event: 'catalog_refused', reason: expect.stringMatching(/could not be cloned/) }])
    delete more.uncloneable
    await refresh()
    expect(events).toMatchObject([{}, { event: 'catalog_swapped', id: idOf(GREEN) }])
  })

  it('is noticed by polling, and once', async () => {
    const { directory, events, poll } = await watch()
    await poll()
    expect(events).toEqual([])
    await publishCopy(GREEN, directory)
    await poll()
    await poll()
    expect(events).toMatchObject([{ event: 'catalog_swapped' }])
  })

  it('is not taken over when it is the one that is served', async () => {
    const { directory, events, swapped, refresh } = await watch()
    await publishCopy(BLUE, directory)
    await refresh()
    expect([events, swapped]).toEqual([[{ event: 'catalog_unchanged', id: idOf(BLUE), swapped: 0, refused: 0 }], []])
  })

  it('is taken over again when it was built at another time', async () => {
    const { directory, events, refresh } = await watch()
    const manifest = join(directory, 'manifest.json')
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(BUILT_AT, '2020-01-01T00:00:00Z'))
    await refresh()
    expect(events).toMatchObject([{ event: 'catalog_swapped', id: idOf(BLUE), previous: idOf(BLUE) }])
  })

  it('is read twice at most, however often it is asked for meanwhile', async () => {
    const { events, refresh } = await watch()
    await Promise.all(Array.from({ length: 20 }, refresh))
    expect(events.length).toBeLessThanOrEqual(2)
  })

  it('and replaced while it is read is never taken for a broken one', async () => {
    const { directory, events, swapped, refresh } = await watch()
    for (let round = 0; round < 2; round++)
      await Promise.all([publishCopy(round % 2 ? BLUE : GREEN, directory), refresh()])
    await refresh()
    expect(events.filter(({ event }) => event === 'catalog_refused')).toEqual([])
    expect(swapped.at(-1)!.id).toBe(idOf(BLUE))
  })
})

describe('a catalogue that breaks a rule', () => {
  it('is refused once, however often it is polled, and the next good one is taken over', async () => {
    const { directory, events, poll } = await watch()
    rmSync(directory, { recursive: true })
    await poll()
    await poll()
    expect(events).toMatchObject([{ event: 'catalog_refused', reason: 'manifest.json: cannot be read (ENOENT)' }])
    cpSync(GREEN, directory, { recursive: true })
    await poll()
    expect(events.slice(1)).toMatchObject([{ event: 'catalog_swapped', swapped: 1, refused: 1 }])
  })

  it('in a way that only the service notices is refused too', async () => {
    const { directory, events, refresh } = await watch(() => {
      throw new Error('no page can be made of it')
    })
    await publishCopy(GREEN, directory)
    await refresh()
    await refresh()
    const refused = { event: 'catalog_refused', reason: 'Error: no page can be made of it', id: idOf(BLUE) }
    expect(events).toMatchObject([refused, { ...refused, refused: 2 }])
  })
})

it.each([
  ['the embedded one', packEmbedded],
  ['a small one with odd texts', () => packDirectory(BLUE)],
])('a catalogue on its way between threads arrives as it was, without being copied: %s', async (_, make) => {
  const there = unpackCatalog(await make())
  const packed = await make()
  const moved = unpackCatalog(structuredClone(packed, { transfer: transfers(packed) }))
  expect([packed.sdks.length, packed.searchIndex.length, packed.readmes?.file.length ?? 0]).toEqual([0, 0, 0])
  expect([...moved.records]).toEqual([...there.records])
  expect(moved.index).toEqual(there.index)
  const some = [...there.records].filter((_, at) => at % 40 === 0)
  for (const { slug } of some) expect(moved.readmes.get(slug)).toBe(there.readmes.get(slug))
})
