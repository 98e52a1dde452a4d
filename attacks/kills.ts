/** Processes killed under load, with a mail server that is mostly in the way (attacks/chaos). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Attack, Row } from './support/attack.ts'

const CHAOS = join(import.meta.dirname, './chaos/chaos.ts')

const STORES = {
  sqlite: 'SQLite',
  'sqlite-shared': 'SQLite, 2 processes',
  postgres: 'PostgreSQL, 3 replicas',
} as const

interface Report {
  mode: keyof typeof STORES
  skipped?: string
  acked: number
  kills: number
  postmaster_kills?: number
  lost: number
  duplicates: number
  differing_message_ids: number
  drain_seconds: number
}

/** The service itself has another rhythm than the small servers: what a kill interrupted rests for two minutes. */
export const kills: Attack = async ({ short }, report) => {
  await chaos(short ? ['--seconds', '5', '--kills', '1'] : ['--seconds', '15'], 'an inbox', report)
  if (!short) await chaos(['--program', '--seconds', '30', '--kills', '42'], 'the service', report)
}

async function chaos(run: readonly string[], what: string, report: (row: Row) => void): Promise<void> {
  const child = spawn(process.execPath, [CHAOS, ...run], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  for await (const line of createInterface(child.stdout)) report(rowOf(JSON.parse(line), what))
  await ended
}

function rowOf(result: Report, whose: string): Row {
  const what = `kill -9 under load, mail server failing: ${whose}, ${STORES[result.mode]}`
  if (result.skipped) return { what, result: result.skipped }
  const crashes = result.postmaster_kills === undefined ? '' : ` and ${result.postmaster_kills} crashes of the database`
  return {
    what,
    result:
      `${result.kills} kills${crashes}, ${result.acked} acknowledged: ${result.lost} lost, ` +
      `${result.duplicates} sent again with the same Message-ID`,
    held: result.lost === 0 && result.differing_message_ids === 0 && result.acked > 0,
  }
}
