/** WORKERS: several processes that serve on one port, and what must hold over all of them. */
import { cpSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as loopTurn } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildDirectory } from '../builder/built.ts'
import { scratch } from '../builder/fixtures.ts'
import { closedPort } from '../inbox/support/receivers.ts'
import { run, type Service, type Settings, smallCatalog, startService } from './service.ts'

const OPEN = { CONTACT_RATE: '100000/60', CONTACT_GLOBAL_RATE: '100000/60' }

async function workers(settings: Settings = {}): Promise<Service> {
  const service = await startService({ WORKERS: '2', CATALOG_DIR: smallCatalog(), ...settings })
  onTestFinished(async () => void (await service.stop()))
  return service
}

const workersOf = ({ child }: Service): number[] =>
  readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** Each over a connection of its own, so that any worker may answer. */
const ask = (url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, headers: { connection: 'close', 'content-type': 'application/json' } })

const send = ({ url }: Service, text: string) =>
  ask(`${url}/api/contact`, {
    method: 'POST',
    body: JSON.stringify({ name: 'Ada', email: 'ada@example.org', message: text }),
  })

async function until(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await Promise.resolve(isTrue()).catch(() => false))) await loopTurn()
}

const isAlive = (pid: number): boolean => {
  try {
    // A process that has ended and was not waited for is none.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** The sum over all series of a metric. */
function sum(text: string, name: string, labels = ''): number {
  const lines = text.split('\n').filter((line) => line.startsWith(name) && line.includes(labels))
  return lines.reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' '))), 0)
}

test('are said once, on one port, and answer for one service', async () => {
  const service = await workers()
  expect(service.line).toMatch(/^Serving 2 SDKs \(catalog\) at http:\/\/localhost:\d+\n$/)
  expect(workersOf(service)).toHaveLength(2)
  expect((await ask(`${service.url}/api/health`)).status).toBe(200)
  expect(await service.stop()).toMatchObject({ code: 0, stdout: service.line })
})

describe('metrics', () => {
  test('are those of all workers, on a port of their own', async () => {
    const METRICS_PORT = String(await closedPort())
    const service = await workers({ METRICS_PORT })
    await Promise.all(Array.from({ length: 40 }, () => ask(`${service.url}/api/health`)))
    const text = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
    expect(sum(text, 'sdk_catalog_http_request_duration_seconds_count', '/api/health')).toBe(40)
    expect(sum(text, 'sdk_catalog_workers')).toBe(2)
    // Two see the same catalogue and the same store.
    expect(sum(text, 'sdk_catalog_catalogue_sdks')).toBe(2)
    expect(sum(text, 'sdk_catalog_inbox_store_up')).toBe(1)
    expect(sum(text, 'sdk_catalog_info')).toBe(1)
  })

  test('are those of all workers with a token too', async () => {
    const METRICS_TOKEN = 'a token for the metrics'
    const service = await workers({ METRICS_TOKEN })
    await Promise.all(Array.from({ length: 40 }, () => ask(`${service.url}/api/health`)))
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const text = await (await fetch(`${service.url}/metrics`, { headers })).text()
    expect(sum(text, 'sdk_catalog_http_request_duration_seconds_count', '/api/health')).toBe(40)
  })
})

test('one that is killed is started again, and the others go on', async () => {
  const METRICS_PORT = String(await closedPort())
  const service = await workers({ METRICS_PORT, LOG_LEVEL: 'info' })
  const before = workersOf(service)
  process.kill(before[0]!, 'SIGKILL')
  // A connection that was given to the one that died may be cut; the next is taken by another.
  await until(async () => (await ask(`${service.url}/api/health`)).ok)
  const metrics = async () => (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
  await until(async () => sum(await metrics(), 'sdk_catalog_workers') === 2)
  expect(sum(await metrics(), 'sdk_catalog_worker_deaths_total')).toBe(1)
  const after = workersOf(service)
  expect(after).toHaveLength(2)
  expect(after).toContain(before[1])
  const { code, stderr } = await service.stop()
  expect(code).toBe(0)
  const events = stderr
    .split('\n')
    .filter((line) => line.includes('"workers"'))
    .map((line) => JSON.parse(line))
  expect(events).toMatchObject([
    { event: 'worker_died', worker: 1, signal: 'SIGKILL' },
    { event: 'worker_started', worker: 1 },
  ])
})

test('all end with the first process, whether it is stopped or killed', async () => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const service = await workers()
    const pids = workersOf(service)
    service.child.kill(signal)
    await service.ended
    await until(() => !pids.some(isAlive))
  }
})

test('messages are limited for all workers together', async () => {
  const service = await workers({ CONTACT_RATE: '3/600' })
  const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => send(service, `message ${at}`)))
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([200, 200, 200, ...Array.from({ length: 9 }, () => 429)])
})

test('a message that was acknowledged is delivered once, whichever worker took it', async () => {
  const DATA_DIR = scratch()
  const service = await workers({ DATA_DIR, ...OPEN })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => send(service, `message ${at}`)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  const stats = async () => JSON.parse((await run({ DATA_DIR }, { args: ['inbox', 'stats', '--json'] }).ended).stdout)
  await until(async () => (await stats()).deliveries.every(({ state }: { state: string }) => state === 'sent'))
  expect((await stats()).deliveries).toMatchObject([{ state: 'sent', count: 20 }])
})

test('a new catalogue is served by all of them', async () => {
  const place = scratch()
  const directory = buildDirectory(join(place, 'catalog'))
  const next = buildDirectory(join(place, 'next'), {
    readmes: { 'one-sdk': '# One more\n' },
    manifest: { built_at: '2027-01-01T00:00:00Z' },
  })
  const METRICS_PORT = String(await closedPort())
  const service = await workers({ CATALOG_DIR: directory, METRICS_PORT })
  const builds = async () =>
    new Set(
      await Promise.all(
        Array.from(
          { length: 12 },
          async () => (await (await ask(`${service.url}/api/sdk/catalog.json`)).json()).generated_at,
        ),
      ),
    )
  /** The ids that any of them serves. */
  const ids = async () =>
    (await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()).match(/^sdk_catalog_info.*$/gm)
  const before = await ids()
  rmSync(join(place, 'old'), { recursive: true, force: true })
  renameSync(directory, join(place, 'old'))
  cpSync(next, directory, { recursive: true })
  service.child.kill('SIGHUP')
  // Metrics of a busy worker may be missing once, so both have to say so.
  const areNew = async () => [...(await builds())].join() === '2027-01-01T00:00:00Z'
  await until(async () => (await areNew()) && (await ids())?.length === 1 && (await ids())?.[0] !== before?.[0])
})

test('what is wrong at the start is said once, and stops all', async () => {
  const taken = await workers()
  const settings = { WORKERS: '3', CATALOG_DIR: smallCatalog() }
  for (const wrong of [{ PORT: String(taken.port) }, { CATALOG_DIR: '/no/such/directory' }, { WORKERS: '1000' }]) {
    const { code, stdout, stderr } = await run({ ...settings, ...wrong }).ended
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^sdk-catalog: .+\n$/)
  }
})
