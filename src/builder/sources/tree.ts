/**
 * Which files of a repository are read: one table, and the one function that reads them. Sources only list entries
 * and return contents, so that a working tree, a bare clone and GitHub give the same repository.
 */

import { MAX_README_BYTES } from '../../catalog/record/bounds.ts'
import { LANGUAGE_CODES } from '../../catalog/record/languages.ts'
import { digest } from '../../store/catalog-files.ts'
import { DEFINITION } from '../facts/api/description.ts'
import { MODEL_FILE } from '../facts/model/generator-model.ts'
import { CLASS_FILES, LANGUAGE_FILES, LICENSE_FILE } from '../facts/packages.ts'
import { type Repository, RepositorySkipped } from './repository.ts'

interface WantedFiles {
  path: RegExp
  /** Larger ones are not read. */
  maxBytes: number
}

/** The generator's own files are a hundredth of it. */
const MAX_FILE_BYTES = 2 * 1024 * 1024
/** The longest known model has 3.4 MB, the longest known description 1.5 MB. */
const MAX_MODEL_BYTES = 4 * 1024 * 1024

const README = /^readme\.md$/i
const SMALL = [
  ...[LICENSE_FILE, ...CLASS_FILES],
  ...Object.values(LANGUAGE_FILES).flatMap(({ manifest, namesIn, moduleFile }) => [manifest, namesIn, moduleFile]),
  /^go-cli\/(?:go\.mod|main\.go|words\.go|README\.md)$/,
  /^go-mcp\/(?:go\.mod|main\.go|tools\.go|README\.md)$/,
].filter((path) => path !== undefined)
const WANTED_FILES: readonly WantedFiles[] = [
  { path: README, maxBytes: MAX_README_BYTES },
  ...[DEFINITION, MODEL_FILE].map((path) => ({ path, maxBytes: MAX_MODEL_BYTES })),
  ...SMALL.map((path) => ({ path, maxBytes: MAX_FILE_BYTES })),
]

/** Top-level folders that say what a repository is: its model, its languages, its command line and MCP server. */
const TOP_FOLDERS = new Set(['.sdk', 'go-cli', 'go-mcp', ...LANGUAGE_CODES])
/** Those below them that may hold wanted files. */
const INNER_FOLDERS =
  /^(?:\.sdk\/(?:def(?:\/.*)?|model(?:\/(?:api|entity))?)|py\/[^/]+_sdk|(?:ts|js)\/src|(?:java|kotlin|scala|csharp)\/core)$/s

/** Changes with the tables, so that a cached listing that was filtered for other files is not used. */
export const WANTED_VERSION = [...WANTED_FILES.map(({ path }) => path), ...TOP_FOLDERS, INNER_FOLDERS].join(' ')

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
  kind === 'folder' ? TOP_FOLDERS.has(path) : maxBytesOf(path) > 0

/** Size up to which a file is read; 0 where it is not wanted. Nothing could link to a name that is not UTF-8. */
function maxBytesOf(path: string): number {
  if (depthOf(path) > MAX_DEPTH + 1 || !path.isWellFormed() || path.includes('\ufffd')) return 0
  return WANTED_FILES.find((row) => row.path.test(path))?.maxBytes ?? 0
}

const depthOf = (path: string): number => path.split('/').length

/** Whether wanted files may be in the folder or below it. */
export const leadsToWanted = (path: string): boolean =>
  depthOf(path) <= MAX_DEPTH && (TOP_FOLDERS.has(path) || INNER_FOLDERS.test(path))

/**
 * The wanted entries of a source that lists one folder at a time, from the top down.
 * @param list entries of the folder, with their full paths; of the top without a folder
 * @throws RepositorySkipped for a tree with too many entries or folders
 */
export async function walk<E extends TreeEntry>(
  list: (folder: E | undefined) => AsyncIterable<E> | Promise<Iterable<E>>,
): Promise<E[]> {
  const matches: E[] = []
  const folders: (E | undefined)[] = [undefined]
  let seen = 0
  for (const folder of folders) {
    for await (const entry of await list(folder)) {
      if (++seen > MAX_ENTRIES || folders.length > MAX_FOLDERS) throw new RepositorySkipped('too_many_files')
      if (entry.kind === 'folder' && leadsToWanted(entry.path)) folders.push(entry)
      if (isWanted(entry)) matches.push(entry)
    }
  }
  return matches
}

/** What a source knows of a repository beyond its files. */
export type About = Omit<Repository, 'readme' | 'folders' | 'paths' | 'read' | 'fingerprint'>

/**
 * The repository with its README; other wanted files are read on request, each once.
 * @param entries all entries of the repository, or those that isWanted names
 * @param read the content; nothing for a file that is gone
 * @param objectId that of git for the content, where the source has it
 * @throws RepositorySkipped
 */
export async function readRepository<E extends TreeEntry>(
  about: About,
  entries: readonly E[],
  read: (file: E, maxBytes: number) => Promise<Buffer | undefined>,
  objectId?: (file: E) => string,
): Promise<Repository> {
  const listed = entries.filter(isWanted).sort((a, b) => (a.path < b.path ? -1 : 1))
  if (listed.length > MAX_FILES) throw new RepositorySkipped('too_many_files')
  const files = new Map(listed.filter(({ kind }) => kind === 'file').map((file) => [file.path, file]))
  const contents = new Map<string, Promise<Buffer | undefined>>()
  const readOnce = (path: string): Promise<Buffer | undefined> => {
    const file = files.get(path)
    const maxBytes = maxBytesOf(path)
    if (!file || file.bytes > maxBytes) return Promise.resolve(undefined)
    const content = contents.get(path) ?? read(file, maxBytes)
    contents.set(path, content)
    return content
  }
  const readmeFile = files.get('README.md') ?? [...files.values()].find(({ path }) => README.test(path))
  if (!readmeFile) throw new RepositorySkipped('missing_readme')
  if (readmeFile.bytes > MAX_README_BYTES) {
    throw new RepositorySkipped('readme_too_large', `its README.md has over ${MAX_README_BYTES} bytes`)
  }
  const readme = await readOnce(readmeFile.path)
  if (!readme) throw new RepositorySkipped('gone')
  const folders = listed.filter(({ kind }) => kind === 'folder').map(({ path }) => path)
  const contentId = async (file: E): Promise<string> =>
    objectId?.(file) ?? digest((await readOnce(file.path)) ?? `${file.bytes} bytes`)
  async function fingerprint(): Promise<string> {
    const contents = await Promise.all([...files.values()].map(async (file) => [file.path, await contentId(file)]))
    return digest(JSON.stringify([about, folders, contents]))
  }
  return { ...about, readme, folders, paths: [...files.keys()], read: readOnce, fingerprint }
}
