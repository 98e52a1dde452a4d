/**
 * What deploy/compose and deploy/nginx set up, with plain processes: two replicas on one PostgreSQL, behind Caddy and
 * behind nginx with the files that are there. Needs TEST_DATABASE_URL, nginx, and Caddy in PATH or at CADDY_BIN.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { nginxFiles } from '../deploy/nginx.ts'
import { isThere } from '../deploy/support.ts'
import { closedPort } from '../inbox/support/receivers.ts'
import { onPostgres } from '../inbox/support/stores.ts'
import { scratch } from '../scratch.ts'
import { serve } from './messages-process.ts'
import { until } from './service.ts'

const DEPLOY = fileURLToPath(new URL('../../deploy', import.meta.url))
const compose = parse(readFileSync(join(DEPLOY, 'compose/compose.yaml'), 'utf8'), { merge: true })
const CADDY = process.env.CADDY_BIN ?? 'caddy'

/** The configuration with the patience of a busy machine, on which a replica that lives may be silent for seconds. */
function makePatient(file: string): void {
  const LIMITS = /\b(health_timeout|lb_try_duration|proxy_connect_timeout|proxy_next_upstream_timeout) \d+s/g
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(LIMITS, '$1 60s'))
}

interface Proxy {
  isThere: boolean
  /** How long it needs to notice that a replica stops. */
  drainSeconds: string
  command(port: number, replicas: readonly string[]): Promise<{ words: string[]; env?: Record<string, string> }>
}
const proxies: Record<string, Proxy> = {
  Caddy: {
    isThere: isThere(CADDY, 'version'),
    drainSeconds: /\d+/.exec(compose.services['catalogue-1'].environment.DRAIN_SECONDS)![0],
    async command(port, replicas) {
      const home = scratch()
      const config = join(home, 'Caddyfile')
      cpSync(join(DEPLOY, 'compose/Caddyfile'), config)
      makePatient(config)
      return {
        words: [CADDY, 'run', '--config', config, '--adapter', 'caddyfile'],
        env: {
          ...{ HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, CADDY_ADMIN: `127.0.0.1:${await closedPort()}` },
          ...{ SITE_ADDRESS: `http://127.0.0.1:${port}`, REPLICAS: replicas.join(' ') },
        },
      }
    },
  },
  nginx: {
    isThere: isThere('nginx', '-v'),
    drainSeconds: '0',
    async command(port, replicas) {
      const folder = scratch()
      mkdirSync(folder, { recursive: true })
      const main = nginxFiles(folder, { port, replicas, plain: true })
      makePatient(main)
      return { words: ['nginx', '-e', 'stderr', '-c', main, '-g', 'daemon off; user root;'] }
    },
  },
}
/** Requests in a second, how many of them make one message, and how many a busy machine may leave unanswered. */
const [RATE, SHARE, MOST] = [20, 5, 20]

/** The site's URL, once it answers. */
async function startProxy(proxy: Proxy, replicas: readonly string[]): Promise<string> {
  const port = await closedPort()
  const { words, env } = await proxy.command(port, replicas)
  const child = spawn(words[0]!, words.slice(1), { ...(env && { env }), stdio: 'ignore' })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill()
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(`${url}/api/health`)).ok)
  return url
}

/**
 * Reads and messages until `stop`, begun at an even pace whatever becomes of those before. A message that is not taken, as by
 * a store that a busy machine keeps waiting, is sent again with its key.
 */
function load(url: string) {
  let begun = 0
  let target = { count: 0, reached: () => {} }
  const pending = new Set<Promise<void>>()
  const failed: string[] = []
  const accepted: string[] = []
  const read = async () => {
    // Another address each time, which no cache in front has.
    const path = `/?${begun}`
    const status = await statusOf(url + path)
    if (status !== 200) failed.push(`${path}: ${status}`)
  }
  const send = async () => {
    const key = randomUUID()
    const body = JSON.stringify({ name: 'Ada', email: 'ada@example.org', message: `A message ${key}` })
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    for (;;) {
      const status = await statusOf(`${url}/api/contact`, { method: 'POST', headers, body })
      if (status === 200) return void accepted.push(key)
      if (typeof status === 'number' && status < 500) return void failed.push(`message: ${status}`)
    }
  }
  const pace = setInterval(() => {
    if (pending.size >= MOST) return
    const work = begun++ % SHARE === 0 ? send() : read()
    pending.add(work)
    void work.finally(() => pending.delete(work))
    if (begun >= target.count) target.reached()
  }, 1000 / RATE)
  return {
    accepted,
    /** Resolves once as many have begun. */
    reaches: (count: number) =>
      new Promise<void>((reached) => {
        target = { count, reached }
      }),
    async stop() {
      clearInterval(pace)
      await Promise.all(pending)
      return failed
    },
  }
}

const statusOf = (url: string, request?: RequestInit): Promise<number | string> =>
  fetch(url, request)
    .then((answer) => answer.arrayBuffer().then(() => answer.status))
    .catch((error: Error) => String(error.cause ?? error))

describe.each(Object.entries(proxies))('two replicas behind %s', (_, proxy) => {
  onPostgres((place) => {
    test.skipIf(!proxy.isThere)(
      'fail no read while they are replaced in turn, and lose no message, also when one is killed',
      async () => {
        const { databaseUrl, dataDir, open, remove } = await place()
        onTestFinished(remove)
        const settings = {
          ...{ DATABASE_URL: databaseUrl!, DATA_DIR: dataDir, LOG_LEVEL: 'error' },
          ...{ CONTACT_RATE: '100000/60', CONTACT_GLOBAL_RATE: '100000/60', TRUSTED_PROXIES: '127.0.0.1' },
          DRAIN_SECONDS: proxy.drainSeconds,
        }
        const ports = [String(await closedPort()), String(await closedPort())] as const
        const replica = async (PORT: string) => {
          const service = await serve({ ...settings, PORT })
          await until(async () => (await fetch(`${service.url}/readyz`)).ok)
          return service
        }
        const replicas = [await replica(ports[0]), await replica(ports[1])]
        const url = await startProxy(
          proxy,
          ports.map((port) => `127.0.0.1:${port}`),
        )
        expect((await fetch(`${url}/readyz`)).status).toBe(404)

        const rolling = load(url)
        for (const at of [0, 1]) {
          expect((await replicas[at]!.stop()).code).toBe(0)
          replicas[at] = await replica(ports[at]!)
        }
        await rolling.reaches(100)
        expect(await rolling.stop()).toEqual([])

        const killing = load(url)
        await replicas[0]!.stop('SIGKILL')
        replicas[0] = await replica(ports[0])
        await killing.reaches(50)
        expect(await killing.stop()).toEqual([])

        const store = open()
        const stored = await store.all<{ body: string }>('SELECT body FROM inbox_message')
        await store.close()
        const texts = stored.map(({ body }) => JSON.parse(body).message as string)
        const expected = [...rolling.accepted, ...killing.accepted].map((key) => `A message ${key}`)
        expect(texts.sort()).toEqual(expected.sort())
        for (const service of replicas) await service.stop()
      },
    )
  })
})
