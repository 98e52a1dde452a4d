/** What people wrote, in a catalogue that is built from repositories: kept by every build, and shown where SDKs are. */
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildCatalog } from '../../src/builder/build-catalog.ts'
import { folderSource } from '../../src/builder/sources/folders.ts'
import { readTexts } from '../../src/builder/written-texts.ts'
import type { SdkRecord } from '../../src/catalog/record/record.ts'
import { testApp } from '../app.ts'
import { load, rankedOver } from '../embedded.ts'
import { scratch } from '../scratch.ts'
import { collectAll } from './collect-all.ts'
import { GENERATED } from './fixtures.ts'

/** A file of these lines. */
function fileOf(...lines: object[]): string {
  const file = join(scratch(), 'texts.jsonl')
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return file
}

/** The records alone, without a catalogue of them. */
const collected = (file?: string, exclude?: readonly string[], from = GENERATED) =>
  collectAll(folderSource(from), {
    ...{ texts: file === undefined ? file : readTexts(file), exclude },
    onRecord: () => {},
  })

async function built(file: string) {
  const home = scratch()
  const [out, dataDir] = [join(home, 'catalog'), join(home, 'data')]
  const report = await buildCatalog({ source: folderSource(GENERATED), out, dataDir, texts: readTexts(file) })
  const data = await load(out)
  const record = (slug: string) => data.records.find((each) => each.slug === slug)
  return { out, report, data, record, ...testApp({ data }) }
}

/** A value for each member that people write. */
const WRITTEN = {
  ...{ title: 'Lamps of the Sea', description: 'Where each lamp burns.', topics: ['lamps'], aliases: ['pharos'] },
  ...{ needs: ['which beacon is that'], operation_needs: { 'lighthouse.list': 'all beacons' } },
  ...{ source_website: 'https://lamps.test', official_sdk: 'https://lamps.test/sdk' },
  ...{ proven: { date: '2026-01-02', commit: 'a'.repeat(40), languages: ['ts'] }, deprecated: 'use sea-ice-sdk' },
}

