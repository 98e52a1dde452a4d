/**
 * Attacks, starves and kills the service, and prints the table of docs/reliability.md. All traffic stays on loopback.
 *
 *     npx node attacks/run.ts [-- --short] [--only kills,slow] [--soak 60] [--seed 1]
 *
 * About 25 minutes on two cores; with `--short`, which CI runs, about three. `--soak` is how many seconds of mixed traffic
 * there are, 600 by default. Each part can be run alone. What times nothing runs beside the kills, which mostly wait.
 * Exits with 1 if something was lost, failed or wrong. Times and memory stand beside their goals and fail nothing.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { tableRow } from '../src/text/write-markdown.ts'
import { between } from './between.ts'
import { dear } from './dear.ts'
import { kills } from './kills.ts'
import { outages } from './outages.ts'
import { requests } from './requests.ts'
import { slow } from './slow.ts'
import { soak } from './soak.ts'
import { stops } from './stops.ts'
import type { Attack, Row } from './support/attack.ts'
import { swaps } from './swaps.ts'

/** Run beside the kills, which mostly wait. The others measure latency or memory, and run alone. */
const BESIDE = ['dear', 'requests', 'outages', 'between']
const ATTACKS: Readonly<Record<string, Attack>> = { kills, dear, requests, outages, between, slow, stops, swaps, soak }

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    soak: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
// The short form looks for losses and errors, and `dear` only measures.
const names = values.only?.split(',') ?? Object.keys(ATTACKS).filter((name) => !(values.short && name === 'dear'))
const unknown = names.filter((name) => !(name in ATTACKS))
if (unknown.length > 0) throw new TypeError(`--only takes ${Object.keys(ATTACKS).join(', ')}`)

// All that the processes leave goes with one folder.
const root = mkdtempSync(join(tmpdir(), 'hardening-'))
// The account of PostgreSQL has its cluster in it.
chmodSync(root, 0o755)
process.env.TMPDIR = root
process.on('exit', () => rmSync(root, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

const counts = { passed: 0, failed: 0 }

const print = (line: string) => process.stdout.write(`${line}\n`)

function report({ what, result, goal = '', held }: Row): void {
  if (held !== undefined) counts[held ? 'passed' : 'failed']++
  const verdict = held ? 'yes' : held === false ? 'NO' : goal ? 'measured' : 'not tried'
  print(tableRow([what, result, goal, verdict]))
}

print('| attack | result | goal | held |\n|---|---|---|---|')
const soakSeconds = Number(values.soak ?? (values.short ? 6 : 600))
const seconds: string[] = []

/**
 * V8 loses its list of code pages where threads come and go under load, which ends the process with a message of its own or
 * with SIGSEGV; docs/reliability.md has more.
 */
const ENDED_BY_V8 = /jit_page|mutex\.cc|SIGSEGV/

async function attack(name: string, isAgain = false): Promise<void> {
  const began = performance.now()
  await ATTACKS[name]!({ short: values.short, seed: Number(values.seed), soakSeconds }, report).catch(async (error) => {
    if (ENDED_BY_V8.test(error.message) && !isAgain) {
      seconds.push(`${name} tried again, as V8 ended the process: ${error.message.slice(0, 200)}`)
      await attack(name, true)
    } else report({ what: name, result: `the attack itself failed: ${error.message}`, held: false })
  })
  seconds.push(`${name} ${Math.round((performance.now() - began) / 1000)} s`)
}

async function oneByOne(attacks: readonly string[]): Promise<void> {
  for (const name of attacks) await attack(name)
}

await Promise.all([
  oneByOne(names.filter((name) => name === 'kills')),
  oneByOne(names.filter((name) => BESIDE.includes(name))),
])
await oneByOne(names.filter((name) => name !== 'kills' && !BESIDE.includes(name)))
print(`\nSeed ${values.seed}, ${Math.round(process.uptime())} s: ${seconds.join(', ')}.`)
print(`${counts.passed} passed, ${counts.failed} failed`)
process.exit(counts.failed > 0 ? 1 : 0)
