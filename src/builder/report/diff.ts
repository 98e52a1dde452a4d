/** The difference between two catalogues, as data, text and markdown. */

import { bySlug } from '../../catalog/record/entry.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import type { HistoryEntry } from '../../store/history.ts'
import { escapeMarkdown } from '../../text/write-markdown.ts'

/**
 * As the history has it, each list sorted by slug, with the newer title. `members` are those whose value differs, "readme"
 * and "operations" among them, in alphabetical order.
 */
export type CatalogDiff = Pick<HistoryEntry, 'added' | 'removed' | 'changed'>
type EntryName = CatalogDiff['added'][number]

/** What is compared: records, and a digest of each README and each file of operations. */
export interface Comparable {
  records: readonly SdkRecord[]
  readmes: ReadonlyMap<string, string>
  operations: ReadonlyMap<string, string>
}

export const EMPTY: Comparable = { records: [], readmes: new Map(), operations: new Map() }

export function diffCatalogs(older: Comparable, newer: Comparable): CatalogDiff {
  const before = new Map(older.records.map((record) => [record.slug, record]))
  const after = new Map(newer.records.map((record) => [record.slug, record]))
  const added = [...after.values()].filter(({ slug }) => !before.has(slug)).map(nameOf)
  const removed = [...before.values()].filter(({ slug }) => !after.has(slug)).map(nameOf)
  const changed = [...after.values()].flatMap((record) => {
    const old = before.get(record.slug)
    if (!old) return []
    const members = differing(old, record)
    if (older.readmes.get(record.slug) !== newer.readmes.get(record.slug)) members.push('readme')
    if (older.operations.get(record.slug) !== newer.operations.get(record.slug)) members.push('operations')
    return members.length > 0 ? [{ ...nameOf(record), members: members.sort() }] : []
  })
  return { added: added.sort(bySlug), removed: removed.sort(bySlug), changed: changed.sort(bySlug) }
}

const nameOf = ({ slug, title }: SdkRecord): EntryName => ({ slug, title })

/** That a commit was made, or that the API was asked, is no change of the SDK. */
const NOT_COMPARED: readonly (keyof SdkRecord)[] = ['updated', 'answered']

function differing(a: SdkRecord, b: SdkRecord): string[] {
  const members = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof SdkRecord>
  return [...members].filter(
    (member) => !NOT_COMPARED.includes(member) && JSON.stringify(a[member]) !== JSON.stringify(b[member]),
  )
}

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
  const item = ({ slug, title }: EntryName) => `- ${escapeMarkdown(title)} (\`${slug}\`)`
  const sections = {
    Added: diff.added.map(item),
    Removed: diff.removed.map(item),
    Changed: diff.changed.map((entry) => `${item(entry)}: ${entry.members.join(', ')}`),
  }
  const parts = Object.entries(sections).filter(([, lines]) => lines.length > 0)
  const written = parts.map(([heading, lines]) => `## ${heading}\n\n${lines.join('\n')}`)
  return ['# Changes of the catalogue', `${summary(diff)}.`, ...written].join('\n\n')
}
