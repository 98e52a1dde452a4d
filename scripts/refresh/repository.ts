/** A repository on disk, whatever form it has: a working tree, a bare clone, or some files with a TREE that lists all. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RepositoryFiles } from '../../src/builder/facts/repository-files.ts'
import { historyOf } from '../../src/builder/sources/git-directory.ts'
import { runGit } from '../../src/system/git.ts'

/** Folders of repositories by slug: `tides-sdk`, and `owner+tides-sdk` as snapshots are called. */
export async function foldersBySlug(root: string): Promise<Map<string, string>> {
  const names = (await readdir(root)).filter((name) => name.endsWith('-sdk')).sort()
  return new Map(names.map((name) => [name.slice(name.lastIndexOf('+') + 1), join(root, name)]))
}

export async function openRepository(slug: string, folder: string): Promise<RepositoryFiles> {
  const root = await innermost(folder)
  const names = await readdir(root)
  if (names.includes('HEAD') && names.includes('objects')) return openGitDirectory(slug, root)
  const paths = names.includes('TREE')
    ? (await readFile(join(root, 'TREE'), 'utf8')).split('\n').filter(Boolean)
    : await walk(root)
  const noted = names.includes('COMMIT') ? notedCommit(await readFile(join(root, 'COMMIT'), 'utf8')) : {}
  return { slug, paths, read: (path) => readFile(join(root, path)).catch(() => undefined), ...noted }
}

/** A commit that is noted beside the files as its id and its instant. */
function notedCommit(text: string): Pick<RepositoryFiles, 'commit' | 'updated'> {
  const [commit = '', instant = ''] = text.trim().split(/\s+/)
  const at = new Date(instant)
  return Number.isNaN(at.getTime()) ? {} : { commit, updated: at.toISOString().slice(0, 10) }
}

/** Unpacked archives hold their one folder in another. */
async function innermost(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.length === 1 && entries[0]!.isDirectory() ? innermost(join(folder, entries[0]!.name)) : folder
}

async function walk(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)).sort()
}

async function openGitDirectory(slug: string, directory: string): Promise<RepositoryFiles> {
  const history = await historyOf(directory)
  const git = (...command: string[]) => runGit([`--git-dir=${directory}`, ...command])
  const listing = await git('ls-tree', '-r', '-z', '--name-only', '--full-tree', 'HEAD')
  const paths = listing.toString('utf8').split('\0').filter(Boolean)
  return { slug, paths, ...history, read: (path) => git('cat-file', 'blob', `HEAD:${path}`).catch(() => undefined) }
}
