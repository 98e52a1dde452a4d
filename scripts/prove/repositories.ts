/** The repositories in a folder, each with a git directory that its address can be rewritten to. */
import { lstat, mkdir, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { RepositorySkipped, SourceUnreadable, slugOf } from '../../src/builder/sources/repository.ts'
import { runGit } from '../../src/system/git.ts'

export interface FoundRepository {
  /** Name of its folder. */
  name: string
  slug: string
  /** Whether it has commits of its own. */
  isClone: boolean
  /**
   * A bare clone, the `.git` of a clone, or one made of the files of a folder that has none.
   * @param scratch where one may be made
   */
  gitDirectory(scratch: string): Promise<string>
}

/**
 * Clones, working trees and bare clones of one folder: FOLDER/SLUG. A bare clone may be one level deeper, alone in
 * a folder that has its name, which may begin with its owner: FOLDER/OWNER+SLUG/repo.
 * @throws SourceUnreadable
 */
export async function findRepositories(folder: string): Promise<FoundRepository[]> {
  const names = (await foldersIn(folder)).filter((name) => !name.startsWith('.'))
  const repositories = await Promise.all(names.map((name) => repositoryAt(join(folder, name), name)))
  return repositories.filter((repository) => repository !== undefined)
}

async function foldersIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.flatMap((entry) => (entry.isDirectory() || entry.isSymbolicLink() ? [entry.name] : [])).sort()
  } catch (error) {
    throw new SourceUnreadable(`${folder} cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error })
  }
}

async function repositoryAt(path: string, name: string): Promise<FoundRepository | undefined> {
  const slug = slugIn(name)
  const root = await realpath(path).catch(() => undefined)
  if (slug === undefined || root === undefined) return undefined
  const git = (await gitDirectoryOf(root)) ?? (await gitDirectoryOf(join(root, 'repo')))
  if (git !== undefined) return { name, slug, isClone: true, gitDirectory: async () => git }
  if (!(await isThere(join(root, 'README.md')))) return undefined
  return { name, slug, isClone: false, gitDirectory: (scratch) => committed(root, join(scratch, `${slug}.git`)) }
}

function slugIn(name: string): string | undefined {
  try {
    return slugOf(name.slice(name.lastIndexOf('+') + 1))
  } catch (error) {
    if (error instanceof RepositorySkipped) return undefined
    throw error
  }
}

async function gitDirectoryOf(root: string): Promise<string | undefined> {
  for (const directory of [root, join(root, '.git')]) {
    const parts = await Promise.all(['HEAD', 'objects', 'refs'].map((part) => isThere(join(directory, part))))
    if (parts.every(Boolean)) return directory
  }
  return undefined
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

/** A git directory with one commit of everything in the folder. */
async function committed(root: string, directory: string): Promise<string> {
  await mkdir(directory, { recursive: true })
  const git = (...command: string[]) => runGit([`--git-dir=${directory}`, `--work-tree=${root}`, ...command])
  await git('init', '--quiet', '--initial-branch=main')
  await git('add', '--all', '--force', '.')
  await git('-c', 'user.name=prove', '-c', 'user.email=prove@localhost', 'commit', '--quiet', '--message=as it is')
  return directory
}
