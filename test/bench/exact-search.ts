/**
 * Exact search against the naive scan: median microseconds of a query, by class of query, on the embedded catalogue
 * and on one of a hundred times its size. The first argument, if any, limits the larger one: `0` leaves it out.
 */
import type { SdkRecord } from '../../src/catalog/record/record.ts'
import { foldCase, openExact, packExact, queryWords } from '../../src/catalog/search/exact.ts'
import { embedded } from '../embedded.ts'
import { median } from './load.ts'
import { generator, grow } from './rank-synthetic.ts'

const QUERIES_PER_CLASS = 40
/** The scan is slow and its times differ little, so fewer queries are enough. */
const NAIVE_QUERIES_PER_CLASS = 8
/** The embedded catalogue must stay below this, in microseconds. */
const MAX_MEDIAN_US = 20
const COPIES = 100

const fieldsOf = ({ slug, title, description = '', topics }: SdkRecord) => [slug, title, description, ...topics]
const print = (line: string): void => void process.stdout.write(`${line}\n`)

function queriesOf(records: readonly SdkRecord[]): Record<string, string[]> {
  const random = generator(11)
  const below = (limit: number): number => Math.floor(random() * limit)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  const wordsOfOne = () => queryWords(fieldsOf(pick(records)).join(' ')).filter((word) => word.length > 2)
  const hit = (count: number) => {
    const words = wordsOfOne()
    return Array.from({ length: count }, () => pick(words)).join(' ')
  }
  const part = (length: number) => {
    const word = pick(wordsOfOne())
    const from = below(Math.max(1, word.length - length))
    return word.slice(from, from + length)
  }
  const miss = () => Array.from({ length: 7 }, () => pick([...'bcdfghjklmnpqrstvwxz'])).join('')
  const classes = {
    'one word': () => hit(1),
    'part of a word': () => part(5),
    'one or two letters': () => part(1 + below(2)),
    'three words': () => hit(3),
    'one word that misses': miss,
    'two words, one misses': () => `${hit(1)} ${miss()}`,
  }
  return Object.fromEntries(
    Object.entries(classes).map(([name, make]) => [name, Array.from({ length: QUERIES_PER_CLASS }, make)]),
  )
}

/** Median over the queries of the median time of each, in microseconds. */
function timed(queries: readonly string[], search: (query: string) => unknown, rounds: number): number {
  const time = (query: string) => {
    const from = performance.now()
    search(query)
    return 1000 * (performance.now() - from)
  }
  return median(queries.map((query) => median(Array.from({ length: rounds }, () => time(query)))))
}

/** @returns the slowest class, in microseconds */
function compare(records: readonly SdkRecord[], rounds: { indexed: number; naive: number }): number {
  const indexed = openExact(packExact(records))
  const naive = (query: string) => {
    const words = queryWords(query)
    const has = (record: SdkRecord, word: string) => fieldsOf(record).some((field) => foldCase(field).includes(word))
    return records.filter((record) => words.every((word) => has(record, word)))
  }
  const classes = Object.entries(queriesOf(records))
  for (const query of classes.map(([, [first]]) => first!)) {
    if (naive(query).length !== indexed(query).length) throw new Error(`the answers differ for "${query}"`)
  }
  print(`Exact search over ${records.length} entries, median µs a query`)
  print('| class | indexed | naive scan | ratio |')
  print('|---|---|---|---|')
  const times = classes.map(([name, queries]) => {
    const fast = timed(queries, indexed, rounds.indexed)
    const slow = timed(queries.slice(0, NAIVE_QUERIES_PER_CLASS), naive, rounds.naive)
    print(`| ${name} | ${fast.toFixed(2)} | ${slow.toFixed(0)} | 1 : ${(slow / fast).toFixed(0)} |`)
    return fast
  })
  return Math.max(...times)
}

const slowest = compare(embedded.records, { indexed: 41, naive: 5 })
if (process.argv[2] !== '0') compare(grow(embedded.records, embedded.records.length * COPIES), { indexed: 9, naive: 1 })
if (slowest >= MAX_MEDIAN_US) {
  print(`The slowest class of the embedded catalogue takes ${slowest.toFixed(1)} µs; ${MAX_MEDIAN_US} are allowed.`)
  process.exitCode = 1
}
