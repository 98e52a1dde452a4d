/**
 * The file of `catalog build --texts`: what people wrote of each SDK, one JSON object a line. The sdks.jsonl of any
 * catalogue is such a file: what its repositories state is read past.
 */
import * as z from 'zod'
import { EntrySlug, HttpUrl } from '../catalog/record/entry.ts'
import { bySlug } from '../catalog/record/order.ts'
import { SdkRecord } from '../catalog/record/record.ts'
import type { Warning } from './facts/repository-files.ts'
import { readJsonLines } from './json-lines.ts'

/** Members of a record that people write, or that were seen: a build has no other source of them. */
const WRITTEN = [
  ...(['title', 'description', 'topics', 'aliases', 'needs', 'operation_needs', 'source_website'] as const),
  ...(['official_sdk', 'proven', 'deprecated', 'renamed_from'] as const),
]
type Written = (typeof WRITTEN)[number]

const Line = z.object({
  ...SdkRecord.pick(Object.fromEntries(WRITTEN.map((name) => [name, true])) as Record<Written, true>).partial().shape,
  slug: EntrySlug,
  /** Another name of source_website. */
  website: HttpUrl.optional(),
  /** The slug that it has now: this one is none any more, and answers with the new one. */
  renamed_to: EntrySlug.optional(),
})
const KNOWN = new Set([...Object.keys(Line.shape), ...Object.keys(SdkRecord.shape)])

/** What a line says of one SDK; a member that is absent says nothing. */
export type WrittenText = Partial<Pick<SdkRecord, Written>>

export interface Texts {
  bySlug: ReadonlyMap<string, WrittenText>
  /** Number of the line by slug. */
  lines: ReadonlyMap<string, number>
  /** New slug by old one. */
  renamed: ReadonlyMap<string, string>
  /** Members that no line may have, and slugs that have two. */
  warnings: readonly Warning[]
}

/** @throws InvalidCatalog for a line that breaks a rule, with file, line and rule */
export function readTexts(path: string): Texts {
  const texts = new Map<string, WrittenText>()
  const lines = new Map<string, number>()
  const renamed = new Map<string, string>()
  const warnings: Warning[] = []
  for (const { value, written, number: line } of readJsonLines(Line, path)) {
    const { slug, website, renamed_to } = value
    const warn = (detail: string) => warnings.push({ slug, about: 'texts', detail: `line ${line}: ${detail}` })
    for (const name of Object.keys(written)) if (!KNOWN.has(name)) warn(`"${name}" is no member of texts`)
    if (lines.has(slug)) warn(`it takes the place of line ${lines.get(slug)}`)
    lines.set(slug, line)
    // The schema fills in what the line does not say. Needs that were derived are derived again.
    const isWritten = (name: Written) => name in written && !(name === 'needs' && 'needs_derived' in written)
    const members = WRITTEN.filter(isWritten).map((name) => [name, value[name]])
    texts.set(slug, { ...Object.fromEntries(members), ...(website && { source_website: website }) })
    if (renamed_to === undefined) renamed.delete(slug)
    else renamed.set(slug, renamed_to)
  }
  return { bySlug: texts, lines, renamed, warnings }
}

/** Where a renamed SDK was renamed again, its last slug; nothing where it was not, or ever to itself. */
function newestSlug(slug: string, renamed: Texts['renamed']): string | undefined {
  let newest = renamed.get(slug)
  for (let left = renamed.size; left > 0 && newest !== undefined; left--) newest = renamed.get(newest) ?? newest
  return newest
}

/** Gives records the slugs that they had before, and says which lines are of no record. */
export function completeRenamed(
  records: ReadonlyMap<string, Pick<SdkRecord, 'renamed_from'>>,
  texts: Texts,
): Warning[] {
  const warnings = [...texts.warnings]
  for (const [slug, line] of texts.lines) {
    const to = newestSlug(slug, texts.renamed)
    const record = records.get(to ?? slug)
    if (!record) {
      const detail = `line ${line}: ${to === undefined ? 'it' : `"${to}", its new slug,`} is not in the catalogue`
      warnings.push({ slug, about: 'texts', detail })
    } else if (to !== undefined) record.renamed_from = [...new Set([...(record.renamed_from ?? []), slug])].sort()
  }
  return warnings.sort(bySlug)
}
