/** The immutable catalogue: built once from records, then every read is a look-up in memory. */
import { byTitle, type SdkCatalog, type SdkEntry } from './entry.ts'
import type { SdkRecord } from './record.ts'
import { indexExact } from './search.ts'

/** What a source delivers: records with their READMEs, and the instant they were built. */
export interface CatalogData {
  /** Where it came from, for people: "embedded" or the directory's name. */
  source: string
  /** RFC 3339 instant of the build; the same for every replica of one build. */
  builtAt: string
  records: readonly SdkRecord[]
  /** README text by slug. */
  readmes: ReadonlyMap<string, string>
}

/** The public addresses entries carry. */
export interface Addresses {
  baseUrl: string
  /** First path segment of documentation pages is `{brand}-sdk`. */
  brand: string
}

export interface Catalog {
  readonly source: string
  readonly generatedAt: string
  readonly count: number
  /** Every entry in catalogue order. */
  readonly entries: readonly SdkEntry[]
  /** The whole document of SPEC 2.2. */
  document(): SdkCatalog
  entry(slug: string): SdkEntry | undefined
  /** Facts behind an entry that are not part of the public SdkEntry. */
  record(slug: string): SdkRecord | undefined
  readme(slug: string): string | undefined
  /** Exact search of SPEC 4.2: this page of matches in catalogue order, and the total before paging. */
  search(query: string, page: { limit: number; offset: number }): { total: number; results: SdkEntry[] }
}

export function createCatalog(data: CatalogData, addresses: Addresses): Catalog {
  const records = new Map([...data.records].sort(byTitle).map((record) => [record.slug, record]))
  const entries = Object.freeze([...records.values()].map((record) => toEntry(record, addresses)))
  const bySlug = new Map(entries.map((entry) => [entry.slug, entry]))
  const matches = indexExact(entries)

  return Object.freeze({
    source: data.source,
    generatedAt: data.builtAt,
    count: entries.length,
    entries,
    document: () => ({ generated_at: data.builtAt, count: entries.length, sdks: [...entries] }),
    entry: (slug: string) => bySlug.get(slug),
    record: (slug: string) => records.get(slug),
    readme: (slug: string) => data.readmes.get(slug),
    search(query: string, { limit, offset }: { limit: number; offset: number }) {
      const found = matches(query)
      return { total: found.length, results: found.slice(offset, offset + limit).map((position) => entries[position]!) }
    },
  })
}

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
