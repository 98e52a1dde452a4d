/** A catalogue that changes while it is served: taken over whole, or refused with the reason. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { place, stage } from '../../../src/builder/publish/publish.ts'
import { diffCatalogs } from '../../../src/builder/report/diff.ts'
import { appendHistory, HISTORY_FILE } from '../../../src/catalog/store/history.ts'
import { digestDirectory, type LoadedCatalog, loadDirectory, loadEmbedded } from '../../../src/catalog/store/load.ts'
import { pack, transfers, unpack } from '../../../src/catalog/store/transfer.ts'
import {
  type CatalogEvent,
  followCatalog,
  type Reading,
  readCatalog,
  readNews,
} from '../../../src/catalog/store/watch.ts'
import { BROKEN, buildDirectory, RECORDS } from '../../builder/built.ts'

const root = mkdtempSync(join(tmpdir(), 'sdk-catalog-live-'))
afterAll(() => rmSync(root, { recursive: true }))

const [one, two] = RECORDS
const BLUE = buildDirectory(join(root, 'blue'))
const GREEN = buildDirectory(join(root, 'green'), { records: [one, { ...two, title: 'Green' }] })
const idOf = (directory: string): string => digestDirectory(directory).id

/** Puts a copy into place as a build does, its line of the history included. */
async function publish(from: string, out: string, dataDir: string): Promise<void> {
  const before = digestDirectory(out)
  const staged = await stage(out)
  cpSync(from, staged, { recursive: true })
  await place(staged, out, () => enter(digestDirectory(from), before, dataDir))
}

const enter = (
  after: ReturnType<typeof digestDirectory>,
  before: ReturnType<typeof digestDirectory>,
  dataDir: string,
) =>
  appendHistory(dataDir, {
    ...{ version: 1, id: after.id, previous: before.id, built_at: after.builtAt, count: after.records.length },
    ...diffCatalogs(before, after),
  })

let followed = 0
/** @param more goes to the thread that reads, beside the place */
async function follow(take?: (next: LoadedCatalog) => void, more: object = {}) {
  followed += 1
  const directory = join(root, `served-${followed}`)
  const dataDir = join(root, `data-${followed}`)
  cpSync(BLUE, directory, { recursive: true })
  const events: CatalogEvent[] = []
  const taken: LoadedCatalog[] = []
  const place = Object.assign(more, { directory, dataDir })
  const current = await readCatalog(place)
  if ('refused' in current) throw new Error(current.refused)
  const { look, glance } = followCatalog({
    place,
    current,
    take: take ?? ((next) => void taken.push(next)),
    tell: (event) => void events.push(event),
  })
  return { directory, dataDir, events, taken, look, glance }
}

describe('a catalogue put into place', () => {
  it('is taken over with its entries, READMEs and the builds that led to it', async () => {
    const { directory, dataDir, events, taken, look } = await follow()
    await publish(GREEN, directory, dataDir)
    await look()
    expect(events).toEqual([
      { event: 'catalog_swapped', id: idOf(GREEN), previous: idOf(BLUE), count: 2, swapped: 1, refused: 0 },
    ])
    expect(taken).toMatchObject([{ id: idOf(GREEN), records: [{ title: 'One' }, { title: 'Green' }] }])
    expect(taken[0]!.readmes.get('one-sdk')).toBe('# One\n')
    expect(taken[0]!.builds).toMatchObject([{ id: idOf(GREEN), changed: [{ slug: 'two-sdk', members: ['title'] }] }])
  })

  it('is taken over by the next look where the thread of the one before could not start', async () => {
    const more: { uncloneable?: () => void } = { uncloneable: () => {} }
    const { directory, dataDir, events, look } = await follow(undefined, more)
    await publish(GREEN, directory, dataDir)
    await look()
    expect(events).toMatchObject([{ event: 'catalog_refused', reason: expect.stringMatching(/could not be cloned/) }])
    delete more.uncloneable
    await look()
    expect(events).toMatchObject([{}, { event: 'catalog_swapped', id: idOf(GREEN) }])
  })

  it('is seen at a glance, and seen once', async () => {
    const { directory, dataDir, events, glance } = await follow()
    await glance()
    expect(events).toEqual([])
    await publish(GREEN, directory, dataDir)
    await glance()
    await glance()
    expect(events).toMatchObject([{ event: 'catalog_swapped' }])
  })

  it('is not taken over when it is the one that is served', async () => {
    const { directory, dataDir, events, taken, look } = await follow()
    await publish(BLUE, directory, dataDir)
    rmSync(join(dataDir, HISTORY_FILE))
    await look()
    expect([events, taken]).toEqual([[{ event: 'catalog_unchanged', id: idOf(BLUE), swapped: 0, refused: 0 }], []])
  })

  it('is taken over again when the history tells of its build after it was read', async () => {
    const { directory, dataDir, events, taken, glance } = await follow()
    const staged = await stage(directory)
    cpSync(GREEN, staged, { recursive: true })
    await place(staged, directory, async () => {})
    await glance()
    await enter(digestDirectory(GREEN), digestDirectory(BLUE), dataDir)
    await glance()
    expect(events).toMatchObject([{ event: 'catalog_swapped' }, { event: 'catalog_swapped' }])
    expect(taken.map(({ builds = [] }) => builds.length)).toEqual([0, 1])
  })

  it('is not handed over at all when it is the one that is served', async () => {
    const { directory, dataDir } = await follow()
    const place = { directory, dataDir }
    const { id, builtAt } = digestDirectory(directory)
    const served = { id, builtAt, builds: '' }
    expect(await readNews(place, served)).toEqual({ same: true, stamp: expect.any(String) })
    expect(await readNews(place, { ...served, builtAt: '2020-01-01T00:00:00Z' })).toHaveProperty('data')
    expect(await readNews(place, { ...served, builds: 'x' })).toHaveProperty('data')
    expect(await readNews(place, { ...served, id: idOf(GREEN) })).toHaveProperty('data')
    writeFileSync(join(directory, 'readme', 'one-sdk.md'), 'tampered')
    expect(await readNews(place, served)).toMatchObject({ refused: expect.stringMatching(/^manifest\.json: id: /) })
    const embedded = { directory: undefined, dataDir }
    const { data } = (await readCatalog(embedded)) as Reading
    expect(await readNews(embedded, { id: data.id, builtAt: data.builtAt, builds: '' })).toHaveProperty('same')
  })

  it('is read twice at most, however often one looks meanwhile', async () => {
    const { events, look } = await follow()
    await Promise.all(Array.from({ length: 20 }, look))
    expect(events.length).toBeLessThanOrEqual(2)
  })

  it('and replaced while it is read is never taken for a broken one', async () => {
    const { directory, dataDir, events, taken, look } = await follow()
    for (let round = 0; round < 8; round++) {
      await Promise.all([publish(round % 2 ? BLUE : GREEN, directory, dataDir), look()])
    }
    await look()
    expect(events.filter(({ event }) => event === 'catalog_refused')).toEqual([])
    expect(taken.at(-1)!.id).toBe(idOf(BLUE))
  })
})

