/** Probes, metrics, access log and counts of searches, as an operator meets them. */
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { postgresPrograms, startCluster } from '../../attacks/chaos/postgres.ts'
import { command } from '../commands/command.ts'
import { closedPort } from '../inbox/support/receivers.ts'
import { scratch } from '../scratch.ts'
import { run, smallCatalog, startService, until } from './service.ts'

const programs = postgresPrograms()
const TOKEN = 'a-token-of-metrics-x'

describe('a probe', () => {
  test('is answered while the service lives and when it is ready, without a log and an id unless they are set', async () => {
    const service = await startService({ CATALOG_DIR: smallCatalog(), LOG_LEVEL: 'info' })
    const live = await fetch(`${service.url}/livez`)
    expect([live.status, live.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const ready = await fetch(`${service.url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { ready: true, missing: [], catalogue: expect.stringMatching(/^[0-9a-f]{64}$/), store: 'ok' },
    ])
    expect((await fetch(`${service.url}/readyz`, { method: 'POST' })).status).toBe(405)
    expect((await fetch(`${service.url}/api/health`)).headers.get('x-request-id')).toBeNull()
    expect((await service.stop()).stderr).not.toContain('"event":"request"')
  })

  test('finds a service whose store never answered alive but not ready, and says so', async () => {
    const DATABASE_URL = `postgres://127.0.0.1:${await closedPort()}/messages`
    const service = await startService({ CATALOG_DIR: smallCatalog(), DATABASE_URL, LOG_LEVEL: 'silent' })
    expect((await fetch(`${service.url}/livez`)).status).toBe(200)
    const ready = await fetch(`${service.url}/readyz`)
    expect([ready.status, await ready.json()]).toMatchObject([503, { missing: ['the store has never answered'] }])
    await service.stop()
  })

  const status = async (service: { url: string }, query = '') => (await fetch(`${service.url}/readyz${query}`)).status

  test('finds a service not ready while its SQLite file is locked or gone, and ready again after that', async () => {
    const DATA_DIR = scratch()
    const service = await startService({ CATALOG_DIR: smallCatalog(), DATA_DIR, LOG_LEVEL: 'silent' })
    expect(await status(service)).toBe(200)
    const other = new DatabaseSync(join(DATA_DIR, 'inbox.db'))
    other.exec('BEGIN IMMEDIATE')
    await until(async () => (await status(service)) === 503)
    expect(await status(service, '?exclude=store')).toBe(200)
    expect(await (await fetch(`${service.url}/readyz`)).json()).toMatchObject({ store: expect.stringMatching(/./) })
    other.exec('ROLLBACK')
    other.close()
    await until(async () => (await status(service)) === 200)
    rmSync(DATA_DIR, { recursive: true })
    // Nothing can be made in its place; an empty place is used again at once.
    writeFileSync(DATA_DIR, '')
    await until(async () => (await status(service)) === 503)
    rmSync(DATA_DIR)
    await until(async () => (await status(service)) === 200)
    await service.stop()
  })

  test.skipIf(!programs)('finds a service not ready while its PostgreSQL is stopped', async () => {
    // That of the tests is closed to the account of PostgreSQL.
    const cluster = await startCluster(programs!, '/tmp')
    onTestFinished(cluster.stop)
    const service = await startService({
      ...{ CATALOG_DIR: smallCatalog(), DATABASE_URL: cluster.url, LOG_LEVEL: 'silent' },
    })
    expect(await status(service)).toBe(200)
    await cluster.halt()
    await until(async () => (await status(service)) === 503)
    expect(await status(service, '?exclude=store')).toBe(200)
    await cluster.start()
    await until(async () => (await status(service)) === 200)
    await service.stop()
  })
})

describe('/metrics', () => {
  test('counts requests by route, tool calls, searches, messages and the catalogue, for those with the token', async () => {
    const service = await startService({ METRICS_TOKEN: TOKEN })
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'find_sdk', arguments: { query: 'poems' } },
    }
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    await fetch(`${service.url}/mcp`, { method: 'POST', headers, body: JSON.stringify(call) })
    for (const path of [
      '/api/sdk/find?query=qqxxzzyyw',
      '/api/sdk/find?limit=x',
      '/example-sdk/poetrydb-sdk.md',
      '/none/such',
    ]) {
      await fetch(service.url + path)
    }
    expect((await fetch(`${service.url}/metrics`, { method: 'DELETE' })).status).toBe(405)
    expect((await fetch(`${service.url}/metrics`)).status).toBe(401)
    expect((await fetch(`${service.url}/metrics`, { headers: { authorization: 'Bearer wrong' } })).status).toBe(401)
    const answer = await fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=/)
    const text = await answer.text()
    const requests = (route: string, method: string, status: number) =>
      `sdk_catalog_http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"} 1\n`
    for (const line of [
      requests('/mcp', 'POST', 200),
      requests('/api/sdk/find', 'GET', 200),
      requests('/api/sdk/find', 'GET', 400),
      requests('/example-sdk/{slug}.md', 'GET', 200),
      requests('other', 'GET', 404),
      'sdk_catalog_tool_duration_seconds_count{tool="find_sdk",outcome="ok"} 2\n',
      'sdk_catalog_searches_total{match="none"} 1\n',
      'sdk_catalog_catalogue_sdks 722\n',
      'sdk_catalog_catalogue_events_total{event="catalog_refused"} 0\n',
      'sdk_catalog_inbox_store_up 1\n',
      'sdk_catalog_inbox_oldest_pending_seconds 0\n',
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
    ]) {
      expect(text).toContain(line)
    }
    await service.stop()
  })

  test('is on a port of its own too, and on no other without a token', async () => {
    const port = await closedPort()
    const service = await startService({
      ...{ CATALOG_DIR: smallCatalog(), METRICS_PORT: String(port), ALLOWED_HOSTS: 'sdk.example.org' },
    })
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404)
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain('sdk_catalog_catalogue_sdks 2\n')
    expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(404)
    for (const method of ['DELETE', 'POST', 'PUT'])
      expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method })).status).toBe(405)
    for (const [host, status] of [
      ...[
        ['localhost', 200],
        ['catalogue:9090', 200],
        ['[::1]:9', 200],
        ['sdk.example.org', 200],
      ],
      ...[
        ['evil.example', 403],
        ['127.0.0.1.evil.example', 403],
        ['sdk.example.org.evil.example', 403],
      ],
    ] as const)
      expect(await statusOf(port, host), host).toBe(status)
    const second = await run({ CATALOG_DIR: smallCatalog(), METRICS_PORT: String(port) }).ended
    expect([second.code, second.stderr]).toEqual([
      1,
      `sdk-catalog: METRICS_PORT ${port} on 127.0.0.1 cannot be listened on (EADDRINUSE); set METRICS_PORT to another one.\n`,
    ])
    await service.stop()
  })
})

