/** A catalogue replaced while it is served. attacks/swaps.ts does it under load, test/store/watch.slow.test.ts with every rule. */
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { BROKEN, buildDirectory, RECORDS } from '../builder/built.ts'
import { scratch } from '../scratch.ts'
import { run, startService } from './service.ts'

const [one, two] = RECORDS
const [, unknownMember, reason] = BROKEN.find(([what]) => what === 'an unknown member')!

test('SIGHUP brings in a new catalogue, and of a broken one a line with entry, member and rule, while the old one serves on', async () => {
  const CATALOG_DIR = buildDirectory(join(scratch(), 'served'))
  const service = await startService({ CATALOG_DIR, LOG_LEVEL: 'info' })
  const get = (path: string) => fetch(service.url + path)
  const tags = async () => (await Promise.all([get('/api/sdk/catalog.json'), get('/sdk')])).map(etag)
  const etag = ({ headers }: Response) => headers.get('etag')
  const first = await tags()
  buildDirectory(CATALOG_DIR, unknownMember)
  service.child.kill('SIGHUP')
  await service.logged('catalog_refused')
  const line = JSON.parse(/^.*catalog_refused.*$/m.exec(service.output())![0])
  expect(line).toMatchObject({ level: 50, reason: expect.stringMatching(reason), refused: 1 })
  expect(line.reason).toMatch(/^sdks\.jsonl line 2 \("two-sdk"\): .*"colour"$/)
  expect(await tags()).toEqual(first)
  buildDirectory(CATALOG_DIR, { records: [one, { ...two, title: 'Green' }] })
  service.child.kill('SIGHUP')
  await service.logged('catalog_swapped')
  for (const [at, tag] of (await tags()).entries()) expect(tag).not.toBe(first[at])
  for (const path of ['/api/sdk/two-sdk.json', '/example-sdk/two-sdk', '/sdk', '/llms-full.txt'])
    expect(await (await get(path)).text(), path).toContain('Green')
  expect((await service.stop()).code).toBe(0)
})

test('SIGHUP during the start takes effect after it', async () => {
  const CATALOG_DIR = buildDirectory(join(scratch(), 'starting'))
  const manifest = join(CATALOG_DIR, 'manifest.json')
  const stated = readFileSync(manifest)
  rmSync(manifest)
  // A pipe in its place holds the start up where the manifest is read.
  execFileSync('sh', ['-c', 'mkfifo "$0"', manifest])
  const { child, ended } = run({ CATALOG_DIR, LOG_LEVEL: 'info' })
  const pipe = await open(manifest, 'w')
  rmSync(manifest)
  writeFileSync(manifest, stated)
  child.kill('SIGHUP')
  await pipe.write(stated)
  await pipe.close()
  for await (const line of createInterface({ input: child.stderr! })) {
    if (JSON.parse(line).event === 'catalog_unchanged') break
  }
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 0 })
})
