/** Prints how well find_sdk answers queries.json, beside other searches, in one run: `npm run eval`. */
import { byTitle } from '../../src/catalog/entry.ts'
import { loadEmbedded } from '../../src/catalog/load.ts'
import { type Figures, KINDS, measure, readQueries } from './measure.ts'
import { searches } from './searches.ts'

const records = [...loadEmbedded().records].sort(byTitle)
const queries = readQueries()
const cell = ({ recall, mrr }: Figures): string => `${recall.toFixed(2)} ${mrr.toFixed(2)}`.padEnd(11)
const print = (line: string): void => void process.stdout.write(`${line}\n`)

print(`${records.length} SDKs, ${queries.length} queries; each cell: recall@5 and mean reciprocal rank`)
const engines = Object.entries(searches).map(([name, build]) => ({ name, search: build(records) }))
for (const held_out of [false, true]) {
  const half = queries.filter((query) => query.held_out === held_out)
  print(
    `\n${`${held_out ? 'held out' : 'tuned on'} (${half.length})`.padEnd(24)}${[...KINDS, 'overall'].map((kind) => kind.padEnd(11)).join('')}`,
  )
  for (const { name, search } of engines) {
    const figures = measure(search, half)
    print(`${name.padEnd(24)}${[...KINDS, 'overall' as const].map((kind) => cell(figures[kind])).join('')}`)
  }
}
