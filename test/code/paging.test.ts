/** How endpoints page, by the facts of their parameters: a table, and the whole record. */
import { describe, expect, it } from 'vitest'
import type { Parameter, Point } from '../../src/catalog/record/facts.ts'
import { pagingOf } from '../../src/code/reference/paging.ts'
import { testServices } from '../app.ts'

const query = (name: string, more: Partial<Parameter> = {}): Parameter => ({
  name,
  in: 'query',
  type: 'string',
  ...more,
})
const number = (name: string, more: Partial<Parameter> = {}) => query(name, { type: 'integer', ...more })

describe('paging is by', () => {
  it.each<[string, string | undefined, Parameter[], Point['answer']?]>([
    ['the page', 'page', [number('page'), number('per_page')]],
    ['the offset', 'offset', [number('offset'), number('limit')]],
    ['the cursor after `first` records', 'after', [number('first'), query('after')]],
    ['the cursor that the answer has', 'after', [number('page'), query('after')], { fields: {}, next: 'paging.after' }],
    ['the page, not the cursor of no known answer', 'page', [number('page'), query('after')]],
    [
      'the offset, not the date',
      'offset',
      [number('offset'), number('limit'), query('after', { format: 'date-time' })],
    ],
    ['nothing, where `after` is a date', undefined, [query('after', { example: '2024-01-01' }), number('limit')]],
    ['nothing, where `first` is a number of records', undefined, [number('first'), number('count')]],
    ['nothing, where `start` begins a range', undefined, [number('start'), number('end'), number('limit')]],
    ['nothing, where `start` is a time', undefined, [number('start', { example: 1_704_880_800 }), number('limit')]],
    ['nothing, where a marker is a place', undefined, [query('marker', { example: '40.748,-73.985' })]],
  ])('%s', (_, parameter, parameters, answer) =>
    expect(pagingOf({ parameters, ...(answer && { answer }) })?.parameter).toBe(parameter),
  )

  it('no time, and by a number unless it is a cursor, at any endpoint on record', async () => {
    const { catalog } = testServices()
    let count = 0
    for (const { slug } of catalog.records) {
      const file = await catalog.operations(slug)
      if (!file || file === 'unreadable') continue
      const points = file.entities.flatMap(({ operations }) => operations.flatMap((operation) => operation.points))
      for (const point of points) {
        const paging = pagingOf(point)
        if (!paging) continue
        count++
        const parameter = point.parameters.find(({ name }) => name === paging.parameter)!
        expect(parameter.format ?? '', `${slug} ${point.path} ${parameter.name}`).not.toMatch(/^date/)
        if (paging.kind !== 'cursor') expect(['integer', 'number']).toContain(parameter.type)
        expect(paging.size).not.toBe(paging.parameter)
      }
    }
    expect(count).toBeGreaterThan(1_000)
  })
})
