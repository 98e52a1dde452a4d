/**
 * What deploy/compose/compose.yaml sets up, with plain processes: two replicas behind Caddy with the same Caddyfile, on
 * one PostgreSQL. Needs TEST_DATABASE_URL, and Caddy in PATH or at CADDY_BIN.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setImmediate as loopTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { scratch } from '../builder/fixtures.ts'
import { closedPort } from '../inbox/support/receivers.ts'
import { onPostgres } from '../inbox/support/stores.ts'
import { serve } from './messages-process.ts'

const CADDYFILE = fileURLToPath(new URL('../../deploy/compose/Caddyfile', import.meta.url))
const CADDY = process.env.CADDY_BIN ?? 'caddy'
const hasCaddy = (() => {
  try {
    return execFileSync(CADDY, ['version']).length > 0
  } catch {
    return false
  }
})()
const CLIENTS = 8

/** The site's URL, once it answers. */
async function caddy(replicas: readonly string[]): Promise<string> {
  const [port, admin] = [await closedPort(), await closedPort()]
  const home = scratch()
  const child: ChildProcess = spawn(CADDY, ['run', '--config', CADDYFILE, '--adapter', 'caddyfile'], {
    env: {
      ...{ HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, CADDY_ADMIN: `127.0.0.1:${admin}` },
      ...{ SITE_ADDRESS: `http://127.0.0.1:${port}`, REPLICAS: replicas.join(' ') },
    },
    stdio: 'ignore',
  })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill()
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(`${url}/api/health`)).ok)
  return url
}

/** Asks again until the answer is true. */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue().catch(() => false))) await loopTurn()
}

/** Clients that read and send messages until `stop`; one that gets no answer to a message sends it again. */
function load(url: string) {
  let running = true
  const read: number[] = []
  const failed: string[] = []
  const accepted: string[] = []
  async function client(): Promise<void> {
    for (let turn = 0; running; turn++) {
      const path = turn % 2 ? '/api/sdk/find?query=one' : '/'
      const status = await fetch(url + path)
        .then((answer) => answer.arrayBuffer().then(() => answer.status))
        .catch((error: Error) => String(error.cause ?? error))
      if (status === 200) read.push(status)
      else failed.push(`${path}: ${status}`)
      if (turn % 10 === 0) await send()
    }
  }
  async function send(): Promise<void> {
    const key = randomUUID()
    const body = JSON.stringify({ name: 'Ada', email: 'ada@example.org', message: `A message ${key}` })
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    for (;;) {
      const status = await fetch(`${url}/api/contact`, { method: 'POST', headers, body }).then(
        (answer) => answer.arrayBuffer().then(() => answer.status),
        () => 0,
      )
      if (status === 200) break
      // Caddy sends no message twice by itself: one whose connection ends with a replica is the client's to send again.
      expect(status === 0 || status >= 500, `status ${status}`).toBe(true)
    }
    accepted.push(key)
  }
  const clients = Array.from({ length: CLIENTS }, client)
  return {
    accepted,
    reads: () => read.length,
    async stop() {
      running = false
      await Promise.all(clients)
      return { read: read.length, failed }
    },
  }
}

describe.skipIf(!hasCaddy)('two replicas behind Caddy', () => {
  onPostgres((place) => {
    test('fail no read while they are replaced one after the other, and lose no message, also when one is killed', async () => {
      const { databaseUrl, dataDir, open, remove } = await place()
      onTestFinished(remove)
      const settings = {
        ...{ DATABASE_URL: databaseUrl!, DATA_DIR: dataDir, LOG_LEVEL: 'error' },
        ...{ CONTACT_RATE: '100000/60', CONTACT_GLOBAL_RATE: '100000/60', TRUSTED_PROXIES: '127.0.0.1' },
      }
      const ports = [String(await closedPort()), String(await closedPort())] as const
      const replica = async (PORT: string) => {
        const service = await serve({ ...settings, PORT })
        await until(async () => (await fetch(`${service.url}/readyz`)).ok)
        return service
      }
      const replicas = [await replica(ports[0]), await replica(ports[1])]
      const url = await caddy(ports.map((port) => `127.0.0.1:${port}`))
      expect((await fetch(`${url}/readyz`)).status).toBe(404)

      const rolling = load(url)
      for (const at of [0, 1]) {
        expect(await replicas[at]!.stop()).toBe(0)
        replicas[at] = await replica(ports[at]!)
      }
      await until(async () => rolling.reads() > 500)
      const rolled = await rolling.stop()
      expect(rolled).toEqual({ read: expect.any(Number), failed: [] })

      const killing = load(url)
      await replicas[0]!.stop('SIGKILL')
      replicas[0] = await replica(ports[0])
      const killed = await killing.stop()
      expect(killed.failed).toEqual([])

      const store = open()
      const stored = await store.all<{ body: string }>('SELECT body FROM inbox_message')
      await store.close()
      const texts = stored.map(({ body }) => JSON.parse(body).message as string)
      const expected = [...rolling.accepted, ...killing.accepted].map((key) => `A message ${key}`)
      expect(texts.sort()).toEqual(expected.sort())
      for (const service of replicas) await service.stop()
    })
  })
})
