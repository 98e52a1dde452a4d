/**
 * A day of requests, as fast as they are answered, to one process, to two replicas, and to two behind nginx with the cache
 * of deploy/nginx: `node bench/traffic.ts [seconds a setup]`. SDKs are asked for by Zipf's law; one search in twenty is new.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomFrom } from '../attacks/support/attack.ts'
import { nginxFiles } from '../test/deploy/nginx.ts'
import { isThere } from '../test/deploy/support.ts'
import { type Service, startService } from '../test/e2e/service.ts'
import { embedded } from '../test/embedded.ts'
import { closedPort } from '../test/inbox/support/receivers.ts'
import { modern } from '../test/mcp/messages.ts'
import { load, onWire } from './load.ts'

const seconds = Number(process.argv[2] ?? 20)

/** The requests of a day: most read a page, every fourth is over MCP. */
function createDay(seed: number): () => string {
  const random = randomFrom(seed)
  const { records } = embedded
  // The n-th SDK is asked for as often as 1 / n.
  const ends: number[] = []
  for (const at of records.keys()) ends.push((ends.at(-1) ?? 0) + 1 / (at + 1))
  const some = () => {
    const point = random() * ends.at(-1)!
    return records[ends.findIndex((end) => point < end)]!
  }
  const need = () => {
    const { needs, title } = some()
    const words = needs[Math.floor(random() * needs.length)] ?? title
    return random() < 0.05 ? `${words} ${Math.floor(random() * 1e9)}` : words
  }
  const get = (path: string, accept = 'text/html') =>
    onWire({ method: 'GET', path, headers: { accept, 'accept-encoding': 'br' } })
  const mcp = (name: string, input: object) => {
    const { headers, body } = modern('tools/call', { name, arguments: input })
    return onWire({ path: '/mcp', headers, body: JSON.stringify(body).replaceAll(/[^ -~]/g, '?') })
  }
  // Up to which share each kind goes.
  const kinds: [end: number, request: () => string][] = [
    [0.35, () => get(`/example-sdk/${some().slug}`)],
    [0.45, () => get(`/example-sdk/${some().slug}.md`, 'text/markdown')],
    [0.5, () => get(`/api/sdk/${some().slug}.json`, 'application/json')],
    [0.6, () => get(`/sdk?q=${encodeURIComponent(need())}`)],
    [0.7, () => get(`/api/sdk/find?query=${encodeURIComponent(need())}`, 'application/json')],
    [0.85, () => mcp('find_sdk', { query: need(), language: 'py' })],
    [0.95, () => mcp('get_sdk_readme', { slug: some().slug, language: 'ts' })],
    [1.0, () => get(random() < 0.5 ? '/' : '/llms.txt')],
  ]
  return () => {
    const point = random()
    return kinds.find(([end]) => point < end)![1]()
  }
}

/** In seconds, of the processes. */
function processorTime(processes: readonly number[]): number {
  const ticks = processes.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return Number(fields[11]) + Number(fields[12])
  })
  return ticks.reduce((sum, own) => sum + own, 0) / 100
}

interface Setup {
  ports: readonly number[]
  processes: readonly number[]
  stop(): Promise<unknown>
}

const place = mkdtempSync(join(tmpdir(), 'sdk-catalog-traffic-'))

async function replicas(count: number): Promise<Setup> {
  const settings = {
    CATALOG_DIR: '',
    CHECK_OUTPUT: 'false',
    TRUSTED_PROXIES: '127.0.0.1',
    BASE_URL: 'http://localhost',
  }
  const services: Service[] = []
  for (let each = 0; each < count; each++) services.push(await startService(settings))
  return {
    ports: services.map(({ port }) => port),
    processes: services.map(({ child }) => child.pid!),
    stop: () => Promise.all(services.map((service) => service.stop())),
  }
}

async function behindNginx(): Promise<Setup> {
  const { ports, processes, stop } = await replicas(2)
  const port = await closedPort()
  const main = nginxFiles(place, { port, replicas: ports.map((each) => `127.0.0.1:${each}`), plain: true })
  const child = spawn('nginx', ['-e', 'stderr', '-c', main, '-g', 'daemon off; master_process off;'], {
    stdio: 'ignore',
  })
  const ended = once(child, 'close')
  while (!(await fetch(`http://127.0.0.1:${port}/robots.txt`).catch(() => undefined)))
    if (child.exitCode !== null) throw new Error('nginx ended')
  return {
    ports: [port],
    processes: [...processes, child.pid!],
    async stop() {
      child.kill()
      await Promise.all([ended, stop()])
    },
  }
}

async function measure({ ports, processes }: Setup) {
  const times: number[] = []
  let hits = 0
  const before = processorTime(processes)
  const counts = await Promise.all(
    ports.map((port, at) =>
      load(port, seconds, createDay(1 + at), (head, ms) => {
        times.push(ms)
        if (/\r\nx-cache: (HIT|STALE|UPDATING|REVALIDATED)/i.test(head)) hits++
      }),
    ),
  )
  const answered = counts.reduce((sum, count) => sum + count, 0)
  const sorted = times.sort((a, b) => a - b)
  return {
    'requests a second': Math.round(answered / seconds),
    'requests a second of processor': Math.round(answered / (processorTime(processes) - before)),
    'from the cache': `${Math.round((100 * hits) / answered)} %`,
    'p50, ms': sorted[sorted.length >> 1]!.toFixed(1),
    'p99, ms': sorted[Math.floor(sorted.length * 0.99)]!.toFixed(1),
  }
}

const setups: Record<string, () => Promise<Setup>> = {
  'one process': () => replicas(1),
  'two replicas': () => replicas(2),
  ...(isThere('nginx', '-v') && { 'two replicas behind nginx': behindNginx }),
}
const rows: string[][] = []
for (const [name, start] of Object.entries(setups)) {
  const setup = await start()
  const figures = await measure(setup).finally(() => setup.stop())
  if (rows.length === 0)
    rows.push(
      ['', ...Object.keys(figures)],
      Object.keys(figures)
        .concat('')
        .map(() => '---'),
    )
  rows.push([name, ...Object.values(figures).map(String)])
}
rmSync(place, { recursive: true, force: true })
process.stdout.write(rows.map((cells) => `| ${cells.join(' | ')} |\n`).join(''))
