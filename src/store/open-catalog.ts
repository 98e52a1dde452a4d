/** The immutable catalogue: built once from records, then every read is a look-up in memory. */

import { setImmediate as turn } from 'node:timers/promises'
import type { MarkdownDocument } from '../catalog/readme/readme.ts'
import type { SdkEntry } from '../catalog/record/entry.ts'
import { type Facets, facetsOfAll, topicsOfKinds } from '../catalog/record/facets.ts'
import type { Language } from '../catalog/record/languages.ts'
import type { SdkRecord } from '../catalog/record/record.ts'
import { respelled } from '../query/words/words.ts'
import { openExact } from '../search/exact.ts'
import { openRanked, type RankedSearch } from '../search/rank.ts'
import type { Ranked } from '../search/ranked-answer.ts'
import { WORD_LISTS } from '../search/warm-up.ts'
import { once } from '../system/once.ts'
import type { HistoryEntry } from './history.ts'
import { firstBuild } from './loading/first-build.ts'
import type { LoadedCatalog } from './loading/load.ts'
import { openLookUp } from './look-up.ts'

/** The public addresses entries carry. */
export interface Addresses {
  baseUrl: string
  /** First path segment of documentation pages is `{brand}-sdk`. */
  brand: string
}

export interface SearchOptions {
  limit: number
  offset: number
  topic?: string | undefined
  language?: Language | undefined
  sort?: 'title' | 'readiness' | undefined
}

export type Catalog = ReturnType<typeof openCatalog>

export function openCatalog(data: LoadedCatalog, addresses: Addresses) {
  const { records, index } = data
  const entryAt = (position: number): SdkEntry => toEntry(records.at(position), addresses)
  const matches = openExact(index)
  const lookUp = openLookUp(data)
  const { record } = lookUp
  // What parses and renders READMEs is read with the first of them: a search on the command line needs none.
  const readmes = once(async () => (await import('./readmes.ts')).createReadmes(data.readmes, data.pages))
  const ranking = once((): RankedSearch => openRanked(index, records))
  const facets = once(() => facetsOfAll(records))

  return Object.freeze({
    source: data.source,
    id: data.id,
    generatedAt: data.builtAt,
    count: records.length,
    /** Facts behind the entries that are not part of the public SdkEntry, in catalogue order. */
    records,
    /** Every entry in catalogue order, each made when it is reached. */
    *entries(): Generator<SdkEntry> {
      for (const each of records) yield toEntry(each, addresses)
    },
    entry(slug: string): SdkEntry | undefined {
      const data = record(slug)
      return data && toEntry(data, addresses)
    },
    ...lookUp,
    /** The README as it was taken, character for character. */
    readme: (slug: string): string | undefined => data.readmes.get(slug),
    /** The parsed README; undefined for a slug without one. */
    readmeDocument: async (slug: string): Promise<MarkdownDocument | undefined> => (await readmes()).document(slug),
    /** The README as safe HTML; "" for a slug without one. */
    readmeHtml: async (slug: string): Promise<string> => (await readmes()).html(slug, record(slug)?.github_url ?? ''),
    /** Positions, ascending, of the SDKs in which every word of the query occurs. */
    occurrences: matches,
    /** Exact search of SPEC 4.2: this page of matches in catalogue order or the most ready first, and the total before paging. */
    search(query: string, { limit, offset, topic, language, sort }: SearchOptions) {
      const isAbout = topic === undefined ? () => true : records.having(topic)
      const passes = (position: number) =>
        isAbout(position) && (language === undefined || records.comesIn(language, position))
      const words = matches(query)
      const unsorted = (topic ?? language) ? Array.from(words).filter(passes) : words
      const positions = sort === 'readiness' ? records.mostReady(unsorted) : unsorted
      return { total: positions.length, results: Array.from(positions.slice(offset, offset + limit), entryAt) }
    },
    /** Ranked search: the likeliest SDKs first. A mistyped query finds what the right one does, in the same order. */
    find(query: string, ...how: Parameters<RankedSearch> extends [string, ...infer Rest] ? Rest : never): Ranked {
      const ranked = ranking()(query, ...how)
      // Only where spelling was all that had to change.
      const right = ranked.match === 'typos' ? respelled(query, ranked.readAs) : query
      if (right === query) return ranked
      const corrected = ranking()(right, ...how)
      return { ...corrected, match: 'typos', readAs: ranked.readAs }
    },
    /** Reads what `find` needs, which otherwise the first query does; other work runs in between. */
    async warmUp(): Promise<void> {
      for (const read of [...WORD_LISTS, ranking, facets, records.mostReady, () => topicsOfKinds(records)]) {
        read()
        await turn()
      }
    },
    /** Builds on record that led to this catalogue, oldest first. Never empty: the last one is this catalogue's own. */
    builds: (data.builds?.at(-1)?.id === data.id ? data.builds : [firstBuild(data)]) as readonly HistoryEntry[],
    /** Every topic that an entry has, by name. */
    topics: records.topicNames,
    /** How the whole catalogue splits. */
    get facets(): Facets {
      return facets()
    },
  })
}

/** The documentation page of an SDK; over stdio its MCP resource. */
export const entryUrl = ({ baseUrl, brand }: Addresses, slug: string): string =>
  baseUrl === '' ? `sdk://${slug}` : `${baseUrl}/${brand}-sdk/${slug}`

function toEntry(record: SdkRecord, addresses: Addresses): SdkEntry {
  const url = entryUrl(addresses, record.slug)
  return Object.freeze({
    slug: record.slug,
    title: record.title,
    ...(record.description !== undefined && { description: record.description }),
    url,
    readme_url: addresses.baseUrl === '' ? `${url}/readme` : `${url}.md`,
    github_url: record.github_url,
    ...(record.topics.length > 0 && { topics: record.topics }),
  })
}
