/** Prints how well find_sdk answers the queries of queries/ and typos, beside other searches, in one run: `npm run eval`. */

import { parseArgs } from 'node:util'
import { byTitle } from '../src/catalog/record/order.ts'
import { embedded, rankedOver } from '../test/embedded.ts'
import { printFit } from './fit.ts'
import { printHard } from './hard.ts'
import { printLanguages } from './languages.ts'
import { type Figures, KINDS, measure, readQueries } from './measure.ts'
import { printOperations } from './operations.ts'
import { printOutside } from './outside.ts'
import { searches } from './searches.ts'
import { printTasks } from './tasks.ts'
import { EVERYDAY, measureRight, measureTypos } from './typos.ts'

const records = [...embedded.records].sort(byTitle)
const queries = readQueries()
const cell = ({ recall, mrr }: Figures): string => `${recall.toFixed(2)} ${mrr.toFixed(2)}`.padEnd(11)
const print = (line: string): void => void process.stdout.write(`${line}\n`)

print(`${records.length} SDKs, ${queries.length} queries; each cell: recall@5 and mean reciprocal rank`)
const engines = Object.entries(searches).map(([name, build]) => ({ name, search: build(records) }))
const sets = {
  'tuned on': queries.filter(({ held_out }) => !held_out),
  'held out': queries.filter(({ held_out }) => held_out),
  'written afterwards': readQueries('fresh.json'),
}
for (const [title, set] of Object.entries(sets)) {
  const kinds = [...KINDS, 'overall' as const].filter(
    (kind) => kind === 'overall' || set.some((query) => query.kind === kind),
  )
  print(`\n${`${title} (${set.length})`.padEnd(26)}${kinds.map((kind) => kind.padEnd(11)).join('')}`)
  for (const { name, search } of engines) {
    const figures = measure(search, set)
    print(`${name.padEnd(26)}${kinds.map((kind) => cell(figures[kind])).join('')}`)
  }
}

print('')
printHard(print, records)

print('')
printLanguages(print, records)

print('')
printFit(print)

const TYPO_ENGINES = ['find_sdk', 'MiniSearch, plain']
print(`\n${`one typo in ${EVERYDAY.length} words`.padEnd(26)}typos  no hits  wrong first  no right one in 5`)
for (const { name, search } of engines.filter(({ name }) => TYPO_ENGINES.includes(name))) {
  const { typos, nothing, wrongFirst, lost } = measureTypos(search, records)
  const cells = [String(typos).padStart(5), String(nothing).padStart(9), String(wrongFirst).padStart(13)]
  print(`${name.padEnd(26)}${cells.join('')}${String(lost).padStart(19)}`)
}
const rank = rankedOver(records)
const { words, mistaken } = measureRight((query) => rank(query, {}, 1).readAs, records)
print(`${words} English words that no SDK has: ${mistaken.length} read as others (${mistaken.join(', ')})`)

print('')
await printTasks(print)
await printOperations(print)

const { values } = parseArgs({ options: { outside: { type: 'string' } } })
if (values.outside !== undefined) printOutside(print, values.outside)
