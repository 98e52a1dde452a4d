/** From repositories to a built catalogue in its place. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuildReport } from '../../src/builder/build-catalog.ts'
import { reportText } from '../../src/builder/report/report.ts'
import { folderSource } from '../../src/builder/sources/folders.ts'
import { RENDERER } from '../../src/catalog/readme/renderer.ts'
import { OperationsFile } from '../../src/catalog/record/facts.ts'
import { HISTORY_FILE } from '../../src/store/catalog-files.ts'
import { readHistory } from '../../src/store/history.ts'
import { checkDirectory } from '../../src/store/loading/check.ts'
import { load } from '../embedded.ts'
import { scratch } from '../scratch.ts'
import { filesIn, GENERATED, placesIn, REPOSITORIES } from './fixtures.ts'

/** Repositories that can be changed, and where to build from them, as left by the first build if there was one. */
function workshop({ isBuilt = true } = {}) {
  const home = scratch()
  cpSync(isBuilt ? builtHome : REPOSITORIES, isBuilt ? home : join(home, 'repositories'), { recursive: true })
  return placesIn(home)
}

const builtHome = scratch()
let report: BuildReport
beforeAll(async () => {
  const { build, from } = placesIn(builtHome)
  cpSync(REPOSITORIES, from, { recursive: true })
  report = await build(first)
})

const first = { builtAt: new Date('2026-01-01T00:00:00Z') }
const later = { builtAt: new Date('2026-02-02T00:00:00Z') }

