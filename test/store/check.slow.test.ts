/** The rules a catalogue is held against. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCatalog } from '../../src/builder/build-catalog.ts'
import { folderSource } from '../../src/builder/sources/folders.ts'
import { digest, InvalidCatalog, SEARCH_INDEX_FILE } from '../../src/store/catalog-files.ts'
import { checkDirectory } from '../../src/store/loading/check.ts'
import { loadEmbedded } from '../../src/store/loading/load.ts'
import { contentId } from '../../src/store/manifest.ts'
import { EMBEDDED } from '../../src/store/search-index/packed.ts'
import { REPOSITORIES } from '../builder/fixtures.ts'
import { load } from '../embedded.ts'
import { scratch } from '../scratch.ts'

it('the data set of the project is a valid catalogue whose id its contents give', async () => {
  const { problems, count, id } = checkDirectory(EMBEDDED)
  expect(problems).toEqual([])
  expect(count).toBe(722)
  const operations = readdirSync(join(EMBEDDED, 'operations')).map((name) => `operations/${name}`)
  const names = ['sdks.jsonl', SEARCH_INDEX_FILE, ...operations]
  expect(id).toBe(contentId(new Map(names.map((name) => [name, digest(readFileSync(join(EMBEDDED, name)))]))))
  expect(await loadEmbedded()).toMatchObject({ source: 'embedded', id })
})

describe('a catalogue that breaks a rule', () => {
  let built: string
  beforeAll(async () => {
    const home = scratch()
    built = join(home, 'catalog')
    await buildCatalog({ source: folderSource(REPOSITORIES), out: built, dataDir: join(home, 'data') })
  })

  /** A copy, changed; the id is that of the changed contents where `sealed`. */
  function broken(change: (directory: string) => void): string {
    const directory = join(scratch(), 'catalog')
    cpSync(built, directory, { recursive: true })
    change(directory)
    return directory
  }

  const edit = (name: string, change: (text: string) => string) => (directory: string) => {
    const path = join(directory, name)
    writeFileSync(path, change(readFileSync(path, 'utf8')))
  }

  it.each<[string, (directory: string) => void, RegExp]>([
    [
      'with a wrong count of pages',
      edit('html.jsonl', (lines) => lines.replace(/^".*"$/m, '')),
      /^manifest\.json: html\.count: is 6, but html holds the pages of 5/,
    ],
    [
      'with another page',
      edit('html.jsonl', (lines) => lines.replace(/^".*"$/m, '"<script>"')),
      /^manifest\.json: id: is .*, but the/,
    ],
  ])('%s is refused with the rule', async (_, change, rule) => {
    const directory = broken(change)
    await expect(load(directory)).rejects.toThrow(InvalidCatalog)
    await expect(load(directory)).rejects.toThrow(rule)
    expect(checkDirectory(directory).problems[0]).toMatch(rule)
  })

  it('in many ways is reported with all of them at once', async () => {
    const directory = broken((copy) => {
      edit('sdks.jsonl', (text) =>
        text.split('\n').filter(Boolean).reverse().join('\n').replace('"Tide Tables (2)"', '"TIDE TABLES"'),
      )(copy)
      mkdirSync(join(copy, 'readme', 'stray-sdk.md'), { recursive: true })
      mkdirSync(join(copy, 'html'))
      writeFileSync(join(copy, 'html', 'stray.html'), '')
    })
    const { problems } = checkDirectory(directory)
    expect(problems).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/entries are sorted by slug/),
        expect.stringMatching(
          /^sdks\.jsonl: title: "tide tables" is the title of tide-tables-sdk, tide-tables-api2-sdk/,
        ),
        'readme/stray-sdk.md: belongs to no entry of sdks.jsonl',
        'html/stray.html: belongs to no entry of sdks.jsonl',
        expect.stringMatching(/^manifest\.json: id: /),
      ]),
    )
  })
})
