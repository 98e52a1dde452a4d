/**
 * Attacks, starves and kills the service, and prints the table of docs/reliability.md. All traffic stays on loopback.
 *
 *     npm run hardening [-- --short] [--only kills,slow] [--seed 1]
 *
 * About 15 minutes on two cores; with `--short`, which CI runs, about three. Exits with 1 if a promise was broken.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dear } from './attacks/dear.ts'
import { kills } from './attacks/kills.ts'
import { outages } from './attacks/outages.ts'
import { requests } from './attacks/requests.ts'
import { slow } from './attacks/slow.ts'
import { soak } from './attacks/soak.ts'
import { stops } from './attacks/stops.ts'
import { swaps } from './attacks/swaps.ts'
import type { Attack, Row } from './support/attack.ts'

const ATTACKS: Readonly<Record<string, Attack>> = { dear, requests, slow, stops, outages, swaps, soak, kills }

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string', default: Object.keys(ATTACKS).join(',') },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const names = values.only.split(',')
const unknown = names.filter((name) => !(name in ATTACKS))
if (unknown.length > 0) throw new TypeError(`--only takes ${Object.keys(ATTACKS).join(', ')}`)

// All that the processes leave goes with one folder.
const root = mkdtempSync(join(tmpdir(), 'hardening-'))
// The account of PostgreSQL has its cluster in it.
chmodSync(root, 0o755)
process.env.TMPDIR = root
process.on('exit', () => rmSync(root, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

const counts = { held: 0, broken: 0, left: 0 }
const VERDICTS = { held: 'yes', broken: 'NO', left: 'not tried' } as const

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function report({ what, result, held }: Row): void {
  const verdict = held === undefined ? 'left' : held ? 'held' : 'broken'
  counts[verdict]++
  print(
    `| ${[what, result, VERDICTS[verdict]].map((cell) => cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`,
  )
}

print('| attack | result | held |\n|---|---|---|')
for (const name of names) {
  await ATTACKS[name]!({ short: values.short, seed: Number(values.seed) }, report).catch((error) =>
    report({ what: name, result: `the attack itself failed: ${error.message}`, held: false }),
  )
}
print(`\nSeed ${values.seed}, ${Math.round(process.uptime())} s.`)
print(`${counts.held} passed, ${counts.broken} failed`)
process.exit(counts.broken > 0 ? 1 : 0)
