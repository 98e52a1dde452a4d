/**
 * From the oldest version that can be upgraded to this one: its real program, built from the history, takes messages and
 * is killed; this version then has every message, delivery and lease. Needs the whole history and the npm registry.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../src/inbox/store/schema.ts'
import { onEachStore, type Place } from '../inbox/support/stores.ts'
import { startStandIn } from '../loopback.ts'
import { scratch } from '../scratch.ts'
import { ada, inbox, serve } from './messages-process.ts'
import { type Settings, startService, until } from './service.ts'

/** The last commit whose store has the first schema, of 0.1.0. Nothing older was released. */
const OLDEST = '20a84b4b0bfb6c8bfbfb8737b58d628c7dafd6fd'
const MINUTES = 60_000

const cwd = fileURLToPath(new URL('../../', import.meta.url))
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd, maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'pipe'] })

/** A clone with --depth, or files without a repository, have no old commit. */
function hasHistory(): boolean {
  try {
    return git('cat-file', '-t', OLDEST).toString() === 'commit\n'
  } catch {
    return false
  }
}

/** The path of the old program, with the dependencies of its own lock file. */
function oldProgram(folder: string): string {
  execFileSync('tar', ['x'], { cwd: folder, input: git('archive', OLDEST) })
  const args = ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--silent']
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return join(folder, 'bin/sdk-catalog.js')
}

interface Delivery {
  message_id: string
  state: string
  attempts: number
  next_at: number
  lease_token: string | null
}

/** Not through a store of this version, which would migrate it. */
async function query({ dataDir, databaseUrl }: Place, sql: string): Promise<unknown[]> {
  if (databaseUrl === undefined) {
    const db = new DatabaseSync(join(dataDir, 'inbox.db'))
    const rows = db.prepare(sql).all()
    db.close()
    return rows
  }
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

const schemaOf = async (place: Place): Promise<number> =>
  ((await query(place, 'SELECT max(version) AS version FROM inbox_migration')) as { version: number }[])[0]!.version

/** By message, as they were accepted. */
async function deliveriesOf(place: Place): Promise<Delivery[]> {
  const columns = 'message_id, state, attempts, next_at, lease_token'
  const tables = 'inbox_delivery JOIN inbox_message ON id = message_id'
  const rows = (await query(place, `SELECT ${columns} FROM ${tables} ORDER BY created_at`)) as Delivery[]
  // PostgreSQL gives a bigint as text.
  return rows.map((row) => ({ ...row, next_at: Number(row.next_at) }))
}

describe.skipIf(!hasHistory())('an upgrade from the oldest version, or skipped in a clone without its commit', () => {
  let program: string
  beforeAll(() => {
    program = oldProgram(scratch())
  }, 5 * MINUTES)

  onEachStore((make) => {
    test('keeps every message, delivery and lease, and sends nothing twice', { timeout: 3 * MINUTES }, async () => {
      const place = await make()
      onTestFinished(place.remove)
      const answers = { Sent: 200, Refused: 500 } as Record<string, number>
      const receiver = await startStandIn(({ body }, response) => {
        const status = answers[/Sent|Refused|Leased/.exec(body)?.[0] ?? '']
        // No answer to the others: their sender holds a lease.
        if (status !== undefined) response.writeHead(status).end()
      })
      onTestFinished(receiver.close)
      const settings: Settings = {
        ...{ DATA_DIR: place.dataDir, ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }) },
        CONTACT_WEBHOOK_URL: receiver.url,
        CONTACT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
        LOG_LEVEL: 'info',
      }
      const sendings = (message: string) => receiver.received.filter(({ body }) => body.includes(message)).length

      const first = await startService(settings, program)
      onTestFinished(() => void first.child.kill('SIGKILL'))
      for (const message of ['Sent', 'Refused']) {
        expect((await first.post('/api/contact', { ...ada, message })).status).toBe(200)
        await first.logged(message === 'Sent' ? 'delivered' : 'retry')
      }
      expect((await first.stop()).code).toBe(0)
      const second = await startService(settings, program)
      onTestFinished(() => void second.child.kill('SIGKILL'))
      expect((await second.post('/api/contact', { ...ada, message: 'Leased' })).status).toBe(200)
      await until(async () => sendings('Leased') === 1)
      await second.stop('SIGKILL')
      expect(await schemaOf(place)).toBe(1)
      const old = await deliveriesOf(place)
      expect(old).toMatchObject([
        { state: 'sent', attempts: 1, lease_token: null },
        { state: 'pending', lease_token: null },
        { state: 'pending', lease_token: expect.any(String) },
      ])

      const now = await serve(settings)
      await until(async () => (await fetch(`${now.url}/readyz`)).ok)
      expect(await schemaOf(place)).toBe(migrations.length)
      const { stdout } = await inbox(['list', '--json'], settings)
      const ids = old.map(({ message_id }) => message_id)
      expect(
        JSON.parse(stdout)
          .map(({ id }: { id: string }) => id)
          .sort(),
      ).toEqual(ids.toSorted())
      for (const [index, message] of ['Sent', 'Refused', 'Leased'].entries()) {
        const { fields } = JSON.parse((await inbox(['show', ids[index]!, '--json'], settings)).stdout)
        expect(fields).toEqual({ ...ada, message })
      }

      Object.assign(answers, { Refused: 200, Leased: 200 })
      expect((await inbox(['retry', ids[1]!], settings)).code).toBe(0)
      const states = async () => (await deliveriesOf(place)).map(({ state }) => state)
      await expect.poll(states).toEqual(['sent', 'sent', 'pending'])
      // What the killed process leased is left alone until the lease ends.
      const [sent, , leased] = await deliveriesOf(place)
      expect([sent, leased]).toEqual([old[0], old[2]])
      expect(sendings('Leased')).toBe(1)
      await query(place, `UPDATE inbox_delivery SET next_at = ${Date.now()} WHERE message_id = '${ids[2]}'`)
      await expect.poll(states).toEqual(['sent', 'sent', 'sent'])
      expect((await now.stop()).code).toBe(0)
      expect([sendings('Sent'), sendings('Leased')]).toEqual([1, 2])
    })
  })
})
