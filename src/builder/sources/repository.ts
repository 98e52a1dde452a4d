/** A generated repository as the importer sees it, whatever it was read from. */
import { EntrySlug } from '../../catalog/record/entry.ts'

/** The few files that are read. */
export interface Repository {
  /** Name of the folder or of the repository. */
  name: string
  slug: string
  readme: Buffer
  apiInfo?: Buffer
  packageJson?: Buffer
  /** Names in its top folder. */
  top: readonly string[]
  /** Paths under .sdk/def. */
  definitions: readonly string[]
  /** Where its code is, if the source knows. */
  url?: string
  /** Where it was cloned from: a guess, for want of anything better. */
  origin?: string
  description?: string
  topics?: readonly string[]
}

/** Why a repository is not in the catalogue. */
export const SKIP_REASONS = {
  slug_pattern: 'its name is no slug of lower-case letters, digits and hyphens that ends in "-sdk"',
  duplicate_slug: 'another repository has the same slug',
  missing_readme: 'it has no README.md',
  readme_too_large: 'its README.md is too large',
  readme_not_utf8: 'its README.md is not valid UTF-8',
  not_generated: 'it holds neither a .sdk folder nor the mark of the generator in its README.md',
  no_address: 'nothing in it names the address of its repository',
  empty: 'it has no commits',
  gone: 'it is no longer there',
  unreadable: 'it cannot be read',
} as const
export type SkipReason = keyof typeof SKIP_REASONS

export interface Skipped {
  name: string
  reason: SkipReason
  detail: string
}

export const skip = (name: string, reason: SkipReason, detail: string = SKIP_REASONS[reason]): Skipped => ({
  name,
  reason,
  detail,
})

/** One repository that a source offers; reading it may show that it cannot be taken. */
export interface Candidate {
  name: string
  read(): Promise<Repository | Skipped>
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

/** The slug of a repository of that name; names of repositories have no case. */
export function slugOf(name: string): string | undefined {
  const slug = name.replace(/\.git$/, '').toLowerCase()
  return EntrySlug.safeParse(slug).success ? slug : undefined
}

export const README = /^readme\.md$/i
const API_INFO = /^\.sdk\/model\/api\/[^/]+\.(?:aontu|aon|jsonic)$/
const DEFINITION = /^\.sdk\/def\/.+\.(?:json|ya?ml)$/i
const PACKAGE_JSON = 'ts/package.json'

/** The paths to read among those of a repository; of several infos the one the generator names so. */
export function wantedPaths(paths: readonly string[]) {
  const sorted = [...paths].sort()
  const infos = sorted.filter((path) => API_INFO.test(path))
  return {
    readme: sorted.includes('README.md') ? 'README.md' : sorted.find((path) => README.test(path)),
    apiInfo: infos.find((path) => /\/api-info\.\w+$/.test(path)) ?? infos[0],
    packageJson: sorted.find((path) => path === PACKAGE_JSON),
    definitions: sorted.filter((path) => DEFINITION.test(path)),
  }
}
