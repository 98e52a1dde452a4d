/** A generated repository as the readers of facts see it: the paths of all its files, and a way to read one. */

export interface RepositoryFiles {
  slug: string
  /** Every file, relative to the root, with "/". */
  paths: readonly string[]
  /** Nothing where the file cannot be read. */
  read(path: string): Promise<Buffer | undefined>
  /** Newest tag that is a version, and day of the last commit, as far as the source knows. */
  release?: string
  updated?: string
}

type WarningKind =
  | 'broken_file'
  | 'missing_file'
  | 'no_model'
  | 'unknown_operation'
  | 'no_path'
  | 'unfilled_path'
  | 'key_against_model'
  | 'relative_server'
  | 'cut_short'

/** What could not be read or contradicts itself; `line` counts from 1. */
export interface FactWarning {
  kind: WarningKind
  file: string
  line?: number
  detail: string
}

export type Warn = (kind: WarningKind, file: string, detail: string, line?: number) => void

/** The file as text, without a byte order mark; nothing, and a warning, for a listed one that cannot be read. */
export async function readText(files: RepositoryFiles, path: string, warn?: Warn): Promise<string | undefined> {
  if (!files.paths.includes(path)) return undefined
  const bytes = await files.read(path)
  if (!bytes) warn?.('missing_file', path, 'is listed and cannot be read')
  return bytes?.toString('utf8').replace(/^\ufeff/, '')
}

/** The first file that matches and can be read. */
export async function readFirst(files: RepositoryFiles, pattern: RegExp) {
  for (const path of files.paths.filter((path) => pattern.test(path))) {
    const text = await readText(files, path)
    if (text !== undefined) return { path, text }
  }
  return undefined
}
