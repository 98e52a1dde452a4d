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
  // The long form runs the service itself, where an interrupted delivery rests for two minutes: all stores at once.
  const modes = Object.keys(STORES) as Report['mode'][]
  const run = short ? ['--seconds', '8'] : ['--program', '--seconds', '60', '--kills', '45', '--rate', '60']
  const done = modes.map((mode) => () => one(mode, run).then(report))
  if (short) for (const next of done) await next()
  else await Promise.all(done.map((next) => next()))
}

async function one(mode: Report['mode'], run: readonly string[]): Promise<Row> {
  const child = spawn(process.execPath, [CHAOS, '--mode', mode, ...run], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')])
  const result = JSON.parse(printed) as Report
  const what = `kill -9 under load, mail server failing: ${STORES[mode]}`
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
