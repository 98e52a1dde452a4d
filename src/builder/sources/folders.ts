/** Repositories as folders of one directory: working trees, bare clones and folders that hold nothing but `.git`. */
import { lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { type History, historyOf, readGitDirectory, readOrigin } from './git-directory.ts'
import { type Repository, RepositorySkipped, type Source, SourceUnreadable, slugOf } from './repository.ts'
import { codeOf, holds, readWorkingTree, skipUnreadable } from './working-tree.ts'

export function folderSource(directory: string): Source {
  return {
    label: directory,
    directory,
    async candidates() {
      const names = await foldersIn(directory)
      if (names.includes('.sdk') || names.includes('.git')) {
        throw new SourceUnreadable(`${directory} is one repository; name the folder that holds it and others`)
      }
      return names
        .filter((name) => !name.startsWith('.'))
        .map((name) => ({ name, read: async () => readFolder(join(directory, name), slugOf(name)) }))
    },
  }
}

async function foldersIn(directory: string): Promise<string[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    return folders.map((entry) => entry.name).sort()
  } catch (error) {
    throw new SourceUnreadable(`${directory} cannot be read (${codeOf(error)})`, { cause: error })
  }
}

async function readFolder(folder: string, slug: string): Promise<Repository> {
  try {
    const root = await realpath(folder)
    const git = await stateOf(join(root, '.git'))
    if (!git && (await looksBare(root))) return await readGitDirectory(root, { slug })
    if (git && !(await holds(root, 2))) {
      if (git.isDirectory()) return await readGitDirectory(join(root, '.git'), { slug })
      throw new RepositorySkipped('unreadable', 'its .git leads to another folder')
    }
    // The files are what counts: a git directory that must not be read, or no git, only leaves the rest unknown.
    const origin = await readOrigin(root, '.git/config').catch((): undefined => undefined)
    const history = git?.isDirectory() ? await historyOf(join(root, '.git')).catch((): History => ({})) : {}
    return await readWorkingTree(root, { slug, ...history, ...(origin && { origin }) })
  } catch (error) {
    return skipUnreadable(error)
  }
}

const stateOf = (path: string) => lstat(path).catch(() => undefined)

const looksBare = async (root: string): Promise<boolean> =>
  (await Promise.all(['HEAD', 'objects', 'refs'].map((name) => stateOf(join(root, name))))).every(Boolean)
