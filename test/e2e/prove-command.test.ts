/** sdk-catalog catalog prove, on our own small repositories: one of each generation, with clients that run. */
import { execFile } from 'node:child_process'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Row } from '../../src/prove/prove.ts'
import { scratch } from '../builder/fixtures.ts'

const BIN = fileURLToPath(new URL('../../bin/sdk-catalog.js', import.meta.url))
const GENERATED = fileURLToPath(new URL('../fixtures/generated', import.meta.url))
const MINUTES = 60_000

function prove(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [BIN, 'catalog', 'prove', ...args], { cwd: scratch() }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

const rowsOf = (stdout: string): Row[] => JSON.parse(stdout).rows

describe('catalog prove', () => {
  it.each(['ts', 'py', 'php', 'go', 'rb', 'lua'])(
    'runs the install line and first code of each generation in %s',
    { timeout: 10 * MINUTES },
    async (language) => {
      const { stdout } = await prove(GENERATED, '--languages', language, '--timeout', '180', '--json')
      const rows = rowsOf(stdout)
      expect(rows.map(({ generation }) => generation).sort()).toEqual(['middle', 'new', 'old'])
      // pip fetches setuptools and npm the packages of a repository from their registries; neither may be at hand.
      const tried = rows.filter(({ toolchain, why }) => toolchain === undefined && !why?.startsWith('no registry'))
      expect(tried.filter(({ install, call }) => install !== 'ok' || call !== 'ok')).toEqual([])
    },
  )

  it('ends with 1 and says why where first code is wrong', { timeout: 5 * MINUTES }, async () => {
    const folder = scratch()
    const client = join(folder, 'lighthouses-sdk/ts/src/LighthousesSDK.js')
    cpSync(join(GENERATED, 'lighthouses-sdk'), join(folder, 'lighthouses-sdk'), { recursive: true })
    writeFileSync(
      client,
      `exports.LighthousesSDK = class { Lighthouse() { return { list: () => fetch('https://lights.example.org/{id}') } } }\n`,
    )
    const { code, stdout } = await prove(folder, '--languages', 'ts')
    expect(stdout).toMatch(/lighthouses-sdk +middle +ts +ok +failed +sent a literal \{id\} in the URL\n/)
    expect(stdout).toMatch(/0 of 1 lines run\n$/)
    expect(code).toBe(1)
  })

  it('kills what takes longer than it may', { timeout: 5 * MINUTES }, async () => {
    const folder = scratch()
    cpSync(join(GENERATED, 'tide-tables-sdk'), join(folder, 'tide-tables-sdk'), { recursive: true })
    const waiting = 'new Promise(() => setInterval(() => {}, 1000))'
    writeFileSync(
      join(folder, 'tide-tables-sdk/ts/src/TideTablesSDK.js'),
      `exports.TideTablesSDK = class { Station() { return { list: () => ${waiting} } } }\n`,
    )
    const { stdout } = await prove(folder, '--languages', 'ts', '--timeout', '20', '--json')
    expect(rowsOf(stdout)).toMatchObject([
      { language: 'ts', why: expect.stringMatching(/^not (?:done|installed) after 20 s$/) },
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
