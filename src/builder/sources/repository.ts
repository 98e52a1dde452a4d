/** A generated repository as the builder sees it, the sources it comes from, and why one is skipped. */
import { EntrySlug } from '../../catalog/record/entry.ts'
import type { RepositoryFiles } from '../facts/repository-files.ts'

/** `paths` are sorted, and only those of wanted files (tree.ts); `read` may throw RepositorySkipped. */
export interface Repository extends RepositoryFiles {
  readme: Buffer
  /** Names of the top-level folders that say what the repository is (tree.ts). */
  folders: readonly string[]
  /** Where people find its code, if the source knows. */
  url?: string
  /** Where it was cloned from: the last resort for its URL. */
  origin?: string
  description?: string
  topics?: readonly string[]
  /** Another one where anything that is read or known of it is another. */
  fingerprint(): Promise<string>
}

/** Why a repository is not in the catalogue. */
export const SKIP_REASONS = {
  slug_pattern: 'its name is no slug of lower-case letters, digits and hyphens that ends in "-sdk"',
  duplicate_slug: 'another repository has the same slug',
  missing_readme: 'it has no README.md',
  readme_too_large: 'its README.md is too large',
  readme_not_utf8: 'its README.md is not valid UTF-8',
  not_generated: 'it holds neither a .sdk folder nor the mark of its generator in README.md',
  no_language: 'neither its files nor its README name a language, and it has no operation',
  excluded: 'the list of --exclude has it',
  renamed: 'it has another slug now',
  archived: 'it is archived on GitHub',
  fork: 'it is a fork on GitHub',
  no_address: 'nothing in it names the URL of its repository',
  empty: 'it has no commits',
  gone: 'it is no longer there',
  too_many_files: 'it has too many files to look through',
  unreadable: 'it cannot be read',
} as const
type SkipReason = keyof typeof SKIP_REASONS

export interface Skipped {
  /** Name of the folder or of the repository. */
  name: string
  reason: SkipReason
  detail: string
}

/** Thrown while a repository is read: it is skipped, and the build goes on with the others. */
export class RepositorySkipped extends Error {
  override name = 'RepositorySkipped'
  readonly reason: SkipReason

  constructor(reason: SkipReason, detail: string = SKIP_REASONS[reason], options?: ErrorOptions) {
    super(detail, options)
    this.reason = reason
  }
}

/** One repository that a source offers. */
export interface Candidate {
  name: string
  /** @throws RepositorySkipped */
  read(): Promise<Repository>
}

export interface Source {
  /** For people: the folder or `github:ORG`. */
  label: string
  /** Where a folder source reads; nothing may be built over it. */
  directory?: string
  /** Candidates in the order of their names. */
  candidates(): Promise<Candidate[]>
}

/** Thrown where a source cannot be read at all, or not to its end; the message says what to do. */
export class SourceUnreadable extends Error {
  override name = 'SourceUnreadable'
}

/**
 * The slug of a repository of that name; names of repositories have no case.
 * @throws RepositorySkipped
 */
export function slugOf(name: string): string {
  const slug = name.replace(/\.git$/, '').toLowerCase()
  if (!EntrySlug.safeParse(slug).success) throw new RepositorySkipped('slug_pattern')
  return slug
}
