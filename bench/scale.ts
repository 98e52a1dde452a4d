/**
 * How the service grows with its catalogue: synthetic catalogues of 722, 7,220 and 72,200 SDKs, or of the sizes given
 * (`node bench/scale.ts 722 722000`), served by the real program and measured over HTTP. Prints what each size takes
 * and the exponent of the growth, as the table of docs/performance.md.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPair, type Pair } from './scale/catalogue.ts'
import { type Figures, scaleTable } from './scale/figures.ts'
import { measure } from './scale/measure.ts'

const SIZES = ['722', '7220', '72200']
/** For the process that makes an index. */
const MAX_HEAP_MB = 20_000

const script = process.argv[1]!
const print = (text: string): void => void process.stdout.write(text)

function onFailure(what: string, why: string): void {
  print(`${what}: ${why}\n`)
  process.exitCode = 1
}

/** In a process of its own, so that its memory is known and gone afterwards. */
async function buildInChild(folder: string, size: string): Promise<Pair> {
  const child = fork(script, ['build', folder, size], { execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`] })
  const pair = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (typeof pair[0] !== 'object') throw new Error(`no catalogue of ${size} SDKs was built`)
  return pair[0]
}

async function compare(sizes: readonly string[]): Promise<void> {
  const figures = new Map<number, Figures>()
  for (const size of sizes) {
    print(`${size} SDKs …\n`)
    const folder = mkdtempSync(join(tmpdir(), 'sdk-catalog-scale-'))
    try {
      figures.set(Number(size), await measure(await buildInChild(folder, size), folder, onFailure))
    } catch (error) {
      onFailure(`${size} SDKs`, (error as Error).message)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  print(scaleTable(figures))
}

const [command, folder, size] = process.argv.slice(2)
if (command === 'build') process.send!(buildPair(folder!, Number(size)))
else await compare(command === undefined ? SIZES : process.argv.slice(2))
