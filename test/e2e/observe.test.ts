/** Probes, metrics, access log and counts of searches, as an operator meets them. */
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { command } from '../commands/command.ts'
import { ada } from '../inbox/support/inboxes.ts'
import { closedPort } from '../inbox/support/receivers.ts'
import { legacy } from '../mcp/messages.ts'
import { scratch } from '../scratch.ts'
import { METRICS_TOKEN, run, type Service, smallCatalog, startService, until } from './service.ts'

const readyz = (service: { url: string }, query = '') => fetch(`${service.url}/readyz${query}`)
const isReady = async (service: { url: string }) => (await readyz(service)).status === 200
const isNotReady = async (service: { url: string }) => (await readyz(service)).status === 503

/** The counts in DATA_DIR, as the operator sees them. */
const searches = async (DATA_DIR: string) =>
  JSON.parse((await command(['searches', '--json'], { DATA_DIR })).stdout) as object[]

test('a service counts requests by route, tool calls, searches, messages and the catalogue, and logs none of them', async () => {
  const DATA_DIR = scratch()
  const settings = { METRICS_TOKEN, LOG_LEVEL: 'info', DATA_DIR }
  const service = await startService({ CATALOG_DIR: smallCatalog(), ...settings })
  const { headers, body } = legacy('tools/call', { name: 'find_sdk', arguments: { query: 'one' } })
  await fetch(`${service.url}/mcp`, { method: 'POST', headers, body: JSON.stringify(body) })
  const paths = ['/api/sdk/find?query=qqxxzzyyw', '/api/sdk/find?limit=x', '/example-sdk/one-sdk.md', '/none/such']
  for (const path of paths) await fetch(service.url + path)
  expect((await fetch(`${service.url}/metrics`, { method: 'DELETE' })).status).toBe(405)
  expect((await fetch(`${service.url}/metrics`)).status).toBe(401)
  expect((await fetch(`${service.url}/metrics`, { headers: { authorization: 'Bearer wrong' } })).status).toBe(401)
  const answer = await fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
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
    'sdk_catalog_catalogue_sdks 2\n',
    'sdk_catalog_catalogue_events_total{event="catalog_refused"} 0\n',
    'sdk_catalog_inbox_store_up 1\n',
    'sdk_catalog_inbox_oldest_pending_seconds 0\n',
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
  ])
    expect(text).toContain(line)

  expect((await fetch(`${service.url}/api/health`)).headers.get('x-request-id')).toBeNull()
  expect((await service.stop()).stderr).not.toContain('"event":"request"')
  expect(await searches(DATA_DIR)).toEqual([{ query: 'qqxxzzyyw', empty: 1, weak: 0 }])
})

describe('a service with a port for its metrics', () => {
  const DATA_DIR = scratch()
  let port: number
  let service: Service
  beforeAll(async () => {
    port = await closedPort()
    const settings = { METRICS_PORT: String(port), ALLOWED_HOSTS: 'sdk.example.org', LOG_LEVEL: 'silent' }
    service = await startService({ CATALOG_DIR: smallCatalog(), DATA_DIR, ...settings })
  })
  afterAll(() => service.stop())

  test('answers probes while it lives and when it is ready', async () => {
    const live = await fetch(`${service.url}/livez`)
    expect([live.status, live.headers.get('cache-control')]).toEqual([200, 'no-store'])
    await until(() => isReady(service))
    const [catalogue, store] = [expect.stringMatching(/^[0-9a-f]{64}$/), 'ok']
    expect(await (await readyz(service)).json()).toEqual({ ready: true, missing: [], catalogue, store })
    expect((await fetch(`${service.url}/readyz`, { method: 'POST' })).status).toBe(405)
  })

  test('has them there, and on no other without a token', async () => {
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404)
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain('sdk_catalog_catalogue_sdks 2\n')
    expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(404)
    for (const method of ['DELETE', 'POST', 'PUT'])
      expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method })).status).toBe(405)
    for (const host of ['localhost', 'catalogue:9090', '[::1]:9', 'sdk.example.org'])
      expect(await statusOf(port, host), host).toBe(200)
    for (const host of ['evil.example', '127.0.0.1.evil.example', 'sdk.example.org.evil.example'])
      expect(await statusOf(port, host), host).toBe(403)
    const second = await run({ CATALOG_DIR: smallCatalog(), METRICS_PORT: String(port) }).ended
    expect([second.code, second.stderr]).toEqual([
      1,
      `sdk-catalog: METRICS_PORT ${port} on 127.0.0.1 cannot be listened on (EADDRINUSE); set METRICS_PORT to another one.\n`,
    ])
  })

  test('is not ready while its SQLite file is locked or gone, and ready again after that', async () => {
    await until(() => isReady(service))
    const other = new DatabaseSync(join(DATA_DIR, 'inbox.db'))
    other.exec('BEGIN IMMEDIATE')
    await until(() => isNotReady(service))
    expect((await readyz(service, '?exclude=store')).status).toBe(200)
    expect(await (await readyz(service)).json()).toMatchObject({ store: expect.stringMatching(/./) })
    other.exec('ROLLBACK')
    other.close()
    await until(() => isReady(service))
    rmSync(DATA_DIR, { recursive: true })
    // Nothing can be made in its place; an empty place is used again at once.
    writeFileSync(DATA_DIR, '')
    await until(() => isNotReady(service))
    rmSync(DATA_DIR)
    await until(() => isReady(service))
  })
})

