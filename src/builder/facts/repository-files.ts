/** A generated repository as the readers of facts see it: the paths of all its files, and a way to read one. */
import type { Language } from '../../catalog/record/languages.ts'

export interface RepositoryFiles {
  slug: string
  /** Every file, relative to the root, with "/". */
  paths: readonly string[]
  /** Nothing where the file cannot be read. */
  read(path: string): Promise<Buffer | undefined>
  /** The commit, the newest versions that its tags state, and the day of the commit, as far as the source knows. */
  commit?: string
  release?: string
  versions?: Partial<Record<Language, string>>
  updated?: string
}

/** What could not be read or contradicts itself. */
export interface FactWarning {
  /** A member of the record, or a file with the line in it, if known: `.sdk/model/sdk.json:3`. */
  about: string
  detail: string
}

/** `about` is "guessed" where it is about several members. */
export interface Warning extends FactWarning {
  slug: string
}

export type Warn = (about: string, detail: string) => void

/** The file as text, without a byte order mark; nothing, and a warning, for a listed one that cannot be read. */
export async function readText(files: RepositoryFiles, path: string, warn?: Warn): Promise<string | undefined> {
  if (!files.paths.includes(path)) return undefined
  const bytes = await files.read(path)
  if (!bytes) warn?.(path, 'is listed and cannot be read')
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
