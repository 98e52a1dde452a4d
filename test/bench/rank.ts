/**
 * How long a ranked search takes, beside plain MiniSearch and Orama over the same records and queries in one run:
 * `node test/bench/rank.ts [entries…]`. Times are of this machine; the ratios are what holds elsewhere.
 */
import { byTitle } from '../../src/catalog/record/entry.ts'
import type { SdkRecord } from '../../src/catalog/record/record.ts'
import { embedded } from '../embedded.ts'
import { readQueries, type Search } from '../evals/measure.ts'
import { searches } from '../evals/searches.ts'
import { grow } from './rank-synthetic.ts'

const ENGINES = ['find_sdk', 'MiniSearch, plain', 'Orama'] as const
/** The same queries for every engine, spread over all kinds. */
const QUERIES = 60

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const everyQuery = readQueries().map(({ query }) => query)
const queries = everyQuery.filter((_, at) => at % Math.ceil(everyQuery.length / QUERIES) === 0)
const sizes = process.argv.slice(2).map(Number)
const real = [...embedded.records].sort(byTitle)

print('entries  engine              build ms   median ms   p99 ms   median, find_sdk = 1')
for (const size of sizes.length > 0 ? sizes : [722, 72_200]) measureAll(grow(real, size).sort(byTitle))

function measureAll(records: readonly SdkRecord[]): void {
  let ours: number | undefined
  for (const name of ENGINES) {
    const started = performance.now()
    const search = searches[name]!(records)
    const build = performance.now() - started
    const times = timesOf(search)
    const median = quantile(times, 0.5)
    ours ??= median
    const figures = [
      build.toFixed(0).padStart(8),
      median.toFixed(4).padStart(11),
      quantile(times, 0.99).toFixed(2).padStart(8),
    ]
    print(`${String(records.length).padEnd(9)}${name.padEnd(20)}${figures.join(' ')}   ${(median / ours).toFixed(2)}`)
  }
}

/** One time a query, the best of three, after one round to warm up. */
function timesOf(search: Search): number[] {
  for (const query of queries) search(query)
  return queries
    .map((query) => {
      const rounds = [0, 1, 2].map(() => {
        const started = performance.now()
        search(query)
        return performance.now() - started
      })
      return Math.min(...rounds)
    })
    .sort((a, b) => a - b)
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}
