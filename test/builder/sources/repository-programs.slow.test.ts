/** Repositories whose settings and files make git run programs. */
import { appendFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratch } from '../../scratch.ts'
import { git } from '../fixtures.ts'
import { changedClone, commitTides, NAME, readAs } from './unsafe-repositories.ts'

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

/** Copies the git directory of a working tree, whose objects are loose. */
function copyGitDirectory(target: string): void {
  const tree = scratch()
  commitTides(tree)
  cpSync(join(tree, '.git'), target, { recursive: true })
}

const FORMS: Record<string, [name: string, write: (repository: string, mark: string) => void]> = {
  'a bare clone': [`${NAME}.git`, (repository, mark) => changedClone((clone) => arm(clone, mark))(repository)],
  // Git would fetch what a partial clone lacks, here by way of a program.
  'a partial clone without its README': [
    `${NAME}.git`,
    (repository, mark) => {
      copyGitDirectory(repository)
      const readme = git(`--git-dir=${repository}`, 'rev-parse', 'HEAD:README.md').toString().trim()
      rmSync(join(repository, 'objects', readme.slice(0, 2), readme.slice(2)))
      arm(repository, mark)
    },
  ],
  'a folder with only .git': [
    NAME,
    (repository, mark) => {
      copyGitDirectory(join(repository, '.git'))
      arm(join(repository, '.git'), mark)
    },
  ],
  'a working tree': [
    NAME,
    (repository, mark) => {
      commitTides(repository)
      arm(join(repository, '.git'), mark)
    },
  ],
}

describe.runIf(process.platform !== 'win32')('a repository that names programs', () => {
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
    commitTides(directory)
    arm(join(directory, '.git'), mark)
    try {
      git('-C', directory, 'status')
    } catch {
      // The program is no proper monitor.
    }
    expect(existsSync(mark)).toBe(true)
  })
})
