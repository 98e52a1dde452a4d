/** Answers of the stub: as described, with marks in them. */
import { describe, expect, it } from 'vitest'
import { answerOf, hasMark } from '../../scripts/prove/api/answer.ts'
import { readApiDescription } from '../../scripts/prove/api/description.ts'

const TIDE = {
  allOf: [{ $ref: '#/components/schemas/Place' }],
  properties: {
    height: { type: 'number', nullable: true },
    high: { type: 'boolean' },
    inner: { $ref: '#/components/schemas/Tide' },
  },
}
const PLACE = { type: 'object', properties: { name: { type: 'string', example: 'Esbjerg' } } }
const TIDES = { type: 'array', items: { $ref: '#/components/schemas/Tide' } }

function answer(responses: object, isList = true) {
  const paths = { '/tides': { get: { responses } } }
  const components = { schemas: { Tide: TIDE, Place: PLACE } }
  const api = readApiDescription(JSON.stringify({ openapi: '3.0.0', paths, components }))
  return answerOf(api.operations[0]!, api, isList)
}
const json = (media: object) => ({ 200: { content: { 'application/json': media } } })

describe('the answer', () => {
  it('follows the schema with a mark for every text and number, and ends where it goes in circles', () => {
    const { body, marks, shape } = answer(json({ schema: TIDES }))
    const [tide] = JSON.parse(body)
    expect(tide).toMatchObject({ name: expect.stringMatching(/^served-\d+$/), high: expect.any(Boolean) })
    expect([...marks]).toEqual(expect.arrayContaining([tide.name, String(tide.height)]))
    expect(shape).toBe('an array')
    expect(body.length).toBeLessThan(1000)
  })

  it('has its records in the array of an object that wraps one', () => {
    const schema = { properties: { total: { type: 'integer' }, tides: TIDES } }
    const { body, marks, shape } = answer(json({ schema }))
    const { total, tides } = JSON.parse(body)
    expect(shape).toBe('an object around one array')
    expect(hasMark(`{"total": ${total}}`, marks)).toBe(false)
    expect(hasMark(`[Tide { name: "${tides[0].name}" }]`, marks)).toBe(true)
  })

  it('is the record itself where the operation does not list', () => {
    const schema = { properties: { total: { type: 'integer' }, tides: TIDES } }
    const { body, marks } = answer(json({ schema }), false)
    expect(hasMark(String(JSON.parse(body).total), marks)).toBe(true)
  })

  it('is the example where no schema says more', () => {
    expect(JSON.parse(answer(json({ example: { tide: 2 } })).body)).toEqual({ tide: 70_001 })
    expect(JSON.parse(answer(json({ schema: {}, examples: { one: { value: ['x'] } } })).body)).toEqual(['served-1'])
  })

  it('is a record, or an array of one, where nothing is described', () => {
    expect(JSON.parse(answer({ 200: { description: 'All.' } }).body)).toEqual([{ served: 'served-1' }])
    expect(JSON.parse(answer({ 200: { description: 'One.' } }, false).body)).toEqual({ served: 'served-1' })
  })

  it('is plain text where the API answers no JSON', () =>
    expect(answer({ 200: { content: { 'text/plain': { schema: { type: 'string' } } } } })).toMatchObject({
      type: 'text/plain',
      body: 'served-1',
      marks: new Set(['served-1']),
    }))

  it('takes no longer mark for a shorter one', () =>
    expect(hasMark('served-12 170001 700010', new Set(['served-1', '70001']))).toBe(false))
})
