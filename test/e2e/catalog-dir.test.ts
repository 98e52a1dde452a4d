/** CATALOG_DIR: a built directory is served as it is; one that breaks a rule stops the start in one line. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { BROKEN, BUILT_AT, buildDirectory, ODD_README } from '../builder/built.ts'
import { command } from '../commands/command.ts'
import { startService } from './service.ts'

const root = mkdtempSync(join(tmpdir(), 'sdk-catalog-dir-'))
afterAll(() => rmSync(root, { recursive: true }))

describe('a built catalogue', () => {
  test('is served with its own count, time, entries and READMEs, byte for byte', async () => {
    const service = await startService({ CATALOG_DIR: buildDirectory(join(root, 'tides')), BRAND: 'acme' })
    expect(service.line).toBe(`Serving 2 SDKs (tides) at ${service.url}\n`)
    const catalogue = await (await fetch(`${service.url}/api/sdk/catalog.json`)).json()
    expect(catalogue).toMatchObject({ generated_at: BUILT_AT, count: 2, sdks: [{ slug: 'one-sdk' }, {}] })
    const readme = await fetch(`${service.url}/acme-sdk/two-sdk.md`)
    expect(Buffer.from(await readme.arrayBuffer()).equals(Buffer.from(ODD_README))).toBe(true)
    expect((await service.stop()).code).toBe(0)
  })
})

test('a directory without a built catalogue stops the start with what to do', async () => {
  const repositories = mkdtempSync(join(root, 'repositories-'))
  for (const [folder, what] of [
    [repositories, 'it is no built catalogue, as it has no manifest.json'],
    [join(root, 'nowhere'), 'there is no such directory'],
  ] as const) {
    const line = `sdk-catalog: CATALOG_DIR ${JSON.stringify(folder)}: ${what}; make one with "catalog build --from DIR --out DIR".\n`
    expect(await command(['find', 'x', '--catalog', folder])).toEqual({ code: 1, stdout: '', stderr: line })
  }
})

describe('the start is refused, in one line that names entry, member and rule, by', () => {
  /** The rules are tried one by one beside load.ts; here, that a refusal of each kind reaches the operator. */
  const KINDS = /no JSON|unknown member|slug twice|README|UTF-8|count|not those built/

  test.for(BROKEN.filter(([what]) => KINDS.test(what)))('%s', async ([what, files, message]) => {
    const folder = buildDirectory(join(root, what), files)
    const { code, stdout, stderr } = await command(['find', 'x'], { CATALOG_DIR: folder })
    const prefix = `sdk-catalog: CATALOG_DIR ${JSON.stringify(folder)}: `
    expect([code, stdout, stderr.slice(0, prefix.length)]).toEqual([1, '', prefix])
    expect(stderr.slice(prefix.length, -1)).toMatch(message)
    expect(stderr.indexOf('\n')).toBe(stderr.length - 1)
  })
})