describe('a built catalogue', () => {
  it('is valid, and holds every README byte for byte and its page', async () => {
    const { out } = workshop()
    expect(report).toMatchObject({
      outcome: 'built',
      count: 6,
      built_at: '2026-01-01T00:00:00.000Z',
      previous_id: null,
    })
    expect(checkDirectory(out)).toEqual({ problems: [], count: 6, id: report.id })
    const loaded = await load(out)
    expect(loaded).toMatchObject({ source: 'catalog', id: report.id, builtAt: report.built_at })
    for (const { slug } of loaded.records) {
      const original = readFileSync(join(REPOSITORIES, slug, 'README.md'))
      expect(readFileSync(join(out, 'readme', `${slug}.md`)).equals(original)).toBe(true)
      expect(Buffer.from(loaded.readmes.get(slug)!).equals(original)).toBe(true)
      expect(loaded.pages?.get(slug)).toContain('<h2')
    }
  })

  it('from the same input has the same bytes, and is left as it is where it would be the same', async () => {
    const [{ build, out, dataDir }, other] = [workshop(), workshop({ isBuilt: false })]
    const before = filesIn(out)
    await other.build(first)
    expect(filesIn(other.out)).toEqual(before)
    expect(await build(later)).toMatchObject({ outcome: 'unchanged', id: report.id, built_at: report.built_at })
    expect(filesIn(out)).toEqual(before)
    expect(await readHistory(dataDir)).toHaveLength(1)
  })

  it('takes the place of the old one, and the history lists what changed', async () => {
    const { build, out, from, dataDir } = workshop()
    rmSync(join(from, 'moon-phases-sdk'), { recursive: true })
    cpSync(join(from, 'tide-tables-sdk'), join(from, 'sea-level-sdk'), { recursive: true })
    const readme = '# KawaSuiiApi SDK\n\n**New**, generated from the OpenAPI spec.\n'
    writeFileSync(join(from, 'kawa-suii-api-sdk', 'README.md'), readme)
    const { id: previous } = report
    const next = await build(later)
    expect(next).toMatchObject({ outcome: 'built', previous_id: previous, built_at: '2026-02-02T00:00:00.000Z' })
    const loaded = await load(out)
    expect(loaded.id).toBe(next.id)
    expect(loaded.pages!.get('kawa-suii-api-sdk')).toContain('<strong>New</strong>')
    const history = await readHistory(dataDir)
    expect(history.map(({ id, previous }) => [id, previous])).toEqual([
      [previous, null],
      [next.id, previous],
    ])
    expect(history[1]).toMatchObject({
      built_at: '2026-02-02T00:00:00.000Z',
      removed: [{ slug: 'moon-phases-sdk', title: 'MoonPhases.io' }],
      added: [{ slug: 'sea-level-sdk' }],
    })
    const changed = history[1]!.changed.find(({ slug }) => slug === 'kawa-suii-api-sdk')
    expect(changed?.members).toContain('readme')
    expect(readdirSync(join(out, '..')).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('that breaks a rule is replaced by the next build', async () => {
    const { build, out } = workshop()
    writeFileSync(join(out, 'readme', 'tide-tables-sdk.md'), 'tampered')
    expect(checkDirectory(out).problems).toHaveLength(1)
    expect(await build(later)).toMatchObject({ outcome: 'built', id: report.id, previous_id: null })
    expect(checkDirectory(out).problems).toEqual([])
  })
})

describe('the operations of an SDK', () => {
  it('are files beside its README, part of the id, and a change of them is reported', async () => {
    const { build, out, from } = workshop({ isBuilt: false })
    cpSync(GENERATED, from, { recursive: true, force: true })
    const { id } = await build(first)
    expect(checkDirectory(out)).toMatchObject({ problems: [], id })
    const file = JSON.parse(readFileSync(join(out, 'operations', 'sea-ice-sdk.json'), 'utf8'))
    expect(OperationsFile.parse(file)).toEqual(file)
    const { first_call } = (await load(out)).records.find(({ slug }) => slug === 'sea-ice-sdk')!
    expect(JSON.stringify(file)).toContain(`"path":"${first_call!.path}"`)

    const model = join(from, 'sea-ice-sdk', '.sdk', 'model', 'sdk.json')
    writeFileSync(model, readFileSync(model, 'utf8').replaceAll(first_call!.path, '/moved'))
    const { changes } = await build(later)
    expect(changes.changed).toEqual([
      { slug: 'sea-ice-sdk', title: 'Sea Ice', members: expect.arrayContaining(['first_call', 'operations']) },
    ])
  })
})

describe('pages of another renderer', () => {
  it('are not served, and rendered again by the next build', async () => {
    const { build, out } = workshop()
    const manifest = join(out, 'manifest.json')
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(RENDERER, 'older'))
    expect(await load(out)).not.toHaveProperty('pages')
    expect(await build(later)).toMatchObject({ outcome: 'built', id: report.id, built_at: report.built_at })
    expect((await load(out)).pages?.get('tide-tables-sdk')).toContain('<h2')
  })
})

describe('a build that is not to be', () => {
  it('with --strict leaves the catalogue as it is and says what stood in the way', async () => {
    const { build, out } = workshop()
    const before = filesIn(out)
    const report = await build({ ...later, strict: true })
    expect(report).toMatchObject({ outcome: 'refused', refused: 'strict' })
    expect(report.skipped.map(({ reason }) => reason)).toContain('readme_not_utf8')
    expect(filesIn(out)).toEqual(before)
    const text = reportText(report)
    expect(text).toMatch(/^Refused by --strict; \S+ is as it was\.\nTaken 6, skipped 5, warnings \d/)
    expect(text).toMatch(/\nSkipped\n {2}Bad_Name {8}slug_pattern[\s\S]*\nWarnings\n/)
  })

  it('with --strict is built without a skip or warning', async () => {
    const { build, from } = workshop()
    rmSync(from, { recursive: true })
    cpSync(join(GENERATED, 'sea-ice-sdk'), join(from, 'sea-ice-sdk'), { recursive: true })
    appendFileSync(join(from, 'sea-ice-sdk', 'README.md'), '\n- Upstream: https://ice.harbour.dev\n')
    expect(await build({ strict: true })).toMatchObject({ outcome: 'built', count: 1, skipped: [], warnings: [] })
  })

  it('from a folder without SDKs leaves the catalogue as it is', async () => {
    const { build, out, home } = workshop()
    mkdirSync(join(home, 'nothing', 'photos'), { recursive: true })
    const report = await build({ source: folderSource(join(home, 'nothing')) })
    expect(report).toMatchObject({ outcome: 'refused', refused: 'empty', count: 0 })
    expect(checkDirectory(out).problems).toEqual([])
    expect(reportText(report)).toContain('holds no generated SDK that can be taken')
  })

  it('as a dry run writes nothing and reports the same', async () => {
    const { build, out, dataDir } = workshop({ isBuilt: false })
    const report = await build({ dryRun: true })
    expect(report).toMatchObject({ outcome: 'tried', count: 6 })
    expect(report.changes.added).toHaveLength(6)
    expect([existsSync(out), existsSync(dataDir)]).toEqual([false, false])
  })

  it('where the history cannot be written leaves the catalogue as it is', async () => {
    const fresh = workshop({ isBuilt: false })
    mkdirSync(join(fresh.dataDir, HISTORY_FILE), { recursive: true })
    await expect(fresh.build(first)).rejects.toThrow(expect.objectContaining({ code: 'EISDIR' }))
    expect(existsSync(fresh.out)).toBe(false)
    const { build, out, dataDir } = workshop()
    const before = filesIn(out)
    rmSync(dataDir, { recursive: true })
    writeFileSync(dataDir, '')
    await expect(build({ ...later, topics: new Map([['tide-tables-sdk', ['x']]]) })).rejects.toThrow(/ENOTDIR/)
    expect(filesIn(out)).toEqual(before)
    expect(readdirSync(join(out, '..')).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('where a source breaks off leaves the catalogue as it is and nothing beside it', async () => {
    const { build, out, home } = workshop()
    const before = filesIn(out)
    const broken = {
      label: 'broken',
      candidates: async () => [
        ...(await folderSource(REPOSITORIES).candidates()),
        { name: 'z-sdk', read: () => Promise.reject(new Error('connection lost')) },
      ],
    }
    await expect(build({ source: broken })).rejects.toThrow('connection lost')
    expect(filesIn(out)).toEqual(before)
    expect(readdirSync(home).filter((name) => name.startsWith('.'))).toEqual([])
  })
})
