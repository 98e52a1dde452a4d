/** What changed from one catalogue to another, for people, programs and the list of changes. */

import type { SdkRecord } from '../../catalog/record/record.ts'
import { escapeMarkdown } from '../../text/markdown.ts'

/** An entry as a list of changes names it; the title is the newer one. */
interface Named {
  slug: string
  title: string
}

interface Changed extends Named {
  /** Members whose value differs, "readme" among them, in alphabetical order. */
  members: string[]
}

/** Each list sorted by slug. */
export interface CatalogDiff {
  added: Named[]
  removed: Named[]
  changed: Changed[]
}

/** What is compared: records, and a digest of each README. */
export interface Comparable {
  records: readonly SdkRecord[]
  readmes: ReadonlyMap<string, string>
}

export const NOTHING: Comparable = { records: [], readmes: new Map() }

export function diffCatalogs(older: Comparable, newer: Comparable): CatalogDiff {
  const before = new Map(older.records.map((record) => [record.slug, record]))
  const after = new Map(newer.records.map((record) => [record.slug, record]))
  const added = [...after.values()].filter(({ slug }) => !before.has(slug)).map(named)
  const removed = [...before.values()].filter(({ slug }) => !after.has(slug)).map(named)
  const changed = [...after.values()].flatMap((record) => {
    const old = before.get(record.slug)
    if (!old) return []
    const members = differing(old, record)
    if (older.readmes.get(record.slug) !== newer.readmes.get(record.slug)) members.push('readme')
    return members.length > 0 ? [{ ...named(record), members: members.sort() }] : []
  })
  return { added: added.sort(bySlug), removed: removed.sort(bySlug), changed: changed.sort(bySlug) }
}

const named = ({ slug, title }: SdkRecord): Named => ({ slug, title })

function differing(a: SdkRecord, b: SdkRecord): string[] {
  const members = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof SdkRecord>
  return [...members].filter((member) => JSON.stringify(a[member]) !== JSON.stringify(b[member]))
}

const bySlug = (a: Named, b: Named): number => (a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0)

/** "2 added, 1 removed, 0 changed" */
export const summary = ({ added, removed, changed }: CatalogDiff): string =>
  `${added.length} added, ${removed.length} removed, ${changed.length} changed`

/** A line for each entry, as `diff` marks them. */
export function diffText(diff: CatalogDiff): string {
  const lines = [
    ...diff.added.map(({ slug, title }) => `+ ${slug}  ${title}`),
    ...diff.removed.map(({ slug, title }) => `- ${slug}  ${title}`),
    ...diff.changed.map(({ slug, title, members }) => `~ ${slug}  ${title}  (${members.join(', ')})`),
  ]
  return [...lines, `${summary(diff)}.`].join('\n')
}

export function diffMarkdown(diff: CatalogDiff): string {
  const list = (heading: string, lines: string[]) => (lines.length > 0 ? [`## ${heading}`, '', ...lines, ''] : [])
  const item = ({ slug, title }: Named) => `- ${escapeMarkdown(title)} (\`${slug}\`)`
  const lines = [
    '# Changes of the catalogue',
    '',
    `${summary(diff)}.`,
    '',
    ...list('Added', diff.added.map(item)),
    ...list('Removed', diff.removed.map(item)),
    ...list(
      'Changed',
      diff.changed.map((entry) => `${item(entry)}: ${entry.members.join(', ')}`),
    ),
  ]
  return lines.join('\n').trimEnd()
}
