/** Operations files: checked against the records, and read on request. */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { InvalidCatalog, siblings } from '../../src/store/catalog-files.ts'
import { checkDirectory } from '../../src/store/loading/check.ts'
import { loadDirectory, unpackCatalog } from '../../src/store/loading/load.ts'
import { openCatalog } from '../../src/store/open-catalog.ts'
import { packDirectory } from '../../src/store/pack.ts'
import { buildDirectory, type Files, RECORDS } from '../builder/built.ts'
import { load } from '../embedded.ts'
import { scratch } from '../scratch.ts'

const [one, two] = RECORDS
const point = { method: 'GET', path: '/ports', parameters: [] }
const file = (slug: string, points: object[] = [point]) => ({
  ...{ format: 1, slug },
  entities: [{ name: 'port', operations: [{ op: 'list', points }] }],
})
const call = {
  ...{ entity: 'port', op: 'list', method: 'GET', path: '/ports' },
  arguments: {},
  values: 'none',
  why: [],
}
const stated = { ...one, entities: [{ name: 'port', ops: ['list'] }], first_call: call }
const GOOD: Files = { records: [stated, two], operations: { 'one-sdk': file('one-sdk') } }

const built = (files: Files = GOOD) => buildDirectory(join(scratch(), 'catalog'), files)
const catalogOf = async (directory: string) =>
  openCatalog(await loadDirectory(directory), { baseUrl: 'https://sdk.example.org', brand: 'example' })

describe('operations of a catalogue', () => {
  it('are there for each SDK that has a file of them', async () => {
    const catalog = await catalogOf(built())
    expect(await catalog.operations('one-sdk')).toEqual(file('one-sdk'))
    expect(await catalog.operations('two-sdk')).toBeUndefined()
    expect(await catalog.operations('../catalog/manifest')).toBeUndefined()
  })

  it('are checked in parts, between which other requests are answered', async () => {
    const { entities, ...about } = file('one-sdk')
    const five = Array.from({ length: 5 }, (_, at) => ({ ...entities[0], name: `port${at}` }))
    const catalog = await catalogOf(built({ operations: { 'one-sdk': { ...about, entities: five } } }))
    const order: string[] = []
    // By this clock each entity takes a second.
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => 1000 * order.push('looked at the clock'))
    onTestFinished(() => clock.mockRestore())
    let isDone = false
    const turn = () => {
      order.push('turn')
      if (!isDone) setImmediate(turn)
    }
    setImmediate(turn)
    await catalog.operations('one-sdk')
    isDone = true
    const checking = order.slice(order.indexOf('looked at the clock'), order.lastIndexOf('looked at the clock'))
    expect(checking.filter((what) => what === 'turn').length).toBeGreaterThanOrEqual(five.length)
  })

  it('need no folder where no SDK has any', async () => {
    const directory = built({})
    expect(existsSync(join(directory, 'operations'))).toBe(false)
    expect(checkDirectory(directory).problems).toEqual([])
    expect(await (await catalogOf(directory)).operations('one-sdk')).toBeUndefined()
  })

  it('are found by a catalogue that another thread has loaded', async () => {
    const data = unpackCatalog(structuredClone(await packDirectory(built())))
    const catalog = openCatalog(data, { baseUrl: 'https://sdk.example.org', brand: 'example' })
    expect(await catalog.operations('one-sdk')).toEqual(file('one-sdk'))
  })

  it('are never those of another build that took the place', async () => {
    const directory = built()
    const catalog = await catalogOf(directory)
    buildDirectory(directory, { ...GOOD, operations: { 'one-sdk': file('one-sdk', [point, point]) } })
    expect(await catalog.operations('one-sdk')).toBe('unreadable')
    const changed = await (await catalogOf(directory)).operations('one-sdk')
    expect(changed).toEqual(file('one-sdk', [point, point]))
    // Another build in which they are the same does not take them away.
    buildDirectory(directory, { ...GOOD, records: [stated, { ...two, title: 'Second' }] })
    expect(await catalog.operations('one-sdk')).toEqual(file('one-sdk'))
  })

  it('are read while a build gives the directory its name', async () => {
    const directory = built()
    const catalog = await catalogOf(directory)
    renameSync(directory, siblings(directory).previous)
    expect(await catalog.operations('one-sdk')).toEqual(file('one-sdk'))
  })

  it('that were read are still served after the directory is gone', async () => {
    const directory = built()
    const catalog = await catalogOf(directory)
    const operations = await catalog.operations('one-sdk')
    rmSync(directory, { recursive: true })
    expect(await catalog.operations('one-sdk')).toEqual(operations)
  })

  it('that break their schema are not given out', async () => {
    const directory = built({ ...GOOD, operations: { 'one-sdk': '{"format": 2}' } })
    expect(await (await catalogOf(directory)).operations('one-sdk')).toBe('unreadable')
  })
})

describe('a check of the operations', () => {
  /** The good files with another file of operations. */
  const having = (operations: string | object): Files => ({ ...GOOD, operations: { 'one-sdk': operations } })
  const ofLoad = { ...GOOD, records: [{ ...stated, entities: [{ name: 'port', ops: ['list', 'load'] }] }, two] }
  const FILE = 'operations/one-sdk.json'

  it.each<[string, Files, string]>([
    ['a file that is no JSON', having('{'), `${FILE}: is not valid JSON`],
    ['a file with another shape', having({ ...file('one-sdk'), format: 2 }), `${FILE}: format: `],
    [
      'a path that is none',
      having(file('one-sdk', [{ ...point, path: 'ports' }])),
      `${FILE}: entities.0.operations.0.points.0.path: must be a path`,
    ],
    [
      'a file under the name of another SDK',
      having(file('two-sdk')),
      `${FILE}: slug: is "two-sdk"; it must be that of the file's name`,
    ],
    [
      'a first call that no endpoint answers',
      having(file('one-sdk', [{ ...point, path: '/harbours' }])),
      `sdks.jsonl ("one-sdk"): first_call: is port list GET /ports, which ${FILE} does not hold`,
    ],
    ['a first call without a file', { ...GOOD, operations: {} }, 'sdks.jsonl ("one-sdk"): first_call: '],
    [
      'an operation without a path',
      ofLoad,
      `sdks.jsonl ("one-sdk"): entities: port has load, without a path in ${FILE}`,
    ],
  ])('names %s', async (_, files, problem) => {
    const directory = built(files)
    expect(checkDirectory(directory).problems).toEqual([expect.stringContaining(problem)])
    // What only a request for the operations needs is no reason to serve nothing.
    expect((await load(directory)).records).toHaveLength(2)
  })

  it('finds operations of an SDK that is not there, as loading does', async () => {
    const directory = built({ ...GOOD, operations: { ...GOOD.operations, 'three-sdk': file('three-sdk') } })
    await expect(load(directory)).rejects.toThrow(/^operations\/three-sdk\.json: belongs to no entry of sdks\.jsonl$/)
    expect(checkDirectory(directory).problems[0]).toMatch(/^operations\/three-sdk\.json: belongs to no entry/)
  })

  it('finds a file that was changed after the build, as loading does', async () => {
    const directory = built()
    writeFileSync(join(directory, 'operations', 'one-sdk.json'), JSON.stringify(file('one-sdk', [point, point])))
    await expect(load(directory)).rejects.toThrow(InvalidCatalog)
    await expect(load(directory)).rejects.toThrow(/^manifest\.json: id: is /)
  })
})
