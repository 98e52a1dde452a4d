/** Repositories made to show files of another one, or to keep the build waiting. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { collect } from '../../../src/builder/collect.ts'
import { folderSource } from '../../../src/builder/sources/folders.ts'
import { readRepository, walk } from '../../../src/builder/sources/tree.ts'
import { scratch } from '../../scratch.ts'
import { commitAll, git, REPOSITORIES } from '../fixtures.ts'

const NAME = 'tide-tables-sdk'
const SECRET = '# Secret SDK\n\nGenerated from the OpenAPI spec.\n'

const home = scratch()
/** A repository whose README nobody may see, with one loose object each and as a bare clone with a pack. */
let secret: string
let secretBare: string
/** A good repository, as a bare clone. */
let good: string

function commit(directory: string, readme?: string): void {
  cpSync(join(REPOSITORIES, NAME), directory, { recursive: true })
  if (readme) writeFileSync(join(directory, 'README.md'), readme)
  commitAll(directory)
}

beforeAll(() => {
  secret = join(home, 'secret')
  commit(secret, SECRET)
  secretBare = join(home, 'secret.git')
  git('clone', '--quiet', '--bare', secret, secretBare)
  commit(join(home, 'good'))
  good = join(home, 'good.git')
  git('clone', '--quiet', '--bare', '--no-local', join(home, 'good'), good)
})

/** Writes a repository into an empty folder of repositories and reads it. */
async function readAs(name: string, write: (repository: string) => void) {
  const directory = scratch()
  write(join(directory, name))
  const readmes: string[] = []
  const { records, skipped } = await collect(folderSource(directory), {
    onRecord: async (_, { readme }) => void readmes.push(readme.toString()),
  })
  return { records, readmes, skips: skipped.map(({ reason, detail }) => `${reason}: ${detail}`) }
}

const copyTides = (repository: string) => cpSync(join(REPOSITORIES, NAME), repository, { recursive: true })

const linkTo = (repository: string, target: string, path: string) => {
  rmSync(join(repository, path), { recursive: true, force: true })
  symlinkSync(join(target, path), join(repository, path))
}

/** A good bare clone that is then changed. */
const changedClone = (change: (repository: string) => void) => (repository: string) => {
  cpSync(good, repository, { recursive: true })
  change(repository)
}

/** A folder with nothing but `.git`. */
const onlyGit = (write: (path: string) => void) => (repository: string) => {
  mkdirSync(repository)
  write(join(repository, '.git'))
}

const OUTSIDE_GIT = /^unreadable: its \.git leads to another folder$/

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
      commit(repository)
      borrow(repository)
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
      commit(repository)
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

describe.runIf(process.platform !== 'win32')('a repository that names programs', () => {
  /** Every setting and file by which git may run one, each of which would leave a mark. */
  function arm(gitDirectory: string, mark: string): void {
    const program = join(gitDirectory, 'program.sh')
    writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\ncat\n`, { mode: 0o755 })
    const settings = {
      core: ['fsmonitor', 'sshCommand', 'pager', 'editor', 'askPass', 'gitProxy', 'alternateRefsCommand'],
      diff: ['external'],
      'diff "x"': ['textconv', 'command'],
      'filter "x"': ['clean', 'smudge', 'process'],
      'merge "x"': ['driver'],
      pager: ['ls-tree', 'cat-file', 'rev-parse'],
      credential: ['helper'],
      gpg: ['program'],
      uploadpack: ['packObjectsHook'],
      'remote "origin"': ['uploadpack', 'vcs'],
      alias: ['ls-tree', 'cat-file', 'rev-parse'],
    }
    const lines = Object.entries(settings).flatMap(([section, names]) => [
      `[${section}]`,
      ...names.map((name) => `\t${name} = ${section === 'alias' ? '!' : ''}${program}`),
    ])
    const others = `[core]\n\thooksPath = ${gitDirectory}/hooks\n\tattributesFile = ${gitDirectory}/attributes\n\trepositoryFormatVersion = 1\n[extensions]\n\tpartialClone = origin\n[protocol "ext"]\n\tallow = always\n[remote "origin"]\n\turl = ext::${program}\n\tpromisor = true\n`
    appendFileSync(join(gitDirectory, 'config'), `${lines.join('\n')}\n${others}`)
    mkdirSync(join(gitDirectory, 'info'), { recursive: true })
    for (const file of ['attributes', 'info/attributes'])
      writeFileSync(join(gitDirectory, file), '* filter=x diff=x merge=x\n')
    mkdirSync(join(gitDirectory, 'hooks'), { recursive: true })
    const hooks = 'post-checkout post-index-change reference-transaction fsmonitor-watchman pre-auto-gc'
    for (const hook of hooks.split(' ')) cpSync(program, join(gitDirectory, 'hooks', hook))
  }

  const FORMS: Record<string, [name: string, write: (repository: string, mark: string) => void]> = {
    'a bare clone': [`${NAME}.git`, (repository, mark) => changedClone((clone) => arm(clone, mark))(repository)],
    // Git would fetch what a partial clone lacks, here by way of a program.
    'a partial clone without its README': [
      `${NAME}.git`,
      (repository, mark) => {
        cpSync(join(home, 'good', '.git'), repository, { recursive: true })
        const readme = git(`--git-dir=${repository}`, 'rev-parse', 'HEAD:README.md').toString().trim()
        rmSync(join(repository, 'objects', readme.slice(0, 2), readme.slice(2)))
        arm(repository, mark)
      },
    ],
    'a folder with only .git': [
      NAME,
      (repository, mark) => {
        cpSync(join(home, 'good', '.git'), join(repository, '.git'), { recursive: true })
        arm(join(repository, '.git'), mark)
      },
    ],
    'a working tree': [
      NAME,
      (repository, mark) => {
        commit(repository)
        arm(join(repository, '.git'), mark)
      },
    ],
  }

  it.each(Object.entries(FORMS))('as %s runs none of them', async (form, [name, write]) => {
    const mark = join(scratch(), 'ran')
    const { records, skips } = await readAs(name, (repository) => write(repository, mark))
    expect(existsSync(mark)).toBe(false)
    if (form.startsWith('a partial')) expect(skips).toEqual([expect.stringMatching(/^unreadable: git: /)])
    else expect(records).toHaveLength(1)
  })

  it('is armed: git run without care runs one of them', () => {
    const mark = join(scratch(), 'ran')
    const directory = join(scratch(), 'armed')
    commit(directory)
    arm(join(directory, '.git'), mark)
    try {
      git('-C', directory, 'status')
    } catch {
      // The program is no proper monitor.
    }
    expect(existsSync(mark)).toBe(true)
  })
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
