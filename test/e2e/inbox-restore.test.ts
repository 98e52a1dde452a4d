/** A rehearsal of docs/operating.md: backup, loss and restore of the messages, on SQLite and on PostgreSQL. */
import { execFileSync } from 'node:child_process'
import { globSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { postgresPrograms } from '../../attacks/chaos/postgres.ts'
import { openInbox } from '../../src/inbox/index.ts'
import { onEachStore, type Place } from '../inbox/support/stores.ts'
import { scratch } from '../scratch.ts'
import { ada, inbox, serve } from './messages-process.ts'
import { until } from './service.ts'

/** Backup to a file, loss of the store, and restore. */
async function loseAndRestore({ dataDir, databaseUrl }: Place, file: string): Promise<void> {
  if (databaseUrl === undefined) {
    expect((await inbox(['backup', file], { DATA_DIR: dataDir })).code).toBe(0)
    for (const name of readdirSync(dataDir).filter((each) => each.startsWith('inbox.db'))) rmSync(join(dataDir, name))
    expect((await inbox(['restore', file], { DATA_DIR: dataDir })).code).toBe(0)
    return
  }
  const pg = (program: string, ...args: string[]) =>
    execFileSync(join(postgresPrograms()!, program), args, { stdio: ['ignore', 'ignore', 'pipe'] })
  // The schema of this test, in a database that others use too.
  const url = new URL(databaseUrl)
  const schema = /search_path=(\w+)/.exec(url.searchParams.get('options')!)![1]!
  url.search = ''
  pg('pg_dump', '--format=custom', `--file=${file}`, `--schema=${schema}`, url.href)
  pg('psql', '--quiet', `--command=DROP SCHEMA ${schema} CASCADE`, url.href)
  pg('pg_restore', '--no-owner', `--dbname=${url.href}`, file)
}

onEachStore((make) => {
  test('after a loss every message of the backup is there, and none is sent twice', async () => {
    const place = await make()
    onTestFinished(place.remove)
    const { dataDir, databaseUrl } = place
    const settings = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }
    const mails = () => globSync('mail/*.eml', { cwd: dataDir }).length
    const list = async () => JSON.parse((await inbox(['list', '--json'], settings)).stdout)

    const before = await serve(settings)
    for (const message of ['One', 'Two'])
      expect((await before.post('/api/contact', { ...ada, message })).status).toBe(200)
    await until(async () => mails() === 2)
    expect((await before.stop()).code).toBe(0)
    // Accepted, and not delivered when the backup is made.
    const waiting = openInbox({ dataDir, databaseUrl })
    const context = { peer: '127.0.0.1' }
    expect((await waiting.receive('contact', { ...ada, message: 'Three' }, context)).outcome).toBe('accepted')
    await waiting.stop()
    const stored = await list()
    expect(stored).toHaveLength(3)

    await loseAndRestore(place, join(scratch(), 'copy'))
    expect(await list()).toEqual(stored)
    const after = await serve(settings)
    await after.logged('delivered')
    await until(async () => mails() === 3)
    expect((await after.stop()).code).toBe(0)
    const states = (await list()).flatMap(({ deliveries }: { deliveries: { state: string }[] }) => deliveries)
    expect(states.map(({ state }: { state: string }) => state)).toEqual(['sent', 'sent', 'sent'])
    expect(mails()).toBe(3)
  })
})
