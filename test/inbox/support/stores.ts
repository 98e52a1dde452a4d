/** The stores the generic tests run on: SQLite always, PostgreSQL where TEST_DATABASE_URL names a server. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, onTestFinished } from 'vitest'
import { postgresDriver } from '../../../src/inbox/store/postgres.ts'
import { sqliteDriver } from '../../../src/inbox/store/sqlite.ts'
import { openStore, type Store, sql } from '../../../src/inbox/store/store.ts'

export interface Place {
  dataDir: string
  databaseUrl?: string | undefined
  /** Another connection to the same place, as another process would have. */
  open(): Store
  remove(): Promise<void>
}

export async function sqlitePlace(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'inbox-'))
  return {
    dataDir,
    open: () => openStore(sqliteDriver(join(dataDir, 'inbox.db'))),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  }
}

/** A schema of its own, so that suites do not meet. */
async function postgresPlace(server: string): Promise<Place> {
  const { default: pg } = await import('pg')
  const schema = `inbox_${randomUUID().replaceAll('-', '')}`
  const administer = async (sql: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  await administer(`CREATE SCHEMA ${schema}`)
  const url = new URL(server)
  url.searchParams.set('options', `-c search_path=${schema}`)
  url.searchParams.set('application_name', schema)
  const { dataDir, remove } = await sqlitePlace()
  return {
    dataDir,
    databaseUrl: url.href,
    open: () => openStore(postgresDriver(url.href)),
    remove: async () => {
      // What a test left running would wait for the schema, and the schema for it.
      await administer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '${schema}'`)
      await administer(`DROP SCHEMA ${schema} CASCADE`)
      await remove()
    },
  }
}

const server = process.env.TEST_DATABASE_URL

/** Runs the suite once per store; `place` makes an empty one. */
export function onEachStore(suite: (place: () => Promise<Place>) => void): void {
  describe('on SQLite', () => suite(sqlitePlace))
  onPostgres(suite)
}

/** Runs the suite on PostgreSQL alone, where there is one. */
export function onPostgres(suite: (place: () => Promise<Place>) => void): void {
  describe.skipIf(!server)('on PostgreSQL', () => suite(() => postgresPlace(server!)))
}

/** A store in an empty place, until the test ends, under a clock that only `advance` moves. */
export async function storeWithClock(make: () => Promise<Place>) {
  const place = await make()
  const store = place.open()
  onTestFinished(() => store.close().then(place.remove))
  await store.all('CREATE TABLE test_clock (ms bigint NOT NULL)')
  await store.all(`INSERT INTO test_clock VALUES (${store.nowSql})`)
  return {
    store: { ...store, nowSql: '(SELECT ms FROM test_clock)' },
    advance: async (ms: number) => void (await store.all(sql`UPDATE test_clock SET ms = ms + ${ms}`)),
  }
}
