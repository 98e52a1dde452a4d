/** The immutable catalogue: built once from records, then every read is a look-up in memory. */

import { openRanked, packRanked, type Ranked, type RankedSearch, type RankFilters } from './rank/rank.ts'
import type { MarkdownDocument } from './readme/document.ts'
import { createReadmes } from './readmes.ts'
import { byTitle, type SdkCatalog, type SdkEntry } from './record/entry.ts'
import type { OperationsFile } from './record/facts.ts'
import type { SdkRecord } from './record/record.ts'
import { openExact, packExact } from './search/exact.ts'
import { nearest } from './search/suggest.ts'
import type { HistoryEntry } from './store/history.ts'
import type { CatalogData, LoadedCatalog } from './store/load.ts'
import { operationsReader } from './store/operations.ts'
import { openSearchIndex } from './store/search-index.ts'

/** The public addresses entries carry. */
export interface Addresses {
  baseUrl: string
  /** First path segment of documentation pages is `{brand}-sdk`. */
  brand: string
}

export interface Catalog {
  readonly source: string
  readonly id: string
  readonly generatedAt: string
  readonly count: number
  /** Every entry in catalogue order. */
  readonly entries: readonly SdkEntry[]
  /** The whole document of SPEC 2.2. */
  document(): SdkCatalog
  entry(slug: string): SdkEntry | undefined
  /** Facts behind an entry that are not part of the public SdkEntry. */
  record(slug: string): SdkRecord | undefined
  /** The README as it was taken, character for character. */
  readme(slug: string): string | undefined
  /** The README as it is read: parsed once; a promise only until a long one is parsed. */
  readmeDocument(slug: string): MarkdownDocument | Promise<MarkdownDocument> | undefined
  /** The README as safe HTML, rendered once; "" for a slug that has none. */
  readmeHtml(slug: string): string | Promise<string>
  /** Every endpoint with its parameters, read when asked for; undefined for an SDK without a file of operations. */
  operations(slug: string): Promise<OperationsFile | undefined>
  /** Exact search of SPEC 4.2: this page of matches in catalogue order, and the total before paging. */
  search(query: string, page: { limit: number; offset: number }): { total: number; results: SdkEntry[] }
  /** Ranked search: what was meant, best first. */
  find(query: string, filters: RankFilters, limit: number, offset?: number): Ranked
  /** Reads what `find` needs, which otherwise the first query does. */
  warmUp(): void
  /** Builds on record that led to this catalogue, oldest first. Never empty: the last one is this catalogue's own. */
  readonly builds: readonly HistoryEntry[]
  /** Every topic that an entry has, by name. */
  readonly topics: readonly string[]
  /** In the order of the entries. */
  readonly slugs: readonly string[]
  /** Slugs that a mistyped slug, title or name may have meant, nearest first; none where nothing is near. */
  nearestSlugs(wanted: string): string[]
}

export function createCatalog(
  data: CatalogData & Pick<LoadedCatalog, 'pages' | 'operations' | 'searchIndex'>,
  addresses: Addresses,
): Catalog {
  const sorted = [...data.records].sort(byTitle)
  const records = new Map(sorted.map((record) => [record.slug, record]))
  const entries = Object.freeze(sorted.map((record) => toEntry(record, addresses)))
  const bySlug = new Map(entries.map((entry) => [entry.slug, entry]))
  const built = openSearchIndex(data)
  const matches = openExact(built ?? packExact(sorted))
  const slugs = Object.freeze(entries.map(({ slug }) => slug))
  const titles = Object.freeze(entries.map(({ title }) => title))
  const readmes = createReadmes(data.readmes, data.pages)
  let ranked: RankedSearch | undefined
  const ranking = (): RankedSearch => {
    ranked ??= openRanked(built ?? packRanked(sorted), sorted)
    return ranked
  }

  return Object.freeze({
    source: data.source,
    id: data.id,
    generatedAt: data.builtAt,
    count: entries.length,
    entries,
    document: () => ({ generated_at: data.builtAt, count: entries.length, sdks: [...entries] }),
    entry: (slug: string) => bySlug.get(slug),
    record: (slug: string) => records.get(slug),
    readme: (slug: string) => data.readmes.get(slug),
    readmeDocument: readmes.document,
    operations: operationsReader(data.operations),
    readmeHtml: (slug: string) => readmes.html(slug, records.get(slug)?.github_url ?? ''),
    search(query: string, { limit, offset }: { limit: number; offset: number }) {
      const found = matches(query)
      return {
        total: found.length,
        results: Array.from(found.slice(offset, offset + limit), (position) => entries[position]!),
      }
    },
    find: (query: string, filters: RankFilters, limit: number, offset?: number) =>
      ranking()(query, filters, limit, offset),
    warmUp: () => void ranking(),
    builds: data.builds?.at(-1)?.id === data.id ? data.builds : [firstBuild(data)],
    topics: Object.freeze([...new Set(entries.flatMap(({ topics = [] }) => topics))].sort()),
    slugs,
    nearestSlugs(wanted: string) {
      const near = nearest(wanted, slugs)
      return near.length > 0 ? near : nearest(wanted, titles).map((title) => slugs[titles.indexOf(title)]!)
    },
  })
}

/** A build without a predecessor on record changed nothing that anybody could know of. */
const firstBuild = ({ id, builtAt, records }: CatalogData): HistoryEntry => ({
  version: 1,
  id,
  previous: null,
  built_at: builtAt,
  count: records.length,
  added: [],
  removed: [],
  changed: [],
})

function toEntry(record: SdkRecord, { baseUrl, brand }: Addresses): SdkEntry {
  const url = `${baseUrl}/${brand}-sdk/${record.slug}`
  return Object.freeze({
    slug: record.slug,
    title: record.title,
    ...(record.description !== undefined && { description: record.description }),
    url,
    readme_url: `${url}.md`,
    github_url: record.github_url,
    ...(record.topics.length > 0 && { topics: record.topics }),
  })
}
