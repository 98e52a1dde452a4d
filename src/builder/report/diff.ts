/** The difference between two catalogues, as data, text and markdown. */

import { bySlug } from '../../catalog/record/order.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { openRecords, type Records } from '../../catalog/record/records.ts'
import type { HistoryEntry } from '../../store/history.ts'
import { recordColumns } from '../../store/search-index/build-index.ts'
import { escapeMarkdown } from '../../text/write-markdown.ts'

/**
 * As the history has it, each list sorted by slug, with the newer title. `members` are those whose value differs, "readme"
 * and "operations" among them, in alphabetical order.
 */
export type CatalogDiff = Pick<HistoryEntry, 'added' | 'removed' | 'changed'>
type EntryName = CatalogDiff['added'][number]

/** What is compared: records, and a digest of each README and each file of operations. */
export interface Comparable {
  records: Pick<Records, 'positions' | 'positionOf' | 'slug' | 'title' | 'json' | 'at'>
  readmes: ReadonlyMap<string, string>
  operations: ReadonlyMap<string, string>
}

const NOTHING = { sdks: new Uint8Array(), operations: new Map() }
export const EMPTY: Comparable = {
  records: openRecords(recordColumns(NOTHING), NOTHING.sdks),
  ...{ readmes: new Map(), operations: new Map() },
}

export function diffCatalogs(older: Comparable, newer: Comparable): CatalogDiff {
  const added = missingIn(older, newer)
  const removed = missingIn(newer, older)
  const { records } = newer
  const changed = records.positions.flatMap((position) => {
    const slug = records.slug(position)
    const before = older.records.positionOf(slug)
    if (before < 0) return []
    const isSame = older.records.json(before).equals(records.json(position))
    const members: string[] = isSame ? [] : differing(older.records.at(before), records.at(position))
    if (older.readmes.get(slug) !== newer.readmes.get(slug)) members.push('readme')
    if (older.operations.get(slug) !== newer.operations.get(slug)) members.push('operations')
    return members.length > 0 ? [{ ...nameAt(records, position), members: members.sort() }] : []
  })
  return { added, removed, changed: changed.sort(bySlug) }
}

const nameAt = ({ slug, title }: Comparable['records'], position: number): EntryName => ({
  slug: slug(position),
  title: title(position),
})

const missingIn = ({ records: { positionOf } }: Comparable, { records }: Comparable): EntryName[] =>
  records.positions
    .map((position) => nameAt(records, position))
    .filter(({ slug }) => positionOf(slug) < 0)
    .sort(bySlug)

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
