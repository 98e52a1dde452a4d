/**
 * How well find_sdk answers queries of public benchmarks over their own tools, beside BM25:
 * `npm run eval -- --outside FOLDER`. Each file of the folder is one benchmark; none is part of this repository.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { byTitle } from '../src/catalog/record/order.ts'
import { SdkRecord } from '../src/catalog/record/record.ts'
import { lettersAndDigits } from '../src/query/words/words.ts'
import { rankedOver } from '../test/embedded.ts'
import { mean, recallAt5, type Search } from './measure.ts'

const Benchmark = z.object({
  docs: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      topic: z.string(),
      description: z.string(),
      /** Name of each operation, and what it says about itself. */
      parts: z.array(z.tuple([z.string(), z.string()])),
    }),
  ),
  queries: z.array(z.object({ kind: z.string(), query: z.string(), right: z.array(z.string()) })),
})
type Benchmark = z.infer<typeof Benchmark>

const DEPTH = 10
/** Characters of the words of one operation: the limit of the record. */
const MAX_WORDS = 140

const line = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** A tool as a record of the catalogue. */
function recordOf({ title, topic, description, parts }: Benchmark['docs'][number], at: number): SdkRecord {
  const slug = `${
    lettersAndDigits(title)
      .replace(/[^a-z0-9]/g, '')
      .slice(0, 40) || 'tool'
  }-${at}-sdk`
  return SdkRecord.parse({
    slug,
    title: line(title).slice(0, 200) || slug,
    description: line(description) || undefined,
    topics: topic === '' ? [] : [topic.toLowerCase().replaceAll('_', '-')],
    github_url: `https://github.com/example/${slug}`,
    entities: parts.map(([name, words]) => {
      const text = line(words).slice(0, MAX_WORDS)
      return { name: line(name).slice(0, 300) || 'call', ops: ['load'], ...(text && { words: { load: text } }) }
    }),
  })
}

/** BM25 over all words of a tool, with k1 1.2 and b 0.75. */
function bm25(docs: Benchmark['docs']): (query: string) => string[] {
  const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const texts = docs.map(({ title, topic, description, parts }) =>
    words([title, topic, description, ...parts.flat()].join(' ')),
  )
  const average = mean(texts.map(({ length }) => length))
  const postings = new Map<string, Map<number, number>>()
  texts.forEach((text, at) => {
    for (const word of text) {
      const counts = postings.get(word) ?? new Map<number, number>()
      counts.set(at, (counts.get(at) ?? 0) + 1)
      postings.set(word, counts)
    }
  })
  return (query) => {
    const scores = new Map<number, number>()
    for (const word of new Set(words(query))) {
      const counts = postings.get(word) ?? new Map<number, number>()
      const idf = Math.log(1 + (docs.length - counts.size + 0.5) / (counts.size + 0.5))
      for (const [at, count] of counts) {
        const norm = count + 1.2 * (0.25 + (0.75 * texts[at]!.length) / average)
        scores.set(at, (scores.get(at) ?? 0) + (idf * count * 2.2) / norm)
      }
    }
    return [...scores]
      .sort((a, b) => b[1] - a[1])
      .slice(0, DEPTH)
      .map(([at]) => docs[at]!.id)
  }
}

/** Discounted gain of the right answers among the first ten, of what it could be. */
function gainAt10(found: readonly string[], right: readonly string[]): number {
  const discount = (at: number): number => 1 / Math.log2(at + 2)
  const gain = found.slice(0, DEPTH).reduce((sum, id, at) => sum + (right.includes(id) ? discount(at) : 0), 0)
  return gain / right.slice(0, DEPTH).reduce((sum, _, at) => sum + discount(at), 0)
}

export function outsideSearches({ docs }: Benchmark): Record<'find_sdk' | 'BM25', Search> {
  const records = docs.map(recordOf)
  const ids = new Map(records.map(({ slug }, at) => [slug, docs[at]!.id]))
  const rank = rankedOver([...records].sort(byTitle))
  return {
    find_sdk: (query) => rank(query, {}, DEPTH).hits.map(({ record }) => ids.get(record.slug)!),
    BM25: bm25(docs),
  }
}

export const readBenchmark = (file: string): Benchmark => Benchmark.parse(JSON.parse(readFileSync(file, 'utf8')))

export function printOutside(print: (line: string) => void, folder: string): void {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const benchmark = readBenchmark(join(folder, file))
    print(`${file}: ${benchmark.docs.length} tools, ${benchmark.queries.length} queries`)
    for (const [name, search] of Object.entries(outsideSearches(benchmark))) {
      const answers = benchmark.queries.map(({ query, right }) => ({ found: search(query.slice(0, 500)), right }))
      const recall = mean(answers.map(({ found, right }) => recallAt5(found, right)))
      const gain = mean(answers.map(({ found, right }) => gainAt10(found, right)))
      const full = mean(answers.map(({ found }) => Number(found.length === DEPTH)))
      print(`${name.padEnd(12)}recall@5 ${recall.toFixed(3)}  NDCG@10 ${gain.toFixed(3)}  ten hits ${full.toFixed(2)}`)
    }
  }
}
