/** Versions as the tags of a repository state them: `v1.2.3` of the whole, `ts/v0.0.7` of the package in one language. */
import { LANGUAGE_CODES } from '../../catalog/record/languages.ts'
import type { RepositoryFiles } from '../facts/repository-files.ts'

/** Without parts of a pre-release: semver.org. */
const VERSION = /^(?:([a-z]+)\/)?v?(\d{1,9}\.\d{1,9}(?:\.\d{1,9})?)$/

const { compare } = new Intl.Collator('en', { numeric: true })

/** The newest of each. Where no tag is of the whole, the newest version of a package is the release. */
export function versionsOf(tags: readonly string[]): Pick<RepositoryFiles, 'release' | 'versions'> {
  const versions: NonNullable<RepositoryFiles['versions']> = {}
  let whole: { tag: string; version: string } | undefined
  for (const tag of tags) {
    const [, folder, version] = VERSION.exec(tag) ?? []
    if (version === undefined) continue
    const language = LANGUAGE_CODES.find((code) => code === folder)
    if (folder === undefined && (!whole || compare(version, whole.version) > 0)) whole = { tag, version }
    if (language && compare(version, versions[language] ?? '') > 0) versions[language] = version
  }
  const release = whole?.tag ?? Object.values(versions).sort(compare).at(-1)
  return { ...(release && { release }), ...(Object.keys(versions).length > 0 && { versions }) }
}
