/**
 * How the service grows with its catalogue: synthetic catalogues of 722, 7,220 and 72,200 SDKs, or of the sizes given
 * (`node test/bench/scale.ts 722 722000`), served by the real program and measured over HTTP. Prints what each size takes
 * and the exponent of the growth.
 *
 * --keep FOLDER  uses catalogues that an earlier run left there, and leaves those that it makes
 * --write        keeps the figures, from which `npm run generate` makes the tables of docs/performance.md and the plot
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPair, builtPair, type Pair } from './scale/catalogue.ts'
import { SCALE_FIGURES, type ScaleFigures, scaleTable } from './scale/figures.ts'
import { measure } from './scale/measure.ts'

const SIZES = ['722', '7220', '72200']
/** For the process that makes an index. */
const MAX_HEAP_MB = 20_000

const script = process.argv[1]!
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'string' }, write: { type: 'boolean', default: false } },
})
const print = (text: string): void => void process.stdout.write(text)

function failed(what: string, why: string): void {
  print(`${what}: ${why}\n`)
  process.exitCode = 1
}

async function pairOf(folder: string, size: string): Promise<Pair> {
  const place = join(folder, size)
  if (!builtPair(place)) {
    // In a process of its own, so that its memory is known and gone afterwards.
    const child = fork(script, ['build', place, size], { execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`] })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`no catalogue of ${size} SDKs was built`)
  }
  return builtPair(place)!
}

async function compare(sizes: readonly string[]): Promise<void> {
  const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'sdk-catalog-sizes-'))
  mkdirSync(folder, { recursive: true })
  const figures: ScaleFigures = {}
  try {
    for (const size of sizes) {
      print(`${size} SDKs …\n`)
      try {
        figures[size] = await measure(await pairOf(folder, size), failed)
      } catch (error) {
        failed(`${size} SDKs`, (error as Error).message)
      }
    }
  } finally {
    if (values.keep === undefined) rmSync(folder, { recursive: true, force: true })
  }
  if (values.write) {
    const committed = JSON.parse(readFileSync(SCALE_FIGURES, 'utf8')) as ScaleFigures
    writeFileSync(SCALE_FIGURES, `${JSON.stringify({ ...committed, ...figures }, null, 2)}\n`)
  }
  if (Object.keys(figures).length > 0) print(scaleTable(figures))
}

const [command, place, size] = positionals
if (command === 'build') await buildPair(place!, Number(size))
else await compare(positionals.length > 0 ? positionals : SIZES)
