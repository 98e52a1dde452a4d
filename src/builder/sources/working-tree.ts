/** A repository as files in a folder. Links are not followed, so that no repository shows a file outside of itself. */
import { constants } from 'node:fs'
import { lstat, open, opendir, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { type Repository, RepositorySkipped } from './repository.ts'
import { type About, isWanted, leadsToWanted, readRepository, type TreeEntry, walk } from './tree.ts'

/** @param root real path of the folder */
export async function readWorkingTree(root: string, about: About): Promise<Repository> {
  const entries = await walk((folder: TreeEntry | undefined) => listFolder(root, folder?.path))
  return readRepository(about, entries, ({ path }, maxBytes) => readInside(root, path, maxBytes).catch(skipUnreadable))
}

export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined

/** @throws RepositorySkipped for an error of the file system */
export function skipUnreadable(error: unknown): never {
  const code = codeOf(error)
  if (code === undefined) throw error
  throw new RepositorySkipped('unreadable', `it cannot be read (${code})`, { cause: error })
}

async function* listFolder(root: string, folder = ''): AsyncGenerator<TreeEntry> {
  for await (const entry of await opendir(join(root, folder))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    const kind = entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : undefined
    if (kind === undefined) continue
    const listed: TreeEntry = { path, kind, bytes: 0 }
    if (kind === 'file' && isWanted(listed)) listed.bytes = (await lstat(join(root, path))).size
    if (kind === 'folder' && !(leadsToWanted(path) && (await isTracked(join(root, path))))) continue
    yield listed
  }
}

/** Whether git would list the folder: neither empty ones nor repositories within the repository. */
async function isTracked(folder: string): Promise<boolean> {
  if (await lstat(join(folder, '.git')).catch(() => undefined)) return false
  return holds(folder, 1)
}

/** Whether a folder has so many entries. */
export async function holds(folder: string, count: number): Promise<boolean> {
  for await (const _ of await opendir(folder)) if (--count === 0) return true
  return false
}

/**
 * The content of a regular file inside the folder; nothing where there is none.
 * @throws RepositorySkipped for a larger one, which is not the same as none
 */
export async function readInside(root: string, path: string, maxBytes: number): Promise<Buffer | undefined> {
  const full = join(root, path)
  const state = await lstat(full).catch(() => undefined)
  if (!state?.isFile()) return undefined
  if (state.size > maxBytes) throw new RepositorySkipped('unreadable', `its ${path} has over ${maxBytes} bytes`)
  if (!(await realpath(full)).startsWith(root + sep)) return undefined
  // Without waiting, should a pipe have taken its place since.
  const file = await open(full, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    return await file.readFile()
  } finally {
    await file.close()
  }
}
