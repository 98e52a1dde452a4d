/** What a start refuses or warns of beyond a single wrong value: where messages are kept, and who is notified. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BROKEN, buildDirectory } from '../builder/built.ts'
import { command } from '../commands/command.ts'
import { closedPort } from '../inbox/support/receivers.ts'
import { scratch } from '../scratch.ts'
import { ada, mailTo, serve } from './messages-process.ts'
import { hasSmallYoungGeneration, METRICS_TOKEN, run, smallCatalog, startService } from './service.ts'

function blockedPlace(): string {
  const file = join(scratch(), 'file')
  writeFileSync(file, 'a file where the directory should be')
  return file
}

describe('a DATA_DIR that cannot be made or written', () => {
  test('stops the start with one line that names it, what it held and what is allowed', async () => {
    const places = [blockedPlace(), ...(existsSync('/proc/self') ? ['/proc/none/data'] : [])]
    const ends = await Promise.all(places.map((DATA_DIR) => run({ CATALOG_DIR: smallCatalog(), DATA_DIR }).ended))
    for (const [at, { code, stdout, stderr }] of ends.entries()) {
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr.replace(/\(E[A-Z]+\)/, '(CODE)')).toBe(
        `sdk-catalog: DATA_DIR is ${JSON.stringify(places[at])}, which cannot be created or written (CODE); it must be a directory that can be created and written.\n`,
      )
    }
  })

  test('stops nothing where PostgreSQL keeps the messages; the service is not ready before that answers', async () => {
    const DATABASE_URL = `postgres://127.0.0.1:${await closedPort()}/messages`
    const service = await serve({ DATA_DIR: blockedPlace(), DATABASE_URL })
    await service.logged('store_away')
    for (const path of ['/api/health', '/livez']) expect((await fetch(service.url + path)).status, path).toBe(200)
    const ready = await fetch(`${service.url}/readyz`)
    expect([ready.status, await ready.json()]).toMatchObject([503, { missing: ['the store has never answered'] }])
    expect((await service.stop()).code).toBe(0)
  })
})

/** The rules are tried one by one beside load.ts; here, that a refusal reaches the operator. */
test('a CATALOG_DIR that breaks a rule stops the start with one line that names entry, member and rule', async () => {
  const [, files, message] = BROKEN.find(([what]) => what === 'an unknown member')!
  const CATALOG_DIR = buildDirectory(join(scratch(), 'broken'), files)
  const { code, stdout, stderr } = await command(['find', 'x'], { CATALOG_DIR })
  const prefix = `sdk-catalog: CATALOG_DIR ${JSON.stringify(CATALOG_DIR)}: `
  expect([code, stdout, stderr.slice(0, prefix.length)]).toEqual([1, '', prefix])
  expect(stderr.slice(prefix.length, -1)).toMatch(message)
  expect(stderr.indexOf('\n')).toBe(stderr.length - 1)
})

test('a start that another setting refuses leaves no file', async () => {
  const DATA_DIR = join(scratch(), 'data')
  const { code, stderr } = await run({ CATALOG_DIR: smallCatalog(), DATA_DIR, HOST: '192.0.2.1' }).ended
  expect(code).toBe(1)
  expect(stderr).toMatch(/^sdk-catalog: HOST is "192\.0\.2\.1"; it must be an IP address .* of this machine\.\n$/)
  expect(existsSync(DATA_DIR)).toBe(false)
})

test.skipIf(process.platform === 'win32')(
  'npm start makes DATA_DIR, has a small young generation, names a setting that does nothing in the log, and ends by a signal',
  async () => {
    const DATA_DIR = join(scratch(), 'not', 'yet')
    const settings = {
      DATA_DIR,
      CATALOG_DIR: smallCatalog(),
      HOME: scratch(),
      LOG_LEVEL: 'info',
      METRICS_TOKEN,
      NODE_OPTIONS: '',
    }
    const npm = await startService({ ...settings, CONTACT_TO: mailTo.CONTACT_TO }, 'start', 'npm')
    expect((await npm.post('/api/contact', ada)).status).toBe(200)
    await npm.logged('setting_without_effect","detail":"CONTACT_TO has no effect, because SMTP_URL is not set.')
    expect(await hasSmallYoungGeneration(npm)).toBe(true)
    // Its output ends when the service has ended, which writes to the same pipe.
    await npm.stop()
    await expect(fetch(`${npm.url}/livez`)).rejects.toThrow('fetch failed')
  },
)
