/** A repository at the head of a git directory, read by the git command line: nothing is checked out, fetched or run. */
import type { ExecFileException } from 'node:child_process'
import { GIT_TIMEOUT_MS, runGit } from '../../system/git.ts'
import { readOrigin, refuseUnsafeGitDirectory } from './git-directory.ts'
import { type Repository, RepositorySkipped, SourceUnreadable } from './repository.ts'
import { type About, readRepository, type TreeEntry, WANTED_FOLDERS } from './tree.ts'

interface GitEntry extends TreeEntry {
  object: string
}

/**
 * @param directory real path of the git directory itself: a bare clone or a `.git` folder
 * @throws RepositorySkipped
 */
export async function readGitDirectory(directory: string, about: About): Promise<Repository> {
  await refuseUnsafeGitDirectory(directory)
  const run = commandsIn(directory)
  const head = await headOf(run)
  const list = async (folders: string[], ...options: string[]) =>
    parse(await run('ls-tree', ...options, '-l', '-z', '--full-tree', head, '--', ...folders))
  const entries = [
    ...(await list([])),
    ...(await list(WANTED_FOLDERS.shallow.map((folder) => `${folder}/`))),
    ...(await list(WANTED_FOLDERS.deep, '-r')),
  ]
  const origin = await readOrigin(directory, 'config')
  const history = await historyAt(run, head)
  return readRepository({ ...about, ...history, ...(origin && { origin }) }, entries, ({ object }) =>
    run('cat-file', 'blob', object),
  )
}

type Run = (...command: string[]) => Promise<Buffer>
const commandsIn =
  (directory: string): Run =>
  (...command) =>
    git([`--git-dir=${directory}`, ...command])

const headOf = async (run: Run): Promise<string> =>
  (await run('rev-parse', '--verify', '--quiet', 'HEAD')).toString('utf8').trim()

export type History = Pick<About, 'release' | 'updated'>

/**
 * What a git directory tells beyond the files at its head.
 * @param directory its real path
 * @throws RepositorySkipped, and SourceUnreadable where git is not installed
 */
export async function historyOf(directory: string): Promise<History> {
  await refuseUnsafeGitDirectory(directory)
  const run = commandsIn(directory)
  return historyAt(run, await headOf(run))
}

/** Through plumbing commands only: others read settings of the repository that name programs to run. */
async function historyAt(run: Run, head: string): Promise<History> {
  const commit = (await run('cat-file', 'commit', head)).toString('utf8')
  const seconds = Number(/^committer .* (\d{1,11}) [+-]\d{4}$/m.exec(commit)?.[1])
  const tags = (await run('for-each-ref', '--format=%(refname:strip=2)', '--sort=-version:refname', 'refs/tags'))
    .toString('utf8')
    .split('\n')
  const release = tags.find((tag) => RELEASE.test(tag))
  return {
    ...(release && { release }),
    ...(seconds > 0 && { updated: new Date(seconds * 1000).toISOString().slice(0, 10) }),
  }
}

/** Without parts of a pre-release: semver.org. */
const RELEASE = /^v?\d{1,9}\.\d{1,9}(?:\.\d{1,9})?$/

/** `mode type object size<TAB>path`; the size of a folder is "-", of a missing file BAD. */
const parse = (listing: Buffer): GitEntry[] =>
  listing
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const [, mode, object, size, path] = /^(\d{6}) \w+ ([0-9a-f]+) +(\d+|-|BAD)\t([\s\S]+)$/.exec(line) ?? []
      const kind = kindOfMode(mode)
      return kind ? [{ path: path!, kind, bytes: Number(size) || 0, object: object! }] : []
    })

/** What a mode of git stands for, executable or not; nothing for links and submodules. */
export const kindOfMode = (mode: string | undefined): TreeEntry['kind'] | undefined =>
  mode?.startsWith('100') ? 'file' : mode === '040000' ? 'folder' : undefined

/** @throws RepositorySkipped, and SourceUnreadable where git is not installed */
async function git(command: readonly string[]): Promise<Buffer> {
  try {
    return await runGit(command)
  } catch (error) {
    const failed = error as ExecFileException & { stderr: Buffer }
    throw failure(failed, failed.stderr.toString('utf8').split('\n').find(Boolean))
  }
}

function failure(error: ExecFileException, message: string | undefined): Error {
  const cause = { cause: error }
  if (error.code === 'ENOENT') {
    return new SourceUnreadable('git is not installed; bare clones and .git folders are read with it.', cause)
  }
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    return new RepositorySkipped('too_many_files', undefined, cause)
  // rev-parse --quiet: there is no commit.
  if (error.code === 1 && message === undefined) return new RepositorySkipped('empty', undefined, cause)
  const late = error.killed ? `did not answer within ${GIT_TIMEOUT_MS / 1000} s` : undefined
  return new RepositorySkipped(
    'unreadable',
    `git: ${message ?? late ?? `failed (${error.code ?? error.signal})`}`,
    cause,
  )
}
