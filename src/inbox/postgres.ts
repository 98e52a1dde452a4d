/** The store that replicas share. `pg` is optional: it is loaded when a database URL asks for it. */
import type { Pool } from 'pg'
import { type Driver, StoreError } from './store.ts'

const CONNECT_MS = 3000
const STATEMENT_MS = 5000
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
      query_timeout: STATEMENT_MS + 1000,
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
    return pool
  }

  return {
    nowSql: '(extract(epoch FROM clock_timestamp()) * 1000)::bigint',
    skipLocked: 'FOR UPDATE SKIP LOCKED',
    lockSql: "SELECT pg_advisory_xact_lock(hashtext('inbox_migration'))",
    async batch(statements, durable) {
      try {
        const client = await (await open()).connect()
        // A listener, or the loss of the connection between two queries would end the process.
        const lost = () => {}
        client.on('error', lost)
        let failure: Error | undefined
        try {
          const [, ...results] = await Promise.all([
            client.query(begin(durable)),
            ...statements.map(({ sql, params = [] }) => client.query(sql, params)),
            client.query('COMMIT'),
          ])
          return results.slice(0, -1).map(({ rows }) => rows)
        } catch (error) {
          failure = error as Error
          throw error
        } finally {
          client.off('error', lost)
          // Given an error the pool drops the connection, and the server rolls back.
          client.release(failure)
        }
      } catch (error) {
        throw storeError(error)
      }
    },
    close: async () => {
      const open = pool
      pool = undefined
      await open?.end()
    },
  }
}

/** What a COMMIT promises is decided here and not by the server's defaults, in a way that poolers also pass on. */
function begin(durable: boolean): string {
  return `BEGIN;
    SET LOCAL synchronous_commit = ${durable ? 'on' : 'off'};
    SET LOCAL statement_timeout = ${STATEMENT_MS};
    SET LOCAL idle_in_transaction_session_timeout = ${STATEMENT_MS}`
}

/** Keeps the code and the headline: the driver's other members (detail, where) can quote stored values. */
function storeError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const { code, message } = error as { code?: string; message?: string }
  return new StoreError(code ?? 'postgres', `PostgreSQL store: ${message || code}`)
}
