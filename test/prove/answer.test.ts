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

  const UNDESCRIBED = { 200: { description: 'All.' } }
  it.each<[string, object, boolean, string]>([
    ['the example where no schema says more', json({ example: { tide: 2 } }), true, '{"tide":70001}'],
    ['one of several examples', json({ schema: {}, examples: { one: { value: ['x'] } } }), true, '["served-1"]'],
    ['an array of one record where nothing is described', UNDESCRIBED, true, '[{"served":"served-1"}]'],
    ['a record where nothing is described', UNDESCRIBED, false, '{"served":"served-1"}'],
    ['plain text where the API answers no JSON', { 200: { content: { 'text/plain': {} } } }, true, 'served-1'],
  ])('is %s', (_, responses, isList, body) => expect(answer(responses, isList).body).toBe(body))

  it('takes no longer mark for a shorter one', () =>
    expect(hasMark('served-12 170001 700010', new Set(['served-1', '70001']))).toBe(false))
})