describe('a catalogue that breaks a rule', () => {
  it.each(BROKEN.filter(([what]) => /member|slug twice|UTF-8|missing/.test(what)))(
    'by %s is refused with the reason, and counted',
    async (what, files, reason) => {
      const { directory, events, taken, look } = await follow()
      buildDirectory(directory, files)
      await look()
      expect(events, what).toEqual([
        { event: 'catalog_refused', reason: expect.stringMatching(reason), id: idOf(BLUE), swapped: 0, refused: 1 },
      ])
      expect(taken).toEqual([])
    },
  )

  it('is refused once, however often one glances at it, and the next good one is taken over', async () => {
    const { directory, events, glance } = await follow()
    rmSync(directory, { recursive: true })
    await glance()
    await glance()
    expect(events).toMatchObject([{ event: 'catalog_refused', reason: 'manifest.json: cannot be read (ENOENT)' }])
    cpSync(GREEN, directory, { recursive: true })
    await glance()
    expect(events.slice(1)).toMatchObject([{ event: 'catalog_swapped', swapped: 1, refused: 1 }])
  })

  it('in a way that only the service notices is refused too', async () => {
    const { directory, dataDir, events, look } = await follow(() => {
      throw new Error('no page can be made of it')
    })
    await publish(GREEN, directory, dataDir)
    await look()
    await look()
    const refused = { event: 'catalog_refused', reason: 'Error: no page can be made of it', id: idOf(BLUE) }
    expect(events).toMatchObject([refused, { ...refused, refused: 2 }])
  })
})

it('a history that cannot be read is told of, and keeps no catalogue from being served', async () => {
  const { directory, dataDir, events, taken, look } = await follow()
  await publish(GREEN, directory, dataDir)
  rmSync(dataDir, { recursive: true })
  cpSync(join(BLUE, 'manifest.json'), dataDir)
  await look()
  expect(events).toMatchObject([
    { event: 'catalog_history_unread', reason: 'catalog-history.jsonl: cannot be read (ENOTDIR)' },
    { event: 'catalog_swapped' },
  ])
  expect(taken).toMatchObject([{ id: idOf(GREEN) }])
})

describe('a catalogue on its way between threads', () => {
  it.each([
    ['the embedded one', () => loadEmbedded()],
    [
      'a small one with odd texts and pages',
      () => ({ ...loadDirectory(BLUE), pages: new Map([['one-sdk', '<p>é😀']]) }),
    ],
    ['an empty one', () => ({ ...loadDirectory(BLUE), records: [], readmes: new Map<string, string>() })],
  ])('arrives as it was, without being copied: %s', async (_, load) => {
    const data = load()
    const packed = pack(data)
    const moved = structuredClone(packed, { transfer: transfers(packed) })
    expect(packed.records.bytes).toHaveLength(0)
    expect(await unpack(moved)).toEqual(data)
  })

  it('is taken apart in slices, between which something else can run', async () => {
    const readmes = new Map(Array.from({ length: 40 }, (_, at) => [`a${at}-sdk`, 'x'.repeat(100_000)]))
    const done = unpack(pack({ ...loadDirectory(BLUE), readmes }))
    let turns = 0
    let running = true
    const turn = () => {
      turns += 1
      if (running) setImmediate(turn)
    }
    setImmediate(turn)
    expect((await done).readmes.size).toBe(40)
    running = false
    expect(turns).toBeGreaterThanOrEqual(3)
  })
})
