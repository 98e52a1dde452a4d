/** A generated repository as the readers of facts see it: the paths of all its files, and a way to read one. */

export interface RepositoryFiles {
  slug: string
  /** Every file, relative to the root, with "/". */
  paths: readonly string[]
  /** Nothing where the file is not at hand. */
  read(path: string): Promise<Buffer | undefined>
  /** Members of RecordFacts that its history states, as far as that is at hand. */
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

export type Warn = (warning: FactWarning) => void

/** The file as text, without a byte order mark. */
export async function readText(files: RepositoryFiles, path: string): Promise<string | undefined> {
  if (!files.paths.includes(path)) return undefined
  const bytes = await files.read(path)
  return bytes?.toString('utf8').replace(/^\ufeff/, '')
}

/** Texts of the first file that matches and can be read. */
export async function readFirst(
  files: RepositoryFiles,
  pattern: RegExp,
): Promise<{ path: string; text: string } | undefined> {
  for (const path of files.paths) {
    if (!pattern.test(path)) continue
    const text = await readText(files, path)
    if (text !== undefined) return { path, text }
  }
  return undefined
}
