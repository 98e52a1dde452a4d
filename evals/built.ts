/**
 * Search quality of a catalogue that was built, beside the embedded records of the same SDKs:
 * `npx node evals/built.ts CATALOGUE…`. Queries for other SDKs are left out.
 */
import { byTitle } from '../src/catalog/record/order.ts'
import type { SdkRecord } from '../src/catalog/record/record.ts'
import { embedded, load, rankedOver } from '../test/embedded.ts'
import { measure, type Query, readQueries } from './measure.ts'

const MAX = 50

/** Recall@5 and mean reciprocal rank of the queries that these records can answer. */
function measureBuilt(records: readonly SdkRecord[], queries: readonly Query[]) {
  const slugs = new Set(records.map(({ slug }) => slug))
  const answerable = queries.flatMap((query) => {
    const right = query.slugs.filter((slug) => slugs.has(slug))
    return right.length > 0 ? { ...query, slugs: right } : []
  })
  const rank = rankedOver([...records].sort(byTitle))
  return measure((query) => rank(query, {}, MAX).hits.map(({ record }) => record.slug), answerable).overall
}

/** The embedded records of the same SDKs. */
const embeddedOf = (records: readonly SdkRecord[]): SdkRecord[] =>
  embedded.records.filter(({ slug }) => records.some((record) => record.slug === slug))

if (import.meta.main) {
  for (const directory of process.argv.slice(2)) {
    const { records } = await load(directory)
    for (const [name, set] of Object.entries({ [directory]: records, embedded: embeddedOf(records) })) {
      for (const file of ['easy.json', 'fresh.json'] as const) {
        const { queries, recall, mrr } = measureBuilt(set, readQueries(file))
        process.stdout.write(`${name}  ${file} (${queries})  ${recall.toFixed(3)} ${mrr.toFixed(3)}\n`)
      }
    }
  }
}