describe('a build with texts', () => {
  it('has each of them in place of what it derives, and again from the records that it wrote', async () => {
    const first = await built(fileOf({ slug: 'lighthouses-sdk', ...WRITTEN }))
    expect(first.record('lighthouses-sdk')).toMatchObject(WRITTEN)
    expect(first.report.warnings.filter(({ about }) => about === 'texts')).toEqual([])
    const again = await built(join(first.out, 'sdks.jsonl'))
    expect(again.data.records).toEqual(first.data.records)
    expect(again.report.warnings.filter(({ about }) => about === 'texts')).toEqual([])
  })

  it('finds an SDK by needs that nothing in its repository says', async () => {
    const need = 'which beacon is that'
    const fitOf = async (file?: string) => rankedOver((await collected(file)).records)(need, {}, 1)
    const found = await fitOf(fileOf({ slug: 'lighthouses-sdk', needs: [need] }))
    expect(found).toMatchObject({ match: 'all', hits: [{ record: { slug: 'lighthouses-sdk' } }] })
    expect((await fitOf()).match).not.toBe('all')
  })

  it('takes each member alone, and derives the others', async () => {
    const from = scratch()
    cpSync(join(GENERATED, 'lighthouses-sdk'), join(from, 'lighthouses-sdk'), { recursive: true })
    const record = async (texts: object) =>
      (await collected(fileOf({ slug: 'lighthouses-sdk', ...texts }), [], from)).records[0]!
    const plain = await record({})
    for (const [name, value] of Object.entries(WRITTEN)) {
      const { [name as keyof SdkRecord]: taken, packages, needs } = await record({ [name]: value })
      expect([taken, packages]).toEqual([value, plain.packages])
      if (name !== 'needs') expect(needs).toEqual(plain.needs)
    }
  })

  it('says with the number of the line which slugs and members it does not know', async () => {
    const file = fileOf(
      { slug: 'lighthouses-sdk', website: 'https://lamps.test', colour: 'red', first_call: {} },
      { slug: 'nowhere-sdk', title: 'Nowhere' },
      { slug: 'lighthouses-sdk', title: 'Lamps' },
    )
    const { warnings } = await collected(file)
    expect(warnings.filter(({ about }) => about === 'texts')).toEqual([
      { slug: 'lighthouses-sdk', about: 'texts', detail: 'line 1: "colour" is no member of texts' },
      { slug: 'lighthouses-sdk', about: 'texts', detail: 'line 3: it takes the place of line 1' },
      { slug: 'nowhere-sdk', about: 'texts', detail: 'line 2: it is not in the catalogue' },
    ])
  })

  it.each([
    [{ slug: 'a-sdk', title: '' }, /line 2: title: /],
    [{ slug: 'a', title: 'A' }, /line 2: slug: /],
    [{ title: 'A' }, /line 2: slug: /],
    [{ slug: 'a-sdk', official_sdk: 'javascript:alert(1)' }, /line 2: official_sdk: /],
    [[], /line 2: entry: /],
  ])('refuses %j, with its file and line', (line, message) =>
    expect(() => readTexts(fileOf({ slug: 'b-sdk' }, line))).toThrow(message),
  )

  it('warns of a deprecated SDK wherever it is shown', async () => {
    const { app } = await built(fileOf({ slug: 'lighthouses-sdk', deprecated: 'use *sea-ice-sdk*' }))
    const text = async (path: string) => (await app.request(path)).text()
    for (const path of [
      ...['/api/sdk/find?query=lighthouses', '/api/sdk/find?query=lighthouses&detail=detailed'],
      ...['/api/sdk/compare?slugs=lighthouses-sdk,sea-ice-sdk', '/sdk/compare?slugs=lighthouses-sdk,sea-ice-sdk'],
      ...['/example-sdk/lighthouses-sdk'],
    ])
      expect(await text(path), path).toContain('use *sea-ice-sdk*')
    expect(await text('/sdk?q=lighthouses')).toContain('<strong>Deprecated</strong>')
  })

  it('answers a slug that an SDK had before with 404 and its new one, also in later builds', async () => {
    const renamed = await built(
      fileOf({ slug: 'lamps-sdk', renamed_to: 'lamp-sdk' }, { slug: 'lamp-sdk', renamed_to: 'lighthouses-sdk' }),
    )
    const later = await built(join(renamed.out, 'sdks.jsonl'))
    for (const { app } of [renamed, later]) {
      for (const old of ['lamps-sdk', 'lamp-sdk']) {
        const response = await app.request(`/api/sdk/${old}.json`)
        expect([response.status, await response.text()]).toEqual([
          404,
          expect.stringContaining(`\\"${old}\\" is now \\"lighthouses-sdk\\".`),
        ])
        const page = await app.request(`/example-sdk/${old}`, { headers: { accept: 'text/html' } })
        expect([page.status, await page.text()]).toEqual([
          404,
          expect.stringContaining('/example-sdk/lighthouses-sdk"'),
        ])
      }
    }
    expect(rankedOver(renamed.data.records)('lamps-sdk', {}, 1).hits[0]?.record.slug).toBe('lighthouses-sdk')
  })

  it('leaves out a repository that has another slug now, and those that --exclude names', async () => {
    const renamed = fileOf({ slug: 'tide-tables-sdk', renamed_to: 'sea-ice-sdk' })
    const { skipped, warnings } = await collected(renamed, ['lighthouses-sdk', 'x-sdk'])
    expect(skipped).toEqual([
      { name: 'lighthouses-sdk', reason: 'excluded', detail: expect.any(String) },
      { name: 'tide-tables-sdk', reason: 'renamed', detail: 'it is sea-ice-sdk now' },
    ])
    expect(warnings).toContainEqual({ slug: 'x-sdk', about: 'exclude', detail: 'no repository has this name' })
  })
})
