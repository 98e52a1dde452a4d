/**
 * Builds of a catalogue in PostgreSQL, for replicas that have nothing else in common: an archive (archive.ts) in pieces,
 * each build with a number. `catalog publish` adds one and says so; who follows takes the one with the highest number.
 */
import type { Client } from 'pg'
import { type Offer, SourceAway } from './source.ts'

const PIECE_BYTES = 1024 * 1024
/** Builds that stay, the newest among them. */
const BUILDS_KEPT = 3
const CONNECT_MS = 10_000
/** A piece takes milliseconds. */
const STATEMENT_MS = 30_000
const CHANNEL = 'sdk_catalog_build'

const TABLES = `
  CREATE TABLE IF NOT EXISTS catalogue_build (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL,
    published_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE IF NOT EXISTS catalogue_piece (
    build bigint NOT NULL REFERENCES catalogue_build ON DELETE CASCADE,
    place integer NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (build, place)
  )`

export const isPostgres = (url: string): boolean => /^postgres(?:ql)?:/.test(url)

/**
 * Adds a build in one transaction, so that a follower sees the whole of it or none.
 * @throws what PostgreSQL or the archive fails with
 */
export async function publishBuild(url: string, id: string, archive: AsyncIterable<Uint8Array>): Promise<void> {
  const client = await connect(url)
  try {
    await client.query('BEGIN')
    // Two that publish at once do it one after the other.
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('${CHANNEL}'))`)
    await client.query(TABLES)
    const added = await client.query('INSERT INTO catalogue_build (id) VALUES ($1) RETURNING number', [id])
    const { number } = added.rows[0]
    let place = 0
    for await (const bytes of inPieces(archive))
      await client.query('INSERT INTO catalogue_piece VALUES ($1, $2, $3)', [number, place++, bytes])
    await client.query(
      'DELETE FROM catalogue_build WHERE number NOT IN (SELECT number FROM catalogue_build ORDER BY number DESC LIMIT $1)',
      [BUILDS_KEPT],
    )
    await client.query(`NOTIFY ${CHANNEL}`)
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}

/**
 * The newest build, unless it is the one with this tag.
 * @throws SourceAway where there is none, and what PostgreSQL fails with
 */
export async function askPostgres(url: string, etag: string | undefined): Promise<Offer | undefined> {
  const client = await connect(url)
  try {
    const isThere = await client.query("SELECT to_regclass('catalogue_build') IS NOT NULL AS there")
    const newest = 'SELECT number, id FROM catalogue_build ORDER BY number DESC LIMIT 1'
    const [build] = isThere.rows[0].there ? (await client.query(newest)).rows : []
    if (!build) throw new SourceAway('no build is published there')
    const offered = `${build.number}-${build.id}`
    return offered === etag ? undefined : { etag: offered, body: piecesOf(url, build.number) }
  } finally {
    await client.end()
  }
}

/**
 * Calls back for each build that is published, until the connection is lost.
 * @returns ends it
 * @throws what PostgreSQL fails with
 */
export async function listenForBuilds(url: string, onBuild: () => void, onLost: () => void) {
  const client = await connect(url)
  client.on('notification', onBuild)
  client.on('end', onLost)
  await client.query(`LISTEN ${CHANNEL}`)
  return () => client.end()
}

async function connect(url: string): Promise<Client> {
  const { default: pg } = await import('pg').catch(() => {
    throw new SourceAway('a catalogue in PostgreSQL needs the package "pg": npm install pg')
  })
  const limits = { connectionTimeoutMillis: CONNECT_MS, query_timeout: STATEMENT_MS }
  const client = new pg.Client({ connectionString: url, ...limits, keepAlive: true })
  // Without a listener a lost connection would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Of one snapshot: a build that is removed meanwhile is still read to its end. */
async function* piecesOf(url: string, build: string): AsyncGenerator<Buffer> {
  const client = await connect(url)
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    for (let place = 0; ; place++) {
      const where = 'SELECT bytes FROM catalogue_piece WHERE build = $1 AND place = $2'
      const [piece] = (await client.query<{ bytes: Buffer }>(where, [build, place])).rows
      if (!piece) return
      yield piece.bytes
    }
  } finally {
    await client.end()
  }
}

async function* inPieces(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const bytes of stream) {
    waiting.push(bytes)
    length += bytes.length
    if (length < PIECE_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(waiting)
}
