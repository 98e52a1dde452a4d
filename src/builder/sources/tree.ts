/**
 * Which files of a repository are read: one table, and the one function that reads them. Sources only list entries and
 * return contents, so that a working tree, a bare clone and GitHub give the same repository. A further file is a row of
 * WANTED_FILES.
 */

import { LANGUAGES } from '../../catalog/record/languages.ts'
import { MAX_README_BYTES } from '../../catalog/record/record.ts'
import { type Repository, type RepositoryFile, RepositorySkipped } from './repository.ts'

interface Wanted {
  /** Folder it is in; '' is the top. */
  folder: string
  /** Whether folders below that one count too. */
  deep?: true
  /** Its name in the folder. */
  name: RegExp
  /** Which of several comes first; the others follow by path. */
  preferred?: RegExp
  /** How many are read, in that order; of the others only the paths are kept. */
  read: number
  /** Size of a file up to which it is read. */
  maxBytes: number
}

/** The generator's own files are a hundredth of it. */
const MAX_FILE_BYTES = 2 * 1024 * 1024

export const WANTED_FILES = {
  readme: { folder: '', name: /^readme\.md$/i, preferred: /^README\.md$/, read: 1, maxBytes: MAX_README_BYTES },
  apiInfo: {
    folder: '.sdk/model/api',
    name: /\.(?:aontu|aon|jsonic)$/,
    preferred: /^api-info\.\w+$/,
    read: 1,
    maxBytes: MAX_FILE_BYTES,
  },
  packageJson: { folder: 'ts', name: /^package\.json$/, read: 1, maxBytes: MAX_FILE_BYTES },
  definitions: { folder: '.sdk/def', deep: true, name: /\.(?:json|ya?ml)$/i, read: 0, maxBytes: 0 },
} satisfies Record<string, Wanted>
export type WantedFile = keyof typeof WANTED_FILES

const ROWS = Object.entries(WANTED_FILES) as [WantedFile, Wanted][]

/** Folders whose files are wanted, for sources that can ask for some folders only. */
export const WANTED_FOLDERS = {
  shallow: [...new Set(ROWS.filter(([, { folder, deep }]) => folder && !deep).map(([, { folder }]) => folder))],
  deep: [...new Set(ROWS.filter(([, { deep }]) => deep).map(([, { folder }]) => folder))],
}

/** Top-level folders that tell what a repository is: its model, its languages, its command line and MCP server. */
const TOP_FOLDERS = new Set(['.sdk', 'go-cli', 'go-mcp', ...Object.keys(LANGUAGES)])

/** Changes with what is wanted, so that a listing that was filtered for other files is not used. */
export const WANTED_VERSION = [
  ...ROWS.map(([, { folder, deep, name }]) => `${folder}/${deep ?? ''}${name}`),
  ...TOP_FOLDERS,
].join(' ')

/** Nested folders in a path. */
const MAX_DEPTH = 12
/** Wanted files, listed entries and listed folders of one repository; real ones have under a hundredth. */
const MAX_FILES = 10_000
const MAX_ENTRIES = 100_000
const MAX_FOLDERS = 1_000

/** A regular file or a folder; links and submodules are neither. */
export interface TreeEntry {
  /** From the top of the repository, parts divided by slashes. */
  path: string
  kind: 'file' | 'folder'
  /** Size of a file. */
  bytes: number
}

/** Whether a listed entry means anything to the builder. */
export const isWanted = ({ path, kind }: Pick<TreeEntry, 'path' | 'kind'>): boolean =>
  kind === 'folder' ? TOP_FOLDERS.has(path) : ROWS.some(([, wanted]) => matches(path, wanted))

function matches(path: string, { folder, deep, name }: Wanted): boolean {
  const cut = path.lastIndexOf('/')
  const parent = path.slice(0, Math.max(cut, 0))
  const inside = parent === folder || (deep === true && isBelow(parent, folder) && depthOf(parent) <= MAX_DEPTH)
  // A name that is not UTF-8 was replaced on the way: nothing could be linked by it.
  return inside && name.test(path.slice(cut + 1)) && path.isWellFormed() && !path.includes('\ufffd')
}

const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}/`)
const depthOf = (path: string): number => path.split('/').length

/** Whether wanted files may be in the folder or below it. */
export const leadsToWanted = (path: string): boolean =>
  depthOf(path) <= MAX_DEPTH &&
  ROWS.some(([, { folder, deep }]) => folder === path || isBelow(folder, path) || (deep && isBelow(path, folder)))

/**
 * The wanted entries of a source that lists one folder at a time, from the top down.
 * @param list entries of the folder, with their full paths; of the top where it gets nothing
 * @throws RepositorySkipped for a tree with too many entries or folders
 */
export async function walk<E extends TreeEntry>(
  list: (folder: E | undefined) => AsyncIterable<E> | Promise<Iterable<E>>,
): Promise<E[]> {
  const found: E[] = []
  const folders: (E | undefined)[] = [undefined]
  let seen = 0
  for (const folder of folders) {
    for await (const entry of await list(folder)) {
      if (++seen > MAX_ENTRIES || folders.length > MAX_FOLDERS) throw new RepositorySkipped('too_many_files')
      if (entry.kind === 'folder' && leadsToWanted(entry.path)) folders.push(entry)
      if (isWanted(entry)) found.push(entry)
    }
  }
  return found
}

/** What a source knows of a repository beyond its files. */
export type About = Omit<Repository, 'readme' | 'files' | 'folders'>

/**
 * Reads the wanted files.
 * @param entries all entries of the repository, or those that isWanted names
 * @param read the content; nothing where the file has gone meanwhile
 * @throws RepositorySkipped
 */
export async function readRepository<E extends TreeEntry>(
  about: About,
  entries: readonly E[],
  read: (file: E, maxBytes: number) => Promise<Buffer | undefined>,
): Promise<Repository> {
  const wanted = entries.filter(isWanted).sort((a, b) => (a.path < b.path ? -1 : 1))
  if (wanted.length > MAX_FILES) throw new RepositorySkipped('too_many_files')
  const filesOf = (row: Wanted) =>
    preferredFirst(
      wanted.filter(({ path, kind }) => kind === 'file' && matches(path, row)),
      row,
    )
  const [readmeFile] = filesOf(WANTED_FILES.readme)
  if (!readmeFile) throw new RepositorySkipped('missing_readme')
  if (readmeFile.bytes > MAX_README_BYTES) {
    throw new RepositorySkipped('readme_too_large', `its README.md has over ${MAX_README_BYTES} bytes`)
  }
  const files = {} as Record<WantedFile, RepositoryFile[]>
  for (const [key, row] of ROWS) {
    files[key] = await Promise.all(
      filesOf(row).map(async (file, index) => {
        const content = index < row.read && file.bytes <= row.maxBytes ? await read(file, row.maxBytes) : undefined
        return { path: file.path, ...(content && { content }) }
      }),
    )
  }
  const readme = files.readme[0]?.content
  if (!readme) throw new RepositorySkipped('gone')
  const folders = wanted.filter(({ kind }) => kind === 'folder').map(({ path }) => path)
  return { ...about, readme, files, folders }
}

function preferredFirst<E extends TreeEntry>(files: readonly E[], { preferred }: Wanted): readonly E[] {
  const first = preferred && files.find(({ path }) => preferred.test(path.slice(path.lastIndexOf('/') + 1)))
  return first ? [first, ...files.filter((file) => file !== first)] : files
}
