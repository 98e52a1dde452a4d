/** The store that replicas share. `pg` is optional: it is loaded when a database URL asks for it. */
import type { Pool } from 'pg'
import { failingFast } from './circuit-breaker.ts'
import { type Driver, type Durability, type Statement, StoreError } from './store.ts'

/** How long one call waits for a connection, and the server may work at one statement of it. */
const CONNECT_MS = 1000
const STATEMENT_MS = 1000
/** For walks over whole tables; a stop waits for one that is under way. */
const SLOW_STATEMENT_MS = 10_000
/** The server breaks off a statement itself; without its word this long after that, it is not there. */
const GRACE_MS = 500
const INT8 = 20

export function postgresDriver(url: string, load: () => Promise<typeof import('pg')> = () => import('pg')): Driver {
  let pool: Pool | undefined

  const open = async () => {
    const { default: pg } = await load().catch(() => {
      throw new StoreError('pg_missing', 'a PostgreSQL store needs the package "pg": npm install pg')
    })
    if (pool) return pool
    pool = new pg.Pool({
      connectionString: url,
      max: 5,
      connectionTimeoutMillis: CONNECT_MS,
      // A whole commit in one round trip: after a failed statement the rest fails too, and COMMIT rolls back.
      pipeline: true,
      allowExitOnIdle: true,
      // Epoch milliseconds and counts fit a number. Set here, not on pg.types, which other users of pg share.
      types: {
        getTypeParser: ((oid: number, format?: 'text') =>
          oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
      },
    })
    // An idle connection was lost; without a listener that would end the process. The next use connects again.
    pool.on('error', () => {})
    // Nor must one that ends between two queries, or in the same breath in which it came up. What was asked of it fails.
    pool.on('connect', (client) => void client.on('error', () => {}))
    return pool
  }

  const run = async (statements: Statement[], { durable = true, slow = false }: Durability = {}) => {
    const client = await (await open()).connect()
    let failure: Error | undefined
    const statementMs = slow ? SLOW_STATEMENT_MS : STATEMENT_MS
    const query = (text: string, values: unknown[] = []) => {
      const config = { text, values, query_timeout: statementMs + GRACE_MS }
      return client.query(config)
    }
    try {
      const [, ...results] = await Promise.all([
        query(begin(durable, statementMs)),
        ...statements.map(({ sql, params = [] }) => query(sql, params)),
        query('COMMIT'),
      ])
      return results.slice(0, -1).map(({ rows }) => rows)
    } catch (error) {
      failure = error as Error
      throw error
    } finally {
      // Given an error the pool drops the connection, and the server rolls back.
      client.release(failure)
    }
  }

  return failingFast({
    nowSql: '(extract(epoch FROM clock_timestamp()) * 1000)::bigint',
    skipLocked: 'FOR UPDATE SKIP LOCKED',
    exclusive: (name) => [{ sql: `SELECT pg_advisory_xact_lock(hashtext('${name}'))` }],
    tableSql: (name) => `SELECT 1 AS there WHERE to_regclass('${name}') IS NOT NULL`,
    batch: (statements, durability) =>
      run(statements, durability).catch((error: unknown) => {
        throw storeError(error)
      }),
    drop: () => {
      const dropped = pool
      pool = undefined
      // What is under way on it ends by its own time-out.
      dropped?.end().catch(() => {})
    },
    close: async () => {
      const open = pool
      pool = undefined
      await open?.end()
    },
  })
}

/** What a COMMIT promises and a statement sees is decided here and not by the server's defaults, in a way that poolers also pass on. */
function begin(durable: boolean, statementMs: number): string {
  return `BEGIN ISOLATION LEVEL READ COMMITTED;
    SET LOCAL synchronous_commit = ${durable ? 'on' : 'off'};
    SET LOCAL statement_timeout = ${statementMs};
    SET LOCAL idle_in_transaction_session_timeout = ${STATEMENT_MS}`
}

/** Keeps the code and the headline: the driver's other members (detail, where) can quote stored values. */
function storeError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const { code, message, severity } = error as { code?: string; message?: string; severity?: string }
  // A severity comes with every answer of the server; without one the connection failed.
  const silent = severity === undefined
  return new StoreError(code ?? (silent ? 'NO_ANSWER' : 'postgres'), `PostgreSQL store: ${message || code}`, { silent })
}
