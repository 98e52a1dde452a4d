/** npx node scripts/prove.ts, on our own small repositories: one of each generation, with clients that run. */
import { execFile } from 'node:child_process'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isProved, type Row } from '../../scripts/prove/prove.ts'
import { buildCatalog } from '../../src/builder/build-catalog.ts'
import { folderSource } from '../../src/builder/sources/folders.ts'
import { GENERATED } from '../builder/fixtures.ts'
import { scratch } from '../scratch.ts'

const SCRIPT = fileURLToPath(new URL('../../scripts/prove.ts', import.meta.url))
const LANGUAGES = ['ts', 'py', 'php', 'go', 'rb', 'lua']
const MINUTES = 60_000

function prove(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    // An index that does not answer is not asked again; what pip needs may be at hand all the same.
    const env = { ...process.env, PIP_RETRIES: '0', PIP_NO_COMPILE: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1' }
    execFile(process.execPath, [SCRIPT, ...args], { cwd: scratch(), env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

/** A folder with one of our repositories, whose TypeScript client is replaced. */
function withClient(slug: string, name: string, body: string): string {
  const folder = scratch()
  cpSync(join(GENERATED, slug), join(folder, slug), { recursive: true })
  writeFileSync(join(folder, slug, `ts/src/${name}.js`), `exports.${name} = class { ${body} }\n`)
  return folder
}

describe('npx node scripts/prove.ts', () => {
  it('runs the install line and first code of each generation in every language', {
    timeout: 20 * MINUTES,
  }, async () => {
    const { stdout } = await prove(GENERATED, '--languages', LANGUAGES.join(), '--timeout', '180', '--json')
    const rows: Row[] = JSON.parse(stdout).rows
    for (const language of LANGUAGES) {
      const generations = rows.filter((row) => row.language === language).map(({ generation }) => generation)
      expect(generations.sort()).toEqual(['middle', 'new', 'old'])
    }
    // pip fetches setuptools and npm the packages of a repository from their registries; neither may be at hand.
    const tried = rows.filter(({ toolchain, why }) => toolchain === undefined && !why?.startsWith('no registry'))
    expect(tried.filter((row) => !isProved(row))).toEqual([])
  })

  it('ends with 1 and says why where first code is wrong', { timeout: 5 * MINUTES }, async () => {
    const body = "direct() { return fetch('https://api-stub.invalid/{id}') }"
    const { code, stdout } = await prove(withClient('lighthouses-sdk', 'LighthousesSDK', body), '--languages', 'ts')
    expect(stdout).toMatch(/lighthouses-sdk +middle +ts +ok +failed +not tried +ok +sent a literal \{id\} in the URL\n/)
    expect(stdout).toMatch(/0 of 1 lines are proved\n$/)
    expect(code).toBe(1)
  })

  it('proves what a catalogue shows, and skips what it does not have', { timeout: 5 * MINUTES }, async () => {
    const catalog = join(scratch(), 'catalog')
    await buildCatalog({ source: folderSource(GENERATED), out: catalog, dataDir: scratch() })
    const folder = withClient('lighthouses-sdk', 'LighthousesSDK', '')
    cpSync(join(GENERATED, 'tide-tables-sdk'), join(folder, 'tide-tables-sdk'), { recursive: true })
    const shown = await prove(folder, '--catalog', catalog, '--languages', 'lua', '--json')
    expect(JSON.parse(shown.stdout)).toMatchObject({ rows: [{ slug: 'lighthouses-sdk' }, { slug: 'tide-tables-sdk' }] })
    const embedded = await prove(folder, '--catalog', 'embedded', '--languages', 'lua', '--json')
    expect(JSON.parse(embedded.stdout)).toMatchObject({
      rows: [],
      skipped: [{ why: 'the catalogue does not have it' }, { why: 'the catalogue does not have it' }],
    })
    const absent = await prove(folder, '--catalog', join(catalog, 'nowhere'))
    expect(absent).toMatchObject({ code: 1, stderr: expect.stringMatching(/^prove: .*nowhere/) })
  })

  it('kills what takes longer than it may', { timeout: 5 * MINUTES }, async () => {
    const body = 'Station() { return { list: () => new Promise(() => setInterval(() => {}, 1000)) } }'
    const folder = withClient('tide-tables-sdk', 'TideTablesSDK', body)
    const { stdout } = await prove(folder, '--languages', 'ts', '--timeout', '3', '--json')
    expect(JSON.parse(stdout).rows).toMatchObject([
      { language: 'ts', why: expect.stringMatching(/^not (?:done|installed) after 3 s$/) },
    ])
  })

  it('refuses a folder without repositories and languages that do not exist', async () => {
    const folder = scratch()
    expect(await prove(folder)).toMatchObject({ code: 1, stderr: expect.stringContaining(folder) })
    rmSync(folder, { recursive: true })
    expect(await prove(folder)).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be read (ENOENT)') })
    expect(await prove(GENERATED, '--languages', 'py,cobol')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"cobol"'),
    })
  })
})
