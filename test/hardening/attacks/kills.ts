/** Processes killed under load, with a mail server that is mostly in the way (test/inbox/chaos). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Attack, Row } from '../support/attack.ts'

const CHAOS = join(import.meta.dirname, '../../inbox/chaos/chaos.ts')

const STORES = { sqlite: 'SQLite', 'sqlite-shared': 'SQLite, 2 processes', postgres: 'PostgreSQL, 3 replicas' } as const

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

export const kills: Attack = async ({ short }, report) => {
  const run = short ? ['--seconds', '8'] : ['--seconds', '40', '--kills', '42']
  for (const mode of Object.keys(STORES) as Report['mode'][]) report(await one(mode, run))
  // The service itself has another rhythm: what a kill interrupted rests for two minutes.
  if (!short) report(await one('sqlite', ['--program', '--seconds', '30', '--kills', '10']))
}

async function one(mode: Report['mode'], run: readonly string[]): Promise<Row> {
  const child = spawn(process.execPath, [CHAOS, '--mode', mode, ...run], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')])
  const result = JSON.parse(printed) as Report
  const program = run.includes('--program') ? 'the service, ' : ''
  const what = `kill -9 under load, mail server failing: ${program}${STORES[mode]}`
  if (result.skipped) return { what, result: result.skipped, held: undefined }
  const crashes = result.postmaster_kills === undefined ? '' : ` and ${result.postmaster_kills} crashes of the database`
  return {
    what,
    result:
      `${result.kills} kills${crashes}, ${result.acked} acknowledged: ${result.lost} lost, ` +
      `${result.duplicates} sent again with the same Message-ID`,
    held: result.lost === 0 && result.differing_message_ids === 0 && result.acked > 0,
  }
}
