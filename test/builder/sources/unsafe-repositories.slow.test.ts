/** Repositories made to show files of another one, or to keep the build waiting. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readRepository, walk } from '../../../src/builder/sources/tree.ts'
import { scratch } from '../../scratch.ts'
import { git } from '../fixtures.ts'
import { changedClone, commitTides, copyTides, NAME, readAs } from './unsafe-repositories.ts'

const SECRET = '# Secret SDK\n\nGenerated from the OpenAPI spec.\n'

const home = scratch()
/** A repository whose README nobody may see, as a working tree and as a bare clone. */
const secret = join(home, 'secret')
const secretBare = join(home, 'secret.git')

beforeAll(() => {
  commitTides(secret, SECRET)
  git('clone', '--quiet', '--bare', secret, secretBare)
})

const linkTo = (repository: string, target: string, path: string) => {
  rmSync(join(repository, path), { recursive: true, force: true })
  symlinkSync(join(target, path), join(repository, path))
}

/** A folder with nothing but `.git`. */
const onlyGit = (write: (path: string) => void) => (repository: string) => {
  mkdirSync(repository)
  write(join(repository, '.git'))
}

const OUTSIDE_GIT = /^unreadable: its \.git leads to another folder$/

/** Git would read what they include. */
const LONG_SETTINGS = `${`# ${'x'.repeat(100)}\n`.repeat(11_000)}[include]\n\tpath = /etc/hostname\n`

/** What is in the repository, and how it is refused. */
const ATTACKS: Record<string, [write: (repository: string) => void, reason: RegExp]> = {
  'names the git directory of another in commondir': [
    borrow,
    /^unreadable: its commondir leads to another repository$/,
  ],
  'borrows the objects of another': [
    changedClone((repository) => {
      writeFileSync(join(repository, 'objects', 'info', 'alternates'), join(secretBare, 'objects'))
      cpSync(join(secretBare, 'packed-refs'), join(repository, 'packed-refs'))
    }),
    /^unreadable: its objects\/info\/alternates leads to another repository$/,
  ],
  'has a .git that is a link': [onlyGit((path) => symlinkSync(join(secret, '.git'), path)), OUTSIDE_GIT],
  'has a .git that is a file with a path': [
    onlyGit((path) => writeFileSync(path, `gitdir: ${join(secret, '.git')}\n`)),
    OUTSIDE_GIT,
  ],
  'has settings that include a file': [
    changedClone((repository) => appendFileSync(join(repository, 'config'), '[Include]\n\tpath = /etc/hostname\n')),
    /^unreadable: its config includes another file$/,
  ],
  'has settings too long to look through': [
    changedClone((repository) => appendFileSync(join(repository, 'config'), LONG_SETTINGS)),
    /^unreadable: its config has over 1048576 bytes$/,
  ],
}
for (const path of ['objects', 'refs', 'HEAD', 'config', 'packed-refs', 'objects/pack']) {
  const write = (repository: string) => {
    cpSync(secretBare, repository, { recursive: true })
    linkTo(repository, secretBare, path)
  }
  ATTACKS[`links ${path} to another`] = [write, new RegExp(`^unreadable: its ${path} is neither a file nor a folder$`)]
}

/** Makes the folder look like a bare clone with the git directory of another. */
function borrow(repository: string): void {
  for (const folder of ['objects', 'refs']) mkdirSync(join(repository, folder), { recursive: true })
  writeFileSync(join(repository, 'HEAD'), 'ref: refs/heads/master\n')
  writeFileSync(join(repository, 'commondir'), join(secret, '.git'))
}

