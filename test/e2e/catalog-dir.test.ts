/** CATALOG_DIR: a built directory is served as it is; one that breaks a rule stops the start in one line. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BROKEN, BUILT_AT, buildDirectory, ODD_README } from '../builder/built.ts'
import { command } from '../commands/command.ts'
import { scratch } from '../scratch.ts'
import { startService } from './service.ts'

test('a built catalogue is served with its own count, time, entries and READMEs, byte for byte', async () => {
  const service = await startService({ CATALOG_DIR: buildDirectory(join(scratch(), 'tides')), BRAND: 'acme' })
  expect(service.line).toBe(`Serving 2 SDKs (tides) at ${service.url}\n`)
  const catalogue = await (await fetch(`${service.url}/api/sdk/catalog.json`)).json()
  expect(catalogue).toMatchObject({ generated_at: BUILT_AT, count: 2, sdks: [{ slug: 'one-sdk' }, {}] })
  const readme = await fetch(`${service.url}/acme-sdk/two-sdk.md`)
  expect(Buffer.from(await readme.arrayBuffer()).equals(Buffer.from(ODD_README))).toBe(true)
  expect((await service.stop()).code).toBe(0)
})

test('a directory without a built catalogue stops the start with what to do', async () => {
  for (const [folder, what] of [
    [scratch(), 'it is no built catalogue, as it has no manifest.json'],
    [join(scratch(), 'nowhere'), 'there is no such directory'],
  ] as const) {
    const line = `sdk-catalog: CATALOG_DIR ${JSON.stringify(folder)}: ${what}; make one with "catalog build --from DIR --out DIR".\n`
    expect(await command(['find', 'x', '--catalog', folder])).toEqual({ code: 1, stdout: '', stderr: line })
  }
})

/** The rules are tried one by one beside load.ts; here, that a refusal reaches the operator. */
test('the start is refused in one line that names entry, member and rule', async () => {
  const [, files, message] = BROKEN.find(([what]) => what === 'an unknown member')!
  const CATALOG_DIR = buildDirectory(join(scratch(), 'broken'), files)
  const { code, stdout, stderr } = await command(['find', 'x'], { CATALOG_DIR })
  const prefix = `sdk-catalog: CATALOG_DIR ${JSON.stringify(CATALOG_DIR)}: `
  expect([code, stdout, stderr.slice(0, prefix.length)]).toEqual([1, '', prefix])
  expect(stderr.slice(prefix.length, -1)).toMatch(message)
  expect(stderr.indexOf('\n')).toBe(stderr.length - 1)
})