/** Of GET /metrics with that Host, which fetch would not send. */
async function statusOf(port: number, host: string): Promise<number | undefined> {
  const [answer] = await once(get({ port, path: '/metrics', headers: { host } }), 'response')
  answer.resume()
  return answer.statusCode
}

describe('the access log', () => {
  test('has a line for each request with its id and route, of stored answers too, and nothing of who asked or for what', async () => {
    const service = await startService({ CATALOG_DIR: smallCatalog(), ACCESS_LOG: 'on', LOG_LEVEL: 'info' })
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const traced = await fetch(`${service.url}/api/sdk/find?query=secret-word`, { headers: { traceparent } })
    expect(traced.headers.get('x-request-id')).toBe('0af7651916cd43dd8448eb211c80319c')
    const malformed = await fetch(`${service.url}/livez`, { headers: { traceparent: `00-${'0'.repeat(32)}-x-01` } })
    const id = malformed.headers.get('x-request-id')
    expect(id).toMatch(/^[0-9a-f]{8}-/)
    const stored = await answersThrice(service.url)
    await fetch(`${service.url}/mail/ada@example.org%3Fq=secret-word`)
    await fetch(`${service.url}/example-sdk/secret-word-sdk`)
    const { stderr } = await service.stop()
    const lines = stderr.split('\n').flatMap((line) => (line.includes('"event":"request"') ? [JSON.parse(line)] : []))
    expect(lines.slice(0, 2)).toMatchObject([
      {
        id: '0af7651916cd43dd8448eb211c80319c',
        method: 'GET',
        route: '/api/sdk/find',
        status: 200,
      },
      { id, route: '/livez', ms: expect.any(Number) },
    ])
    expect(stderr).not.toMatch(/secret-word|ada@|127\.0\.0\.1|::1/)
    expect(lines.slice(2, -2).map(({ id }) => id)).toEqual(stored)
    expect(new Set(stored).size).toBe(15)
  })

  /** The ids of answers, most of them from the answer store. */
  async function answersThrice(url: string) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    const paths = ['/api/health', '/api/sdk/search?q=secret-word', '/api/sdk/search?limit=0', '/sdk?q=secret-word']
    const ids: (string | null)[] = []
    for (let time = 0; time < 3; time++) {
      for (const path of paths) ids.push((await fetch(url + path)).headers.get('x-request-id'))
      ids.push((await fetch(`${url}/mcp`, post)).headers.get('x-request-id'))
    }
    return ids
  }
})

describe('searches that find nothing', () => {
  const searched = async (settings: Record<string, string>) => {
    const DATA_DIR = scratch()
    const service = await startService({ CATALOG_DIR: smallCatalog(), DATA_DIR, ...settings })
    await fetch(`${service.url}/api/sdk/find?query=qqxxzzyyw`)
    await service.stop()
    return (await command(['searches', '--json'], { DATA_DIR })).stdout
  }

  test('are shown to the operator as counts', async () => {
    expect(JSON.parse(await searched({}))).toEqual([{ query: 'qqxxzzyyw', empty: 1, weak: 0 }])
  })

  test('are not counted where the operator does not want it', async () => {
    expect(JSON.parse(await searched({ SEARCH_COUNTS: 'off' }))).toEqual([])
  })
})
