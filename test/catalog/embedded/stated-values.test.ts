/** Values that people stated: they are put on record, and the first call passes them. */
import { describe, expect, test } from 'vitest'
import { readValues, unusedLines, withValues } from '../../../scripts/refresh/stated-values.ts'
import { renewedCall } from '../../../src/builder/facts/first-call/first-call.ts'
import { OperationsFile } from '../../../src/catalog/record/facts.ts'

const SLUG = 'lighthouses-sdk'

describe('stated values', () => {
  const parameters = [
    { name: 'id', api_name: 'light', in: 'path' as const, required: true as const, meaning: 'old', example: 'wrong' },
    { name: 'near', in: 'query' as const },
  ]
  const points = ['/lights/{light}', '/lamps/{light}'].map((path) => ({ method: 'GET' as const, path, parameters }))
  const entities = [{ name: 'light', operations: [{ op: 'load' as const, points }] }]
  const lines = [
    [SLUG, 'near', { meaning: 'lat,lon', example: '53.5,9.9' }],
    [SLUG, 'GET /lamps/{light} near', { meaning: 'name of the harbour' }],
    [SLUG, 'light', { example: null }],
    [SLUG, 'GET /lamps/{light} x-version', { in: 'header', required: true, enum: ['2'] }],
  ].map(([slug, place, facts]) => `${slug}\t${place}\t${JSON.stringify(facts)}`)

  test('stand on the parameters of their names, or are parameters of their own; one endpoint wins over all', () => {
    const all = readValues(lines.join('\n'))
    const [lights, lamps] = withValues(entities, all)[0]!.operations[0]!.points
    const id = { name: 'id', api_name: 'light', in: 'path', required: true }
    expect(lights!.parameters).toEqual([id, { name: 'near', in: 'query', meaning: 'lat,lon', example: '53.5,9.9' }])
    expect(lamps!.parameters).toEqual([
      id,
      { name: 'x-version', in: 'header', required: true, enum: ['2'] },
      { name: 'near', in: 'query', meaning: 'name of the harbour' },
    ])
  })

  test('are refused with their line, and found unused where no parameter has the name', () => {
    expect(() => readValues(`${lines[0]}\n${SLUG}\tnear\t{"meaning":"${'x'.repeat(61)}"}`)).toThrow(
      /^line 2: .*\n.*meaning/,
    )
    const file = OperationsFile.parse({ format: 1, slug: SLUG, entities })
    expect(unusedLines(readValues(lines.join('\n')), [file]).map(({ name }) => name)).toEqual(['x-version'])
  })

  test('are in the first call of the same endpoint, and headers that they require', () => {
    const [point] = points
    const call = {
      entity: 'light',
      op: 'load' as const,
      method: 'GET' as const,
      path: point!.path,
      arguments: { id: 'wrong' },
    }
    const old = { ...call, values: 'stated' as const, why: ['only_read' as const] }
    const stated = [
      `${SLUG}\tlight\t{"example":"elbe"}`,
      `${SLUG}\tGET /lights/{light} x-version\t{"in":"header","required":true,"enum":["2"]}`,
    ]
    const api = { slug: SLUG, title: undefined, auth: { scheme: 'none' as const } }
    expect(renewedCall(old, withValues(entities, readValues(stated.join('\n'))), api)).toMatchObject({
      ...{ arguments: { id: 'elbe' }, headers: { 'x-version': '2' }, values: 'stated' },
      why: expect.arrayContaining(['stated_values', 'only_read']),
    })
  })
})
