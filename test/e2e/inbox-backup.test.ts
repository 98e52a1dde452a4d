/** A rehearsal of docs/operating.md: backup, loss and restore of the messages, on SQLite and on PostgreSQL. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { postgresPrograms } from '../../attacks/chaos/postgres.ts'
import { openInbox } from '../../src/inbox/index.ts'
import { onEachStore, type Place } from '../inbox/support/stores.ts'
import { scratch } from '../scratch.ts'
import { ada, inbox, serve } from './messages-process.ts'
import { until } from './service.ts'

/** Backup to a file, loss of the store, and restore. */
async function loseAndRestore({ dataDir, databaseUrl }: Place, file: string): Promise<void> {
  if (databaseUrl === undefined) {
    expect((await inbox(['backup', file], { DATA_DIR: dataDir })).code).toBe(0)
    for (const name of readdirSync(dataDir).filter((each) => each.startsWith('inbox.db'))) rmSync(join(dataDir, name))
    expect((await inbox(['restore', file], { DATA_DIR: dataDir })).code).toBe(0)
    return
  }
  const pg = (program: string, ...args: string[]) =>
    execFileSync(join(postgresPrograms()!, program), args, { stdio: ['ignore', 'ignore', 'pipe'] })
  // The schema of this test, in a database that others use too.
  const url = new URL(databaseUrl)
  const schema = /search_path=(\w+)/.exec(url.searchParams.get('options')!)![1]!
  url.search = ''
  pg('pg_dump', '--format=custom', `--file=${file}`, `--schema=${schema}`, url.href)
  pg('psql', '--quiet', `--command=DROP SCHEMA ${schema} CASCADE`, url.href)
  pg('pg_restore', '--no-owner', `--dbname=${url.href}`, file)
}

onEachStore((make) => {
  test('after a loss every message of the backup is there, and none is sent twice', async () => {
    const place = await make()
    onTestFinished(place.remove)
    const { dataDir, databaseUrl } = place
    const settings = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }
    const mails = () => globSync('mail/*.eml', { cwd: dataDir }).length
    const list = async () => JSON.parse((await inbox(['list', '--json'], settings)).stdout)

    const before = await serve(settings)
    for (const message of ['One', 'Two'])
      expect((await before.post('/api/contact', { ...ada, message })).status).toBe(200)
    await until(async () => mails() === 2)
    expect((await before.stop()).code).toBe(0)
    // Accepted, and not delivered when the backup is made.
    const waiting = openInbox({ dataDir, databaseUrl })
    const context = { peer: '127.0.0.1' }
    expect((await waiting.receive('contact', { ...ada, message: 'Three' }, context)).outcome).toBe('accepted')
    await waiting.stop()
    const stored = await list()
    expect(stored).toHaveLength(3)

    await loseAndRestore(place, join(scratch(), 'copy'))
    expect(await list()).toEqual(stored)
    const after = await serve(settings)
    await after.logged('delivered')
    await until(async () => mails() === 3)
    expect((await after.stop()).code).toBe(0)
    const states = (await list()).flatMap(({ deliveries }: { deliveries: { state: string }[] }) => deliveries)
    expect(states.map(({ state }: { state: string }) => state)).toEqual(['sent', 'sent', 'sent'])
    expect(mails()).toBe(3)
  })
})

const idsIn = async (DATA_DIR: string): Promise<string[]> =>
  JSON.parse((await inbox(['list', '--json'], { DATA_DIR })).stdout).map(({ id }: { id: string }) => id)

describe('a backup', () => {
  test('is whole although messages come in, private, and brings every message of before back', async () => {
    const DATA_DIR = scratch()
    const copy = join(scratch(), 'copy.db')
    const service = await serve({ DATA_DIR, CONTACT_RATE: '1000/60', CONTACT_GLOBAL_RATE: '1000/60' })
    const send = (text: string) => service.post('/api/contact', { ...ada, message: text })
    for (let at = 0; at < 5; at++) expect((await send(`Before ${at}`)).status).toBe(200)
    const before = await idsIn(DATA_DIR)
    const meanwhile = Array.from({ length: 20 }, (_, at) => send(`Meanwhile ${at}`))
    const { code, stdout } = await inbox(['backup', copy, '--json'], { DATA_DIR })
    expect([code, JSON.parse(stdout).messages]).toEqual([0, expect.any(Number)])
    expect((await Promise.all(meanwhile)).map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(statSync(copy).mode & 0o777).toBe(0o600)
    expect((await service.stop()).code).toBe(0)

    const elsewhere = scratch()
    expect((await inbox(['restore', copy], { DATA_DIR: elsewhere })).code).toBe(0)
    const restored = await idsIn(elsewhere)
    expect(restored).toEqual(expect.arrayContaining(before))
    expect(await idsIn(DATA_DIR)).toEqual(expect.arrayContaining(restored))
    expect(restored).toHaveLength(JSON.parse(stdout).messages)
  })

  test('overwrites nothing, and nothing but an inbox is restored', async () => {
    const DATA_DIR = scratch()
    const refused = async (args: string[], settings = {}) => {
      const { code, stdout, stderr } = await inbox(args, { DATA_DIR, ...settings })
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toMatch(/^sdk-catalog: [^\n]+\.\n$/)
      return stderr
    }
    const other = join(scratch(), 'other')
    expect(await refused(['backup', other])).toContain('there is no inbox')
    writeFileSync(other, 'some text')
    expect(await refused(['restore', other])).toContain('is no inbox')
    expect(await refused(['restore', join(other, 'none')])).toContain('there is no file')
    expect(existsSync(join(DATA_DIR, 'inbox.db'))).toBe(false)
    const service = await serve({ DATA_DIR })
    expect((await service.post('/api/contact', ada)).status).toBe(200)
    expect(await refused(['backup', other])).toContain('is there already')
    expect(await refused(['restore', other])).toContain('stop the service')
    expect(await refused(['backup', other], { DATABASE_URL: 'postgres://a.example/b' })).toContain('pg_dump')
    expect((await service.stop()).code).toBe(0)
  })
})
