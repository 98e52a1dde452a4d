/** inbox backup and restore: a copy of a running inbox. What a loss takes and leaves is in inbox-restore.test.ts. */

import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { scratch } from '../scratch.ts'
import { ada, inbox, serve } from './messages-process.ts'

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
