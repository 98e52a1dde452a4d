/**
 * The short forms of some benchmarks in one table, each figure a ratio within this run beside the committed one: what CI
 * prints. A machine may be slower, or busy, so no figure fails anything. `--write` saves those of a quiet machine.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { tableRow } from '../src/text/write-markdown.ts'
import { measureGrowth } from './growth.ts'
import { measureRefusals } from './refusals.ts'
import type { Figures } from './requests/figures.ts'
import { measureRequests, savedFigures } from './requests.ts'
import { measureSearch } from './search.ts'

type Ratios = Record<string, number>

const FILE = fileURLToPath(new URL('figures.json', import.meta.url))
const SHORT = { rounds: 1, seconds: 0.05 }

const timesOf = (figures: Figures): Ratios =>
  Object.fromEntries(Object.entries(figures).map(([kind, { service }]) => [kind, service!.times]))
const ratios = Object.fromEntries(measureSearch(722).map(({ engine, ratio }) => [engine, ratio]))

/** What a figure is -> the figures. Those of requests are committed with the table of docs/performance.md. */
const measured: Record<string, Ratios> = {
  'a search, in times of find_sdk or exact search': ratios,
  'refusing, in times of answering a prompt': await measureRefusals(),
  'four times the text, in times of the text': measureGrowth(),
}
if (process.argv.includes('--write')) {
  const rounded = JSON.stringify(
    measured,
    (_, value) => (typeof value === 'number' ? Number(value.toPrecision(2)) : value),
    2,
  )
  writeFileSync(FILE, `${rounded}\n`)
}
const committed: typeof measured = JSON.parse(readFileSync(FILE, 'utf8'))
const REQUESTS = 'a request, in times of bare node:http'
measured[REQUESTS] = timesOf(await measureRequests(['bare', 'service'], SHORT))
committed[REQUESTS] = timesOf(savedFigures())

/** Two digits. */
const shown = (figure = Number.NaN): string => String(Number(figure.toPrecision(2)))
const print = (cells: readonly string[]) => void process.stdout.write(`${tableRow(cells)}\n`)
print(['what', 'measured', 'committed'])
print(['---', '---:', '---:'])
for (const [title, figures] of Object.entries(measured)) {
  print([`**${title}**`, '', ''])
  for (const [what, figure] of Object.entries(figures)) {
    print([what, shown(figure), shown(committed[title]![what])])
  }
}