describe('a repository that leads to another one', () => {
  it.each(Object.entries(ATTACKS))('because it %s is skipped', async (_, [write, reason]) => {
    expect(await readAs(`${NAME}.git`, write)).toEqual({
      records: [],
      readmes: [],
      skips: [expect.stringMatching(reason)],
    })
  })

  it('by files that a clone of it tracks is read as the files it has', async () => {
    const { readmes } = await readAs(NAME, (repository) => {
      commitTides(repository)
      borrow(repository)
    })
    expect(readmes).toEqual([expect.stringMatching(/^# TideTables SDK\n/)])
  })

  it('by settings too long to look through is read as the files it has', async () => {
    const { readmes } = await readAs(NAME, (repository) => {
      commitTides(repository)
      appendFileSync(join(repository, '.git', 'config'), LONG_SETTINGS)
    })
    expect(readmes).toEqual([expect.stringMatching(/^# TideTables SDK\n/)])
  })

  it('as an additional working tree does is read as the files it has', async () => {
    const { readmes } = await readAs(NAME, (repository) => {
      copyTides(repository)
      writeFileSync(join(repository, '.git'), `gitdir: ${join(secret, '.git')}\n`)
    })
    expect(readmes).toEqual([expect.stringMatching(/^# TideTables SDK\n/)])
  })
})

describe.runIf(process.platform !== 'win32')('a pipe', () => {
  const pipe = (path: string) => {
    rmSync(path, { force: true })
    execFileSync('mkfifo', [path])
  }

  it.each(['config', 'HEAD', 'packed-refs', 'shallow'])('as %s of a bare clone is not waited for', async (path) => {
    const { skips } = await readAs(
      `${NAME}.git`,
      changedClone((repository) => pipe(join(repository, path))),
    )
    expect(skips).toEqual([`unreadable: its ${path} is neither a file nor a folder`])
  })

  it('as README, package.json, API info or settings of a working tree counts as not there', async () => {
    const { records } = await readAs(NAME, (repository) => {
      commitTides(repository)
      for (const path of ['ts/package.json', '.git/config', '.sdk/model/api/api-info.aontu'])
        pipe(join(repository, path))
    })
    expect(records).toEqual([])
    const readme = await readAs(NAME, (repository) => {
      copyTides(repository)
      pipe(join(repository, 'README.md'))
    })
    expect(readme.skips).toEqual([expect.stringMatching(/^missing_readme: /)])
  })
})

describe('a repository without end', () => {
  const isEndless = { reason: 'too_many_files' }
  const entry = (path: string, kind: 'file' | 'folder') => ({ path, kind, bytes: 0 })

  it('of files in one folder, of folders in folders, or of wanted files is skipped', async () => {
    const files = async function* () {
      for (let at = 0; ; at++) yield entry(`${at}.txt`, 'file')
    }
    await expect(walk(files)).rejects.toMatchObject(isEndless)
    let folders = 0
    await expect(walk(async () => [entry(`.sdk/def/${++folders}`, 'folder')])).rejects.toMatchObject(isEndless)
    const definitions = Array.from({ length: 20_000 }, (_, at) => entry(`.sdk/def/${at}.json`, 'file'))
    const read = readRepository({ slug: NAME }, definitions, async () => undefined)
    await expect(read).rejects.toMatchObject(isEndless)
  })

  it('is read as far as it goes where its folders are too deep', async () => {
    const deep = Array.from({ length: 60 }, () => 'x').join('/')
    const { records } = await readAs(NAME, (repository) => {
      copyTides(repository)
      mkdirSync(join(repository, '.sdk', 'def', deep), { recursive: true })
      writeFileSync(join(repository, '.sdk', 'def', deep, 'deep.json'), '{}')
    })
    expect(records).toHaveLength(1)
  })
})

it('the origin of a clone is found in settings of any size without end', async () => {
  const { records } = await readAs(`${NAME}`, (repository) => {
    copyTides(repository)
    rmSync(join(repository, 'ts'), { recursive: true })
    writeFileSync(join(repository, 'README.md'), '# Tides SDK\n\nGenerated from the OpenAPI spec.\n')
    mkdirSync(join(repository, '.git'))
    const blank = `${'\n'.repeat(100_000)}${' '.repeat(100_000)}`
    const other = '[remote "fork"]\n\turl = https://github.com/other/x-sdk\n'
    const origin = `[remote "origin"]${blank}\n\turl = "git@github.com:harbour/tides-sdk.git"\n`
    writeFileSync(join(repository, '.git', 'config'), `[core]${blank}\n${other}${origin}${other}`)
  })
  expect(records).toMatchObject([{ github_url: 'https://github.com/harbour/tides-sdk' }])
})

describe.runIf(process.platform !== 'win32')('a working tree that leads out', () => {
  it.each(['/etc/hostname', '/dev/zero', '/dev/tty', '/proc/self/environ'])(
    'to %s has no such file',
    async (target) => {
      const { readmes, skips } = await readAs(NAME, (repository) => {
        copyTides(repository)
        rmSync(join(repository, 'README.md'))
        symlinkSync(target, join(repository, 'README.md'))
      })
      expect({ readmes, skips }).toEqual({ readmes: [], skips: [expect.stringMatching(/^missing_readme: /)] })
    },
  )

  it('by links to folders has nothing of what is in them', async () => {
    const { readmes, records } = await readAs(NAME, (repository) => {
      copyTides(repository)
      for (const path of ['.sdk', 'ts', 'py']) {
        rmSync(join(repository, path), { recursive: true, force: true })
        symlinkSync(join(secret, path === '.sdk' ? '.git' : ''), join(repository, path))
      }
    })
    expect(JSON.stringify([readmes, records])).not.toContain('Secret')
  })
})
