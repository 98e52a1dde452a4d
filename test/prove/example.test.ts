/** Answers of the stub. */
import { describe, expect, it } from 'vitest'
import { exampleAnswer } from '../../scripts/prove/api-stub/example.ts'
import { OpenApiDescription } from '../../src/builder/facts/api/description.ts'
import type { ModelObject } from '../../src/builder/facts/model/read-model.ts'
import type { Point } from '../../src/catalog/record/facts.ts'

const POINT: Point = { method: 'GET', path: '/tides', parameters: [] }
const TIDE = {
  allOf: [{ $ref: '#/components/schemas/Place' }],
  properties: {
    height: { type: ['null', 'number'] },
    kind: { enum: ['high', 'low'] },
    inner: { $ref: '#/components/schemas/Tide' },
  },
}
const PLACE = { type: 'object', properties: { name: { type: 'string', example: 'Esbjerg' } } }

function described(response: object): OpenApiDescription {
  const paths = { '/tides': { get: { responses: { 200: response } } } }
  const root = { paths, components: { schemas: { Tide: TIDE, Place: PLACE } } }
  return new OpenApiDescription('def.json', root as unknown as ModelObject)
}
const json = (media: object): object => ({ content: { 'application/json': media } })

describe('the answer', () => {
  it('follows the schema, and ends where it goes in circles', () => {
    const answer = exampleAnswer(
      POINT,
      described(json({ schema: { type: 'array', items: { $ref: '#/components/schemas/Tide' } } })),
    )
    expect(answer).toEqual([{ name: 'Esbjerg', height: 1.5, kind: 'high', inner: expect.any(Object) }])
    expect(JSON.stringify(answer).length).toBeLessThan(1000)
  })

  it('is the example where the description has one', () => {
    expect(exampleAnswer(POINT, described(json({ example: { tide: 2 } })))).toEqual({ tide: 2 })
  })

  it('is a list of the fields on record where nothing is described', () => {
    const point: Point = { ...POINT, answer: { list: true, fields: { time: 'string', height: 'number' } } }
    expect(exampleAnswer(point, undefined)).toEqual([{ time: 'example', height: 1.5 }])
    expect(exampleAnswer(point, described({ description: 'none' }))).toEqual([{ time: 'example', height: 1.5 }])
  })
})
