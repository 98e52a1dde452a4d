/**
 * How long a search takes, beside others over the same records and queries in one run: find_sdk beside plain MiniSearch
 * and Orama, exact search beside the naive scan. `node bench/search.ts [entries…]`; times are of this machine, and
 * the ratios are what holds elsewhere.
 */

import { readQueries } from '../evals/measure.ts'
import { searches } from '../evals/searches.ts'
import { byTitle } from '../src/catalog/record/order.ts'
import type { SdkRecord } from '../src/catalog/record/record.ts'
import { foldCase, openExact, packExact, queryWords } from '../src/search/exact.ts'
import { embedded } from '../test/embedded.ts'
import { grow } from './rank-synthetic.ts'

/** Spread over all kinds of queries. */
const QUERIES = 60

type Engine = (records: readonly SdkRecord[]) => (query: string) => unknown

/** The first of each group is the one that the others are compared with. */
const GROUPS: readonly Readonly<Record<string, Engine>>[] = [
  {
    find_sdk: searches.find_sdk!,
    'MiniSearch, plain': searches['MiniSearch, plain']!,
    Orama: searches.Orama!,
  },
  { 'exact search': (records) => openExact(packExact(records)), 'naive scan': naiveScan },
]

function naiveScan(records: readonly SdkRecord[]) {
  const has = ({ slug, title, description = '', topics }: SdkRecord, word: string) =>
    [slug, title, description, ...topics].some((field) => foldCase(field).includes(word))
  return (query: string) => records.filter((record) => queryWords(query).every((word) => has(record, word)))
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const spread = <T>(list: readonly T[]): T[] => list.filter((_, at) => at % Math.ceil(list.length / QUERIES) === 0)
const QUERIES_OF_GROUP = [
  spread(readQueries().map(({ query }) => query)),
  spread([...new Set(embedded.records.flatMap(({ topics }) => topics))]),
]

interface SearchTimes {
  engine: string
  /** In milliseconds. */
  build: number
  median: number
  p99: number
  /** The median in times of that of the first engine of the group. */
  ratio: number
}

export function measureSearch(size: number): SearchTimes[] {
  const records = grow(embedded.records, size).sort(byTitle)
  return GROUPS.flatMap((engines, group) => {
    const times = Object.entries(engines).map(([engine, open]) => {
      const began = performance.now()
      const search = open(records)
      const build = performance.now() - began
      const sorted = timesOf(search, QUERIES_OF_GROUP[group]!)
      const [median, p99] = [0.5, 0.99].map((share) => sorted[Math.floor(sorted.length * share)]!) as [number, number]
      return { engine, build, median, p99 }
    })
    return times.map((each) => ({ ...each, ratio: each.median / times[0]!.median }))
  })
}

/** One time a query, the best of three after a round to warm up, ascending. */
function timesOf(search: (query: string) => unknown, queries: readonly string[]): number[] {
  for (const query of queries) search(query)
  const time = (query: string): number => {
    const began = performance.now()
    search(query)
    return performance.now() - began
  }
  return queries.map((query) => Math.min(time(query), time(query), time(query))).sort((a, b) => a - b)
}

if (import.meta.main) {
  print('entries  engine              build ms   median ms   p99 ms   median, first engine = 1')
  const sizes = process.argv.slice(2).map(Number)
  for (const size of sizes.length > 0 ? sizes : [722, 72_200]) {
    for (const { engine, build, median, p99, ratio } of measureSearch(size)) {
      const figures = [build.toFixed(0).padStart(8), median.toFixed(4).padStart(11), p99.toFixed(2).padStart(8)]
      print(`${String(size).padEnd(9)}${engine.padEnd(20)}${figures.join(' ')}   ${ratio.toFixed(2)}`)
    }
  }
}
