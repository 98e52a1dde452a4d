/**
 * Exact search against the naive scan: median microseconds of a query, by class of query, on the embedded catalogue
 * and on one of a hundred times its size. The first argument, if any, limits the larger one: `0` leaves it out.
 */
import { openCatalog } from '../../src/catalog/catalog.ts'
import type { SdkRecord } from '../../src/catalog/record/record.ts'
import { foldCase, queryWords } from '../../src/catalog/search/exact.ts'
import { embedded, loadedFrom } from '../embedded.ts'
import { generator, grow } from './rank-synthetic.ts'

const QUERIES_PER_CLASS = 40
const NAIVE_QUERIES_PER_CLASS = 8
const PAGE = { limit: 20, offset: 0 }
/** The embedded catalogue must stay below this, in microseconds. */
const MOST_MEDIAN_US = 20
const COPIES = 100

const textOf = ({ slug, title, description = '', topics }: SdkRecord) => [slug, title, description, ...topics]
const wordsOf = (record: SdkRecord) => queryWords(textOf(record).join(' ')).filter((word) => word.length > 2)

function queriesOf(records: readonly SdkRecord[]): Record<string, string[]> {
  const random = generator(11)
  const below = (limit: number): number => Math.floor(random() * limit)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  const hit = (count: number) => {
    const own = wordsOf(pick(records))
    return Array.from({ length: count }, () => pick(own)).join(' ')
  }
  const part = (length: number) => {
    const word = pick(wordsOf(pick(records)))
    const from = below(Math.max(1, word.length - length))
    return word.slice(from, from + length)
  }
  const miss = () => Array.from({ length: 7 }, () => pick([...'bcdfghjklmnpqrstvwxz'])).join('')
  const classes = {
    'one word': () => hit(1),
    'part of a word': () => part(5),
    'one or two letters': () => part(1 + below(2)),
    'two words': () => hit(2),
    'three words': () => hit(3),
    'one word that misses': miss,
    'two words, one misses': () => `${hit(1)} ${miss()}`,
    'three words, one misses': () => `${hit(2)} ${miss()}`,
    'no word': () => '',
  }
  return Object.fromEntries(
    Object.entries(classes).map(([name, make]) => [name, Array.from({ length: QUERIES_PER_CLASS }, make)]),
  )
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Median over the queries of the median time of each, in microseconds. */
function timed(queries: readonly string[], search: (query: string) => unknown, rounds: number): number {
  return median(
    queries.map((query) =>
      median(
        Array.from({ length: rounds }, () => {
          const from = process.hrtime.bigint()
          search(query)
          return Number(process.hrtime.bigint() - from) / 1_000
        }),
      ),
    ),
  )
}

function compare(records: readonly SdkRecord[], rounds: { indexed: number; naive: number }): number {
  const from = performance.now()
  const catalog = openCatalog(
    loadedFrom({ source: 'bench', id: 'bench', builtAt: '2026-01-01T00:00:00Z', records, readmes: new Map() }),
    { baseUrl: 'https://catalogue.example', brand: 'example' },
  )
  const built = performance.now() - from
  const naive = (query: string) => {
    const wanted = queryWords(query)
    const matches = [...catalog.entries()].filter(({ slug, title, description = '', topics = [] }) =>
      wanted.every((word) => [slug, title, description, ...topics].some((field) => foldCase(field).includes(word))),
    )
    return { total: matches.length, results: matches.slice(PAGE.offset, PAGE.offset + PAGE.limit) }
  }
  const indexed = (query: string) => catalog.search(query, PAGE)
  const classes = queriesOf(records)
  for (const query of Object.values(classes)
    .flat()
    .slice(0, rounds.naive * 20)) {
    if (naive(query).total !== indexed(query).total) throw new Error(`the answers differ for ${JSON.stringify(query)}`)
  }
  timed(Object.values(classes).flat(), indexed, rounds.indexed)
  const rows = Object.entries(classes).map(([name, queries]) => {
    // The scan is slow and its times differ little, so fewer queries tell.
    const scanned = queries.slice(0, NAIVE_QUERIES_PER_CLASS)
    return { name, fast: timed(queries, indexed, rounds.indexed), slow: timed(scanned, naive, rounds.naive) }
  })
  print(
    `Exact search over ${records.length} entries (index and entries built in ${built.toFixed(0)} ms), median µs a query`,
  )
  print('| class | indexed | naive scan | ratio |')
  print('|---|---|---|---|')
  for (const { name, fast, slow } of rows) {
    print(`| ${name} | ${fast.toFixed(2)} | ${slow.toFixed(0)} | 1 : ${(slow / fast).toFixed(0)} |`)
  }
  const all = median(rows.map(({ fast }) => fast))
  print(`| median of the classes | ${all.toFixed(2)} | ${median(rows.map(({ slow }) => slow)).toFixed(0)} | |\n`)
  return Math.max(...rows.map(({ fast }) => fast))
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

const { records } = embedded
const slowest = compare(records, { indexed: 41, naive: 5 })
if (process.argv[2] !== '0') compare(grow(records, records.length * COPIES), { indexed: 9, naive: 1 })
if (slowest >= MOST_MEDIAN_US) {
  print(`The slowest class of the embedded catalogue takes ${slowest.toFixed(1)} µs; ${MOST_MEDIAN_US} are allowed.`)
  process.exitCode = 1
}
