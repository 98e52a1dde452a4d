/**
 * Which files of a repository are looked at: one table, and the one function that reads them. Sources only list entries
 * and return contents, so that a working tree, a bare clone and GitHub give the same repository. A further file is a row
 * of WANTED_FILES.
 */

import { LANGUAGES } from '../../catalog/record/languages.ts'
import { MAX_README_BYTES } from '../../catalog/record/record.ts'
import { DEFINITION } from '../facts/api/description.ts'
import { MANIFESTS } from '../facts/generation.ts'
import { LICENSE_FILE } from '../facts/license.ts'
import { API_INFO, ENTITY, HEAD, PROJECT, RESOLVED } from '../facts/model/model.ts'
import { CLASS_FILES, CLASS_FOLDERS, MODULE_FILES, NAMED_IN, PYTHON_PACKAGE } from '../facts/packages.ts'
import { type Repository, type RepositoryFile, RepositorySkipped } from './repository.ts'

interface Wanted {
  path: RegExp
  /** Folder that holds them; '' is the top. */
  folder: string
  /** Folders below that one that may hold them too: all of them, or those whose path matches. */
  deep?: true | RegExp
  /** Which of several comes first, by its name; the others follow by path. */
  preferred?: RegExp
  /** How many are read at once, in that order; the others are read when somebody asks for them. */
  read: number
  /** Size of a file up to which it is read. */
  maxBytes: number
}

/** The generator's own files are a hundredth of it. */
const MAX_FILE_BYTES = 2 * 1024 * 1024
/** The longest known model has 3.4 MB, the longest known description 1.5 MB. */
const MAX_MODEL_BYTES = 4 * 1024 * 1024

/** Files that only the readers of facts ask for, as far as they need them. */
const onRequest = (folder: string, path: RegExp, deep?: RegExp) => ({
  ...{ folder, path, read: 0, maxBytes: MAX_FILE_BYTES },
  ...(deep && { deep }),
})

export const WANTED_FILES = {
  readme: { folder: '', path: /^readme\.md$/i, preferred: /^README\.md$/, read: 1, maxBytes: MAX_README_BYTES },
  apiInfo: { ...onRequest('.sdk/model/api', API_INFO), preferred: /^api-info\.\w+$/, read: 1 },
  packageJson: { ...onRequest('ts', /^ts\/package\.json$/), read: 1 },
  definitions: { ...onRequest('.sdk/def', DEFINITION), deep: true, maxBytes: MAX_MODEL_BYTES },
} satisfies Record<string, Wanted>
export type WantedFile = keyof typeof WANTED_FILES

const NAMED_ROWS = Object.entries(WANTED_FILES) as [WantedFile, Wanted][]
const ROWS: readonly Wanted[] = [
  ...NAMED_ROWS.map(([, row]) => row),
  ...[RESOLVED, HEAD, PROJECT].map((path) => ({ ...onRequest('.sdk/model', path), maxBytes: MAX_MODEL_BYTES })),
  onRequest('.sdk/model/entity', ENTITY),
  ...[MANIFESTS, NAMED_IN, MODULE_FILES].flatMap((patterns) =>
    Object.entries(patterns).map(([language, path]) =>
      onRequest(language, path, language === 'py' ? PYTHON_PACKAGE : undefined),
    ),
  ),
  ...CLASS_FOLDERS.flatMap((folder) => CLASS_FILES.map((path) => onRequest(folder, path))),
  onRequest('', LICENSE_FILE),
  onRequest('go-cli', /^go-cli\/(?:go\.mod|main\.go|words\.go|README\.md)$/),
  onRequest('go-mcp', /^go-mcp\/(?:go\.mod|main\.go|tools\.go|README\.md)$/),
]

const DEEP = new Set(ROWS.filter(({ deep }) => deep).map(({ folder }) => folder))

/** Folders whose files are wanted, for sources that can ask for some folders only. */
export const WANTED_FOLDERS = {
  shallow: [...new Set(ROWS.filter(({ folder }) => folder && !DEEP.has(folder)).map(({ folder }) => folder))],
  deep: [...DEEP],
}

/** Top-level folders that tell what a repository is: its model, its languages, its command line and MCP server. */
const TOP_FOLDERS = new Set(['.sdk', 'go-cli', 'go-mcp', ...Object.keys(LANGUAGES)])

/** Changes with what is wanted, so that a listing that was filtered for other files is not used. */
export const WANTED_VERSION = [
  ...ROWS.map(({ folder, deep, path }) => `${folder} ${deep ?? ''} ${path}`),
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
  kind === 'folder' ? TOP_FOLDERS.has(path) : ROWS.some((row) => matches(path, row))

/** A name that is not UTF-8 was replaced on the way: nothing could be linked by it. */
const matches = (path: string, row: Wanted): boolean =>
  row.path.test(path) && depthOf(path) <= MAX_DEPTH + 1 && path.isWellFormed() && !path.includes('\ufffd')

/** Whether a row looks into a folder below its own. */
const isInside = (path: string, folder: string, deep: Wanted['deep']): boolean =>
  deep !== undefined && isBelow(path, folder) && (deep === true || deep.test(path))

const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}/`)
const depthOf = (path: string): number => path.split('/').length

/** Whether wanted files may be in the folder or below it. */
export const leadsToWanted = (path: string): boolean =>
  depthOf(path) <= MAX_DEPTH &&
  ROWS.some(({ folder, deep }) => folder === path || isBelow(folder, path) || isInside(path, folder, deep))

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
export type About = Omit<Repository, 'readme' | 'files' | 'folders' | 'paths' | 'read'>

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
  const found = new Map(wanted.filter(({ kind }) => kind === 'file').map((file) => [file.path, file]))
  const contents = new Map<string, Promise<Buffer | undefined>>()
  const readOnce = (path: string): Promise<Buffer | undefined> => {
    const file = found.get(path)
    const maxBytes = Math.max(...ROWS.filter((row) => matches(path, row)).map((row) => row.maxBytes))
    const content = contents.get(path) ?? (file && file.bytes <= maxBytes ? read(file, maxBytes) : undefined)
    if (content) contents.set(path, content)
    return content ?? Promise.resolve(undefined)
  }
  const files = {} as Record<WantedFile, RepositoryFile[]>
  for (const [key, row] of NAMED_ROWS) {
    files[key] = await Promise.all(
      filesOf(row).map(async ({ path }, index) => {
        const content = index < row.read ? await readOnce(path) : undefined
        return { path, ...(content && { content }) }
      }),
    )
  }
  const readme = files.readme[0]?.content
  if (!readme) throw new RepositorySkipped('gone')
  const folders = wanted.filter(({ kind }) => kind === 'folder').map(({ path }) => path)
  return { ...about, readme, files, folders, paths: [...found.keys()], read: readOnce }
}

function preferredFirst<E extends TreeEntry>(files: readonly E[], { preferred }: Wanted): readonly E[] {
  const first = preferred && files.find(({ path }) => preferred.test(path.slice(path.lastIndexOf('/') + 1)))
  return first ? [first, ...files.filter((file) => file !== first)] : files
}
