/** The store that replicas share. `pg` is optional: it is loaded only when a database URL is configured. */
import type { Pool } from 'pg'
import { failingFast } from './circuit-breaker.ts'
import { type Driver, StoreError, sql } from './store.ts'

const CONNECT_MS = 1000
const STATEMENT_MS = 1000
/** For statements that read whole tables; a stop waits for one in progress. */
const SLOW_STATEMENT_MS = 10_000
/** The server aborts a slow statement itself; without an answer this long after that, it is not there. */
const GRACE_MS = 500
const INT8 = 20

export function postgresDriver(url: string, load: () => Promise<typeof import('pg')> = () => import('pg')): Driver {
  let pool: Pool | undefined

  const connect = async () => {
    const { default: pg } = await load().catch(() => {
      throw new StoreError('pg_missing', 'a PostgreSQL store needs the package "pg": npm install pg')
    })
    if (pool) return pool.connect()
    pool = new pg.Pool({
      connectionString: url,
      max: 5,
      connectionTimeoutMillis: CONNECT_MS,
      // A whole commit in one round trip: after a failed statement the rest fails too, and COMMIT rolls back.
      pipeline: true,
      allowExitOnIdle: true,
      // Epoch milliseconds and counts fit into a number. Set here and not on pg.types, which is global.
      types: {
        getTypeParser: ((oid: number, format?: 'text') =>
          oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
      },
    })
    // Without listeners, a lost connection would end the process, whether idle or between two queries.
    pool.on('error', () => {})
    pool.on('connect', (client) => void client.on('error', () => {}))
    return pool.connect()
  }

  const batch: Driver['batch'] = async (statements, { durable = true, slow = false } = {}) => {
    const client = await connect().catch(fail)
    let failure: Error | undefined
    const statementMs = slow ? SLOW_STATEMENT_MS : STATEMENT_MS
    const timeouts = { query_timeout: statementMs + GRACE_MS }
    const query = (text: string, values: unknown[] = []) => client.query({ text, values, ...timeouts })
    try {
      const [, ...results] = await Promise.all([
        query(begin(durable, statementMs)),
        ...statements.map(({ text, params }) => query(text, params)),
        query('COMMIT'),
      ])
      return results.slice(0, -1).map(({ rows }) => rows)
    } catch (error) {
      failure = error as Error
      return fail(error)
    } finally {
      // With an error the pool drops the connection, and the server rolls back.
      client.release(failure)
    }
  }

  const close = async () => {
    const ending = pool?.end()
    pool = undefined
    await ending
  }

  return failingFast({
    nowSql: '(extract(epoch FROM clock_timestamp()) * 1000)::bigint',
    skipLocked: 'FOR UPDATE SKIP LOCKED',
    scrub: [],
    exclusive: (name) => [sql`SELECT pg_advisory_xact_lock(hashtext(${name}))`],
    tableSql: (name) => `SELECT 1 AS there WHERE to_regclass('${name}') IS NOT NULL`,
    batch,
    // Queries in progress end by their own time-out.
    drop: () => void close().catch(() => {}),
    close,
  })
}

/** Sets isolation, durability and time-outs in the transaction itself, whatever server and poolers have as defaults. */
function begin(durable: boolean, statementMs: number): string {
  return `BEGIN ISOLATION LEVEL READ COMMITTED;
    SET LOCAL synchronous_commit = ${durable ? 'on' : 'off'};
    SET LOCAL statement_timeout = ${statementMs};
    SET LOCAL idle_in_transaction_session_timeout = ${STATEMENT_MS}`
}

/** Keeps the code and the message only: the driver's other members (detail, where) can quote stored values. */
function fail(error: unknown): never {
  if (error instanceof StoreError) throw error
  const { code, message, severity } = error as { code?: string; message?: string; severity?: string }
  // Every answer of the server has a severity; without one the connection failed.
  const silent = severity === undefined
  throw new StoreError(code ?? (silent ? 'NO_ANSWER' : 'postgres'), `PostgreSQL store: ${message || code}`, { silent })
}
