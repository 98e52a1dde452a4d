/** sdk-catalog catalog build | check | diff | publish, as commands, and a build that is killed at any moment. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { buildCatalog } from '../../src/builder/build-catalog.ts'
import { folderSource } from '../../src/builder/sources/folders.ts'
import { checkDirectory } from '../../src/store/loading/check.ts'
import { buildDirectory } from '../builder/built.ts'
import { REPOSITORIES } from '../builder/fixtures.ts'
import { githubServer } from '../builder/sources/github-server.ts'
import { textsOf } from '../builder/texts-of.ts'
import { command } from '../commands/command.ts'
import { load } from '../embedded.ts'
import { scratch } from '../scratch.ts'
import { BIN, run } from './service.ts'

function workplace() {
  const home = scratch()
  const run = (args: string[], environment: Record<string, string> = {}) =>
    command(['catalog', ...args], { DATA_DIR: join(home, 'data'), ...environment }, home)
  return { home, run, out: join(home, 'catalog') }
}

describe('catalog build', () => {
  it('builds into ./catalog, shows plain progress where there is no terminal and reports at the end', async () => {
    const { run, out } = workplace()
    const { code, stdout, stderr } = await run(['build', '--from', REPOSITORIES])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Built the catalogue of 6 SDKs in \.\/catalog \(id [0-9a-f]{12}\)\.\nTaken 6, skipped 5, /)
    expect(stderr).toMatch(/^Reading repositories: 0 of 11\n[\s\S]*\nRendering READMEs: 6 of 6 \(\d+\.\d s\)\n$/)
    expect(stderr).not.toContain('\r')
    expect((await load(out)).records).toHaveLength(6)
    expect((await run(['check', out])).stdout).toMatch(/ is a valid catalogue of 6 SDKs \(id [0-9a-f]{12}\)\.\n$/)
  })

  it('prints one JSON document for machines, dated by SOURCE_DATE_EPOCH', async () => {
    const { run, home, out } = workplace()
    const texts = join(home, 'texts.jsonl')
    writeFileSync(texts, '{"slug":"moon-phases-sdk","topics":["night"]}')
    const { code, stdout } = await run(['build', '--from', REPOSITORIES, '--out', out, '--texts', texts, '--json'], {
      SOURCE_DATE_EPOCH: '1767225600',
      // A build of folders keeps nothing there.
      DATA_DIR: '/dev/null/data',
    })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      source: REPOSITORIES,
      outcome: 'built',
      built_at: '2026-01-01T00:00:00.000Z',
      count: 6,
      skipped: expect.arrayContaining([{ name: 'plain-sdk', reason: 'not_generated', detail: expect.any(String) }]),
    })
    const { records } = await load(out)
    expect(records.find(({ slug }) => slug === 'moon-phases-sdk')?.topics).toEqual(['night'])
  })

  it('ends with 3 where --strict refuses', async () => {
    const { run } = workplace()
    const { code, stdout } = await run(['build', '--from', REPOSITORIES, '--strict', '--dry-run'])
    expect([code, stdout.split('\n')[0]]).toEqual([3, 'Refused by --strict; ./catalog is as it was.'])
  })

  it('ends with 1 and one line where the source or a file cannot be read', async () => {
    const { run, home } = workplace()
    writeFileSync(join(home, 'file'), '')
    mkdirSync(join(home, '.locked.lock'))
    for (const [args, stderr] of [
      [['nowhere'], /^sdk-catalog: nowhere cannot be read \(ENOENT\)\n$/],
      [[REPOSITORIES, '--texts', 'none.jsonl'], /^sdk-catalog: none\.jsonl cannot be opened \(ENOENT\)\.\n$/],
      [[REPOSITORIES, '--answers', 'none.jsonl'], /^sdk-catalog: none\.jsonl cannot be opened \(ENOENT\)\.\n$/],
      [[REPOSITORIES, '--out', 'locked'], /^sdk-catalog: \S+\.locked\.lock cannot be written \(EACCES\)\.\n$/],
      [[REPOSITORIES, '--out', 'file/catalog'], /^sdk-catalog: \S+ cannot be written \(E[A-Z]+\)\.\n$/],
      // Where no folder can be made.
      [[REPOSITORIES, '--out', '/dev/null/a/catalog'], /^sdk-catalog: \S+ cannot be written \(E[A-Z]+\)\.\n$/],
    ] as const)
      expect(await run(['build', '--from', ...args])).toEqual({
        ...{ code: 1, stdout: '', stderr: expect.stringMatching(stderr) },
      })
  })

  it('several times at once builds in turn or says which process is building, and the history stays whole', async () => {
    const { home, out } = workplace()
    for (const name of ['a', 'b'])
      writeFileSync(join(home, `${name}.jsonl`), JSON.stringify({ slug: 'moon-phases-sdk', topics: [name] }))
    const build = (name: string) =>
      run(
        { DATA_DIR: join(home, 'data') },
        { args: ['catalog', 'build', '--from', REPOSITORIES, '--texts', `${name}.jsonl`], cwd: home },
      ).ended
    const ended = [...(await Promise.all(['a', 'b'].map(build))), await build('a')]
    const built = ended.filter(({ stdout }) => stdout.startsWith('Built '))
    const upToDate = ended.filter(({ stdout }) => stdout.includes('is up to date'))
    const refused = ended.filter(({ code }) => code === 1)
    expect(built.length).toBeGreaterThanOrEqual(1)
    expect(built.length + upToDate.length + refused.length).toBe(3)
    for (const { stderr } of refused) {
      expect(stderr).toMatch(
        /^sdk-catalog: \.\/catalog is being built by another process( \(\d+\))?; build again when [^\n]+\n$/,
      )
    }
    const { builds: history = [] } = await load(out)
    expect(history).toHaveLength(built.length)
    expect(readdirSync(home).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('reads an organisation on GitHub, and keeps what it read in DATA_DIR', async () => {
    const { run } = workplace()
    const readme = readFileSync(join(REPOSITORIES, 'tide-tables-sdk', 'README.md'))
    const about = { topics: ['Tides'], description: 'Tides of four hundred ports.' }
    const files = { 'README.md': readme, '.sdk/x': '' }
    const server = await githubServer('harbour', [{ id: 1, name: 'tide-tables-sdk', files, ...about }])
    const environment = { GITHUB_API_URL: `${server.baseUrl}/` }
    const first = await run(['build', '--from', 'github:harbour', '--json'], environment)
    expect(JSON.parse(first.stdout)).toMatchObject({ source: 'github:harbour', outcome: 'built', count: 1 })
    const calls = server.calls.length
    const second = await run(['build', '--from', 'github:harbour'], environment)
    expect(second.stdout).toMatch(/is up to date; nothing was written\.\n/)
    expect(server.calls.slice(calls)).toEqual([expect.stringMatching(/ 304$/)])
    const stderr = 'sdk-catalog: GitHub knows no organisation or user named "nobody".\n'
    expect(await run(['build', '--from', 'github:nobody'], environment)).toMatchObject({ code: 1, stderr })
  })
})

describe('catalog check, diff and publish', () => {
  it('say of a directory without a built catalogue what to do', async () => {
    const { run, home } = workplace()
    mkdirSync(join(home, 'repositories'))
    for (const [directory, what] of [
      ['nowhere', 'there is no such directory'],
      ['repositories', 'it is no built catalogue, as it has no manifest.json'],
    ] as const) {
      const stderr = `sdk-catalog: ${directory}: ${what}; make one with "catalog build --from DIR --out DIR".\n`
      const ends = await Promise.all([run(['check', directory]), run(['diff', directory, directory])])
      expect(ends).toEqual(ends.map(() => ({ code: 1, stdout: '', stderr })))
    }
  })

  it('tell a valid catalogue from a broken one, and what lies between two', async () => {
    const { run, home, out } = workplace()
    await run(['build', '--from', REPOSITORIES])
    cpSync(out, join(home, 'old'), { recursive: true })
    writeFileSync(join(home, 'texts.jsonl'), '{"slug":"moon-phases-sdk","topics":["night"]}')
    await run(['build', '--from', REPOSITORIES, '--texts', 'texts.jsonl'])
    expect((await run(['diff', 'old', 'catalog'])).stdout).toBe(
      '~ moon-phases-sdk  MoonPhases.io  (topics)\n0 added, 0 removed, 1 changed.\n',
    )
    expect((await run(['diff', 'old', 'catalog', '--markdown'])).stdout).toContain(
      '- MoonPhases.io (`moon-phases-sdk`): topics\n',
    )
    expect(JSON.parse((await run(['diff', 'old', 'catalog', '--json'])).stdout)).toMatchObject({
      added: [],
      changed: [{ members: ['topics'] }],
    })

    const readmes = join(out, 'readme.jsonl')
    writeFileSync(readmes, readFileSync(readmes, 'utf8').replace('"# ', '"# Other '))
    const checked = await run(['check', out])
    expect(checked.stdout).toMatch(/^manifest\.json: id: is [\s\S]*\nRules broken in \S+: 1\.\n$/)
    const report = JSON.parse((await run(['check', out, '--json'])).stdout)
    expect(report).toMatchObject({ valid: false, problems: [expect.any(String)] })
    const compared = await run(['diff', 'old', 'catalog'])
    expect(compared.stderr).toMatch(/^sdk-catalog: catalog: manifest\.json: id: /)
    expect([checked.code, compared.code]).toEqual([1, 1])
  })

  it('checks an archive as well, and leaves nothing of it behind', async () => {
    const { run, home } = workplace()
    buildDirectory(join(home, 'built'))
    await run(['publish', 'built', '--to', 'whole.tar.gz'])
    const whole = readFileSync(join(home, 'whole.tar.gz'))
    writeFileSync(join(home, 'cut.tar.gz'), whole.subarray(0, whole.length / 2))
    writeFileSync(join(home, 'page.tar.gz'), '<html>sign in</html>')
    const place = { TMPDIR: scratch() }
    expect(await run(['check', 'whole.tar.gz'], place)).toEqual({
      ...{ code: 0, stderr: '', stdout: expect.stringMatching(/^whole\.tar\.gz is a valid catalogue of 2 SDKs \(id /) },
    })
    for (const name of ['cut.tar.gz', 'page.tar.gz'])
      expect(await run(['check', name], place)).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(`^${name}: .+\nRules broken in ${name}: 1.\n$`),
      })
    expect(readdirSync(place.TMPDIR)).toEqual([])
  })

  it('publishes an archive beside its place, through no link that somebody planted', async () => {
    const { run, home } = workplace()
    buildDirectory(join(home, 'built'))
    writeFileSync(join(home, 'victim'), 'mine')
    symlinkSync('victim', join(home, 'whole.tar.gz.new'))
    expect(await run(['publish', 'built', '--to', 'whole.tar.gz'])).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(join(home, 'victim'), 'utf8')).toBe('mine')
    expect(readdirSync(home).sort()).toEqual(['built', 'victim', 'whole.tar.gz', 'whole.tar.gz.new'])
  })

  it('end quietly where the reader has closed the pipe', async () => {
    const args = [BIN, 'catalog', 'check', buildDirectory(scratch())]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect([code, stderr]).toEqual([0, ''])
  })
})

const FOREVER = fileURLToPath(new URL('../builder/build-forever.ts', import.meta.url))

/** Steps of the builder after which it is killed: within one build, between two, many builds on. */
const KILLED_AFTER = [2, 13, 40]

