/** try: a folder with a program. scripts/prove runs such programs; here it is read. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TARGETS } from '../../src/catalog/record/languages.ts'
import { callableCatalog } from '../call/callable.ts'
import { scratch } from '../scratch.ts'
import { command } from './command.ts'

const read = (dir: string, file: string) => readFileSync(join(dir, file), 'utf8')

test('in every language there is a program, or an error that says which languages have one', async () => {
  for (const language of Object.keys(TARGETS)) {
    const dir = join(scratch(), 'new', language)
    const { code, stdout, stderr } = await command([
      ...['try', 'poetrydb-sdk', 'author.list', '--lang', language, '--dir', dir],
    ])
    if (code !== 0) {
      expect([code, stderr, existsSync(dir)]).toEqual([
        1,
        expect.stringMatching(/it has ts, py, php, go, rb, lua\./),
        false,
      ])
      continue
    }
    const [, files = ''] = /^Written to \S+: ([^\n]+)\.\nREADME\.md says /.exec(stdout)!
    expect(readdirSync(dir).toSorted()).toEqual(files.split(', ').toSorted())
    const [program = ''] = files.split(', ')
    expect(read(dir, program)).toMatch(/author/i)
    const text = read(dir, 'README.md')
    expect(text).toMatch(new RegExp(`^# PoetryDB \\(.+\\)\\n\\n\`${program}\` calls \`Author`))
    expect(text).toMatch(new RegExp(`\`\`\`sh\n[^\n]*${program}`))
    if (text.includes('npm i')) expect(JSON.parse(read(dir, 'package.json'))).toEqual({ private: true })
    const { stdout: shown } = await command(['readme', 'poetrydb-sdk', '--lang', language])
    const [, install = shown] = /^Install, in this folder:\n\n```sh\n(.+)$/m.exec(text) ?? []
    expect(shown).toContain(install)
  }
})

test('without an operation and a language it is the first call in the first language, as --json says', async () => {
  const cwd = scratch()
  const { stdout } = await command(['try', 'poetrydb-sdk', '--json'], {}, cwd)
  expect(JSON.parse(stdout)).toMatchObject({
    dir: expect.stringMatching(/poetrydb-sdk-ts$/),
    files: ['first.ts', 'package.json', 'README.md'],
    run: 'node first.ts',
  })
  expect(await command(['try', 'poetrydb-sdk'], { SDK_CATALOG_LANG: 'py' }, cwd)).toMatchObject({
    stdout: expect.stringContaining('first.py'),
  })
})

test('a folder that holds anything is left as it is; an empty one is taken', async () => {
  const dir = scratch()
  mkdirSync(join(dir, 'empty'))
  expect((await command(['try', 'poetrydb-sdk', '--dir', join(dir, 'empty')])).code).toBe(0)
  writeFileSync(join(dir, 'mine'), 'mine')
  const { code, stderr } = await command(['try', 'poetrydb-sdk', '--dir', dir])
  expect([code, stderr]).toEqual([1, expect.stringMatching(/is not empty; name another one with --dir\.\n$/)])
  expect(readdirSync(dir).toSorted()).toEqual(['empty', 'mine'])
  const file = await command(['try', 'poetrydb-sdk', '--dir', join(dir, 'mine')])
  expect([file.code, file.stderr]).toEqual([1, expect.stringMatching(/^sdk-catalog: /)])
})

test('what is no operation is refused with the nearest, and nothing is written', async () => {
  const dir = join(scratch(), 'none')
  const catalog = callableCatalog('https://tides.example')
  const words = ['try', 'sea-tides-sdk', 'tied.list', '--dir', dir, '--catalog', catalog]
  expect(await command(words)).toMatchObject({ code: 1, stderr: expect.stringContaining('Did you mean "tide') })
  expect(existsSync(dir)).toBe(false)
})
