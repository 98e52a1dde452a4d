/**
 * The store behind the outbox and the limiter: the same SQL for two drivers (sqlite.ts, postgres.ts). Nothing is opened
 * before its first use, so that a site whose store is down still starts and serves everything else.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { migrations } from './schema.ts'

/** Clock corrections are smaller than this; a stored time further ahead of the database's clock is wrong. */
export const CLOCK_STEP_MS = 60_000

export type SqlValue = string | number | null
export interface Statement {
  /** With `$1`-style parameters, which both engines read. */
  text: string
  params?: SqlValue[]
}

/** A statement whose values become parameters; `raw` SQL goes into its text as it is. */
export function sql(strings: TemplateStringsArray, ...values: (SqlValue | { raw: string })[]): Required<Statement> {
  const params: SqlValue[] = []
  const toText = (value: (typeof values)[number]) =>
    typeof value === 'object' && value !== null ? value.raw : `$${params.push(value)}`
  return { text: String.raw({ raw: strings }, ...values.map(toText)), params }
}

export interface Durability {
  /** false: a power cut may lose the commit (a crash of the process never does). Default true. */
  durable?: boolean
  /** true: reads whole tables, so it gets more time. Default false: a sender is waiting. */
  slow?: boolean
}

export interface Driver {
  /** SQL expression for the database's clock in epoch milliseconds, so that replicas' own clocks do not matter. */
  readonly nowSql: string
  /** Suffix of a SELECT that skips rows locked by other connections. */
  readonly skipLocked: string
  /** Start of a batch that excludes others of that name; empty when every batch excludes all others anyway. */
  exclusive(name: string): Statement[]
  /** A query that returns one row if the table exists. */
  readonly tableSql: (name: string) => string
  /** Runs the statements as one commit, and returns the rows of each after it is on disk. Throws StoreError if not confirmed. */
  batch(statements: Statement[], durability?: Durability): Promise<unknown[][]>
  /** Batch that removes deleted text from the engine's other files, where it keeps copies. */
  readonly scrub: Statement[]
  close(): Promise<void>
}

/** Every call opens the driver and brings its schema up to date first, if that is not done yet. */
export interface Store extends Omit<Driver, 'tableSql'> {
  /** Runs one statement and returns its rows. */
  all<Row>(statement: Statement | string, durability?: Durability): Promise<Row[]>
  /** A keyed hash, the same on all replicas, in place of an address or a text that must not be stored. */
  digest(text: string): Promise<string>
}

/** The store failed. `code` is the engine's; the message never contains a stored value. */
export class StoreError extends Error {
  readonly code: string
  /** No answer came, so the commit may have been made. */
  readonly silent: boolean
  constructor(code: string, message: string, { silent = false } = {}) {
    super(message)
    this.name = 'StoreError'
    this.code = code
    this.silent = silent
  }
}

export function openStore(driver: Driver): Store {
  let opened: Promise<string> | undefined
  const secret = () => {
    opened ??= migrate(driver)
    return guarded(opened)
  }
  // After any failure the schema is checked again, because the database may have been replaced.
  const guarded = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      opened = undefined
      throw error
    }
  }
  const batch: Store['batch'] = async (statements, durability) => {
    await secret()
    return guarded(driver.batch(statements, durability))
  }
  return {
    ...driver,
    batch,
    all: async <Row>(statement: Statement | string, durability: Durability = {}) =>
      (await batch([typeof statement === 'string' ? { text: statement } : statement], durability))[0] as Row[],
    digest: async (text) =>
      createHmac('sha256', await secret())
        .update(text)
        .digest('base64url'),
    close: async () => {
      await opened?.catch(() => {})
      opened = undefined
      await driver.close()
    },
  }
}

/** Brings the schema up to date, even while other processes do the same, and returns the secret of `digest`. */
async function migrate(driver: Driver): Promise<string> {
  const lock = driver.exclusive('inbox_migration')
  const [tables] = await driver.batch([{ text: driver.tableSql('inbox_migration') }])
  if (tables!.length === 0)
    await driver.batch([...lock, sql`CREATE TABLE IF NOT EXISTS inbox_migration (version integer PRIMARY KEY)`])
  let version = await schemaVersion(driver)
  while (version < migrations.length) {
    const mark = sql`INSERT INTO inbox_migration (version) VALUES (${version + 1})`
    const statements = [...lock, mark, ...migrations[version]!.map((text) => ({ text }))]
    const failure = await driver.batch(statements, { slow: true }).catch((error: unknown) => error)
    const reached = await schemaVersion(driver)
    // The version is unique: losing the race to another process is fine once its migration is done.
    if (reached === version) throw failure
    version = reached
  }
  if (version > migrations.length)
    throw new StoreError(
      'newer_schema',
      `the store has schema ${version}, this program has ${migrations.length}: update it`,
    )

  const secret = randomBytes(32).toString('base64url')
  const [, rows] = await driver.batch([
    sql`INSERT INTO inbox_secret (id, value) VALUES (1, ${secret}) ON CONFLICT (id) DO NOTHING`,
    sql`SELECT value FROM inbox_secret`,
  ])
  return (rows as [{ value: string }])[0].value
}

async function schemaVersion(driver: Driver): Promise<number> {
  const [rows] = await driver.batch([sql`SELECT max(version) AS version FROM inbox_migration`])
  return (rows as { version: number | null }[])[0]?.version ?? 0
}
