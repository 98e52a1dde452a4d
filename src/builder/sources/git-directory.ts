/** A repository at the head of a git directory that leads nowhere else, read by git: nothing is checked out, fetched or run. */
import type { ExecFileException } from 'node:child_process'
import { opendir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { GIT_TIMEOUT_MS, runGit } from '../../system/git.ts'
import { repositoryUrl } from './public-urls.ts'
import { type Repository, RepositorySkipped, SourceUnreadable } from './repository.ts'
import { type About, readRepository, type TreeEntry } from './tree.ts'
import { versionsOf } from './versions.ts'
import { readInside } from './working-tree.ts'

/**
 * @param directory real path of the git directory itself: a bare clone or a `.git` folder
 * @throws RepositorySkipped, and SourceUnreadable where git is not installed
 */
export async function readGitDirectory(directory: string, about: About): Promise<Repository> {
  const { run, head } = await openGitDirectory(directory)
  const entries = parseListing(await run('ls-tree', '-r', '-t', '-l', '-z', '--full-tree', head))
  const origin = await readOrigin(directory, 'config')
  const history = await historyAt(run, head)
  return readRepository(
    { ...about, ...history, ...(origin && { origin }) },
    entries,
    ({ object }) => run('cat-file', 'blob', object),
    ({ object }) => object,
  )
}

/** The commit, its day and the newest versions. Parameters and errors as of readGitDirectory. */
export async function historyOf(directory: string): Promise<History> {
  const { run, head } = await openGitDirectory(directory)
  return historyAt(run, head)
}

async function openGitDirectory(directory: string) {
  await refuseUnsafeGitDirectory(directory)
  const run: Run = (...command) => git([`--git-dir=${directory}`, ...command])
  return { run, head: (await run('rev-parse', '--verify', '--quiet', 'HEAD')).toString('utf8').trim() }
}

type Run = (...command: string[]) => Promise<Buffer>
export type History = Pick<About, 'commit' | 'release' | 'versions' | 'updated'>

/** Through plumbing commands only: others read settings of the repository that name programs to run. */
async function historyAt(run: Run, head: string): Promise<History> {
  const commit = (await run('cat-file', 'commit', head)).toString('utf8')
  const seconds = Number(/^committer .* (\d{1,11}) [+-]\d{4}$/m.exec(commit)?.[1])
  const tags = await run('for-each-ref', '--format=%(refname:strip=2)', 'refs/tags')
  return {
    commit: head,
    ...versionsOf(tags.toString('utf8').split('\n')),
    ...(seconds > 0 && { updated: new Date(seconds * 1000).toISOString().slice(0, 10) }),
  }
}

/** `mode type object size<TAB>path`; the size of a folder is "-", of a missing file BAD. */
const parseListing = (listing: Buffer): (TreeEntry & { object: string })[] =>
  listing
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const [, mode, object, size, path] = /^(\d{6}) \w+ ([0-9a-f]+) +(\d+|-|BAD)\t([\s\S]+)$/.exec(line) ?? []
      const kind = kindOfMode(mode)
      return kind ? [{ path: path!, kind, bytes: Number(size) || 0, object: object! }] : []
    })

/** The kind of entry that a mode of git means, executable or not; nothing for links and submodules. */
export const kindOfMode = (mode: string | undefined): TreeEntry['kind'] | undefined =>
  mode?.startsWith('100') ? 'file' : mode === '040000' ? 'folder' : undefined

async function git(command: readonly string[]): Promise<Buffer> {
  try {
    return await runGit(command)
  } catch (error) {
    throw failure(error as ExecFileException & { stderr: Buffer })
  }
}

function failure(error: ExecFileException & { stderr: Buffer }): Error {
  const { code, killed, signal } = error
  const cause = { cause: error }
  const message = error.stderr.toString('utf8').split('\n').find(Boolean)
  if (code === 'ENOENT') {
    return new SourceUnreadable('git is not installed; bare clones and .git folders are read with it.', cause)
  }
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return new RepositorySkipped('too_many_files', undefined, cause)
  // rev-parse --quiet: there is no commit.
  if (code === 1 && message === undefined) return new RepositorySkipped('empty', undefined, cause)
  const reason = message ?? (killed ? `did not answer within ${GIT_TIMEOUT_MS / 1000} s` : `failed (${code ?? signal})`)
  return new RepositorySkipped('unreadable', `git: ${reason}`, cause)
}

const MAX_CONFIG_BYTES = 1024 * 1024
const MAX_ENTRIES = 200_000

/** Files that tell git to read another repository as well (gitrepository-layout(5)). */
const BORROWING = ['commondir', 'objects/info/alternates']

/**
 * Refuses a git directory in which git would follow a path out of it: a repository from elsewhere could publish what
 * another one on this machine keeps private. Pipes are refused as well, because git would wait for them.
 * @param directory its real path
 * @throws RepositorySkipped
 */
async function refuseUnsafeGitDirectory(directory: string): Promise<void> {
  const refuse = (detail: string): never => {
    throw new RepositorySkipped('unreadable', detail)
  }
  let seen = 0
  for await (const entry of await opendir(directory, { recursive: true })) {
    const path = relative(directory, join(entry.parentPath, entry.name)).replaceAll(sep, '/')
    if (!entry.isFile() && !entry.isDirectory()) refuse(`its ${path} is neither a file nor a folder`)
    if (BORROWING.includes(path)) refuse(`its ${path} leads to another repository`)
    if (++seen > MAX_ENTRIES) throw new RepositorySkipped('too_many_files')
  }
  for (const name of ['config', 'config.worktree']) {
    if (/\[include/i.test((await readConfig(directory, name)) ?? '')) refuse(`its ${name} includes another file`)
  }
}

/** URL of the repository that the git directory was cloned from. */
export async function readOrigin(root: string, path: string): Promise<string | undefined> {
  const [, origin = ''] = /^[ \t]*\[remote "origin"\]([^[]*)/im.exec((await readConfig(root, path)) ?? '') ?? []
  return repositoryUrl(/^[ \t]*url[ \t]*=[ \t]*"?([^\s"]+)/im.exec(origin)?.[1])
}

const readConfig = async (root: string, path: string): Promise<string | undefined> =>
  (await readInside(root, path, MAX_CONFIG_BYTES))?.toString('utf8')
