import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embedded } from '../embedded.ts'
import {
  hasSmallYoungGeneration,
  METRICS_TOKEN,
  raw,
  run,
  type Service,
  smallCatalog,
  startService,
  until,
} from './service.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ METRICS_TOKEN, NODE_OPTIONS: '', LOG_LEVEL: 'info' })
})
afterAll(async () => await service.stop())

describe('serve', () => {
  test('prints one line with the count, the data and the address', () =>
    expect(service.line).toBe(
      `Serving ${embedded.records.length} SDKs (embedded) at http://localhost:${service.port}\n`,
    ))

  test('keeps the young generation small', async () => expect(await hasSmallYoungGeneration(service)).toBe(true))

  test.runIf(process.platform === 'linux')('has two arenas of glibc, unless the operator wants more', async () => {
    const settings = { MALLOC_ARENA_MAX: '4', NODE_OPTIONS: '--max-semi-space-size=8' }
    const other = await startService({ CATALOG_DIR: smallCatalog(), ...settings })
    const [ours, theirs] = [service, other].map(({ child }) => readFileSync(`/proc/${child.pid}/environ`, 'latin1'))
    await other.stop()
    expect(ours).toContain('MALLOC_ARENA_MAX=1\0')
    expect(theirs).toContain('MALLOC_ARENA_MAX=4\0')
    expect(theirs).toContain('--max-semi-space-size=2 --max-semi-space-size=8\0')
  })

  test('links to its own address, on a port that the system chose too', async () => {
    const health = await fetch(`${service.url}/api/health`)
    expect(health.headers.get('strict-transport-security')).toBeNull()
    const { links } = (await health.json()) as { links: Record<string, string> }
    for (const link of Object.values(links)) expect(link.startsWith(`${service.url}/`)).toBe(true)
  })
})

test('SIGHUP does no harm where the embedded catalogue is served', async () => {
  service.child.kill('SIGHUP')
  await service.logged('catalog_unchanged')
  expect((await fetch(`${service.url}/api/health`)).status).toBe(200)
})

test('a stop with time to drain is not ready, answers each request on a connection of its own, and ends at a second signal', async () => {
  const service = await startService({ CATALOG_DIR: smallCatalog(), DRAIN_SECONDS: '300' })
  service.child.kill('SIGTERM')
  await until(async () => (await fetch(`${service.url}/readyz`)).status === 503)
  expect(await (await fetch(`${service.url}/readyz`)).json()).toMatchObject({ missing: ['the service stops'] })
  for (const path of ['/api/health', '/example-sdk/one-sdk.md', '/example-sdk/one-sdk.md']) {
    const answer = await fetch(service.url + path)
    expect([answer.status, answer.headers.get('connection')], path).toEqual([200, 'close'])
  }
  service.child.kill('SIGTERM')
  expect(await service.ended).toEqual({ code: 0, stdout: service.line, stderr: '' })
})

describe('a start', () => {
  test('on a port in use is refused in one line that names PORT', async () => {
    const { code, stdout, stderr } = await run({ PORT: String(service.port) }).ended
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toBe(`sdk-catalog: PORT ${service.port} on 127.0.0.1 is in use; set PORT to another one.\n`)
  })

  // wrong-setting.test.ts has those that are read at once.
  test('with a wrong setting that is only read when it is used is refused in one line', async () => {
    const { code, stdout, stderr } = await run({ TRUSTED_PROXIES: 'nonsense' }).ended
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^sdk-catalog: TRUSTED_PROXIES[^\n]+nonsense[^\n]+it must be[^\n]+\.\n$/)
  })

  const OLD = ['18.20.8', '22.17.1']
  test.concurrent.for(OLD)('on Node %s says in one line which one it needs', async (version) => {
    const stub = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`
    const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(stub)}`]
    const { code, stdout, stderr } = await run({}, { nodeArgs }).ended
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      `sdk-catalog: needs Node 22.22.3, 24.15.0, 25.8.2 or later, with SQLite 3.51.3; this is Node ${version} with SQLite `,
    )
  })
})

const request = (line: string, more = '', body = '') =>
  `${line} HTTP/1.1\r\nHost: sdk.example.org\r\n${more}Connection: close\r\n\r\n${body}`
const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

/** What is sent for Strict-Transport-Security (RFC 6797), and the status of the answer. */
const ANSWERS: readonly [string, string, number][] = [
  ['a page', request('GET /'), 200],
  ['a page from the answer store', request('GET /'), 200],
  ['the API', request('GET /api/health'), 200],
  ['nothing', request('GET /nowhere'), 404],
  ['a probe', request('GET /livez'), 200],
  ['MCP', request('POST /mcp', `Content-Type: application/json\r\nContent-Length: ${call.length}\r\n`, call), 200],
  ['two hosts', request('GET /', 'Host: b\r\n'), 400],
  ['what is no request', 'nonsense\r\n\r\n', 400],
]

test('every answer of a site with https has Strict-Transport-Security, once', async () => {
  const service = await startService({ CATALOG_DIR: smallCatalog(), BASE_URL: 'https://sdk.example.org' })
  for (const [what, bytes, status] of ANSWERS) {
    const answer = await raw(service.port, bytes)
    expect(answer, what).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    const fields = [...answer.matchAll(/^strict-transport-security: (.*)\r$/gim)].map(([, value]) => value)
    expect(fields, what).toEqual(['max-age=31536000'])
  }
  await service.stop()
})
