/** Folders of repositories, in every form they come in. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { folderSource } from '../../../src/builder/sources/folders.ts'
import { scratch } from '../../scratch.ts'
import { collectAll } from '../collect-all.ts'
import { commitAll, git, REPOSITORIES } from '../fixtures.ts'

async function collected(directory: string) {
  const readmes = new Map<string, Buffer>()
  const onRecord = async (slug: string, { readme }: { readme: Buffer }) => void readmes.set(slug, readme)
  return { ...(await collectAll(folderSource(directory), { onRecord })), readmes }
}

const copyTides = (to: string) => cpSync(join(REPOSITORIES, 'tide-tables-sdk'), to, { recursive: true })

const reasons = ({ skipped }: Awaited<ReturnType<typeof collected>>) =>
  skipped.map(({ name, reason }) => [name, reason])

describe('our own repositories', () => {
  it('come out as records, sorted by slug, whatever generation wrote them', async () => {
    const { records } = await collected(REPOSITORIES)
    expect(records).toMatchObject([
      { slug: 'kawa-suii-api-sdk', title: 'Kawa Suii API (川水位API)', topics: ['水位'] },
      { slug: 'moon-phases-sdk', title: 'MoonPhases.io', languages: ['ts', 'go', 'cpp', 'swift'] },
      { slug: 'old-lighthouse-sdk', source_website: 'https://lights.harbour.dev/docs', entities: [{ ops: [] }] },
      { slug: 'tide-tables-api2-sdk', title: 'Tide Tables (2)', api_version: '3' },
      {
        slug: 'tide-tables-sdk',
        title: 'Tide Tables',
        description: 'High and low water for four hundred ports, a year ahead. Times are given in UTC.',
        topics: ['tides', 'ocean'],
        aliases: ['Tide Tables API'],
        source_website: 'https://tides.harbour.dev',
        source_openapi_url:
          'https://raw.githubusercontent.com/harbour/tide-tables-sdk/HEAD/.sdk/def/tide-tables_0.1.0.yaml',
        servers: [{ url: 'https://api.tides.harbour.dev/v2' }],
        api_version: '2.1',
        auth: { scheme: 'none' },
        entities: [
          { name: 'port', ops: ['list', 'load'] },
          { name: 'tide_table', ops: ['list'] },
        ],
      },
      { slug: 'yes-as-a-harbour-sdk', title: 'Yes as a Harbour' },
    ])
  })

  it('that cannot be taken are named with the reason', async () =>
    expect(reasons(await collected(REPOSITORIES))).toEqual([
      ['Bad_Name', 'slug_pattern'],
      ['latin-one-sdk', 'readme_not_utf8'],
      ['no-address-sdk', 'no_address'],
      ['no-readme-sdk', 'missing_readme'],
      ['plain-sdk', 'not_generated'],
    ]))
})

describe('repositories in git', () => {
  const home = scratch()
  beforeAll(() => {
    const tree = join(home, 'trees', 'tide-tables-sdk')
    copyTides(tree)
    commitAll(tree)
    for (const folder of ['bare', 'twice']) mkdirSync(join(home, folder))
    git('clone', '--quiet', '--bare', tree, join(home, 'bare', 'tide-tables-sdk.git'))
    git('init', '--quiet', '--bare', join(home, 'bare', 'without-commit-sdk.git'))
    cpSync(join(home, 'bare', 'tide-tables-sdk.git'), join(home, 'twice', 'tide-tables-sdk.git'), { recursive: true })
    cpSync(tree, join(home, 'twice', 'tide-tables-sdk'), { recursive: true })
  })

  it('without a commit are skipped as empty', async () =>
    expect(reasons(await collected(join(home, 'bare')))).toEqual([['without-commit-sdk.git', 'empty']]))

  it('that are there twice are taken once', async () => {
    const result = await collected(join(home, 'twice'))
    expect(result.records).toHaveLength(1)
    expect(reasons(result)).toEqual([['tide-tables-sdk.git', 'duplicate_slug']])
  })

  it('that are damaged are skipped with what git says', async () => {
    const directory = scratch()
    cpSync(join(home, 'bare', 'tide-tables-sdk.git'), join(directory, 'tide-tables-sdk.git'), { recursive: true })
    rmSync(join(directory, 'tide-tables-sdk.git', 'objects'), { recursive: true })
    mkdirSync(join(directory, 'tide-tables-sdk.git', 'objects'))
    expect((await collected(directory)).skipped).toEqual([
      { name: 'tide-tables-sdk.git', reason: 'unreadable', detail: expect.stringMatching(/^git: fatal: /) },
    ])
    writeFileSync(join(directory, 'tide-tables-sdk.git', 'HEAD'), 'nonsense')
    expect(reasons(await collected(directory))).toEqual([['tide-tables-sdk.git', 'unreadable']])
  })

  it('cannot be read without git, which is said in one line', async () => {
    const { PATH } = process.env
    onTestFinished(() => {
      process.env.PATH = PATH
    })
    process.env.PATH = scratch()
    await expect(collected(join(home, 'bare'))).rejects.toThrow(/^git is not installed; bare clones [^\n]+$/)
    expect((await collected(join(home, 'trees'))).records).toHaveLength(1)
  })
})

describe('a folder', () => {
  it('with a README over 512 KB is skipped, and with exactly 512 KB taken', async () => {
    const directory = scratch()
    for (const [name, bytes] of Object.entries({ 'large-sdk': 524_289, 'full-sdk': 524_288 })) {
      copyTides(join(directory, name))
      writeFileSync(join(directory, name, 'README.md'), 'x'.repeat(bytes))
    }
    const result = await collected(directory)
    expect(result.records.map(({ slug }) => slug)).toEqual(['full-sdk'])
    expect(reasons(result)).toEqual([['large-sdk', 'readme_too_large']])
  })

  it('whose name differs in case only has the same slug', async () => {
    const directory = scratch()
    for (const name of ['Tide-Tables-SDK', 'tide-tables-sdk']) copyTides(join(directory, name))
    const result = await collected(directory)
    expect(result.records.map(({ slug }) => slug)).toEqual(['tide-tables-sdk'])
    expect(reasons(result)).toEqual([['tide-tables-sdk', 'duplicate_slug']])
  })

  it('that is not there, or is one repository itself, is said in one line', async () => {
    await expect(collected(join(scratch(), 'none'))).rejects.toThrow(/none cannot be read \(ENOENT\)$/)
    await expect(collected(join(REPOSITORIES, 'tide-tables-sdk'))).rejects.toThrow(
      /is one repository; name the folder that holds it/,
    )
  })
})
