/** Replicas that follow one published catalogue, as processes. */
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildDirectory } from '../builder/built.ts'
import { command } from '../commands/command.ts'
import { archiveServer } from '../follow/archive-server.ts'
import { scratch } from '../scratch.ts'
import { serve } from './messages-process.ts'
import { METRICS_TOKEN, run, until } from './service.ts'

const publish = (...args: string[]) => command(['catalog', 'publish', ...args])
const readmeOf = async (url: string) => (await fetch(`${url}/example-sdk/one-sdk.md`)).text()

test('a replica serves what is published and signed, follows the next one, and starts without the source', async () => {
  const [place, begun] = [scratch(), Date.now()]
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = join(place, 'key.pem')
  writeFileSync(key, privateKey.export({ format: 'pem', type: 'pkcs8' }))
  const catalogue = buildDirectory(join(place, 'built'))
  const source = await archiveServer()
  expect(await publish(catalogue, '--to', source.url, '--sign', key)).toMatchObject({ code: 0, stderr: '' })

  const DATA_DIR = scratch()
  const CATALOG_PUBLIC_KEY = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const settings = { CATALOG_DIR: '', CATALOG_URL: source.url, CATALOG_PUBLIC_KEY, DATA_DIR, METRICS_TOKEN }
  const replica = await serve(settings)
  expect(await readmeOf(replica.url)).toBe('# One\n')

  buildDirectory(catalogue, { readmes: { 'one-sdk': '# The next one\n' } })
  expect((await publish(catalogue, '--to', source.url, '--sign', key, '--json')).stdout).toContain('"signed": true')
  replica.child.kill('SIGHUP')
  await replica.logged('catalog_swapped')
  const checked = async () => {
    const answer = await fetch(`${replica.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    return Number(/source_checked_timestamp_seconds (\d+)/.exec(await answer.text())![1])
  }
  const before = await checked()
  expect(before).toBeGreaterThanOrEqual(Math.floor(begun / 1000))
  // It counts in seconds: a check in a later one is seen.
  await until(async () => Date.now() >= (before + 1) * 1000)
  replica.child.kill('SIGHUP')
  await until(async () => (await checked()) > before)
  expect(await readmeOf(replica.url)).toBe('# The next one\n')

  expect((await publish(catalogue, '--to', source.url)).code).toBe(0)
  replica.child.kill('SIGHUP')
  await replica.logged('catalog_refused')
  expect((await replica.stop()).code).toBe(0)

  source.stop()
  const again = await serve(settings)
  await again.logged('catalog_source_away')
  const metrics = await fetch(`${again.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  expect(await metrics.text()).toMatch(/catalogue_events_total\{event="catalog_source_away"\} [1-9]/)
  expect(await readmeOf(again.url)).toBe('# The next one\n')
  expect((await again.stop()).code).toBe(0)

  writeFileSync(join(DATA_DIR, 'catalogue/readme/one-sdk.md'), 'changed on the disk')
  const { code, stderr } = await run(settings).ended
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/ \(ECONNREFUSED\), and the one in DATA_DIR is not to be served \(manifest\.json: id: /),
  ])
})

test('a replica that has never had a catalogue does not start without the source', async () => {
  const source = await archiveServer()
  const { code, stderr } = await run({ CATALOG_URL: source.url }).ended
  expect([code, stderr]).toEqual([
    1,
    'sdk-catalog: CATALOG_URL gives no catalogue (status 404), and DATA_DIR has no earlier one; check the URL.\n',
  ])
})

test('a catalogue is published to a file, and only a valid one', async () => {
  const place = scratch()
  const [catalogue, file] = [buildDirectory(join(place, 'built')), join(place, 'catalogue.tar.gz')]
  expect(await publish(catalogue, '--to', file)).toMatchObject({ code: 0, stderr: '' })
  const archive = readFileSync(file)
  writeFileSync(join(catalogue, 'readme/one-sdk.md'), 'changed by hand')
  const refused = await publish(catalogue, '--to', file)
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(/^sdk-catalog: \S+ breaks a rule: [^\n]+\n$/)
  expect(readFileSync(file)).toEqual(archive)
  for (const args of [
    ['--to', join(place, 'none/x')],
    ['--to', file, '--sign', join(place, 'none.pem')],
  ])
    expect((await publish(buildDirectory(catalogue), ...args)).stderr).toMatch(/^sdk-catalog: [^\n]+\n$/)
})
