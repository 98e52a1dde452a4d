/** The searches that are compared, all over the same records: find_sdk, and other engines without tuning. */
import { create, insert, type Results, search } from '@orama/orama'
import MiniSearch from 'minisearch'
import type { SdkRecord } from '../src/catalog/record/record.ts'
import { conceptsIn } from '../src/query/words/concepts.ts'
import { isStop, stem, tokens } from '../src/query/words/words.ts'
import { openExact, packExact } from '../src/search/exact.ts'
import { rankedOver } from '../test/embedded.ts'
import type { Search } from './measure.ts'

const MAX = 50
const FIELDS = ['title', 'slug', 'topics', 'description', 'aliases', 'needs']

interface Flat {
  id: string
  slug: string
  title: string
  description: string
  topics: string
  aliases: string
  needs: string
}

const flat = (record: SdkRecord): Flat => ({
  id: record.slug,
  slug: record.slug,
  title: record.title,
  description: record.description ?? '',
  topics: record.topics.join(' '),
  aliases: record.aliases.join(' '),
  needs: record.needs.join(' '),
})

/** @param records in catalogue order */
export const searches: Readonly<Record<string, (records: readonly SdkRecord[]) => Search>> = {
  find_sdk(records) {
    const rank = rankedOver(records)
    return (query) => rank(query, {}, MAX).hits.map(({ record }) => record.slug)
  },
  'exact search'(records) {
    const search = openExact(packExact(records))
    return (query) => Array.from(search(query).slice(0, MAX), (position) => records[position]!.slug)
  },
  'MiniSearch, plain'(records) {
    const index = new MiniSearch<Flat>({ fields: FIELDS, searchOptions: { prefix: true, fuzzy: 0.2 } })
    index.addAll(records.map(flat))
    return (query) => index.search(query).map(({ id }) => id)
  },
  'MiniSearch, our words'(records) {
    const index = new MiniSearch<Flat>({
      fields: FIELDS,
      tokenize: tokens,
      processTerm: (word) =>
        isStop(word) ? false : [stem(word), ...conceptsIn([stem(word)], 0).map(({ concept }) => concept)],
      searchOptions: { boost: { title: 3, aliases: 2, topics: 1.5 }, fuzzy: 0.2, weights: { fuzzy: 0.4, prefix: 0.4 } },
    })
    index.addAll(records.map(flat))
    return (query) => index.search(query).map(({ id }) => id)
  },
  Orama(records) {
    const index = create({
      schema: {
        title: 'string',
        slug: 'string',
        topics: 'string',
        description: 'string',
        aliases: 'string',
        needs: 'string',
      } as const,
    })
    for (const record of records) insert(index, flat(record))
    return (query) => {
      // Without asynchronous hooks its answers are synchronous.
      const { hits } = search(index, { term: query, tolerance: 1, limit: MAX }) as Results<Flat>
      return hits.map(({ document }) => document.slug)
    }
  },
}