it('a build that is killed at any moment leaves a whole catalogue, and the next build succeeds', async () => {
  const home = scratch()
  const [out, dataDir] = [join(home, 'catalog'), join(home, 'data')]
  const build = (topic: string) =>
    buildCatalog({
      source: folderSource(REPOSITORIES),
      out,
      dataDir,
      texts: textsOf({ slug: 'tide-tables-sdk', topics: [topic] }),
      builtAt: new Date(0),
    })
  const ids = [(await build('odd')).id, (await build('even')).id]

  for (const steps of KILLED_AFTER) {
    const builder = spawn(process.execPath, [FOREVER, REPOSITORIES, out, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let seen = 0
    builder.stdout.on('data', (dots: Buffer) => {
      seen += dots.length
      if (seen >= steps) builder.kill('SIGKILL')
    })
    await once(builder, 'close')
    expect(builder.signalCode).toBe('SIGKILL')
    expect(ids).toContain((await load(out)).id)
  }

  const last = await build('last')
  expect(last.outcome).toBe('built')
  expect(checkDirectory(out)).toEqual({ problems: [], count: last.count, id: last.id })
  expect(
    readdirSync(home)
      .filter((name) => name !== 'catalog.older')
      .sort(),
  ).toEqual(['catalog', 'data'])
  expect(readdirSync(dataDir)).toEqual(['derived.db'])
  expect((await load(out)).builds?.[0]).toMatchObject({ id: ids[0], previous: null })
})