test('a service that cannot store a message says so everywhere until it can, whatever else it can write', async () => {
  const settings = { CATALOG_DIR: smallCatalog(), DATA_DIR: scratch(), METRICS_TOKEN, LOG_LEVEL: 'silent' }
  const service = await startService(settings)
  await until(() => isReady(service))
  const rename = (from: string, to: string) => {
    const db = new DatabaseSync(join(settings.DATA_DIR, 'inbox.db'))
    db.exec(`ALTER TABLE ${from} RENAME TO ${to}`)
    db.close()
  }
  const said = async () => {
    const metrics = await fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    const doctor = await command(['doctor', '--json'], settings)
    return {
      storeUp: /^sdk_catalog_inbox_store_up (.*)$/m.exec(await metrics.text())?.[1],
      doctor: (JSON.parse(doctor.stdout) as { what: string; state: string }[]).find(({ what }) => what === 'store')
        ?.state,
    }
  }
  expect(await said()).toEqual({ storeUp: '1', doctor: 'ok' })
  rename('inbox_message', 'elsewhere')
  expect((await service.post('/api/contact', ada)).status).toBe(503)
  await until(() => isNotReady(service))
  expect((await readyz(service, '?exclude=store')).status).toBe(200)
  expect(await said()).toEqual({ storeUp: '0', doctor: 'failed' })
  rename('elsewhere', 'inbox_message')
  await until(() => isReady(service))
  expect(await said()).toEqual({ storeUp: '1', doctor: 'ok' })
  expect((await service.post('/api/contact', ada)).status).toBe(200)
  await service.stop()
})

/** Of GET /metrics with that Host, which fetch would not send. */
async function statusOf(port: number, host: string): Promise<number | undefined> {
  const [answer] = await once(get({ port, path: '/metrics', headers: { host } }), 'response')
  answer.resume()
  return answer.statusCode
}

describe('the access log', () => {
  test('has a line for each request with its id and route, of stored answers too, and nothing of who asked or for what', async () => {
    const DATA_DIR = scratch()
    const settings = { ACCESS_LOG: 'on', LOG_LEVEL: 'info', SEARCH_COUNTS: 'off' }
    const service = await startService({ CATALOG_DIR: smallCatalog(), DATA_DIR, ...settings })
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
      { id: '0af7651916cd43dd8448eb211c80319c', method: 'GET', route: '/api/sdk/find', status: 200 },
      { id, route: '/livez', ms: expect.any(Number) },
    ])
    expect(stderr).not.toMatch(/secret-word|ada@|127\.0\.0\.1|::1/)
    expect(lines.slice(2, -2).map(({ id }) => id)).toEqual(stored)
    expect(new Set(stored).size).toBe(15)
    // Its searches found nothing, which the operator did not want counted.
    expect(await searches(DATA_DIR)).toEqual([])
  })

  /** The ids of answers, most of them from the answer store. */
  async function answersThrice(url: string) {
    const { headers, body } = legacy('tools/list')
    const post = { method: 'POST', headers, body: JSON.stringify(body) }
    const paths = ['/api/health', '/api/sdk/search?q=secret-word', '/api/sdk/search?limit=0', '/sdk?q=secret-word']
    const ids: (string | null)[] = []
    for (let time = 0; time < 3; time++) {
      for (const path of paths) ids.push((await fetch(url + path)).headers.get('x-request-id'))
      ids.push((await fetch(`${url}/mcp`, post)).headers.get('x-request-id'))
    }
    return ids
  }
})
