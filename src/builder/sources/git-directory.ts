/** The files of a git directory, a bare clone or a `.git` folder: whether git may read it, and where it was cloned from. */
import { opendir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { repositoryUrl } from './public-urls.ts'
import { RepositorySkipped } from './repository.ts'
import { readInside } from './working-tree.ts'

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
export async function refuseUnsafeGitDirectory(directory: string): Promise<void> {
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
