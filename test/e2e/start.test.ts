/** What a start refuses or warns of beyond a single wrong value: where messages are kept, and who is notified. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { closedPort } from '../inbox/support/receivers.ts'
import { ada, emptyPlace, mailTo, serve } from './messages-process.ts'
import { hasSmallYoungGeneration, METRICS_TOKEN, run, smallCatalog, until } from './service.ts'

function blockedPlace(): string {
  const file = join(emptyPlace(), 'file')
  writeFileSync(file, 'a file where the directory should be')
  return file
}

describe('a DATA_DIR that cannot be made or written', () => {
  const places = [blockedPlace, () => join(blockedPlace(), 'data'), () => '/proc/none/data']

  test('stops the start with one line that names it, what it held and what is allowed', async () => {
    const refused = places.slice(0, existsSync('/proc/self') ? 3 : 2).map(async (place) => {
      const DATA_DIR = place()
      return { DATA_DIR, ...(await run({ CATALOG_DIR: smallCatalog(), DATA_DIR }).ended) }
    })
    for (const { DATA_DIR, code, stdout, stderr } of await Promise.all(refused)) {
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr.replace(/\(E[A-Z]+\)/, '(CODE)')).toBe(
        `sdk-catalog: DATA_DIR is ${JSON.stringify(DATA_DIR)}, which cannot be created or written (CODE); it must be a directory that can be created and written.\n`,
      )
    }
  })

  test('does not matter on stdio', async () => {
    const { child, ended } = run({ CATALOG_DIR: smallCatalog(), DATA_DIR: blockedPlace() }, { args: ['stdio'] })
    child.stdin!.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    const { code, stdout } = await ended
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ id: 1, result: {} })])
  })

  test('stops nothing where PostgreSQL keeps the messages', async () => {
    const DATABASE_URL = `postgres://127.0.0.1:${await closedPort()}/messages`
    const service = await serve({ DATA_DIR: blockedPlace(), DATABASE_URL })
    await service.logged('store_away')
    expect((await fetch(`${service.url}/api/health`)).status).toBe(200)
    expect((await service.stop()).code).toBe(0)
  })
})

test('a start that another setting refuses leaves no file', async () => {
  const DATA_DIR = join(emptyPlace(), 'data')
  const { code, stderr } = await run({ CATALOG_DIR: smallCatalog(), DATA_DIR, HOST: '192.0.2.1' }).ended
  expect(code).toBe(1)
  expect(stderr).toMatch(/^sdk-catalog: HOST is "192\.0\.2\.1"; it must be an IP address .* of this machine\.\n$/)
  expect(existsSync(DATA_DIR)).toBe(false)
})

test('a DATA_DIR that is not there yet is made, and a setting that does nothing is named in the log', async () => {
  const DATA_DIR = join(emptyPlace(), 'not', 'yet')
  const service = await serve({ DATA_DIR, CONTACT_TO: mailTo.CONTACT_TO })
  expect((await service.post('/api/contact', ada)).status).toBe(200)
  await service.logged('setting_without_effect","detail":"CONTACT_TO has no effect, because SMTP_URL is not set.')
  expect((await service.stop()).code).toBe(0)
})

test.skipIf(process.platform === 'win32')('npm start has a small young generation and stops at a signal', async () => {
  const port = await closedPort()
  const settings = { PORT: String(port), DATA_DIR: emptyPlace(), CATALOG_DIR: smallCatalog(), LOG_LEVEL: 'error' }
  const npm = spawn('npm', ['start'], {
    env: { PATH: process.env.PATH, HOME: emptyPlace(), METRICS_TOKEN, ...settings },
    stdio: 'ignore',
  })
  const ended = once(npm, 'close')
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/livez`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(answers)
  const isSmall = await hasSmallYoungGeneration({ url: `http://127.0.0.1:${port}` })
  npm.kill('SIGTERM')
  await ended
  await until(async () => !(await answers()))
  expect(isSmall).toBe(true)
})
