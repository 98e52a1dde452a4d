/**
 * How long a search takes, beside others over the same records and queries in one run: find_sdk beside plain MiniSearch
 * and Orama, exact search beside the naive scan. `node bench/search.ts [entries…]`; times are of this machine, and
 * the ratios are what holds elsewhere.
 */

import { readQueries } from '../evals/measure.ts'
import { searches } from '../evals/searches.ts'
import { byTitle } from '../src/catalog/record/entry.ts'
import type { SdkRecord } from '../src/catalog/record/record.ts'
import { foldCase, openExact, packExact, queryWords } from '../src/catalog/search/exact.ts'
import { embedded } from '../test/embedded.ts'
import { grow } from './rank-synthetic.ts'

/** Spread over all kinds of queries. */
const QUERIES = 60
/** Median of exact search over the embedded catalogue, in microseconds. */
const MAX_EXACT_US = 20

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

print('entries  engine              build ms   median ms   p99 ms   median, first engine = 1')
const sizes = process.argv.slice(2).map(Number)
for (const size of sizes.length > 0 ? sizes : [722, 72_200]) {
  const records = grow(embedded.records, size).sort(byTitle)
  GROUPS.forEach((engines, group) => {
    let firstMedian: number | undefined
    for (const [name, engine] of Object.entries(engines)) {
      const began = performance.now()
      const search = engine(records)
      const build = performance.now() - began
      const times = timesOf(search, QUERIES_OF_GROUP[group]!)
      const [median, p99] = [0.5, 0.99].map((share) => times[Math.floor(times.length * share)]!) as [number, number]
      firstMedian ??= median
      const figures = [build.toFixed(0).padStart(8), median.toFixed(4).padStart(11), p99.toFixed(2).padStart(8)]
      print(`${String(size).padEnd(9)}${name.padEnd(20)}${figures.join(' ')}   ${(median / firstMedian).toFixed(2)}`)
      if (name !== 'exact search' || size > embedded.records.length || median * 1000 < MAX_EXACT_US) continue
      print(`Exact search takes ${(median * 1000).toFixed(1)} µs; ${MAX_EXACT_US} are allowed.`)
      process.exitCode = 1
    }
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
